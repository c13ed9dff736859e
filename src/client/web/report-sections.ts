import { said, saidText, type Said, type Say } from '../../domain/run/said';
import { hashText } from '../../domain/text';
import { standText, usageText, usdText } from '../../domain/run/budget-report';
import type { RunEvent } from '../../domain/run/events';
import { elapsedText, momentText } from '../../domain/run/times';
import { openQuestion } from '../../domain/run/status';
import { askedQuestions } from '../report/answers';
import type { RunReport } from '../report/run-report';
import { diffHtml } from './diff-html';
import { html, prose, type Html, type HtmlValue } from './html';
import { resultSections, section, table } from './result-sections';
import { treesHtml } from './tree-html';

/** How much of a report is shown. */
export interface SectionOptions {
  /** Most characters of the change's HTML, and events and calls; absent: all. */
  readonly mostDiff?: number;
  readonly mostRows?: number;
  /** Address of the whole change, for what finds no room here. */
  readonly wholeDiff?: string;
  /** The change is shown elsewhere on the page. */
  readonly withoutChange?: boolean;
}

/** Title of a run, how it stands, and the facts that people look for first. */
export function reportHead(report: RunReport): Html {
  const { asked, stand, facts, id, kind, usage, budget, webUrl, waitedMs, say } = report;
  const { startedAt, closedAt, directory } = facts;
  const { message } = resultSections(report);
  const until = closedAt ?? new Date();
  const took = elapsedText(until.getTime() - startedAt.getTime());
  const waits = waitedMs ? say`, of which ${elapsedText(waitedMs)} waiting for people` : '';
  const rows: [string, HtmlValue][] = [
    [say`Run`, html`<code>${id}</code> <span class="soft">${kind}</span>`],
    [say`Folder`, directory ?? ''],
    [say`Began`, momentText(startedAt.toISOString())],
    [closedAt ? say`Took` : say`For`, `${took}${waits}`],
    [say`Models`, usage ? (usageText(usage, say) ?? say`none was asked`) : ''],
    [say`Budget`, budget ? say`${standText(budget, say.language)} spent` : ''],
    ['Temporal', webUrl !== undefined && html`<a href="${webUrl}">${say`page of the run in the Web UI`}</a>`],
  ];
  return html`<h1>${asked}</h1>
    <p class="stand ${toneOf(report)}">${stand}</p>
    ${message !== undefined && message !== '' && html`<p>${message}</p>`}
    <dl class="facts">
      ${rows.map(
        ([name, value]) =>
          value !== '' &&
          value !== false &&
          html`<dt>${name}</dt>
            <dd>${value}</dd>`,
      )}
    </dl>`;
}

/** Colour of how a run stands. */
export function toneOf({ facts: { execution }, failed, status }: RunReport): string {
  if (execution === 'RUNNING') return status && openQuestion(status) ? 'wait' : 'soft';
  return failed ? 'bad' : execution === 'COMPLETED' ? 'good' : 'soft';
}

/** Sections of a report after its head, in the order in which people read. */
export function reportSections(report: RunReport, options: SectionOptions): Html {
  const { stored, checkpoints, folders, say } = report;
  const { findings, evidence } = resultSections(report);
  return html`${findings}
  ${!options.withoutChange && section(say`What changed`, changeHtml(stored.diff, options, say))}
  ${folders && section(say`The folders before and after`, treesHtml(folders.before, folders.after, say))}
  ${evidence} ${section(say`Approvals`, approvalsHtml(report))}
  ${section(say`Calls of models`, callsHtml(report, options))}
  ${section(
    say`Checkpoints`,
    checkpoints.length > 0 &&
      table(
        [say`Number`, say`Reason`, say`Tree`, say`When`],
        checkpoints.map(({ number, reason, snapshot, at }) => [
          number,
          prose(reason),
          html`<code>${hashText(snapshot.tree)}</code>`,
          momentText(at),
        ]),
        [say`Number`],
      ),
  )}
  ${section(say`What happened`, timelineHtml(report.events, options, say))}`;
}

