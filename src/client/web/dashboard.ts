import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EXIT, infrastructure, KintsugiError } from '../../domain/kintsugi-error';
import { redactedTexts } from '../../domain/redact';
import type { DayTotals } from '../ended-runs';
import { lacksWorker, readReport } from '../report/run-report';
import { questionOf } from '../../notices';
import { hostInUrl, serveHttp } from '../serve-http';
import { answerOf, editableTexts, editForm, isTopUp, topUpOf } from './answer-form';
import { html } from './html';
import { openWatcher, overviewPage } from './overview-page';
import { entrance, liveResponse, notice, pageResponse, response, SCRIPT, seeOther } from './page';
import { linkedPage, runPage, runPath, runWatcher, unansweredPage, type PageParts } from './run-page';
import { STYLE } from './style';
import { Visitors, type Admit, type Visitor } from './visitors';

/** Parts that the dashboard needs. */
interface DashboardParts extends PageParts {
  readonly visitors: Visitors;
  /** Secret of the data folder, by which links to single questions are known. */
  readonly linkKey: string;
  /** Starts the embedded server and worker again if they have died. */
  revive(): Promise<void>;
}

/** Where the dashboard is served, and who is let in. */
export interface DashboardPlace {
  readonly host?: string;
  /** 0: any that is free. */
  readonly port: number;
  readonly publicUrl?: URL;
  readonly admit: Admit;
}

/** Serves the dashboard. Resolves to its address, without a token, once it listens. */
export async function serveDashboard(
  parts: Omit<DashboardParts, 'visitors'>,
  { host = '127.0.0.1', port, publicUrl, admit }: DashboardPlace,
): Promise<{ server: Server; address: string }> {
  // Cookies are named by the port, which is known once the server listens.
  const ready: { visitors?: Visitors; handle?: (request: Request) => Promise<Response> } = {};
  const server = await serveHttp(
    (request) => ready.handle?.(request) ?? Promise.reject(new Error('not yet')),
    {
      ...{ host, port },
      refuse: (head) => (ready.visitors ? ready.visitors.refuse(head) : 503),
    },
  );
  const given = (server.address() as AddressInfo).port;
  const visitors = new Visitors(admit, { publicUrl, port: given });
  Object.assign(ready, { visitors, handle: createDashboard({ ...parts, visitors }) });
  return { server, address: publicUrl?.origin ?? `http://${hostInUrl(host)}:${given}` };
}

/** A request of somebody who was let in. */
interface Asked {
  readonly url: URL;
  /** Id of the run, where the address names one. */
  readonly id: string;
  readonly visitor: Visitor;
  readonly request: Request;
}

type Handler = (asked: Asked) => Promise<Response>;

/** Time between two looks of a page that is open: at one run, and at all. */
const RUN_POLL_MS = 700;
const ALL_POLL_MS = 2_000;

/** Makes the handler of the dashboard's requests. */
function createDashboard(parts: DashboardParts): (request: Request) => Promise<Response> {
  const { visitors, revive } = parts;
  const routes = routesOf(parts, parts.client.dayTotals());
  const answered = async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    if (url.pathname === '/enter') return enter(visitors, url);
    // What everybody may see has no word of a run in it.
    if (url.pathname === '/style.css') return response(STYLE, 'text/css; charset=utf-8');
    if (url.pathname === '/live.js') return response(SCRIPT, 'text/javascript; charset=utf-8');
    const [, token] = /^\/answer\/([\w.-]+)$/.exec(url.pathname) ?? [];
    if (token !== undefined) return linked(parts, token, request);
    const visitor = visitors.of(request);
    if (!visitor) return notice('Not let in', 'Open the address that kintsugi ui has printed.', 403);
    const found = routeTo(routes, request.method, url.pathname);
    if (!found) return notice('There is no such page', html`See <a href="/">all runs</a>.`, 404);
    const handle = () => found.handle({ url, id: found.id, visitor, request });
    return request.method === 'GET' ? orRevived(handle, revive) : handle();
  };
  return (request) => answered(request).catch(refusal);
}

/** Makes a page, a second time after the worker died. */
async function orRevived<T>(make: () => Promise<T>, revive: () => Promise<void>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    if (!lacksWorker(error)) throw error;
    await revive();
    return make();
  }
}

function enter(visitors: Visitors, url: URL): Response {
  const cookie = visitors.enter(url.searchParams.get('token') ?? '');
  if (cookie === undefined)
    return notice('Not let in', 'This address has no token that is known here: kintsugi ui prints one.', 403);
  const folder = url.searchParams.get('folder');
  return entrance(cookie, folder === null ? '/' : `/?${new URLSearchParams({ folder }).toString()}`);
}

type Routes = readonly (readonly [method: string, path: RegExp, handle: Handler])[];

function routeTo(routes: Routes, method: string, path: string): { handle: Handler; id: string } | undefined {
  for (const [wanted, pattern, handle] of routes) {
    const match = wanted === method ? pattern.exec(path) : null;
    if (match) return { handle, id: decodeURIComponent(match[1] ?? '') };
  }
  return undefined;
}

