import { standText, usageText } from '../../domain/run/budget-report';
import { forkedFrom } from '../../domain/run/fork';
import { choiceText } from '../../domain/heal/ambiguity';
import type { Delivery, HealResult } from '../../domain/heal/result';
import { answeredBy, type Answer } from '../../domain/run/questions';
import { outcomeText, phaseText } from '../../domain/run/outcomes';
import { editSentences } from '../../domain/run/persons-edit';
import { unpublishedText, withReason } from '../../domain/heal/delivery';
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
export function progressLine(status: RunStatus, work = ''): string {
  const attempt = ['repairing', 'verifying', 'baseline'].includes(status.phase)
    ? `attempt ${status.attempt ?? 1} of ${status.maxAttempts ?? 1}`
    : '';
  return [phaseText(status.phase), attempt, work, status.detail].filter((part) => part !== '').join(' · ');
}

/** Report of an ended run for people: what was wrong, what changed, which tests pass now. */
export function renderResult(
  result: HealResult,
  facts: { diff?: string; webUrl?: string; seconds: number },
  output: Output,
): string {
  const lines: string[] = [];
  const mark = markOf(exitCodeOf(result), output);
  const ended = outcomeText('heal', result.outcome);
  // A message in English begins with the outcome.
  const [head, rest] = result.message.toLowerCase().startsWith(ended)
    ? [ended, result.message.slice(ended.length)]
    : ['', result.message];
  lines.push(`${mark} ${output.paint('bold', head)}${rest}`);
  const answer = answerOf(result);
  if (answer !== undefined) lines.push('', answer);
  const summary = summaryOf(result);
  if (summary !== undefined) lines.push('', output.paint('bold', 'What the model did'), `  ${summary}`);
  if (result.repairs.length > 0) {
    const isGuess = result.delivery.status === 'suggested';
    lines.push('', output.paint('bold', isGuess ? 'What may be wrong' : 'What was wrong'));
    for (const repair of result.repairs) lines.push(`  ${repair.rootCause} (found by ${repair.proposer})`);
  }
  if (facts.diff)
    lines.push('', output.paint('bold', 'What changed'), renderDiff(facts.diff.trimEnd(), output));
  lines.push(...testLines(result, output));
  lines.push(...confidenceLines(result));
  if (result.flaky.length > 0) lines.push('', `Flaky, not counted: ${result.flaky.join(', ')}`);
  if (result.quarantinedTests.length > 0)
    lines.push('', `Generated tests left out: ${result.quarantinedTests.join(', ')}`);
  if (result.notes)
    lines.push('', output.paint('bold', 'Notes'), ...result.notes.map((note) => inCallersWords(`  ${note}`)));
  if (result.forkedFrom?.tree) lines.push('', `This run was ${forkedFrom(result.forkedFrom)}.`);
  lines.push('', inCallersWords(deliveryLine(result)));
  if (result.failureReport) lines.push('', inCallersWords(result.failureReport));
  lines.push('', `${facts.seconds.toFixed(1)} s, run ${result.taskId}`);
  lines.push(...spendingLines(result));
  if (facts.webUrl) lines.push(facts.webUrl);
  return lines.join('\n');
}

