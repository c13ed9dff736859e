import { outcomeText } from '../../domain/run/outcomes';
import type { RollbackResult } from '../../domain/run/rollback';
import { EXIT, type ExitCode } from '../../domain/kintsugi-error';
import { inCallersWords } from './command-name';
import type { Output } from './output';
import { pathList, renderDiff } from './render';
import { shownNames } from './shown-name';

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

/** Sentence on what a rollback did, or would do as a dry run. */
export function rollbackText(id: string, result: RollbackResult, dryRun = false): string {
  const left = pathList(result.conflicts);
  if (result.status === 'nothing') return 'Nothing to roll back: the files are already in that state.';
  if (dryRun || result.status === 'planned') return plannedText(result, left);
  const undo = inCallersWords(`Undo with: kintsugi rollback ${id}`);
  switch (result.status) {
    case 'published':
      return `Rolled back: ${pathsOf(result)}. ${undo}`;
    case 'partial':
      return `Rolled back in part: ${pathsOf(result)}. ${undo}\nLeft as you have them: ${left}.`;
    case 'conflict':
      return `Not rolled back, your files are unchanged: ${left}. Use --partial to roll back the rest.`;
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
  const lines = [`${mark} ${output.paint('bold', outcomeText('rollback', result.status))}: ${result.of}`];
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

function pathsOf({ files }: RollbackResult): string {
  return shownNames(files.map(({ path }) => path));
}
