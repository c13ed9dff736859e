import { outcomeText } from '../../domain/run/outcomes';
import { rollbackOutcome, type RollbackResult, type Way } from '../../domain/run/rollback';
import { EXIT, type ExitCode } from '../../domain/kintsugi-error';
import { inCallersWords } from './command-name';
import type { Output } from './output';
import { pathList, renderDiff } from './render';
import { shownNames } from '../../domain/shown';

const EXITS: Record<RollbackResult['status'], ExitCode> = {
  published: EXIT.healed,
  planned: EXIT.healed,
  nothing: EXIT.healed,
  partial: EXIT.partial,
  conflict: EXIT.notHealed,
};

/** Exit code of an ended rollback. */
export function rollbackExit({ status }: RollbackResult): ExitCode {
  return EXITS[status];
}

/** Words of a way: what was done, and what is to be done. */
const WORDS: Record<Way, { done: string; open: string }> = {
  back: { done: 'Rolled back', open: 'roll back' },
  forth: { done: 'Published', open: 'publish' },
};

/** Sentence on what a rollback, or the publish of a goal, did, or would do as a dry run. */
export function rollbackText(id: string, result: RollbackResult, dryRun = false): string {
  const { done, open } = WORDS[result.way];
  const left = pathList(result.conflicts);
  if (result.status === 'nothing') return `Nothing to ${open}: the files are already in that state.`;
  if (dryRun || result.status === 'planned') return plannedText(result, left);
  const undo = inCallersWords(`Undo with: kintsugi rollback ${id}`);
  switch (result.status) {
    case 'published':
      return `${done}: ${pathsOf(result)}. ${undo}`;
    case 'partial':
      return `${done} in part: ${pathsOf(result)}. ${undo}\nLeft as you have them: ${left}.`;
    case 'conflict':
      return `Not ${done.toLowerCase()}, your files are unchanged: ${left}. Use --partial to ${open} the rest.`;
  }
}

/** Report of an ended rollback for people. */
export function renderRollback(
  id: string,
  result: RollbackResult,
  facts: { diff?: string; webUrl?: string },
  output: Output,
): string {
  const isDone = rollbackExit(result) === EXIT.healed;
  const mark = isDone ? output.paint('green', '✔') : output.paint('red', '✘');
  const lines = [
    `${mark} ${output.paint('bold', outcomeText('rollback', rollbackOutcome(result)))}: ${result.of}`,
  ];
  if (facts.diff)
    lines.push('', output.paint('bold', 'What changed'), renderDiff(facts.diff.trimEnd(), output));
  lines.push('', rollbackText(id, result));
  if (facts.webUrl !== undefined) lines.push(facts.webUrl);
  return lines.join('\n');
}

function plannedText(result: RollbackResult, left: string): string {
  if (result.status === 'conflict') return `Dry run, nothing was written. It would change nothing: ${left}.`;
  const leaves = result.conflicts.length > 0 ? ` It would leave as you have them: ${left}.` : '';
  return `Dry run, nothing was written. It would change: ${pathsOf(result)}.${leaves}`;
}

function pathsOf({ files, diff }: RollbackResult): string {
  return shownNames(
    files.map(({ path }) => path),
    diff?.fileCount,
  );
}