/** How sure the run is of its repair. */
function confidenceLines({ confidence }: HealResult): string[] {
  return confidence ? ['', `Confidence: ${confidence.level} (${confidence.reason})`] : [];
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
function spendingLines({ usage, budget }: HealResult): string[] {
  const used = usageText(usage);
  return [...(used === undefined ? [] : [used]), ...(budget ? [`budget: ${standText(budget)} spent`] : [])];
}

function markOf(code: ExitCode, output: Output): string {
  if (code === EXIT.healed) return output.paint('green', '✔');
  return code === EXIT.partial ? output.paint('yellow', '◐') : output.paint('red', '✘');
}

function testLines(result: HealResult, output: Output): string[] {
  const { passed, failed, skipped } = result.tests;
  if (passed + failed === 0) return [];
  const lines = ['', output.paint('bold', 'Checks')];
  for (const id of result.fixedTests) lines.push(`  ${output.paint('green', '✔')} ${id} (now passes)`);
  if (result.fixedCount > result.fixedTests.length)
    lines.push(`  … and ${result.fixedCount - result.fixedTests.length} more`);
  lines.push(
    `  ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}${trustWords(result.trust, result.confirmedBy)}`,
  );
  return lines;
}

const UNCHANGED = 'Your files are unchanged.';

function deliveryLine(result: HealResult): string {
  const { delivery, directory } = result;
  switch (delivery.status) {
    case 'published':
      return `Published to ${directory.realpath}: ${shownNames(delivery.files)}.${approvedText(delivery)} Undo with: kintsugi rollback ${result.taskId}`;
    case 'conflict': {
      const paths = pathList(delivery.conflicts);
      if (result.forkedFrom && !result.forkedFrom.tree)
        return `Your files are unchanged: ${paths}. Fork another checkpoint, or heal the present files: kintsugi heal ${directory.realpath}`;
      return `${unpublishedText(delivery)}. ${UNCHANGED} These changed while the run worked: ${paths}. Merge both with kintsugi fork ${result.taskId}, or start it again with --partial to publish the rest.`;
    }
    case 'partial': {
      const left = delivery.leftCount - delivery.left.length;
      const more = left > 0 ? `, and ${left} more` : '';
      return [
        `Published in part to ${directory.realpath}: ${shownNames(delivery.files)}.${approvedText(delivery)} Undo with: kintsugi rollback ${result.taskId}`,
        `Left as you have them: ${pathList(delivery.left)}${more}.`,
        'The checks verified the whole change, not this part of it: start the run again to heal the present files.',
      ].join('\n');
    }
    case 'planned':
      return plannedLine(delivery);
    case 'rejected':
      return `${withReason(delivery, answeredBy(delivery))}. ${UNCHANGED}`;
    case 'suggested':
      return [
        `Suggested, not published, your files are unchanged. ${delivery.question}`,
        ...delivery.choices.map((choice) => `  ${choiceText(choice)}`),
        `Publish one with: kintsugi publish ${result.taskId} --choice LETTER`,
      ].join('\n');
    case 'expired':
      return `${unpublishedText(delivery)}. ${UNCHANGED}`;
    case 'denied':
      return `${withReason(delivery)}. ${UNCHANGED} See kintsugi policy list, and the change with: kintsugi diff ${result.taskId}`;
    case 'failed':
      return `${withReason(delivery)}. The change is kept; see it with: kintsugi diff ${result.taskId}`;
    case 'nothing-to-publish':
      return UNCHANGED;
  }
}

function approvedText(
  given: Pick<Answer, 'by' | 'via'> & Pick<Extract<Delivery, { status: 'published' }>, 'edited'>,
): string {
  const by = answeredBy(given);
  return [by === '' ? '' : `Approved${by}.`, ...editSentences('en', given.edited)]
    .map((sentence) => (sentence === '' ? '' : ` ${sentence}`))
    .join('');
}

function plannedLine({ would, files, conflicts }: Extract<Delivery, { status: 'planned' }>): string {
  const left = pathList(conflicts);
  switch (would) {
    case 'published':
      return `Dry run, nothing was written. It would publish: ${shownNames(files)}.`;
    case 'partial':
      return `Dry run, nothing was written. It would publish: ${shownNames(files)}. It would leave as you have them: ${left}.`;
    case 'conflict':
      return `Dry run, nothing was written. It would publish nothing: ${left}. They changed while the run worked.`;
  }
}

/** Lists paths with their reasons, in one line. */
export function pathList(paths: readonly PathConflict[]): string {
  return paths.map(({ path, reason }) => `${shownName(path)} (${reason})`).join(', ');
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
