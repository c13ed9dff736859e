import type { CodeResult } from '../../domain/agent/state';
import { headline, textOf } from '../../domain/gate/report/text';
import type { GateResult } from '../../domain/gate/state';
import type { GoalReport } from '../../domain/goal/report';
import { choiceText } from '../../domain/heal/ambiguity';
import type { RoundChoice } from '../../domain/heal/choice-record';
import type { Delivery, HealResult } from '../../domain/heal/result';
import { targetsLine } from '../../domain/heal/targets';
import { trustWords } from '../../domain/heal/verdict';
import { capital } from '../../domain/run/outcomes';
import type { Turn } from '../../domain/session/state';
import { firstLine } from '../../domain/text';
import { reasonIn, said, saidText, type Said, type Say } from '../../domain/run/said';
import type { PathConflict } from '../../domain/files/workspace';
import { turnLine } from '../cli/chat/event-line';
import { approvedText, countsText } from '../cli/render';
import { goalReportOf, type RunReport } from '../report/run-report';
import type { StepStatus } from '../../domain/goal/plan';
import { html, prose, type Html, type HtmlValue } from './html';

/** Sections on what came of a run, by its kind: findings before the change, evidence after it. */
export interface ResultSections {
  readonly message?: string;
  readonly findings?: HtmlValue;
  readonly evidence?: HtmlValue;
}

/** The sections of a run's result; empty where it has none. */
export function resultSections(report: RunReport): ResultSections {
  const { ended, turns, status, say } = report;
  const talk = turns && turns.length > 0 && conversation(turns, say);
  if (!ended) return { message: status?.detail, findings: talk };
  switch (ended.kind) {
    case 'heal':
      return healSections(ended.result, say);
    case 'goal':
      return goalSections(ended.result.message, goalReportOf(report), say);
    case 'codingAgent':
      return codeSections(ended.result, say);
    case 'gate':
      return gateSections(ended.result, say);
    case 'session':
      return { message: ended.result.message, findings: talk };
    case 'rollback':
    case 'other':
      return {};
  }
}

/** A section with its heading; nothing where there is nothing in it. */
export function section(title: string, content: HtmlValue): Html | undefined {
  const page = html`${content}`;
  return page.source.trim() === ''
    ? undefined
    : html`<section>
        <h2>${title}</h2>
        ${page}
      </section>`;
}

/** A list of texts; nothing where it is empty. */
function list(texts: readonly HtmlValue[]): Html | undefined {
  return texts.length === 0
    ? undefined
    : html`<ul>
        ${texts.map((text) => html`<li>${text}</li>`)}
      </ul>`;
}

function healSections(result: HealResult, say: Say): ResultSections {
  const { repairs, delivery, confidence, notes = [], failureReport } = result;
  const answer =
    result.taskType === 'chat_reply'
      ? result.record.messages.findLast(({ role }) => role === 'assistant')?.content
      : undefined;
  const isGuess = delivery.status === 'suggested';
  return {
    message: result.message,
    findings: [
      answer !== undefined && section(say`Answer`, html`<p>${answer}</p>`),
      section(
        isGuess ? say`What may be wrong` : say`What was wrong`,
        list(
          repairs.map(
            ({ rootCause, proposer }) =>
              html`${prose(rootCause)} <span class="soft">${say`found by ${proposer}`}</span>`,
          ),
        ),
      ),
      section(say`What became of it`, deliveryHtml(delivery, say)),
    ],
    evidence: [
      section(say`Tests`, testsHtml(result, say)),
      section(
        say`Attempts`,
        result.choices.map((choice) => attemptHtml(choice, result, say)),
      ),
      confidence &&
        section(
          say`Confidence`,
          html`<p>
            <b>${confidence.level === 'high' ? say`high` : say`ambiguous`}</b>: ${confidence.reason}
          </p>`,
        ),
      section(say`Notes`, list(notes)),
      failureReport !== undefined && section(say`Failure report`, html`<pre>${failureReport}</pre>`),
    ],
  };
}

