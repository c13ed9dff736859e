import type { SessionHandle } from '../../src/client/session-handle';
import type { Turn } from '../../src/domain/session/state';
import { HANG_MS, until } from './until';

/** The turn of a message once it is done, whatever the session asks meanwhile. */
export function turnOf(session: SessionHandle, { number }: { number: number }): Promise<Turn> {
  return until(`the turn of message ${number} is done`, async () => {
    const end = await session.turn(number, HANG_MS);
    return 'turn' in end && end.turn;
  });
}
