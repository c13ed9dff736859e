/** A page of the Web UI in Chromium, driven by its debugging protocol. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const HEIGHT = 1150;
const SIZE = `1440,${HEIGHT}`;
const DEADLINE_MS = 120_000;
const POLL_MS = 250;
const SETTLED_MS = 6_000;

export interface Page {
  /** Goes to an address, and waits until the page shows a text, and texts of Markdown, each in a frame. */
  show(url: string, text: string, frames?: number): Promise<void>;
  /** Waits until the page shows a text. */
  until(text: string): Promise<void>;
  /** All that the page shows as text. */
  text(): Promise<string>;
  /** Clicks what a selector finds first. */
  click(selector: string): Promise<void>;
  /** Writes a picture of what is seen; with a height, of the top of the page. */
  photograph(file: string, height?: number): Promise<void>;
  /** Value of an expression, once it is settled. */
  value<T>(expression: string): Promise<T>;
  /** Shows the page in a width, in light or dark colours. */
  look(width: number, scheme: 'light' | 'dark'): Promise<void>;
}

/** Answer of the browser to an expression. */
interface Evaluated {
  result?: { value?: unknown };
  exceptionDetails?: { text: string; exception?: { description?: string } };
}

/** Uses a page of Chromium (`chromium` on the PATH, or `KINTSUGI_CHROMIUM`). Throws where it does not start. */
export async function withBrowser(use: (page: Page) => Promise<void>): Promise<void> {
  const chromium = process.env['KINTSUGI_CHROMIUM'] ?? 'chromium';
  const profile = mkdtempSync(path.join(tmpdir(), 'kintsugi-browser-'));
  const args = [
    ...['--headless=new', '--no-sandbox', '--hide-scrollbars', '--force-color-profile=srgb'],
    ...[`--user-data-dir=${profile}`, `--window-size=${SIZE}`, '--remote-debugging-port=0', 'about:blank'],
  ];
  const browser = spawn(chromium, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  try {
    await use(await pageOf(await addressOf(browser)));
  } finally {
    browser.kill();
    if (browser.exitCode === null && browser.pid !== undefined) await once(browser, 'exit');
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

function addressOf(browser: ReturnType<typeof spawn>): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    browser.stderr?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const [, address] = /ws:\/\/([^/\s]+)/.exec(printed) ?? [];
      if (address !== undefined) resolve(address);
    });
    browser.once('error', ({ message }) =>
      reject(new Error(`Chromium does not start (${message}): name it with KINTSUGI_CHROMIUM.`)),
    );
    browser.once('exit', () => reject(new Error(`Chromium ended: ${printed.slice(-500)}`)));
  });
}

async function pageOf(address: string): Promise<Page> {
  const targets = (await (await fetch(`http://${address}/json`)).json()) as Record<string, string>[];
  const socket = new WebSocket(targets.find(({ type }) => type === 'page')?.['webSocketDebuggerUrl'] ?? '');
  await once(socket, 'open');
  const waiting = new Map<number, (result: Record<string, unknown>) => void>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id?: number; result?: Record<string, unknown> };
    if (id !== undefined) waiting.get(id)?.(result ?? {});
  });
  const send = (method: string, params: object = {}): Promise<Record<string, unknown>> =>
    new Promise((resolve) => {
      const id = waiting.size + 1;
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
  const valueOf = async (expression: string): Promise<unknown> => {
    const told = await send('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true });
    return (told['result'] as { value?: unknown } | undefined)?.value;
  };
  const until = async (expression: string): Promise<void> => {
    for (const startedMs = performance.now(); performance.now() - startedMs < DEADLINE_MS;) {
      if ((await valueOf(expression)) === true) return;
      await delay(POLL_MS);
    }
    throw new Error(`The page did not come to ${expression}.`);
  };
  const shows = (text: string) => `document.body?.innerText.includes(${JSON.stringify(text)}) ?? false`;
  return {
    show: async (url, text, frames = 0) => {
      await send('Page.navigate', { url });
      await until(shows(text));
      await until(`document.querySelectorAll('iframe').length >= ${frames}`);
    },
    until: (text) => until(shows(text)),
    text: async () => String(await valueOf('document.body.innerText')),
    click: (selector) => {
      const found = `document.querySelector(${JSON.stringify(selector)})`;
      return until(`${found} !== null && (${found}.click(), true)`);
    },
    value: async <T>(expression: string) => {
      const told = await send('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true });
      const { result, exceptionDetails } = told as Evaluated;
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result?.value as T;
    },
    look: async (width, scheme) => {
      const size = { width, height: HEIGHT, deviceScaleFactor: 1, mobile: false };
      await send('Emulation.setDeviceMetricsOverride', size);
      await send('Emulation.setEmulatedMedia', {
        features: [{ name: 'prefers-color-scheme', value: scheme }],
      });
    },
    photograph: async (file, height) => {
      // Icons, and the frames that hold Markdown, come after the text.
      await delay(SETTLED_MS);
      const width = await valueOf('innerWidth');
      const clip = height === undefined ? {} : { clip: { x: 0, y: 0, width, height, scale: 1 } };
      const { data } = await send('Page.captureScreenshot', { format: 'png', ...clip });
      writeFileSync(file, Buffer.from(String(data), 'base64'));
    },
  };
}
