/** A gate that has ended, for people: with a checkout, what became of the change that was made there. */
import { textOf } from '../../domain/gate/report/text';
import type { GateResult } from '../../domain/gate/state';
import type { GateVerdict } from '../../domain/gate/verdict';
import { EXIT, type ExitCode } from '../../domain/kintsugi-error';
import { endSentence, outcomeText } from '../../domain/run/outcomes';
import type { Say } from '../../domain/run/said';
import { shownNames } from '../../domain/shown';
import { inCallersWords } from './command-name';
import { pathList } from './render';

/** Exit code of each verdict of a gate. */
export const VERDICT_EXITS: Readonly<Record<GateVerdict['verdict'], ExitCode>> = {
  proven: EXIT.healed,
  refused: EXIT.notHealed,
  unjudged: EXIT.unjudged,
};

/** Ends by which a change was offered and not published. */
const NOT_PUBLISHED: ReadonlySet<GateResult['status']> = new Set([
  'unproven',
  'conflict',
  'rejected',
  'denied',
  'expired',
  'unpublished',
]);

/** Exit code of an ended gate: that of its last verdict, unless people had the last word. */
export function gateExit({ status, last }: GateResult): ExitCode {
  if (status === 'published' || status === 'unchanged') return EXIT.healed;
  if (status === 'failed') return EXIT.infrastructure;
  const exit = last ? VERDICT_EXITS[last.verdict] : EXIT.healed;
  if (!NOT_PUBLISHED.has(status)) return exit;
  return status === 'unproven' && exit !== EXIT.healed ? exit : EXIT.notHealed;
}

/** How a gate ended, its last verdict, and what can be done now. */
export function renderGate(result: GateResult, webUrl: string | undefined, say: Say): string {
  const { status, message, last, diff, conflicts } = result;
  const isOffer = status === 'published' || NOT_PUBLISHED.has(status);
  const head = isOffer
    ? endSentence(outcomeText('gate', status, say.language), whatOf(result))
    : say`Ended: ${message}`;
  return [
    head,
    ...(conflicts ? [say`Changed in the folder meanwhile: ${pathList(conflicts, say)}.`] : []),
    // What was offered was shown with its findings.
    ...(last && (!isOffer || status === 'unproven') ? [textOf(last)] : []),
    ...(diff && isOffer ? [inCallersWords(waysOn(result, say))] : []),
    ...(webUrl !== undefined && isOffer ? [webUrl] : []),
  ].join('\n');
}

function whatOf({ status, message, diff }: GateResult): string {
  if (status !== 'published' || !diff) return message;
  const paths = diff.files.map(({ path }) => path);
  return `${shownNames(paths, diff.fileCount)}.`;
}

function waysOn({ id, status }: GateResult, say: Say): string {
  const undo = `kintsugi rollback ${id}`;
  if (status === 'published')
    return say`Undo with: ${undo} (to a checkpoint: ${`${undo} --to N`}, see ${`kintsugi checkpoints ${id}`})`;
  if (status === 'denied') return say`Look at it with: ${`kintsugi diff ${id}`}`;
  return say`The change is kept. Publish it with: ${`kintsugi publish ${id}${status === 'conflict' ? ' --partial' : ''}`}`;
}
