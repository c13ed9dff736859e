import { EXIT, type ExitCode } from '../../../domain/kintsugi-error';
import { redactor } from '../../../domain/redact';
import { reviver } from '../../open';
import type { Context, Flags } from '../context';
import { printBudgetWait, printWaiting } from '../question/waiting';
import { renderSession, sessionExit } from '../render-session';
import type { StoreReader } from '../store-reader';
import { EventLines } from './event-line';
import { beginningOf, SessionFollower } from './follow-session';

/** Follows a session that has not ended: on a terminal until it ends, elsewhere until it rests or waits for people. */
export async function watchSession(
  { client, output, config }: Context,
  id: string,
  flags: Flags & { after?: number },
  store: StoreReader,
): Promise<ExitCode> {
  const session = client.sessionOf(id);
  const json = flags.json ?? false;
  const lines = new EventLines(output, redactor(config.secrets));
  const follower = new SessionFollower(
    session,
    {
      ...{ output, store, editor: config.editor, revive: reviver(config) },
      tell: (event) => (json ? output.print(JSON.stringify(event)) : lines.print(event)),
    },
    json ? (flags.after ?? 0) : await beginningOf(session, await session.status()),
  );
  const detach = new AbortController();
  const onInterrupt = (): void => detach.abort();
  process.once('SIGINT', onInterrupt);
  const end = await follower
    .follow(output.interactive ? 'end' : 'rest', detach.signal)
    .finally(() => process.off('SIGINT', onInterrupt));
  switch (end.type) {
    case 'ended': {
      const result = await session.result();
      output.print(json ? JSON.stringify(result) : renderSession(result, output, session.webUrl));
      return sessionExit(result);
    }
    case 'asks':
      printWaiting(session, end.pending, output, json, []);
      return EXIT.waiting;
    case 'lacks-budget':
      printBudgetWait(session, end.budget, output, json);
      return EXIT.waiting;
    case 'rests':
    case 'detached': {
      const status = end.type === 'rests' ? 'resting' : 'detached';
      if (json) output.print(JSON.stringify({ taskId: id, status }));
      else output.note(`The session goes on (${status}). Talk to it with: kintsugi chat --session ${id}`);
      return EXIT.waiting;
    }
  }
}
