import type { BlobHash } from '../../domain/ids';
import { badInput, EXIT, type ExitCode } from '../../domain/kintsugi-error';
import { redactor } from '../../domain/redact';
import type { SavedState, Turn } from '../../domain/session/state';
import type { Context, Flags } from './context';
import type { ReadBlob } from '../event-log';
import { printTurns, renderSession, sessionExit } from './render-session';
import { standLine } from './show-commands';
import type { StoreReader } from './store-reader';

/** Turns of a conversation as it stands, oldest first, from the chain of its saved states; `newest` are those at hand. */
export async function turnsOf(
  head: BlobHash | undefined,
  newest: readonly Turn[],
  readBlob: ReadBlob,
): Promise<Turn[]> {
  const turns = new Map(newest.map((turn) => [turn.number, turn]));
  for (let hash = head; hash !== undefined;) {
    const text = await readBlob(hash);
    // What came before a state that the store has lost is lost too.
    if (text === undefined) break;
    const { previous, turns: saved } = JSON.parse(text) as SavedState;
    for (const turn of saved) if (!turns.has(turn.number)) turns.set(turn.number, turn);
    hash = previous;
  }
  return [...turns.values()].sort((a, b) => a.number - b.number);
}

/** Prints the conversation of a session, and of one that has ended its result. */
export async function reportSession(
  { client, output, config }: Context,
  id: string,
  flags: Flags,
  { readBlob }: StoreReader,
): Promise<ExitCode> {
  if (flags.api) throw badInput(`${id} is a session, which has no response of the task API.`);
  const session = client.sessionOf(id);
  const redact = redactor(config.secrets);
  const { execution } = await session.described();
  if (execution === 'COMPLETED') {
    const result = await session.result();
    const turns = await turnsOf(result.head, result.turns, readBlob);
    if (flags.json) output.print(redact(JSON.stringify({ ...result, turns })));
    else {
      output.print(renderSession(result, output, session.webUrl));
      printTurns(turns, output, redact);
    }
    return sessionExit(result);
  }
  const { head, turns: newest } = await session.ask('turns');
  const turns = await turnsOf(head, newest, readBlob);
  const status = await session.status();
  const { phase, mode } = status;
  if (flags.json) output.print(redact(JSON.stringify({ id, execution, phase, mode, turns })));
  else {
    output.print(standLine(id, execution, status));
    printTurns(turns, output, redact);
  }
  if (execution === 'RUNNING') return EXIT.waiting;
  return execution === 'CANCELLED' ? EXIT.cancelled : EXIT.infrastructure;
}
