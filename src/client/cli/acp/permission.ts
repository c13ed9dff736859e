import { join } from 'node:path';
import type { PermissionOption, RequestPermissionOutcome, ToolCallContent } from '@agentclientprotocol/sdk';
import type { TreeDiff } from '../../../domain/files/workspace';
import { readableTexts } from '../../../machine/text/text-form';
import type { Redact } from '../../../domain/redact';
import { untilText, type Answer, type Question } from '../../../domain/run/questions';
import type { RunStatus } from '../../../domain/run/status';
import { plural } from '../../../domain/text';
import type { StoreReader } from '../store-reader';

const APPROVE = 'approve';
const APPROVE_KIND = 'approve-kind';
const REJECT = 'reject';
const CHOICE = 'choice-';

/** Options of a question: those that an answer of its form may have. */
export function optionsOf({ form, kind, choices = [] }: Question): PermissionOption[] {
  const reject: PermissionOption = { optionId: REJECT, kind: 'reject_once', name: 'Reject' };
  if (form === 'choice')
    return [
      ...choices.map((name, index) => ({
        optionId: `${CHOICE}${index}`,
        kind: 'allow_once' as const,
        name,
      })),
      reject,
    ];
  // A text can't be given by an option: kintsugi answer gives it.
  if (form === 'text') return [reject];
  const approve: PermissionOption = { optionId: APPROVE, kind: 'allow_once', name: 'Approve' };
  const always: PermissionOption = {
    optionId: APPROVE_KIND,
    kind: 'allow_always',
    name: `Approve every ${kind} in this mode`,
  };
  // Each proposal is asked about, whatever was granted.
  return kind === 'proposal' ? [approve, reject] : [approve, always, reject];
}

/** Answer that an editor's outcome means; undefined where nobody has answered. */
export function answerOf(
  { hash, choices = [] }: Question,
  outcome: RequestPermissionOutcome,
  by?: string,
): Answer | undefined {
  if (outcome.outcome !== 'selected') return undefined;
  const { optionId } = outcome;
  const said = { hash, by, via: 'editor', scope: 'once' } as const;
  if (optionId === APPROVE) return { ...said, decision: 'approve' };
  if (optionId === APPROVE_KIND) return { ...said, decision: 'approve', scope: 'kind' };
  if (optionId === REJECT) return { ...said, decision: 'reject', reason: 'rejected in the editor' };
  const text = optionId.startsWith(CHOICE) ? choices[Number(optionId.slice(CHOICE.length))] : undefined;
  return text === undefined ? undefined : { ...said, text };
}

/** Subject of a question: the files as they are and would be, else its text; then its warnings and its deadline. */
export async function contentOf(
  { pending, diff }: { pending: Question } & Pick<RunStatus, 'diff'>,
  directory: string,
  store: Pick<StoreReader, 'readFile' | 'readBlob'>,
  redact: Redact,
): Promise<ToolCallContent[]> {
  const isChange = pending.kind === 'publish' && diff !== undefined;
  const diffs = isChange ? await diffsOf(diff, directory, store, redact) : [];
  const whole = pending.kind === 'proposal' ? await store.readBlob(pending.hash) : undefined;
  const unseen = isChange ? diff.fileCount - diffs.length : 0;
  const text = [
    ...(isChange && unseen === 0 ? [] : [whole ?? pending.diffExcerpt]),
    ...(unseen === 0 ? [] : [`${plural(unseen, 'more file')} ${unseen === 1 ? 'is' : 'are'} not shown.`]),
    ...(pending.warnings ?? []),
    `The session waits ${untilText(pending)}.`,
  ];
  return [
    ...diffs,
    ...text
      .filter((one) => one !== '')
      .map((one): ToolCallContent => ({ type: 'content', content: { type: 'text', text: redact(one) } })),
  ];
}

/** Diffs of the files that are text on both sides. */
async function diffsOf(
  { base, tree, files }: TreeDiff,
  directory: string,
  store: Pick<StoreReader, 'readFile'>,
  redact: Redact,
): Promise<ToolCallContent[]> {
  const diffs: ToolCallContent[] = [];
  for (const { path, change, renamedFrom } of files) {
    const before = change === 'added' ? undefined : await store.readFile(base, renamedFrom ?? path);
    const after = change === 'deleted' ? Buffer.alloc(0) : await store.readFile(tree, path);
    const texts = after && readableTexts([before ?? Buffer.alloc(0), after]);
    if (!texts) continue;
    const [oldText, newText] = texts.map(redact) as [string, string];
    diffs.push({ type: 'diff', path: join(directory, path), oldText: before ? oldText : null, newText });
  }
  return diffs;
}