function deliveryHtml(delivery: Delivery, say: Say): HtmlValue {
  switch (delivery.status) {
    case 'published':
      return html`<p>${say`Published: ${delivery.files.join(', ')}`}.${approvedText(delivery, say)}</p>`;
    case 'partial':
      return html`<p>${say`Published in part: ${delivery.files.join(', ')}.`}</p>
        ${list(reasons(delivery.left, say))}`;
    case 'conflict':
    case 'planned':
      return list(reasons(delivery.conflicts, say));
    case 'suggested':
      return html`<p>${delivery.question}</p>
        ${list(delivery.choices.map((choice) => choiceText(choice)))}`;
    case 'rejected':
    case 'denied':
    case 'failed':
      return html`<p>${delivery.reason}</p>`;
    case 'expired':
    case 'nothing-to-publish':
      return undefined;
  }
}

function reasons(paths: readonly PathConflict[], { language }: Say): string[] {
  return paths.map(({ path, reason }) => `${path}: ${reasonIn(reason, language)}`);
}

const RUN_BY = {
  sandbox: said`the sandbox`,
  command: said`its command`,
  both: said`sandbox and command`,
  gate: said`its command, before a change is offered`,
  nobody: said`nobody`,
};

function testsHtml(
  { tests, trust, confirmedBy, fixedTests, fixedCount, flaky, checks = [], targets }: HealResult,
  say: Say,
): HtmlValue {
  const { passed, failed, skipped } = tests;
  const { language } = say;
  if (passed + failed + skipped + checks.length === 0) return undefined;
  const by = trust === 'sandbox' ? ` ${say`The verdict is the sandbox’s.`}` : '';
  const more = fixedCount - fixedTests.length;
  return html`<p>
      <b class="${failed > 0 ? 'bad' : 'good'}">${countsText(tests, say)}</b
      >.${by}${trustWords(trust, confirmedBy, language)}
    </p>
    ${list(fixedTests.map((id) => html`${id} <span class="good">${say`now passes`}</span>`))}
    ${more > 0 && html`<p>${say`… and ${more} more`}</p>`}
    ${flaky.length > 0 && html`<p>${say`Flaky, not counted: ${flaky.join(', ')}`}</p>`}
    ${
      checks.length > 0 &&
      table(
        [say`Check`, say`Run by`, say`Found by`],
        checks.map(({ command, by: who, why, missing }) => [
          html`<code>${command}</code>`,
          saidText(RUN_BY[who], language),
          missing ? say`${why}; missing: ${missing.what} (${missing.get})` : why,
        ]),
      )
    }
    <p class="soft">${targetsLine(targets, say)}</p>`;
}

const STEPS = {
  done: said`done`,
  failed: said`failed`,
  todo: said`not begun`,
  in_progress: said`running`,
  rolled_back: said`taken back`,
  replaced: said`replaced`,
} satisfies Record<StepStatus, Said>;