/** The change of a run, as far as there is room. */
export function changeHtml(
  text: string | undefined,
  { mostDiff, wholeDiff }: SectionOptions,
  say: Say,
): HtmlValue {
  if (text === undefined) return undefined;
  const { page, left } = diffHtml(text, mostDiff);
  return html`${page}${left > 0 && html`<p class="wait">${say`${left} more file(s), which this page has no room for.`} ${wholeDiff !== undefined && html`<a href="${wholeDiff}">${say`See the whole change as text`}</a>`}</p>`}`;
}

/** Decisions as people read them. */
export const DECISIONS: Readonly<Record<string, Said>> = {
  approve: said`approved`,
  reject: said`rejected`,
  told: said`answered`,
  'topped-up': said`topped up`,
};

function approvalsHtml({ events, facts, say }: RunReport): HtmlValue {
  const asked = askedQuestions(events, say.language);
  if (asked.length === 0) return undefined;
  const none = facts.execution === 'RUNNING' ? say`open` : say`nobody answered`;
  return table(
    [say`Asked`, say`About`, say`Answer`, say`When`],
    asked.map(({ kind, hash, askedAt, delegate, answer }) => [
      momentText(askedAt),
      html`${kind}
        <code>${hashText(hash)}</code
        >${delegate !== undefined && html` <span class="soft">${say`${delegate} was asked too`}</span>`}`,
      answer
        ? html`<b class="${answer.decision === 'reject' ? 'bad' : 'good'}"
              >${saidText(DECISIONS[answer.decision] ?? answer.decision, say.language)}</b
            >
            ${answer.who}`
        : none,
      answer ? momentText(answer.at) : '',
    ]),
  );
}

function callsHtml({ calls, usage, say }: RunReport, { mostRows = Infinity }: SectionOptions): HtmlValue {
  const shown = calls.slice(0, mostRows);
  const more = (usage?.modelCalls ?? calls.length) - shown.length;
  if (shown.length === 0 && more <= 0) return undefined;
  return html`${
    shown.length > 0 &&
    table(
      [say`For`, say`Model`, say`Tokens in`, say`Tokens out`, say`Cost`],
      shown.map(({ effect, model, usage: used }) => [
        effect,
        model,
        used.inputTokens.toLocaleString('en'),
        used.outputTokens.toLocaleString('en'),
        used.costMicroUsd === undefined ? say`no price` : usdText(used.costMicroUsd),
      ]),
      [say`Tokens in`, say`Tokens out`, say`Cost`],
    )
  }${more > 0 && html`<p class="soft">${say`${more} more call(s): of runs that are parts of this one, without a reply, or on another machine.`}</p>`}${usage && html`<p>${say`In all: ${usageText(usage, say) ?? '0'}.`}</p>`}`;
}

/** Events that are a turn in the story. */
const KEY_EVENTS = new Set([
  'asked',
  'answered',
  'published',
  'final',
  'ended',
  'submitted',
  'conflict',
  'rolled-back',
]);

/** The events of a run, each with the time since the first. */
export function timelineHtml(
  events: readonly RunEvent[],
  { mostRows = Infinity }: SectionOptions,
  say: Say,
): HtmlValue {
  if (events.length === 0) return undefined;
  const startMs = Date.parse(events[0]?.at ?? '');
  const shown = events.slice(-mostRows);
  const left = events.length - shown.length;
  return html`${left > 0 && html`<p class="soft">${say`${left} earlier event(s) left out.`}</p>`}
    <ol class="log">
      ${shown.map(
        ({ at, kind, text }) =>
          html`<li><time datetime="${at}">${sinceText(Date.parse(at) - startMs)}</time><span${KEY_EVENTS.has(kind) && html` class="key"`}>${prose(text)}</span></li>`,
      )}
    </ol>`;
}

function sinceText(ms: number): string {
  return ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : elapsedText(ms);
}
