import type { ApprovalLevel, RunInput } from '../../domain/run/input';
import {
  Answer,
  answeredBy,
  answeredVia,
  ifUnanswered,
  refuseAnswer,
  refuseRevocation,
  Revocation,
  settleAnswer,
  standingOf,
  waitLine,
  withGrant,
  type Answered,
  type NewQuestion,
  type OpenQuestion,
  type Question,
} from '../../domain/run/questions';
import type { AskedAct } from '../../domain/run/policy/act';
import { decide, policyOf, type Policy } from '../../domain/run/policy/decide';
import { isoOf } from '../../domain/run/times';
import { HOST_WORDS } from '../../domain/run/host-words';
import type { QuestionNotice } from '../../domain/run/notice';
import type { RunEvents } from '../../domain/run/words';
import type { BlobHash } from '../../domain/ids';
import { answerSignal, answerUpdate, revokeUpdate } from '../../messages';
import { nowMs } from '../workflow-time';
import { ContinueDue, waitForPeople, type Asking } from './continuing';
import type { AnyRun } from './live-run';
import { receive } from './messages';

/** Functions of the host that the desk needs. */
export interface QuestionLinks {
  hashOf(text: string): Promise<BlobHash>;
  /** True if the run should continue as new meanwhile. */
  isContinueDue(): boolean;
  /** Level and mode that the run asks in now. */
  standing(): { level: ApprovalLevel; mode?: string };
  /** Tells people elsewhere of a question. */
  notify(reason: QuestionNotice['reason'], question: OpenQuestion): void;
}

/** Asks the policy, and people where it says so, and waits for them. */
export class QuestionDesk {
  private answer: Answer | undefined;

  constructor(
    private readonly input: Pick<RunInput, 'approval' | 'policy' | 'language'>,
    private readonly run: AnyRun,
    private readonly events: RunEvents,
    private readonly links: QuestionLinks,
  ) {
    receive(
      {
        update: answerUpdate,
        signal: answerSignal,
        refused: this.events.refused,
        schema: Answer,
        what: 'The answer',
        takes: '{"hash": "…", "decision": "approve" | "reject"}',
        failure: 'AnswerRefused',
        refuse: (answer) =>
          refuseAnswer(this.run.state.question, answer, this.input.language) ?? this.alreadyAnswered(),
        accept: (answer, way) => this.accept({ ...answer, via: answeredVia(way, answer.via) }),
      },
      run,
    );
    receive(
      {
        update: revokeUpdate,
        schema: Revocation,
        what: 'The revocation',
        failure: 'RevocationRefused',
        refuse: (given) => refuseRevocation(this.run.state.grants, given, this.input.language),
        accept: ({ kind }) => {
          this.run.tell([this.events.revoked(kind)]);
          this.run.update({ grants: this.run.state.grants.filter((grant) => grant.kind !== kind) });
          return [...this.run.state.grants];
        },
      },
      run,
    );
  }

  /** Resolves at once where the policy allows or denies it, or it is granted; else when answered or expired. */
  async ask(given: NewQuestion): Promise<Answered> {
    const { approval } = this.input;
    const { mode } = this.links.standing();
    const standing = standingOf(given, this.policy(), this.run.state.grants, {
      mode,
      language: this.input.language,
    });
    if (standing.settled) return this.settled(given, standing.settled);
    const hash = given.hash ?? (await this.links.hashOf(given.action ?? given.summary));
    const warnings = [...(given.warnings ?? []), ...standing.warnings];
    const question = this.open({ ...given, hash, warnings: warnings.length > 0 ? warnings : undefined });
    try {
      const answer = await this.wait(question);
      const grants = withGrant(this.run.state.grants, answer, { kind: given.kind, mode, at: isoOf(nowMs()) });
      this.close();
      this.run.update({ grants });
      if (answer) this.run.tell([this.events.answered(hash, answer)]);
      this.nameApprover(given, answer);
      return settleAnswer(answer, given, approval, this.input.language);
    } catch (error) {
      // A run that continues as new takes its question along; a cancelled one, or one that is rolled back, does not.
      if (!(error instanceof ContinueDue)) this.close();
      throw error;
    }
  }