function routesOf(parts: DashboardParts, totals: DayTotals): Routes {
  const { client, redact, say } = parts;
  // The first count takes a while: it begins before anybody looks.
  void totals.read(0);
  return [
    [
      'GET',
      /^\/$/,
      async ({ url }) => {
        const [before, folder] = ['before', 'folder'].map((name) => url.searchParams.get(name) ?? undefined);
        return pageResponse({
          title: folder ?? say`Runs`,
          language: say.language,
          content: await overviewPage(parts, totals, { before, folder }),
          isLive: true,
        });
      },
    ],
    ['GET', /^\/live$/, async () => liveResponse(openWatcher(parts), ALL_POLL_MS)],
    [
      'GET',
      /^\/runs\/([^/]+)$/,
      async ({ id }) => {
        const path = runPath(id);
        return pageResponse(await runPage(id, parts, { action: `${path}/answer`, edit: `${path}/edit` }));
      },
    ],
    [
      'GET',
      /^\/runs\/([^/]+)\/live$/,
      async ({ id, url }) =>
        liveResponse(runWatcher(id, url.searchParams.get('key') ?? '', parts), RUN_POLL_MS),
    ],
    [
      'GET',
      /^\/runs\/([^/]+)\/change$/,
      async ({ id }) => {
        const { stored } = await readReport(id, parts);
        return response(stored.diff ?? '', 'text/plain; charset=utf-8');
      },
    ],
    [
      'GET',
      /^\/runs\/([^/]+)\/edit$/,
      async ({ id }) => {
        const status = await client.run(id).status();
        const texts = await editableTexts(status, parts);
        const { pending } = redactedTexts(status, redact);
        const form = pending && editForm(pending, texts, `${runPath(id)}/answer`, say);
        return pageResponse({ title: say`Edit the change of ${id}`, language: say.language, content: form });
      },
    ],
    ['POST', /^\/runs\/([^/]+)\/answer$/, (asked) => answer(parts, asked)],
  ];
}

/** Answers the question of a run. The answer names the hash that the form was made for: another question refuses it. */
async function answer(parts: DashboardParts, { id, request, visitor }: Asked): Promise<Response> {
  const { client } = parts;
  const form = new URLSearchParams(await request.text());
  const isEdited = [...form.keys()].some((name) => name.startsWith('edit:'));
  const texts = isEdited ? await editableTexts(await client.run(id).status(), parts) : undefined;
  return give(parts, form, { id, visitor, texts, path: runPath(id) });
}

/** The page of a link, for whoever has it: it answers the question that it was made for, and no other. */
async function linked(parts: DashboardParts, token: string, request: Request): Promise<Response> {
  const question = questionOf(token, parts.linkKey);
  if (!question) return notice('Not let in', 'This link was not made by this Kintsugi.', 403);
  const path = `/answer/${token}`;
  if (request.method !== 'POST') {
    const page = orRevived(() => linkedPage(question, parts, path), parts.revive);
    return pageResponse(
      await page.catch(async (error: unknown) => {
        if (!lacksWorker(error)) throw error;
        // A server that does not answer either has nothing to show.
        const left = parts.client.run(question.run).leftAnswer(question.hash);
        return unansweredPage(await left.catch(() => undefined), parts.say);
      }),
    );
  }
  const form = new URLSearchParams(await request.text());
  form.set('hash', question.hash);
  return give(parts, form, { id: question.run, visitor: {}, path });
}

/** Run that a form is for, and who sends it from where. */
interface Meant {
  readonly id: string;
  readonly visitor: Visitor;
  /** Texts that could be edited. */
  readonly texts?: ReadonlyMap<string, string>;
  /** Page that it leads to. */
  readonly path: string;
}

/** Gives a run the answer or the top-up of a form. While no worker runs the server keeps the first answer, as a run takes the first. */
async function give(
  { client, revive, say }: DashboardParts,
  form: URLSearchParams,
  { id, visitor, texts = new Map(), path }: Meant,
): Promise<Response> {
  const { by, isProven = false } = visitor;
  const run = (isProven ? client.asPerson() : client).run(id);
  if (isTopUp(form)) {
    await run.topUp(topUpOf(form, await run.status(), by));
    return seeOther(path);
  }
  const given = answerOf(form, texts, by);
  try {
    await run.answer(given);
    return seeOther(path);
  } catch (error) {
    if (!lacksWorker(error)) throw error;
  }
  // A server that died is needed to keep the answer, a worker to take it. Both stay away where somebody has stopped them.
  await revive().catch(() => undefined);
  const left = await run.leftAnswer(given.hash).catch((error: unknown) => {
    // The server is gone as well, so nothing can keep it.
    if (!lacksWorker(error)) throw error;
    throw infrastructure(`Your answer was not taken: send it again once Kintsugi runs. ${error.message}`);
  });
  if (left) return pageResponse({ ...unansweredPage(left, say, say`It was answered already`), status: 409 });
  await run.leaveAnswer(given);
  return pageResponse({ ...unansweredPage(given, say), status: 202 });
}

function refusal(error: unknown): Response {
  // An address that holds a broken escape.
  if (error instanceof URIError)
    return notice('There is no such page', html`See <a href="/">all runs</a>.`, 404);
  if (!(error instanceof KintsugiError))
    return notice('The page could not be made', error instanceof Error ? error.message : String(error), 500);
  const status = error.exitCode === EXIT.infrastructure ? 503 : 409;
  return notice(status === 503 ? 'Nobody answers' : 'Not possible', error.message, status);
}
