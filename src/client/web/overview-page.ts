import { usdText } from '../../domain/run/budget-report';
import { hasFailed, isAwaiting, standingText } from '../../domain/run/outcomes';
import { elapsedText, momentText } from '../../domain/run/times';
import { plural } from '../../domain/text';
import type { KintsugiClient } from '../client';
import type { DayTotal, DayTotals, EndedPage, PageRequest } from '../ended-runs';
import { RUN_LISTS, type RunSummary } from '../run-list';
import { waitingRuns, type WaitingRun } from '../waiting';
import { html, type Html, type HtmlValue } from './html';
import { section, table } from './result-sections';
import { runPath } from './run-page';

/** Most open runs that are listed. */
const MOST_OPEN = 200;
/** Time that a page waits for the first count of the days. */
const COUNT_MS = 40;

/** The page of all runs. `totals` outlives it: days are counted once. */
export async function overviewPage(
  client: KintsugiClient,
  totals: DayTotals,
  wanted: PageRequest,
): Promise<Html> {
  const [open, page, days] = await Promise.all([
    openRuns(client),
    client.endedPage(wanted),
    totals.read(COUNT_MS),
  ]);
  const { folder } = wanted;
  return html`<h1>${folder === undefined ? 'Runs' : `Runs of ${folder}`}</h1>
    <section id="live" data-from="/live" aria-label="Open runs">${open}</section>
    ${section('The last two weeks', daysHtml(days))} ${section('Ended', endedHtml(page, wanted))}
    ${section('In the Temporal Web UI', linksHtml(client, folder))}`;
}

/** Makes the list of open runs anew each time that the page looks. */
export function openWatcher(client: KintsugiClient): () => Promise<Html> {
  return () => openRuns(client);
}

async function openRuns(client: KintsugiClient): Promise<Html> {
  const open = await client.list({ open: true, limit: MOST_OPEN });
  const asked = await waitingRuns(client, open);
  const others = open.filter((run) => !isAwaiting(run));
  const now = Date.now();
  return html`${section(
    'Waits for people',
    asked.length > 0
      ? asked.map((one) => waitingHtml(one, now))
      : html`<p class="soft">Nothing waits for an answer.</p>`,
  )}
  ${section(
    'Goes on',
    others.length === 0
      ? html`<p class="soft">No run is open.</p>`
      : table(
          ['Run', 'What', 'Stands', 'Folder', 'Since'],
          others.map((run) => [
            linkTo(run),
            wordsOf(run),
            standingText(run),
            run.directory ?? '',
            elapsedText(now - run.startedAt.getTime()),
          ]),
        ),
  )}`;
}

function waitingHtml(
  { run, what, warnings, since, deadline, delegate, told, spent }: WaitingRun,
  now: number,
): Html {
  const whom = delegate === undefined ? 'you' : `you and ${delegate}`;
  const facts = [
    `waits for ${whom}${since === undefined ? '' : ` for ${elapsedText(now - Date.parse(since))}`}`,
    ...(deadline === undefined ? [] : [`until ${momentText(deadline)}`]),
    ...(spent === undefined ? [] : [`spent ${spent}`]),
    ...(told.length === 0 ? [] : [`told by ${told.join(', ')}`]),
  ];
  return html`<div class="card">
    <h3>${linkTo(run)}</h3>
    <p>${what}</p>
    ${warnings.map((warning) => html`<p class="wait">${warning}</p>`)}
    <p class="soft">${wordsOf(run)} · ${facts.join(', ')}</p>
  </div>`;
}

function linkTo({ id }: RunSummary): Html {
  return html`<a href="${runPath(id)}">${id}</a>`;
}

function wordsOf({ kind, request }: RunSummary): string {
  return request === undefined ? kind : `${kind}: ${request}`;
}

function endedHtml({ runs, older, total }: EndedPage, { folder, before }: PageRequest): HtmlValue {
  if (runs.length === 0) return html`<p class="soft">No run has ended yet.</p>`;
  const query = new URLSearchParams({ ...(folder !== undefined && { folder }) });
  const first = `/?${query.toString()}`;
  if (older !== undefined) query.set('before', older);
  return html`<p class="soft">${plural(total, 'run')} in all.</p>
    ${table(
      ['Run', 'What', 'Outcome', 'Folder', 'Cost', 'Ended'],
      runs.map((run) => [
        linkTo(run),
        wordsOf(run),
        html`<span class="${hasFailed(run) ? 'bad' : 'good'}">${standingText(run)}</span>`,
        run.directory ?? '',
        run.costUsd === undefined ? '' : usdText(Math.round(run.costUsd * 1e6)),
        run.closedAt ? momentText(run.closedAt.toISOString()) : '',
      ]),
      ['Cost'],
    )}
    <p>
      ${before !== undefined && html`<a href="${first}">newest</a> `}${older !== undefined && html`<a href="/?${query.toString()}">older</a>`}
    </p>`;
}

const BAR_HEIGHT = 60;

function daysHtml(days: readonly DayTotal[] | undefined): Html {
  if (!days)
    return html`<p class="soft">The runs of the last two weeks are being counted: load the page anew.</p>`;
  const most = Math.max(1, ...days.map(({ good, failed, other }) => good + failed + other));
  const sum = (of: (day: DayTotal) => number) => days.reduce((all, day) => all + of(day), 0);
  const cost = sum(({ costUsd }) => costUsd);
  return html`<p>
      <b class="good">${sum(({ good }) => good)} done</b>,
      <b class="bad">${sum(({ failed }) => failed)} not</b>, ${sum(({ other }) => other)} rejected or
      cancelled; ${usdText(Math.round(cost * 1e6))} for models.
    </p>
    <ul class="bars">
      ${days.map((day) => dayHtml(day, most))}
    </ul>`;
}

function dayHtml({ day, good, failed, other, costUsd }: DayTotal, most: number): Html {
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
  const words = `${day}: ${good} done, ${failed} not, ${other} rejected or cancelled, ${usdText(Math.round(costUsd * 1e6))}`;
  return html`<li title="${words}">
    <svg viewBox="0 0 10 ${BAR_HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${words}">
      ${[bar(good, 'ok'), bar(failed, 'no'), bar(other, 'other')]}
    </svg>
    ${day.slice(8)}${all > 0 && html`<br />${all}`}${costUsd > 0 && html`<br />$${costUsd.toFixed(2)}`}
  </li>`;
}

function linksHtml(client: KintsugiClient, folder: string | undefined): HtmlValue {
  const links = Object.values(RUN_LISTS).flatMap(({ says, filter }) => {
    const url = client.webListUrl({ ...filter, directory: folder });
    return url === undefined ? [] : [html`<li><a href="${url}">${says}</a></li>`];
  });
  return (
    links.length > 0 &&
    html`<ul>
      ${links}
    </ul>`
  );
}