/** A table, whose columns of numbers are named. */
export function table(
  heads: readonly string[],
  rows: readonly (readonly HtmlValue[])[],
  numbers: readonly string[] = [],
): Html {
  const nameOf = (at: number) => (numbers.includes(heads[at] ?? '') ? html` class="n"` : undefined);
  return html`<table class="rows">
    <thead>
      <tr>
        ${heads.map((head, at) => html`<th scope="col" ${nameOf(at)}>${head}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (cells) =>
          html`<tr>
            ${cells.map((cell, at) => html`<td data-head="${heads[at]}" ${nameOf(at)}>${cell}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function attemptHtml(choice: RoundChoice, { repairHistory }: HealResult, say: Say): Html {
  const { round, stages, considered, consideredCount, rejected, winner, reason, notes } = choice;
  const problem = repairHistory.find(({ attemptNumber }) => attemptNumber === round)?.errorContext;
  const more = consideredCount - considered.length;
  return html`<div class="card">
    <h3>${say`Attempt ${round}`}</h3>
    ${problem && html`<p class="soft">${firstLine(problem.errorMessage, 300)}</p>`}
    <p>${say`Asked: ${stages.map((stage) => stage.join(' + ')).join(' → ')}. ${capital(reason)}.`}</p>
    ${
      considered.length > 0 &&
      html`<ol>
        ${considered.map(
          ({ tree, summary, outcome, proposer }) =>
            html`<li>
              ${tree === winner ? html`<b>${prose(summary)}</b> <span class="good">${say`chosen`}</span>` : prose(summary)}<br /><span
                class="soft"
                >${say`${outcome}; by ${proposer}`}</span
              >
            </li>`,
        )}
      </ol>`
    }
    ${more > 0 && html`<p class="soft">${say`… and ${more} more`}</p>`}
    ${
      rejected.length > 0 &&
      html`<p>${say`Refused before any check ran:`}</p>
        ${list(rejected)}`
    }
    ${list(notes.map((note) => html`<span class="soft">${note}</span>`))}
  </div>`;
}

function goalSections(message: string, report: GoalReport | undefined, say: Say): ResultSections {
  if (!report) return { message };
  const { steps, goalCheck, references, conflicts } = report;
  return {
    message,
    findings: [
      goalCheck &&
        section(
          say`The goal`,
          html`<p>${goalCheck.holds ? say`Reached` : say`Not reached`}: ${goalCheck.reason}</p>`,
        ),
      section(say`What was meant`, list(references.map(({ phrase, path }) => `“${phrase}”: ${path}`))),
    ],
    evidence: [
      section(
        say`Steps`,
        table(
          [say`Step`, say`What`, say`Outcome`, say`Items`, say`Time`],
          steps.map((step) => [
            step.number,
            html`${step.description === '' ? step.tool : step.description}
              <span class="soft">${step.tool}</span>`,
            html`<span class="${step.status === 'done' ? 'good' : step.status === 'failed' ? 'bad' : 'soft'}"
                >${saidText(STEPS[step.status], say.language)}</span
              >${step.attempts > 1 && ` ${say`at try ${step.attempts}`}`}${step.reason !== undefined && html`<br /><span class="soft">${step.reason}</span>`}`,
            step.total > 0 ? say`${step.done} of ${step.total}` : '',
            `${(step.durationMs / 1000).toFixed(1)} s`,
          ]),
          [say`Step`, say`Items`, say`Time`],
        ),
      ),
      section(say`In conflict`, list(reasons(conflicts, say))),
    ],
  };
}

function codeSections({ message, record, turns }: CodeResult, say: Say): ResultSections {
  const { generatedCode, isCodeValid, codeIssues, runtimeError, executionResult } = record;
  return {
    message,
    findings: generatedCode !== '' && section(say`Code`, html`<pre>${generatedCode}</pre>`),
    evidence: [
      section(
        say`Checks`,
        html`<p>
            <b class="${isCodeValid ? 'good' : 'bad'}">${isCodeValid ? say`Valid` : say`Not valid`}</b
            >${say`, after ${turns} turn(s).`}
          </p>
          ${list(codeIssues)}${runtimeError !== '' && html`<pre>${runtimeError}</pre>`}`,
      ),
      executionResult !== null &&
        section(say`Result of the run`, html`<pre>${JSON.stringify(executionResult, null, 2)}</pre>`),
    ],
  };
}

function gateSections({ message, last }: GateResult, say: Say): ResultSections {
  return {
    message,
    findings:
      last &&
      section(
        say`Last verdict`,
        html`<p>${headline(last)}</p>
          <pre>${textOf(last)}</pre>`,
      ),
  };
}

function conversation(turns: readonly Turn[], say: Say): Html | undefined {
  return section(
    say`Conversation`,
    turns.map(
      (turn) =>
        html`<div class="card">
          <h3>${turn.number}. ${turn.text}</h3>
          ${turn.answer !== '' && html`<pre>${turn.answer}</pre>`}
          <p class="soft">
            ${turnLine(turn, say)}${turn.tests && ` · ${say`${turn.tests.passed} passed, ${turn.tests.failed} failed`}`}
          </p>
        </div>`,
    ),
  );
}
