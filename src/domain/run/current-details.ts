import { amountText, standText, topUpCommand, topUpJson, type BudgetReport } from './budget-report';
import { attemptsText, outcomeText, phaseText } from './outcomes';
import { rollbackOutcome, type RollbackResult } from './rollback';
import { untilText, type Question } from './questions';
import type { RunStatus } from './status';
import type { Language } from './language';
import { speaker, type Say } from './said';
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
export function currentDetails(id: string, status: RunStatus, language: Language): string {
  const { kind, detail, pending, refusedAnswer, budget, outcome, findings = {} } = status;
  const { message, cause, tests, approver, undoable } = findings;
  const say = speaker(language);
  const lines = [
    outcome === undefined
      ? phaseLine(status, say)
      : say`- **outcome**: ${outcomeText(kind, outcome, language)}`,
    ...(detail && outcome === undefined ? [`- ${detail}`] : []),
    ...(message && outcome !== undefined && !(cause && message.endsWith(cause))
      ? [`- ${firstLine(message, 300)}`]
      : []),
    ...(pending ? questionLines(id, pending, say) : []),
    ...(budget ? budgetLines(id, budget, say) : []),
    ...(refusedAnswer ? [say`- **answer refused**: ${refusedAnswer}`] : []),
    ...(cause ? [say`- **cause**: ${firstLine(cause, 200)}`] : []),
    ...(tests ? [say`- **tests**: ${tests}`] : []),
    ...(approver ? [say`- **approved**${approver}`] : []),
    // What goes on is rolled back to one of its checkpoints.
    ...(undoable ? [undoLine(outcome === undefined ? `${id} --to 0` : id, say)] : []),
  ];
  return shownText([...lines, ...changeLines(status, say), ...SPARE].join('\n'));
}

/** The same of a rollback that has ended. */
export function rollbackDetails(id: string, result: RollbackResult, language: Language): string {
  const { of, status, conflicts, diff } = result;
  const say = speaker(language);
  const left = conflicts
    .slice(0, MOST_FILES)
    .map(({ path, reason }) => say`- **left**: ${`\`${path}\``}: ${reason}`);
  const lines = [
    say`- **outcome**: ${outcomeText('rollback', rollbackOutcome(result), language)}`,
    say`- **of**: ${`\`${of}\``}`,
    ...left,
    ...(status === 'published' || status === 'partial' ? [undoLine(id, say)] : []),
    ...changeLines({ diff }, say),
    ...SPARE,
  ];
  return shownText(lines.join('\n'));
}

function undoLine(id: string, say: Say): string {
  return say`- **undo**: ${`\`kintsugi rollback ${id}\``}`;
}

function phaseLine(status: RunStatus, say: Say): string {
  return say`- **phase**: ${phaseText(status.phase, say.language)}${attemptsText(status, say)}`;
}

/** The change, plan, commit or design that the open question shows. Without a question, the difference. */
function changeLines({ diff, pending }: Pick<RunStatus, 'diff' | 'pending'>, say: Say): string[] {
  const isChange = pending?.kind === 'publish';
  const asked = pending?.diffExcerpt
    ? fenced(glance(pending.diffExcerpt), isChange ? 'diff' : '')
    : undefined;
  if (!diff || (asked && !isChange)) return asked ? ['', ...asked] : [];
  const shown = diff.files.slice(0, MOST_FILES).map((file) => `\`${file.path}\``);
  const more = diff.fileCount > MOST_FILES ? [say`… and ${diff.fileCount - MOST_FILES} more`] : [];
  return [
    say`- **change**: ${[...shown, ...more].join(', ')}`,
    '',
    ...(asked ?? fenced(glance(diff.excerpt), 'diff')),
  ];
}

/** As much of a change as is read at a glance. */
function glance(whole: string): string {
  return excerpt(whole, DIFF_CHARS).split('\n').slice(0, DIFF_LINES).join('\n');
}

function questionLines(id: string, question: Question, say: Say): string[] {
  const { kind, form, hash, delegate, choices, warnings = [] } = question;
  const warned = warnings
    .slice(0, MOST_WARNINGS)
    .map((warning) => say`- **warning**: ${firstLine(warning, 200)}`);
  const short = hashText(hash);
  const code = `\`${short}\``;
  const until = untilText(question, say.language);
  const asked = delegate === undefined ? '' : say`, ${delegate} is asked too`;
  if (form !== 'approval')
    return [
      say`- **waiting for an answer** ${code} ${until}${asked}`,
      ...warned,
      ...(choices ? [say`- one of: ${choices.join(', ')}`] : []),
      say`- answer: ${`\`kintsugi answer ${id} --hash ${short} "…"\``}`,
    ];
  return [
    say`- **waiting for approval** of ${kind} ${code} ${until}${asked}`,
    ...warned,
    say`- approve: ${`\`kintsugi approve ${id} --hash ${short}\``}`,
    say`- reject: ${`\`kintsugi reject ${id} --reason "…"\``}`,
    say`- or send the signal ${'`answerSignal`'} with ${`\`{"hash":"${short}","decision":"approve"}\``}`,
  ];
}

function budgetLines(id: string, budget: BudgetReport, say: Say): string[] {
  const { waiting } = budget;
  const lines = [say`- **budget**: ${standText(budget, say.language)} spent`];
  if (!waiting) return lines;
  const { what, missing, deadline } = waiting;
  return [
    ...lines,
    say`- **waiting for a top-up** until ${momentText(deadline)}: to ${what} it may take ${amountText(missing, say.language)} more than is left`,
    say`- top up: ${`\`${topUpCommand(id, missing)}\``}`,
    say`- or send the signal ${'`topUpSignal`'} with ${`\`${topUpJson(missing)}\``}`,
  ];
}