  /** Resolves to the reason why an act may not be done; undefined where it may. */
  async refusal(act: AskedAct): Promise<string | undefined> {
    if (this.run.state.permitted) return undefined;
    const { tool: kind, summary, approved, ...rest } = act;
    if (approved) {
      const { mode } = this.links.standing();
      const concerned = { ...rest, tool: kind, mode };
      const { decision, reason } = decide(this.policy(), concerned, this.input.language);
      return decision === 'deny' ? reason : undefined;
    }
    const answer = await this.ask({ kind, summary, act: rest, action: JSON.stringify(act) });
    const words = HOST_WORDS[this.input.language].refusals;
    switch (answer.status) {
      case 'granted':
        if (answer.edits.length > 0) return words.edited;
        this.run.update({ permitted: true });
        return undefined;
      case 'expired':
        return words.expired;
      case 'told':
        return words.told;
      default:
        return answer.reason;
    }
  }

  private policy(): Policy {
    return policyOf({ level: this.links.standing().level }, this.input.policy);
  }

  private settled(given: NewQuestion, answer: Answered): Answered {
    const { kind, summary } = given;
    this.nameApprover(given);
    if (answer.status === 'denied') this.run.tell([this.events.denied(kind, summary, answer.reason)]);
    return answer;
  }

  /** Names who approved the newest change; nobody, where nobody was asked. */
  private nameApprover({ kind }: NewQuestion, answer?: Answer): void {
    if (kind !== 'publish') return;
    this.run.update({
      approver: answer?.decision === 'approve' ? answeredBy(answer, this.input.language) : undefined,
    });
  }

  private open(given: NewQuestion & { hash: BlobHash }): Question {
    const { question } = this.run.state;
    if (question?.hash === given.hash && question.kind === given.kind) return question;
    const { kind, form = 'approval', hash, summary, choices, files = [], diffExcerpt = '', warnings } = given;
    const opened: Question = {
      kind,
      form,
      hash,
      summary,
      choices: choices && [...choices],
      files: [...files],
      diffExcerpt,
      warnings: warnings && [...warnings],
      requestedAt: isoOf(nowMs()),
      deadline: isoOf(nowMs() + this.input.approval.deadlineMs),
      ifUnanswered: ifUnanswered(given, this.input.approval),
    };
    this.answer = undefined;
    this.run.tell([this.events.asked(opened)]);
    this.run.update({ question: opened });
    this.links.notify('asked', opened);
    return opened;
  }

  private close(): void {
    this.answer = undefined;
    this.run.update({ question: undefined, refusedAnswer: undefined });
  }

  private async wait(question: Question): Promise<Answer | undefined> {
    const asking: Asking = {
      isSettled: () => this.answer !== undefined,
      isContinueDue: () => this.links.isContinueDue(),
      question: () => this.run.state.question,
      line: (next) => waitLine(question.summary, next, this.input.language),
      remind: (open) => {
        this.run.tell([this.events.reminder(open)]);
        this.links.notify('reminded', open);
      },
      askToo: (delegate, open) => {
        this.run.tell([this.events.delegated(delegate, open)]);
        const delegated = { ...(this.run.state.question ?? question), delegate };
        this.run.update({ question: delegated });
        this.links.notify('delegated', delegated);
      },
    };
    await waitForPeople(question, this.input.approval, asking, this.run.gauge);
    return this.answer;
  }

  private alreadyAnswered(): string | undefined {
    return this.answer ? HOST_WORDS[this.input.language].messages.answered : undefined;
  }

  private accept(answer: Answer): { hash: string; decision?: Answer['decision'] } {
    this.answer = answer;
    return { hash: this.run.state.question?.hash ?? answer.hash, decision: answer.decision };
  }
}
