import { redactedTexts, type Redact } from '../../domain/redact';
import type { PriceTable } from '../../domain/run/prices';
import { openQuestion, type RunStatus } from '../../domain/run/status';
import type { Answer } from '../../domain/run/questions';
import type { Language } from '../../domain/run/language';
import { speaker, type Say } from '../../domain/run/said';
import { attemptsText, phaseText } from '../../domain/run/outcomes';
import { firstLine } from '../../domain/text';
import type { KintsugiClient } from '../client';
import { changedSince } from '../cli/question/changed-since';
import { pendingText } from '../pending-work';
import { askedQuestions } from '../report/answers';
import { readReport, type RunReport } from '../report/run-report';
import type { LinkedQuestion } from '../../notices';
import { momentText } from '../../domain/run/times';
import type { RunHandle } from '../run-handle';
import type { StoreReader } from '../store-reader';
import { askedAbout, questionHtml, type AnswerPlace } from './answer-form';
import { html, type Html, type HtmlValue } from './html';
import { changeHtml, DECISIONS, reportHead, reportSections, type SectionOptions } from './report-sections';

/** Parts that pages are made of. */
export interface PageParts {
  readonly client: KintsugiClient;
  readonly store: StoreReader;
  readonly redact: Redact;
  readonly prices?: PriceTable;
  /** For what is of no run, in the language of the settings. */
  readonly say: Say;
}

/** Most of a report that a page shows, in characters of HTML and in rows: pages stay below 200 KB. */
const MOST_DIFF = 90_000;
const MOST_ROWS = 150;

/** Page of a run as far as its content goes. */
export interface RunPage {
  readonly title: string;
  readonly content: Html;
  readonly isLive: boolean;
  readonly language: Language;
}

/** Address of the page of a run. */
export function runPath(id: string): string {
  return `/runs/${encodeURIComponent(id)}`;
}

/** The page of a run: its question with the form that answers it, what goes on, and its report. */
export async function runPage(id: string, parts: PageParts, place: AnswerPlace): Promise<RunPage> {
  const report = await readReport(id, parts);
  const { status, facts, say } = report;
  const isLive = facts.execution === 'RUNNING';
  const options = { mostDiff: MOST_DIFF, mostRows: MOST_ROWS, wholeDiff: `${runPath(id)}/change` };
  const question = isLive && (await openQuestionHtml(report, parts, place, options));
  const content = html`${reportHead(report)}
    <p id="moved" class="wait" hidden>
      ${say`The run has gone on; what you wrote here is lost.`}
      <a href="${runPath(id)}">${say`Load the page anew`}</a>
    </p>
    ${question}
    ${isLive && html`<section id="live" data-from="${runPath(id)}/live?key=${keyOf(status, 'RUNNING')}" aria-label="${say`What goes on`}">${status && liveHtml(status, '', undefined, say)}</section>`}
    ${reportSections(report, { ...options, withoutChange: isLive && asksAboutChange(report) })}`;
  return { title: firstLine(report.asked, 80), content, isLive, language: say.language };
}

/** True where the question is about the change of the run. */
function asksAboutChange({ status, diff }: RunReport): boolean {
  return status?.pending?.kind === 'publish' && diff !== undefined;
}

/** The open question of a run, of whatever form, with what it is about. */
async function openQuestionHtml(
  report: RunReport,
  { client, store, redact }: PageParts,
  place: AnswerPlace,
  options: SectionOptions,
): Promise<HtmlValue> {
  const { id, status, diff, stored, say } = report;
  const question = status && openQuestion(status, say.language);
  if (!question) return undefined;
  const { pending } = status;
  const shown = asksAboutChange(report)
    ? changeHtml(stored.diff, options, say)
    : pending && (await askedAbout(pending, store, redact));
  // Whoever has a link alone sees nothing of the folder.
  const changed =
    place.edit !== undefined && diff ? await changedSince(client.run(id), diff, store, say) : [];
  const hidden = stored.hidesSecrets
    ? [say`The change holds a secret, which is not shown here: look with ${`kintsugi diff ${id}`}.`]
    : [];
  return questionHtml({ ...question, choices: pending?.choices }, place, shown, [...hidden, ...changed], say);
}

