import { budgetLine, usageText } from '../../domain/run/budget-report';
import { forkedFrom } from '../../domain/run/fork';
import { choiceText } from '../../domain/heal/ambiguity';
import type { Delivery, HealResult } from '../../domain/heal/result';
import { answeredBy, type Answer } from '../../domain/run/questions';
import { outcomeText, phaseText } from '../../domain/run/outcomes';
import { editSentences } from '../../domain/run/persons-edit';
import { unpublishedText, withReason } from '../../domain/heal/delivery';
import { reasonIn, type Say } from '../../domain/run/said';
import type { RunStatus } from '../../domain/run/status';
import { trustWords } from '../../domain/heal/verdict';
import type { PathConflict } from '../../domain/files/workspace';
import { EXIT, type ExitCode } from '../../domain/kintsugi-error';
import { inCallersWords } from './command-name';
import type { Output } from './output';
import { shownName, shownNames } from '../../domain/shown';

/** Colours a unified diff. */
export function renderDiff(diff: string, output: Output): string {
  return diff
    .split('\n')
    .map((line) => {
      if (line.startsWith('+++') || line.startsWith('---') || line.startsWith('diff '))
        return output.paint('bold', line);
      if (line.startsWith('@@')) return output.paint('cyan', line);
      if (line.startsWith('+')) return output.paint('green', line);
      if (line.startsWith('-')) return output.paint('red', line);
      return line;
    })
    .join('\n');
}

/** One line of progress; `work` is what the search or the checks under way have said. */
export function progressLine(status: RunStatus, say: Say, work = ''): string {
  const attempt = ['repairing', 'verifying', 'baseline'].includes(status.phase)
    ? say`attempt ${status.attempt ?? 1} of ${status.maxAttempts ?? 1}`
    : '';
  return [phaseText(status.phase, say.language), attempt, work, status.detail]
    .filter((part) => part !== '')
    .join(' · ');
}

/** Report of an ended run for people: what was wrong, what changed, which tests pass now. */
export function renderResult(
  result: HealResult,
  facts: { diff?: string; webUrl?: string; seconds: number },
  output: Output,
): string {
  const lines: string[] = [];
  const { say } = output;
  const ended = outcomeText('heal', result.outcome, say.language);
  const [head, rest] = result.message.toLowerCase().startsWith(ended)
    ? [ended, result.message.slice(ended.length)]
    : ['', result.message];
  lines.push(`${markOf(exitCodeOf(result), output)} ${output.paint('bold', head)}${rest}`);
  const answer = answerOf(result);
  if (answer !== undefined) lines.push('', answer);
  const summary = summaryOf(result);
  if (summary !== undefined) lines.push('', output.paint('bold', say`What the model did`), `  ${summary}`);
  if (result.repairs.length > 0) {
    const isGuess = result.delivery.status === 'suggested';
    lines.push('', output.paint('bold', isGuess ? say`What may be wrong` : say`What was wrong`));
    for (const repair of result.repairs)
      lines.push(`  ${say`${repair.rootCause} (found by ${repair.proposer})`}`);
  }
  if (facts.diff)
    lines.push('', output.paint('bold', say`What changed`), renderDiff(facts.diff.trimEnd(), output));
  lines.push(...testLines(result, output));
  lines.push(...confidenceLines(result, say));
  if (result.flaky.length > 0) lines.push('', say`Flaky, not counted: ${result.flaky.join(', ')}`);
  if (result.quarantinedTests.length > 0)
    lines.push('', say`Generated tests left out: ${result.quarantinedTests.join(', ')}`);
  if (result.notes)
    lines.push(
      '',
      output.paint('bold', say`Notes`),
      ...result.notes.map((note) => inCallersWords(`  ${note}`)),
    );
  if (result.forkedFrom?.tree)
    lines.push('', say`This run was ${forkedFrom(result.forkedFrom, say.language)}.`);
  lines.push('', inCallersWords(deliveryLine(result, say)));
  if (result.failureReport) lines.push('', inCallersWords(result.failureReport));
  lines.push('', say`${facts.seconds.toFixed(1)} s, run ${result.taskId}`);
  lines.push(...spendingLines(result, say));
  if (facts.webUrl) lines.push(facts.webUrl);
  return lines.join('\n');
}

/** How sure the run is of its repair. */
function confidenceLines({ confidence }: HealResult, say: Say): string[] {
  if (!confidence) return [];
  const level = confidence.level === 'high' ? say`high` : say`ambiguous`;
  return ['', say`Confidence: ${level} (${confidence.reason})`];
}

/** Answer of the model to a question. Undefined if the run was no chat. */
function answerOf({ taskType, record }: HealResult): string | undefined {
  if (taskType !== 'chat_reply') return undefined;
  return record.messages.findLast(({ role }) => role === 'assistant')?.content;
}

/** Words of the model on how it carried out the request. Undefined: there was none, or it was not carried out. */
function summaryOf({ taskType, record }: HealResult): string | undefined {
  if (taskType === 'chat_reply') return undefined;
  const said = record.messages.find(({ role }) => role === 'assistant')?.content;
  return said?.trim().replaceAll('\n', '\n  ');
}

/** Lines on tokens, cost and budget. */
export function spendingLines({ usage, budget }: Pick<HealResult, 'usage' | 'budget'>, say: Say): string[] {
  const used = usageText(usage, say);
  return [...(used === undefined ? [] : [used]), ...(budget ? [budgetLine(budget, say)] : [])];
}

/** How a run ended, marked by its exit code: `✔ done: 3 of 3 steps are done`. */
export function headLine(
  code: ExitCode,
  kind: string,
  outcome: string,
  rest: string,
  output: Output,
): string {
  return `${markOf(code, output)} ${output.paint('bold', outcomeText(kind, outcome, output.say.language))}: ${rest}`;
}

