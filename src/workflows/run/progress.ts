import { setCurrentDetails, upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import {
  amountText,
  standText,
  topUpCommand,
  topUpJson,
  type BudgetReport,
} from '../../domain/run/budget-report';
import { untilText, type Question } from '../../domain/run/questions';
import type { RunStatus } from '../../domain/run/status';
import { momentText } from '../../domain/run/times';
import { hashText } from '../../domain/text';
import { searchAttributes } from '../../messages';

type Shown = Pick<RunStatus, 'phase' | 'attempt' | 'mode'> & { asks: boolean };

/** Display of a run under way, besides its queries: search attributes and current details. */
export class Progress {
  private shown: Partial<Shown> = {};

  /** `indexed`: false where the namespace lacks the attributes, of which an unknown one would fail the workflow task. */
  constructor(private readonly indexed: boolean) {}

  /** Shows a run. The details are short Markdown bullets; the Web UI renders no tables. */
  show(status: RunStatus): void {
    this.index(status);
    setCurrentDetails(detailsOf(workflowInfo().workflowId, status).join('\n'));
  }

  /** The outcome, for the list view. */
  end(outcome: string): void {
    if (this.indexed) upsertSearchAttributes([{ key: searchAttributes.outcome, value: outcome }]);
  }

  private index({ phase, turns, attempt = turns, mode, pending }: RunStatus): void {
    const next = { phase, attempt, mode, asks: pending !== undefined };
    const { shown } = this;
    this.shown = next;
    if (!this.indexed) return;
    const changes = [
      ...(shown.phase === phase ? [] : [{ key: searchAttributes.phase, value: phase }]),
      ...(shown.attempt === attempt ? [] : [{ key: searchAttributes.attempt, value: attempt ?? null }]),
      ...(shown.mode === mode ? [] : [{ key: searchAttributes.mode, value: mode ?? null }]),
      ...((shown.asks ?? false) === next.asks
        ? []
        : [{ key: searchAttributes.awaitingApproval, value: next.asks }]),
    ];
    if (changes.length > 0) upsertSearchAttributes(changes);
  }
}

function detailsOf(id: string, status: RunStatus): string[] {
  const { phase, detail, attempt, maxAttempts, pending, refusedAnswer, diff, budget } = status;
  const lines = [`- **phase**: ${phase}`];
  if (attempt !== undefined) lines.push(`- **attempt**: ${attempt} of ${maxAttempts ?? attempt}`);
  if (detail) lines.push(`- ${detail}`);
  if (diff) lines.push(`- **change**: ${diff.files.map((file) => `\`${file.path}\``).join(', ')}`);
  if (pending) lines.push(...questionLines(id, pending));
  if (budget) lines.push(...budgetLines(id, budget));
  if (refusedAnswer) lines.push(`- **answer refused**: ${refusedAnswer}`);
  return lines;
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
