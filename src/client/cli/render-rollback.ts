import { rollbackOutcome, type RollbackResult, type Way } from '../../domain/run/rollback';
import { said, saidText, type Said, type Say } from '../../domain/run/said';
import { EXIT, type ExitCode } from '../../domain/kintsugi-error';
import { inCallersWords } from './command-name';
import type { Output } from './output';
import { headLine, pathList, renderDiff } from './render';
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
const WORDS: Record<Way, Record<'done' | 'part' | 'not' | 'rest' | 'nothing', Said>> = {
  back: {
    done: said`Rolled back`,
    part: said`Rolled back in part`,
    not: said`Not rolled back`,
    rest: said`Use ${'--partial'} to roll back the rest.`,
    nothing: said`Nothing to roll back: the files are already in that state.`,
  },
  forth: {
    done: said`Published`,
    part: said`Published in part`,
    not: said`Not published`,
    rest: said`Use ${'--partial'} to publish the rest.`,
    nothing: said`Nothing to publish: the files are already in that state.`,
  },
};

/** Sentence on what a rollback, or the publish of a goal, did, or would do as a dry run. */
export function rollbackText(id: string, result: RollbackResult, say: Say, dryRun = false): string {
  const words = WORDS[result.way];
  const left = pathList(result.conflicts, say);
  if (result.status === 'nothing') return saidText(words.nothing, say.language);
  if (dryRun || result.status === 'planned') return plannedText(result, left, say);
  const undo = inCallersWords(say`Undo with: ${`kintsugi rollback ${id}`}`);
  switch (result.status) {
    case 'published':
      return `${say`${words.done}: ${pathsOf(result)}.`} ${undo}`;
    case 'partial':
      return `${say`${words.part}: ${pathsOf(result)}.`} ${undo}\n${say`Left as you have them: ${left}.`}`;
    case 'conflict':
      return say`${words.not}, your files are unchanged: ${left}. ${words.rest}`;
  }
}

/** Report of an ended rollback for people. */
export function renderRollback(
  id: string,
  result: RollbackResult,
  facts: { diff?: string; webUrl?: string },
  output: Output,
): string {
  const { say } = output;
  const lines = [headLine(rollbackExit(result), 'rollback', rollbackOutcome(result), result.of, output)];
  if (facts.diff)
    lines.push('', output.paint('bold', say`What changed`), renderDiff(facts.diff.trimEnd(), output));
  lines.push('', rollbackText(id, result, say));
  if (facts.webUrl !== undefined) lines.push(facts.webUrl);
  return lines.join('\n');
}

function plannedText(result: RollbackResult, left: string, say: Say): string {
  const dry = say`Dry run, nothing was written.`;
  if (result.status === 'conflict') return `${dry} ${say`It would change nothing: ${left}.`}`;
  const leaves = result.conflicts.length > 0 ? ` ${say`It would leave as you have them: ${left}.`}` : '';
  return `${dry} ${say`It would change: ${pathsOf(result)}.`}${leaves}`;
}

function pathsOf({ files, diff }: RollbackResult): string {
  return shownNames(
    files.map(({ path }) => path),
    diff?.fileCount,
  );
}
