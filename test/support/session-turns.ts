import { setTimeout as delay } from 'node:timers/promises';
import type { SessionHandle } from '../../src/client/session-handle';
import type { Turn } from '../../src/domain/session/state';

const DEADLINE_MS = 90_000;

/** The turn of a message once it is done, whatever the session asks meanwhile. */
export async function turnOf(session: SessionHandle, { number }: { number: number }): Promise<Turn> {
  for (const startedMs = performance.now(); performance.now() - startedMs < DEADLINE_MS; await delay(50)) {
    const end = await session.turn(number, DEADLINE_MS);
    if ('turn' in end) return end.turn;
  }
  throw new Error(`the turn of message ${number} is not done`);
}
