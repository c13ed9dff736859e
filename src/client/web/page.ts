import type { Language } from '../../domain/run/language';
import { speaker } from '../../domain/run/said';
import { html, type Html, type HtmlValue } from './html';

/** Headers of every page: nothing of another site, no script but ours, in nobody's frame, kept nowhere. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

/** Script of the pages: it puts in what the server sends, and loads the page anew where another question is asked. */
export const SCRIPT = `
const live = document.getElementById('live');
let touched = false;
addEventListener('input', () => { touched = true; });
if (live) {
  const source = new EventSource(live.dataset.from);
  source.onmessage = ({ data }) => { live.innerHTML = data; };
  source.addEventListener('moved', () => {
    source.close();
    if (touched) document.getElementById('moved').hidden = false;
    else location.reload();
  });
}
`;

/** Seconds after which a page without a script loads itself anew. */
const RELOAD_S = 15;

/** Page that is shown. */
export interface Page {
  readonly title: string;
  readonly content: HtmlValue;
  /** The page tells of something that goes on. */
  readonly isLive?: boolean;
  readonly status?: number;
  readonly language?: Language;
}

/** A page as a response. */
export function pageResponse({
  title,
  content,
  isLive = false,
  status = 200,
  language = 'en',
}: Page): Response {
  const { source } = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Kintsugi</title>
        <link rel="stylesheet" href="/style.css" />
        ${isLive && html`<noscript><meta http-equiv="refresh" content="${RELOAD_S}" /></noscript>`}
        ${isLive && html`<script src="/live.js" defer></script>`}
      </head>
      <body>
        <header><b>Kintsugi</b><a href="/">${speaker(language)`all runs`}</a></header>
        <main>${content}</main>
      </body>
    </html>`;
  return response(source, 'text/html; charset=utf-8', status);
}

/** Response with a text. */
export function response(
  text: string | ReadableStream,
  type: string,
  status = 200,
  more: Record<string, string> = {},
): Response {
  return new Response(text, { status, headers: { ...HEADERS, 'content-type': type, ...more } });
}

/** Leads to another page of ours. */
export function seeOther(path: string): Response {
  return new Response(null, { status: 303, headers: { ...HEADERS, location: path } });
}

/** Page that says one thing. */
export function notice(title: string, text: HtmlValue, status = 200): Response {
  return pageResponse({
    title,
    content: html`<h1>${title}</h1>
      <p>${text}</p>`,
    status,
  });
}

/**
 * Page that lets somebody in and goes on. A redirect would not do: the browser sends the new cookie only to where a page of ours leads, and
 * this one may have been opened from a mail.
 */
export function entrance(cookie: string, path: string): Response {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>Kintsugi</title>
        <meta http-equiv="refresh" content="0; url=${path}" />
      </head>
      <body>
        <main>
          <p><a href="${path}">Go on</a></p>
        </main>
      </body>
    </html>`;
  return response(page.source, 'text/html; charset=utf-8', 200, { 'set-cookie': cookie });
}

/** Time after which a connection is ended; the browser makes another one. */
const LONGEST_MS = 10 * 60_000;

/**
 * Sends events of the server: the part of the page each time that it has changed, and `moved` once the whole page is another one. Ends
 * when the reader has gone.
 */
export function liveResponse(look: () => Promise<Html | 'moved'>, everyMs: number): Response {
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  let wake = (): void => undefined;
  const rest = (): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve;
      timer = setTimeout(resolve, everyMs);
    });
  const stream = new ReadableStream({
    async pull(out: ReadableStreamDefaultController<Uint8Array>) {
      const endMs = performance.now() + LONGEST_MS;
      let last = '';
      const say = (text: string) => out.enqueue(Buffer.from(text));
      say(`retry: ${2 * everyMs}\n\n`);
      while (!isOver && performance.now() < endMs) {
        // Nobody may answer for a while: the page stays as it is.
        const seen = await look().catch(() => undefined);
        if (isOver) return;
        if (seen === 'moved') {
          say('event: moved\ndata: 1\n\n');
          break;
        }
        if (seen && seen.source !== last) {
          last = seen.source;
          say(
            `${last
              .split('\n')
              .map((line) => `data: ${line}`)
              .join('\n')}\n\n`,
          );
        }
        await rest();
      }
      if (!isOver) out.close();
    },
    cancel() {
      isOver = true;
      clearTimeout(timer);
      wake();
    },
  });
  return response(stream, 'text/event-stream', 200, { 'x-accel-buffering': 'no' });
}
