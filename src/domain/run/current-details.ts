import { amountText, standText, topUpCommand, topUpJson, type BudgetReport } from './budget-report';
import { outcomeText, phaseText } from './outcomes';
import { rollbackOutcome, type RollbackResult } from './rollback';
import { untilText, type Question } from './questions';
import type { RunStatus } from './status';
import { momentText } from './times';
import { shownText } from '../shown';
import { excerpt, fenced, firstLine, hashText } from '../text';

/** Chars and lines of a difference that fit the panel beside what is above it. */
const DIFF_CHARS = 1_200;
const DIFF_LINES = 24;
const MOST_FILES = 8;
const MOST_WARNINGS = 3;

// The Web UI measures the panel before its lines wrap, and cuts off what is then too long: this is cut instead.
const SPARE = ['', '\u00a0', '', '\u00a0'];

/**
 * Markdown that the Web UI shows of a run: what the reader may have to do first, the difference last. Bullets, since it
 * renders no tables.
 */
export function currentDetails(id: string, status: RunStatus): string {
  const { kind, detail, pending, refusedAnswer, budget, outcome, findings = {} } = status;
  const { message, cause, tests, approver, undoable } = findings;
  const lines = [
    outcome === undefined ? phaseLine(status) : `- **outcome**: ${outcomeText(kind, outcome)}`,
    ...(detail && outcome === undefined ? [`- ${detail}`] : []),
    ...(message && outcome !== undefined && !(cause && message.endsWith(cause))
      ? [`- ${firstLine(message, 300)}`]
      : []),
    ...(pending ? questionLines(id, pending) : []),
    ...(budget ? budgetLines(id, budget) : []),
    ...(refusedAnswer ? [`- **answer refused**: ${refusedAnswer}`] : []),
    ...(cause ? [`- **cause**: ${firstLine(cause, 200)}`] : []),
    ...(tests ? [`- **tests**: ${tests}`] : []),
    ...(approver ? [`- **approved**${approver}`] : []),
    // What goes on is rolled back to one of its checkpoints.
    ...(undoable ? [undoLine(outcome === undefined ? `${id} --to 0` : id)] : []),
  ];
  return shownText([...lines, ...changeLines(status), ...SPARE].join('\n'));
}

/** The same of a rollback that has ended. */
export function rollbackDetails(id: string, result: RollbackResult): string {
  const { of, status, conflicts, diff } = result;
  const left = conflicts.slice(0, MOST_FILES).map(({ path, reason }) => `- **left**: \`${path}\`: ${reason}`);
  const lines = [
    `- **outcome**: ${outcomeText('rollback', rollbackOutcome(result))}`,
    `- **of**: \`${of}\``,
    ...left,
    ...(status === 'published' || status === 'partial' ? [undoLine(id)] : []),
    ...changeLines({ diff }),
    ...SPARE,
  ];
  return shownText(lines.join('\n'));
}

function undoLine(id: string): string {
  return `- **undo**: \`kintsugi rollback ${id}\``;
}

function phaseLine({ phase, attempt, maxAttempts }: RunStatus): string {
  const tries = attempt === undefined ? '' : `, attempt ${attempt} of ${maxAttempts ?? attempt}`;
  return `- **phase**: ${phaseText(phase)}${tries}`;
}

/** The change, plan, commit or design that the open question shows. Without a question, the difference. */
function changeLines({ diff, pending }: Pick<RunStatus, 'diff' | 'pending'>): string[] {
  const isChange = pending?.kind === 'publish';
  const asked = pending?.diffExcerpt
    ? fenced(glance(pending.diffExcerpt), isChange ? 'diff' : '')
    : undefined;
  if (!diff || (asked && !isChange)) return asked ? ['', ...asked] : [];
  const shown = diff.files.slice(0, MOST_FILES).map((file) => `\`${file.path}\``);
  const more = diff.fileCount > MOST_FILES ? ` and ${diff.fileCount - MOST_FILES} more` : '';
  return [`- **change**: ${shown.join(', ')}${more}`, '', ...(asked ?? fenced(glance(diff.excerpt), 'diff'))];
}

/** As much of a change as is read at a glance. */
function glance(whole: string): string {
  return excerpt(whole, DIFF_CHARS).split('\n').slice(0, DIFF_LINES).join('\n');
}

function questionLines(id: string, question: Question): string[] {
  const { kind, form, hash, delegate, choices, warnings = [] } = question;
  const warned = warnings
    .slice(0, MOST_WARNINGS)
    .map((warning) => `- **warning**: ${firstLine(warning, 200)}`);
  const short = hashText(hash);
  const until = untilText(question);
  const asked = delegate === undefined ? '' : `, ${delegate} is asked too`;
  if (form !== 'approval')
    return [
      `- **waiting for an answer** \`${short}\` ${until}${asked}`,
      ...warned,
      ...(choices ? [`- one of: ${choices.join(', ')}`] : []),
      `- answer: \`kintsugi answer ${id} --hash ${short} "…"\``,
    ];
  return [
    `- **waiting for approval** of ${kind} \`${short}\` ${until}${asked}`,
    ...warned,
    `- approve: \`kintsugi approve ${id} --hash ${short}\``,
    `- reject: \`kintsugi reject ${id} --reason "…"\``,
    `- or send the signal \`answerSignal\` with \`{"hash":"${short}","decision":"approve"}\``,
  ];
}

function budgetLines(id: string, budget: BudgetReport): string[] {
  const { waiting } = budget;
  const lines = [`- **budget**: ${standText(budget)} spent`];
  if (!waiting) return lines;
  const { what, missing, deadline } = waiting;
  return [
    ...lines,
    `- **waiting for a top-up** until ${momentText(deadline)}: to ${what} it may take ${amountText(missing)} more than is left`,
    `- top up: \`${topUpCommand(id, missing)}\``,
    `- or send the signal \`topUpSignal\` with \`${topUpJson(missing)}\``,
  ];
}
