import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Config } from '../config';
import { EXIT, KintsugiError } from '../domain/kintsugi-error';
import { momentText } from '../domain/run/times';
import { homePaths } from '../machine/paths';

/** Mark of a service that somebody has stopped: whoever only looks at runs must not start it. */
const DownMark = z.object({ since: z.iso.datetime() });

/** Somebody has stopped the service, and has not started it since. */
export class ServiceDownError extends KintsugiError {
  override name = 'ServiceDownError';

  constructor(since: string) {
    super(
      `Kintsugi was stopped at ${momentText(since)} by kintsugi down, and stays so: open runs go on after kintsugi up.`,
      EXIT.infrastructure,
    );
  }
}

/** Marks the service as stopped on purpose. */
export async function markDown({ home }: Config): Promise<void> {
  await mkdir(home, { recursive: true, mode: 0o700 });
  const mark = { since: new Date().toISOString() };
  await writeFile(homePaths(home).downMark, JSON.stringify(mark), { mode: 0o600 });
}

/** Takes the mark away: somebody starts the service, or a run. */
export async function clearDown({ home }: Config): Promise<void> {
  await rm(homePaths(home).downMark, { force: true });
}

/** Throws `ServiceDownError` where the service was stopped on purpose. */
export async function refuseIfDown({ home }: Config): Promise<void> {
  const text = await readFile(homePaths(home).downMark, 'utf8').catch(() => undefined);
  if (text === undefined) return;
  throw new ServiceDownError(sinceOf(text));
}

/** A mark that is only half written counts, too. */
function sinceOf(text: string): string {
  try {
    return DownMark.parse(JSON.parse(text)).since;
  } catch {
    return new Date().toISOString();
  }
}
