import { badInput } from '../../domain/kintsugi-error';
import type { KintsugiClient } from '../client';
import type { SessionHandle } from '../session-handle';

/** The session that a name means; `last`: the newest. Throws a sentence where the name is that of another kind of run. */
export async function openSession(client: KintsugiClient, name: string): Promise<SessionHandle> {
  const session = client.sessionOf(await client.idOf(name, { kind: 'session' }));
  const { kind } = await session.described();
  if (kind === 'session') return session;
  throw badInput(`${session.id} is a ${kind} run: name a session, as kintsugi list shows them.`);
}
