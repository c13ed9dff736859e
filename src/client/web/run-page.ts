import type { Redact } from '../../domain/redact';
import type { PriceTable } from '../../domain/run/prices';
import type { RunStatus } from '../../domain/run/status';
import { phaseText } from '../../domain/run/outcomes';
import { firstLine } from '../../domain/text';
import type { KintsugiClient } from '../client';
import { changedSince } from '../cli/question/changed-since';
import { waitsForTopUp } from '../cli/top-up-text';
import { pendingText } from '../pending-work';
import { askedQuestions } from '../report/answers';
import { readReport, type RunReport } from '../report/run-report';
import type { LinkedQuestion } from '../../notices';
import { momentText } from '../../domain/run/times';
import type { RunHandle } from '../run-handle';
import type { StoreReader } from '../store-reader';
import { askedAbout, questionHtml, type AnswerPlace } from './answer-form';
import { html, type Html, type HtmlValue } from './html';
import { changeHtml, DECISIONS, plain, reportHead, reportSections } from './report-sections';

/** Parts that pages are made of. */
export interface PageParts {
  readonly client: KintsugiClient;
  readonly store: StoreReader;
  readonly redact: Redact;
  readonly prices?: PriceTable;
}

/** Most of a report that a page shows, in characters of HTML and in rows: pages stay below 200 KB. */
const MOST_DIFF = 90_000;
const MOST_ROWS = 150;

/** Page of a run as far as its content goes. */
export interface RunPage {
  readonly title: string;
  readonly content: Html;
  readonly isLive: boolean;
}

/** Address of the page of a run. */
export function runPath(id: string): string {
  return `/runs/${encodeURIComponent(id)}`;
}

/** The page of a run: its question with the form that answers it, what goes on, and its report. */
export async function runPage(id: string, parts: PageParts, place: AnswerPlace): Promise<RunPage> {
  const report = await readReport(id, parts);
  const { status, facts, diff } = report;
  const isLive = facts.execution === 'RUNNING';
  const options = {
    redact: parts.redact,
    ...{ mostDiff: MOST_DIFF, mostRows: MOST_ROWS, wholeDiff: `${runPath(id)}/change` },
  };
  const pending = isLive ? status?.pending : undefined;
  const asksAboutChange = pending?.kind === 'publish' && diff !== undefined;
  const content = html`${reportHead(report, options)}
    <p id="moved" class="wait" hidden>
      The run has gone on: <a href="${runPath(id)}">load the page anew</a>, and what you wrote is lost.
    </p>
    ${
      pending &&
      questionHtml(
        pending,
        place,
        asksAboutChange ? changeHtml(report.stored.diff, options) : await askedAbout(pending, parts.store),
        diff ? await changedSince(parts.client.run(id), diff, parts.store) : [],
      )
    }
    ${isLive && status?.budget?.waiting && topUpHtml(id, status)}
    ${isLive && html`<section id="live" data-from="${runPath(id)}/live?key=${keyOf(status, 'RUNNING')}" aria-label="What goes on">${status && liveHtml(status, '', undefined, parts.redact)}</section>`}
    ${reportSections(report, { ...options, withoutChange: asksAboutChange })}`;
  return { title: titleOf(report, parts), content, isLive };
}

function titleOf({ asked }: RunReport, { redact }: PageParts): string {
  return firstLine(redact(asked), 80);
}

function topUpHtml(id: string, { budget }: RunStatus): HtmlValue {
  if (!budget) return undefined;
  return html`<section class="card" aria-labelledby="budget">
    <h2 id="budget">It waits for a top-up</h2>
    ${waitsForTopUp(id, budget).map((line) => html`<p>${line}</p>`)}
  </section>`;
}

/** The page that a link to one question opens: the question while it is open, and what became of it after. Nothing else of the run can be done there. */
export async function linkedPage(
  { run: id, hash }: LinkedQuestion,
  parts: PageParts,
  action: string,
): Promise<{ title: string; content: Html }> {
  const report = await readReport(id, parts);
  const { status, facts, stored, asked, stand } = report;
  const options = { redact: parts.redact, mostDiff: MOST_DIFF };
  const pending = facts.execution === 'RUNNING' ? status?.pending : undefined;
  if (pending?.hash === hash) {
    const isChange = pending.kind === 'publish' && report.diff !== undefined;
    const shown = isChange ? changeHtml(stored.diff, options) : await askedAbout(pending, parts.store);
    const content = html`${reportHead(report, options)} ${questionHtml(pending, { action }, shown, [])}`;
    return { title: titleOf(report, parts), content };
  }
  const answer = askedQuestions(report.events).findLast((one) => one.hash === hash)?.answer;
  const became = answer
    ? `It was answered ${answer.who} on ${momentText(answer.at)}: ${DECISIONS[answer.decision] ?? answer.decision}.`
    : 'It is not asked any more, and nobody answered it.';
  const content = html`<h1>${parts.redact(asked)}</h1>
    <p>The question that this link is for is closed. ${became}</p>
    <p>The run is now: <b>${stand}</b>.</p>`;
  return { title: titleOf(report, parts), content };
}

/** Name of what a page shows of a run: with another one the page is out of date. */
function keyOf(status: RunStatus | undefined, execution: string): string {
  const { pending, budget } = status ?? {};
  return [
    execution,
    pending ? `${pending.hash.slice(0, 12)}-${Date.parse(pending.requestedAt)}` : '',
    budget?.waiting?.since ?? '',
  ].join('.');
}

const LINES = 6;

/** Looks at a run again and again; resolves to `moved` once its page, of which `key` is the name, is out of date. */
export function runWatcher(
  id: string,
  key: string,
  { client, store, redact }: PageParts,
): () => Promise<Html | 'moved'> {
  const run = client.run(id);
  return async () => {
    const { execution, firstRunId, parts } = await run.described();
    if (execution !== 'RUNNING') return 'moved';
    const status = await run.status();
    if (keyOf(status, execution) !== key) return 'moved';
    const said = (await Promise.all([firstRunId, ...parts].map((one) => store.readLive(one)))).find(
      (text) => text !== undefined,
    );
    return liveHtml(status, await workOf(run), said, redact);
  };
}

function workOf(run: RunHandle<unknown>): Promise<string> {
  return run.pendingWork().then(pendingText, () => '');
}

/** Nothing goes on while a question is open: the page has it. */
function liveHtml(status: RunStatus, work: string, said: string | undefined, redact: Redact): Html {
  if (status.pending) return html``;
  const { phase, detail, attempt, maxAttempts, log } = status;
  const attempts = attempt === undefined ? '' : `, attempt ${attempt} of ${maxAttempts ?? attempt}`;
  return html`<div class="card">
    <h2>Now: ${phaseText(phase)}${attempts}</h2>
    ${[detail, work].map((line) => line !== '' && html`<p>${redact(line)}</p>`)}
    ${said !== undefined && said !== '' && html`<pre class="said">${said}</pre>`}
    <ol class="log now">
      ${log.slice(-LINES).map((line) => html`<li><span>${firstLine(redact(plain(line)), 200)}</span></li>`)}
    </ol>
  </div>`;
}
