import { amountText, standText, topUpCommand, topUpJson, type BudgetReport } from './budget-report';
import { untilText, type Question } from './questions';
import { outcomeText, phaseText } from './outcomes';
import type { RunStatus } from './status';
import { momentText } from './times';
import { excerpt, firstLine, hashText } from '../text';

/** Chars and lines of a difference that fit the panel beside what is above it. */
const DIFF_CHARS = 1_200;
const DIFF_LINES = 24;
const MOST_FILES = 8;

/**
 * Markdown that the Web UI shows of a run: what the reader may have to do first, the difference last. Bullets, since it
 * renders no tables.
 */
export function currentDetails(id: string, status: RunStatus): string {
  const { kind, detail, pending, refusedAnswer, budget, outcome, findings = {} } = status;
  const { cause, tests, approver, undoable } = findings;
  const lines = [
    outcome === undefined ? phaseLine(status) : `- **outcome**: ${outcomeText(kind, outcome)}`,
    ...(detail && outcome === undefined ? [`- ${detail}`] : []),
    ...(pending ? questionLines(id, pending) : []),
    ...(budget ? budgetLines(id, budget) : []),
    ...(refusedAnswer ? [`- **answer refused**: ${refusedAnswer}`] : []),
    ...(cause ? [`- **cause**: ${firstLine(cause, 200)}`] : []),
    ...(tests ? [`- **tests**: ${tests}`] : []),
    ...(approver ? [`- **approved**${approver}`] : []),
    ...(undoable ? [`- **undo**: \`kintsugi rollback ${id}\``] : []),
  ];
  return [...lines, ...changeLines(status)].join('\n');
}

function phaseLine({ phase, attempt, maxAttempts }: RunStatus): string {
  const tries = attempt === undefined ? '' : `, attempt ${attempt} of ${maxAttempts ?? attempt}`;
  return `- **phase**: ${phaseText(phase)}${tries}`;
}

function changeLines({ diff }: RunStatus): string[] {
  if (!diff) return [];
  const shown = diff.files.slice(0, MOST_FILES).map((file) => `\`${file.path}\``);
  const more = diff.fileCount > MOST_FILES ? ` and ${diff.fileCount - MOST_FILES} more` : '';
  const text = excerpt(diff.excerpt, DIFF_CHARS).split('\n').slice(0, DIFF_LINES).join('\n');
  // A fence longer than any in the text: a difference of a Markdown file holds its own.
  const fence = '`'.repeat(1 + Math.max(2, ...[...text.matchAll(/`{3,64}/g)].map(([run]) => run.length)));
  return [`- **change**: ${shown.join(', ')}${more}`, '', `${fence}diff`, text, fence];
}

function questionLines(id: string, question: Question): string[] {
  const { kind, form, hash, delegate, choices } = question;
  const short = hashText(hash);
  const until = untilText(question);
  const asked = delegate === undefined ? '' : `, ${delegate} is asked too`;
  if (form !== 'approval')
    return [
      `- **waiting for an answer** \`${short}\` ${until}${asked}`,
      ...(choices ? [`- one of: ${choices.join(', ')}`] : []),
      `- answer: \`kintsugi answer ${id} --hash ${short} "…"\``,
    ];
  return [
    `- **waiting for approval** of ${kind} \`${short}\` ${until}${asked}`,
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
