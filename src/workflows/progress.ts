import { log, setCurrentDetails, upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import type { ApprovalRequest } from '../domain/run/approval';
import {
  amountText,
  standText,
  topUpCommand,
  topUpJson,
  type BudgetReport,
} from '../domain/run/budget-report';
import type { HealingLogEntry } from '../domain/heal/healing-log';
import type { HealPhase, HealStatus } from '../domain/heal/result';
import { searchAttributes } from '../messages';

const LOG_LINES_KEPT = 100;

/** What people see of a run while it goes: status query, search attributes, current details and log. */
export class Progress {
  readonly status: HealStatus;

  constructor(
    maxAttempts: number,
    /** False where the namespace lacks the attributes: an unknown one would fail the workflow task. */
    private readonly indexed: boolean,
  ) {
    this.status = { phase: 'importing', attempt: 1, maxAttempts, detail: '', log: [], logCount: 0 };
  }

  /** Enters a phase. The details are short Markdown bullets; the Web UI renders no tables. */
  enter(phase: HealPhase, detail: string, attempt = this.status.attempt): void {
    const changed = phase !== this.status.phase || attempt !== this.status.attempt;
    Object.assign(this.status, { phase, detail, attempt });
    if (changed && this.indexed) {
      upsertSearchAttributes([
        { key: searchAttributes.phase, value: phase },
        { key: searchAttributes.attempt, value: attempt },
      ]);
    }
    this.show();
  }

  /** Shows or clears the pending question, with the exact command that answers it. */
  ask(pending: ApprovalRequest | undefined): void {
    this.status.pending = pending;
    if (!pending) this.status.refusedAnswer = undefined;
    if (this.indexed)
      upsertSearchAttributes([{ key: searchAttributes.awaitingApproval, value: pending !== undefined }]);
    this.show();
  }

  /** How the budget stands, and with what command it is topped up where the run waits for that. */
  showBudget(budget: BudgetReport | undefined): void {
    if (!budget) return;
    this.status.budget = budget;
    this.show();
  }

  /** The outcome, for the list view. */
  end(outcome: string): void {
    if (this.indexed) upsertSearchAttributes([{ key: searchAttributes.outcome, value: outcome }]);
    this.enter('done', outcome);
  }

  /** A stale or misplaced answer by Signal cannot be refused, so it is shown. */
  refuse(reason: string): void {
    this.status.refusedAnswer = reason;
    log.warn(reason);
    this.show();
  }

  write(entries: readonly HealingLogEntry[]): void {
    for (const { text, fields } of entries) {
      log.info(text, fields);
      this.status.logCount += 1;
      this.status.log.push(text);
      if (this.status.log.length > LOG_LINES_KEPT) this.status.log.shift();
    }
  }

  private show(): void {
    const { phase, detail, attempt, maxAttempts, pending, refusedAnswer, diff, budget } = this.status;
    const id = workflowInfo().workflowId;
    const lines = [`- **phase**: ${phase}`, `- **attempt**: ${attempt} of ${maxAttempts}`];
    if (detail) lines.push(`- ${detail}`);
    if (diff) lines.push(`- **change**: ${diff.files.map((file) => `\`${file.path}\``).join(', ')}`);
    if (pending) {
      const hash = pending.hash.slice(0, 12);
      lines.push(
        `- **waiting for approval** of ${pending.kind} \`${hash}\` until ${pending.deadline}`,
        `- approve: \`kintsugi approve ${id} --hash ${hash}\``,
        `- reject: \`kintsugi reject ${id} --reason "…"\``,
        `- or send the signal \`answerApprovalSignal\` with \`{"hash":"${hash}","decision":"approve"}\``,
      );
    }
    if (budget) lines.push(...budgetLines(id, budget));
    if (refusedAnswer) lines.push(`- **answer refused**: ${refusedAnswer}`);
    setCurrentDetails(lines.join('\n'));
  }
}

function budgetLines(id: string, budget: BudgetReport): string[] {
  const { waiting } = budget;
  const lines = [`- **budget**: ${standText(budget)} spent`];
  if (!waiting) return lines;
  const { what, missing, deadline } = waiting;
  return [
    ...lines,
    `- **waiting for a top-up** until ${deadline}: to ${what} it may take ${amountText(missing)} more than is left`,
    `- top up: \`${topUpCommand(id, missing)}\``,
    `- or send the signal \`topUpSignal\` with \`${topUpJson(missing)}\``,
  ];
}
