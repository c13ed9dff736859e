import { usdText } from '../../domain/run/budget-report';
import { hasFailed, isAwaiting, standingText } from '../../domain/run/outcomes';
import { saidText, type Say } from '../../domain/run/said';
import { elapsedText, momentText } from '../../domain/run/times';
import type { DayTotal, DayTotals, EndedPage, PageRequest } from '../ended-runs';
import { RUN_LISTS, type RunSummary } from '../run-list';
import { waitingRuns, type WaitingRun } from '../waiting';
import { html, type Html, type HtmlValue } from './html';
import { section, table } from './result-sections';
import { waitFacts } from '../waiting';
import { runPath, type PageParts } from './run-page';

/** Parts that the page of all runs is made of. */
type OverviewParts = Pick<PageParts, 'client' | 'say'>;

/** Most open runs that are listed. */
const MOST_OPEN = 200;
/** Time that a page waits for the first count of the days. */
const COUNT_MS = 40;

/** The page of all runs. `totals` outlives it: days are counted once. */
export async function overviewPage(
  parts: OverviewParts,
  totals: DayTotals,
  wanted: PageRequest,
): Promise<Html> {
  const { client, say } = parts;
  const [open, page, days] = await Promise.all([
    openRuns(parts),
    client.endedPage(wanted),
    totals.read(COUNT_MS),
  ]);
  const { folder } = wanted;
  return html`<h1>${folder === undefined ? say`Runs` : say`Runs of ${folder}`}</h1>
    <section id="live" data-from="/live" aria-label="${say`Open runs`}">${open}</section>
    ${section(say`The last two weeks`, daysHtml(days, say))}
    ${section(say`Ended`, endedHtml(page, wanted, say))}
    ${section(say`In the Temporal Web UI`, linksHtml(parts, folder))}`;
}

/** Makes the list of open runs anew each time that the page looks. */
export function openWatcher(parts: OverviewParts): () => Promise<Html> {
  return () => openRuns(parts);
}

async function openRuns({ client, say }: OverviewParts): Promise<Html> {
  const open = await client.list({ open: true, limit: MOST_OPEN });
  const asked = await waitingRuns(client, open);
  const others = open.filter((run) => !isAwaiting(run));
  const now = Date.now();
  return html`${section(
    say`Waits for people`,
    asked.length > 0
      ? asked.map((one) => waitingHtml(one, now, say))
      : html`<p class="soft">${say`Nothing waits for an answer.`}</p>`,
  )}
  ${section(
    say`Goes on`,
    others.length === 0
      ? html`<p class="soft">${say`No run is open.`}</p>`
      : table(
          [say`Run`, say`What`, say`Stands`, say`Folder`, say`Since`],
          others.map((run) => [
            linkTo(run),
            wordsOf(run),
            standingText(run, say.language),
            run.directory ?? '',
            elapsedText(now - run.startedAt.getTime()),
          ]),
        ),
  )}`;
}

function waitingHtml(
  { run, what, warnings, since, deadline, delegate, told, spent }: WaitingRun,
  now: number,
  say: Say,
): Html {
  const facts = waitFacts({ since, deadline, delegate, told, spent }, now, say);
  return html`<div class="card">
    <h3>${linkTo(run)}</h3>
    <p>${what}</p>
    ${warnings.map((warning) => html`<p class="wait">${warning}</p>`)}
    <p class="soft">${wordsOf(run)} · ${facts.join(' · ')}</p>
  </div>`;
}

function linkTo({ id }: RunSummary): Html {
  return html`<a href="${runPath(id)}">${id}</a>`;
}

function wordsOf({ kind, request }: RunSummary): string {
  return request === undefined ? kind : `${kind}: ${request}`;
}

function endedHtml({ runs, older, total }: EndedPage, { folder, before }: PageRequest, say: Say): HtmlValue {
  if (runs.length === 0) return html`<p class="soft">${say`No run has ended yet.`}</p>`;
  const query = new URLSearchParams({ ...(folder !== undefined && { folder }) });
  const first = `/?${query.toString()}`;
  if (older !== undefined) query.set('before', older);
  return html`<p class="soft">${say`${total} run(s) in all.`}</p>
    ${table(
      [say`Run`, say`What`, say`Outcome`, say`Folder`, say`Cost`, say`Ended`],
      runs.map((run) => [
        linkTo(run),
        wordsOf(run),
        html`<span class="${hasFailed(run) ? 'bad' : 'good'}">${standingText(run, say.language)}</span>`,
        run.directory ?? '',
        run.costUsd === undefined ? '' : usdText(Math.round(run.costUsd * 1e6)),
        run.closedAt ? momentText(run.closedAt.toISOString()) : '',
      ]),
      [say`Cost`],
    )}
    <p>
      ${before !== undefined && html`<a href="${first}">${say`newest`}</a> `}${older !== undefined && html`<a href="/?${query.toString()}">${say`older`}</a>`}
    </p>`;
}

const BAR_HEIGHT = 60;

function daysHtml(days: readonly DayTotal[] | undefined, say: Say): Html {
  if (!days)
    return html`<p class="soft">
      ${say`The runs of the last two weeks are being counted: load the page anew.`}
    </p>`;
  const most = Math.max(1, ...days.map(({ good, failed, other }) => good + failed + other));
  const sum = (of: (day: DayTotal) => number) => days.reduce((all, day) => all + of(day), 0);
  const cost = sum(({ costUsd }) => costUsd);
  return html`<p>
      <b class="good">${say`${sum(({ good }) => good)} done`}</b>,
      <b class="bad">${say`${sum(({ failed }) => failed)} not`}</b>,
      ${say`${sum(({ other }) => other)} rejected or cancelled; ${usdText(Math.round(cost * 1e6))} for models.`}
    </p>
    <ul class="bars">
      ${days.map((day) => dayHtml(day, most, say))}
    </ul>`;
}

function dayHtml({ day, good, failed, other, costUsd }: DayTotal, most: number, say: Say): Html {
  const all = good + failed + other;
  let top = BAR_HEIGHT;
  const bar = (count: number, tone: string): HtmlValue => {
    const height = (count / most) * BAR_HEIGHT;
    top -= height;
    return (
      count > 0 &&
      html`<rect class="${tone}" x="0" width="10" y="${top.toFixed(1)}" height="${height.toFixed(1)}" />`
    );
  };
  const words = say`${day}: ${good} done, ${failed} not, ${other} rejected or cancelled, ${usdText(Math.round(costUsd * 1e6))}`;
  return html`<li title="${words}">
    <svg viewBox="0 0 10 ${BAR_HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${words}">
      ${[bar(good, 'ok'), bar(failed, 'no'), bar(other, 'other')]}
    </svg>
    ${day.slice(8)}${all > 0 && html`<br />${all}`}${costUsd > 0 && html`<br />$${costUsd.toFixed(2)}`}
  </li>`;
}

function linksHtml({ client, say }: OverviewParts, folder: string | undefined): HtmlValue {
  const links = Object.values(RUN_LISTS).flatMap(({ says, filter }) => {
    const url = client.webListUrl({ ...filter, directory: folder });
    return url === undefined ? [] : [html`<li><a href="${url}">${saidText(says, say.language)}</a></li>`];
  });
  return (
    links.length > 0 &&
    html`<ul>
      ${links}
    </ul>`
  );
}