function markOf(code: ExitCode, output: Output): string {
  if (code === EXIT.healed) return output.paint('green', '✔');
  return code === EXIT.partial ? output.paint('yellow', '◐') : output.paint('red', '✘');
}

function testLines(result: HealResult, output: Output): string[] {
  const { say } = output;
  if (result.tests.passed + result.tests.failed === 0) return [];
  const lines = ['', output.paint('bold', say`Checks`)];
  for (const id of result.fixedTests)
    lines.push(`  ${output.paint('green', '✔')} ${say`${id} (now passes)`}`);
  if (result.fixedCount > result.fixedTests.length)
    lines.push(`  ${say`… and ${result.fixedCount - result.fixedTests.length} more`}`);
  lines.push(
    `  ${countsText(result.tests, say)}${trustWords(result.trust, result.confirmedBy, say.language)}`,
  );
  return lines;
}

/** `3 passed, 0 failed, 1 skipped` */
export function countsText({ passed, failed, skipped }: HealResult['tests'], say: Say): string {
  const ran = say`${passed} passed, ${failed} failed`;
  return skipped > 0 ? say`${ran}, ${skipped} skipped` : ran;
}

function deliveryLine(result: HealResult, say: Say): string {
  const { delivery, directory, taskId } = result;
  const { language } = say;
  const unchanged = say`Your files are unchanged.`;
  const undo = say`Undo with: ${`kintsugi rollback ${taskId}`}`;
  switch (delivery.status) {
    case 'published':
      return `${say`Published to ${directory.realpath}: ${shownNames(delivery.files)}.`}${approvedText(delivery, say)} ${undo}`;
    case 'conflict': {
      const paths = pathList(delivery.conflicts, say);
      if (result.forkedFrom && !result.forkedFrom.tree)
        return say`Your files are unchanged: ${paths}. Fork another checkpoint, or heal the present files: ${`kintsugi heal ${directory.realpath}`}`;
      return `${unpublishedText(delivery, language)}. ${unchanged} ${say`These changed while the run worked: ${paths}. Merge both with ${`kintsugi fork ${taskId}`}, or start it again with ${'--partial'} to publish the rest.`}`;
    }
    case 'partial': {
      const more = delivery.leftCount - delivery.left.length;
      const left = pathList(delivery.left, say);
      return [
        `${say`Published in part to ${directory.realpath}: ${shownNames(delivery.files)}.`}${approvedText(delivery, say)} ${undo}`,
        more > 0
          ? say`Left as you have them: ${left}, and ${more} more.`
          : say`Left as you have them: ${left}.`,
        say`The checks verified the whole change, not this part of it: start the run again to heal the present files.`,
      ].join('\n');
    }
    case 'planned':
      return plannedLine(delivery, say);
    case 'rejected':
      return `${withReason(delivery, { who: answeredBy(delivery, language), language })}. ${unchanged}`;
    case 'suggested':
      return [
        say`Suggested, not published, your files are unchanged. ${delivery.question}`,
        ...delivery.choices.map((choice) => `  ${choiceText(choice)}`),
        say`Publish one with: ${`kintsugi publish ${taskId} --choice LETTER`}`,
      ].join('\n');
    case 'expired':
      return `${unpublishedText(delivery, language)}. ${unchanged}`;
    case 'denied':
      return `${withReason(delivery, say)}. ${unchanged} ${say`See ${'kintsugi policy list'}, and the change with: ${`kintsugi diff ${taskId}`}`}`;
    case 'failed':
      return `${withReason(delivery, say)}. ${say`The change is kept; see it with: ${`kintsugi diff ${taskId}`}`}`;
    case 'nothing-to-publish':
      return unchanged;
  }
}

/** Sentences on who approved a change, and with which edits, each after a blank. */
export function approvedText(
  given: Pick<Answer, 'by' | 'via'> & Pick<Extract<Delivery, { status: 'published' }>, 'edited'>,
  say: Say,
): string {
  const by = answeredBy(given, say.language);
  return [by === '' ? [] : say`Approved${by}.`, ...editSentences(say.language, given.edited)]
    .flat()
    .map((sentence) => ` ${sentence}`)
    .join('');
}

function plannedLine(
  { would, files, conflicts }: Extract<Delivery, { status: 'planned' }>,
  say: Say,
): string {
  const dry = say`Dry run, nothing was written.`;
  const left = pathList(conflicts, say);
  const planned = say`It would publish: ${shownNames(files)}.`;
  if (would === 'conflict')
    return `${dry} ${say`It would publish nothing: ${left}. They changed while the run worked.`}`;
  return would === 'published'
    ? `${dry} ${planned}`
    : `${dry} ${planned} ${say`It would leave as you have them: ${left}.`}`;
}

/** Lists paths with their reasons, in one line. */
export function pathList(paths: readonly PathConflict[], { language }: Say): string {
  return paths.map(({ path, reason }) => `${shownName(path)} (${reasonIn(reason, language)})`).join(', ');
}

/**
 * Exit code of an ended run. A repair that was not published counts as not healed; in a dry run, a repair that was
 * found counts as healed.
 */
export function exitCodeOf(result: HealResult): ExitCode {
  if (result.unjudged) return EXIT.unjudged;
  if (result.badInput) return EXIT.usage;
  const good = result.status === 'completed' || result.status === 'recovered';
  if (!good) return EXIT.notHealed;
  switch (result.delivery.status) {
    case 'published':
    case 'nothing-to-publish':
    case 'planned':
      return EXIT.healed;
    case 'partial':
      return EXIT.partial;
    default:
      return EXIT.notHealed;
  }
}