/** The page that a link to one question opens: the question while it is open, and what became of it after. Nothing else of the run can be done there. */
export async function linkedPage(
  { run: id, hash }: LinkedQuestion,
  parts: PageParts,
  action: string,
): Promise<Omit<RunPage, 'isLive'>> {
  const report = await readReport(id, parts);
  const { status, facts, asked, stand, say } = report;
  const { language } = say;
  const title = firstLine(asked, 80);
  if (facts.execution === 'RUNNING' && status && openQuestion(status)?.hash === hash) {
    const question = await openQuestionHtml(report, parts, { action }, { mostDiff: MOST_DIFF });
    return { title, language, content: html`${reportHead(report)} ${question}` };
  }
  const answer = askedQuestions(report.events, language).findLast((one) => one.hash === hash)?.answer;
  const became = answer
    ? say`It was answered (${[answer.who, momentText(answer.at)].filter(Boolean).join(', ')}): ${DECISIONS[answer.decision] ?? answer.decision}.`
    : say`It is not asked any more, and nobody answered it.`;
  const content = html`<h1>${asked}</h1>
    <p>${say`The question that this link is for is closed.`} ${became}</p>
    <p>${say`The run is now:`} <b>${stand}</b></p>`;
  return { title, content, language };
}

/** The page of a question while no worker runs. `answer`: one that the server keeps until then. */
export function unansweredPage(
  answer: Answer | undefined,
  say: Say,
  kept = say`The answer is kept`,
): Omit<RunPage, 'isLive'> {
  const decision = answer?.decision ?? 'told';
  const became = answer
    ? say`${kept}: ${DECISIONS[decision] ?? decision}. It takes effect once a worker runs again, even after the deadline.`
    : say`Open this link again once a worker runs.`;
  return {
    title: say`No worker runs`,
    language: say.language,
    content: html`<h1>${say`No worker runs at the moment`}</h1>
      <p>${became}</p>`,
  };
}

/** Name of what a page shows of a run: with another one the page is out of date. */
function keyOf(status: RunStatus | undefined, execution: string): string {
  const question = status && openQuestion(status);
  return [
    execution,
    question ? `${question.hash.slice(0, 12)}-${Date.parse(question.requestedAt)}` : '',
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
    const { execution, firstRunId, parts, language } = await run.described();
    const say = speaker(language);
    if (execution !== 'RUNNING') return 'moved';
    const status = await run.status();
    if (keyOf(status, execution) !== key) return 'moved';
    const said = (await Promise.all([firstRunId, ...parts].map((one) => store.readLive(one)))).find(
      (text) => text !== undefined,
    );
    return liveHtml(redactedTexts(status, redact), redact(await workOf(run, say)), said, say);
  };
}

function workOf(run: RunHandle<unknown>, say: Say): Promise<string> {
  return run.pendingWork().then(
    (pending) => pendingText(pending, say),
    () => '',
  );
}

/** Nothing goes on while a question is open: the page has it. */
function liveHtml(status: RunStatus, work: string, said: string | undefined, say: Say): Html {
  if (openQuestion(status)) return html``;
  const { phase, detail, log } = status;
  return html`<div class="card">
    <h2>${say`Now: ${phaseText(phase, say.language)}`}${attemptsText(status, say)}</h2>
    ${[detail, work].map((line) => line !== '' && html`<p>${line}</p>`)}
    ${said !== undefined && said !== '' && html`<pre class="said">${said}</pre>`}
    <ol class="log now">
      ${log.slice(-LINES).map((line) => html`<li><span>${firstLine(line, 200)}</span></li>`)}
    </ol>
  </div>`;
}
