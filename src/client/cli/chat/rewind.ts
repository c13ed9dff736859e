import { badInput } from '../../../domain/kintsugi-error';
import { findCheckpoint, noCheckpoint } from '../../../domain/run/checkpoints';
import { firstLine, hashText } from '../../../domain/text';
import { askLine } from '../question/prompt';
import { userName } from '../question/user-name';
import type { ChatDesk, ChatNext } from './chat-desk';

/** Takes the session back to a checkpoint: the one named, or one of those listed, once the user agrees. */
export async function rewind(chat: ChatDesk, named: string): Promise<ChatNext> {
  const { session, context, redact } = chat.parts;
  const { output } = context;
  const { signal } = new AbortController();
  const { checkpoints } = await session.status();
  if (named === '')
    for (const { number, reason, snapshot } of checkpoints)
      output.print(
        `${String(number).padStart(3)}  ${firstLine(redact(reason), 70)}  ${output.paint('dim', hashText(snapshot.tree))}`,
      );
  const name = (named || ((await askLine('Go back to: ', signal)) ?? '')).trim();
  if (name === '') return 'go-on';
  const checkpoint = findCheckpoint(checkpoints, name);
  if (!checkpoint) throw badInput(noCheckpoint(session.id, checkpoints, name));
  const { number, reason } = checkpoint;
  output.print(`Checkpoint ${number}: ${firstLine(redact(reason), 70)}`);
  const reply = await askLine('Take files, conversation and mode back to it? [y,n] ', signal);
  if (!/^y(?:es)?$/i.test(reply?.trim() ?? '')) {
    output.print('Nothing was changed.');
    return 'go-on';
  }
  await session.rollBack({ kind: 'to', name: String(number), by: userName() });
  return chat.settle();
}
