/** Texts while they are made, of models and of checks: a file for each run, which those read on the same machine who watch. Never in history. */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { tempName } from './atomic-file';
import { shortHash } from './hash';
import { isAlive, ownIdentity, ProcessIdentity } from './process-identity';

/** Time between two looks of a reader, ms: more writes are not seen. */
const WRITE_MS = 100;
/** The newest characters of a text that are looked through, and those that are told. */
const MOST_CHARS = 20_000;
const TOLD_CHARS = 2_000;

const LiveText = z.object({
  /** Effect of the run that the text belongs to. */
  effect: z.string(),
  text: z.string(),
  /** Characters of the whole text. */
  chars: z.number(),
  /** Process that writes: one that was killed leaves its file behind. */
  writer: ProcessIdentity,
});
export type LiveText = z.infer<typeof LiveText>;

/** Takes the whole text so far, where it is wanted. */
export interface LiveWriter {
  say(text: () => string): void;
  /** The text is whole: nobody has to see it here any more. */
  end(): void;
}

/** Texts of all runs on one machine. `hold`: characters at the end that may be half of a secret. */
export class LiveTexts {
  constructor(
    private readonly folder: string,
    private readonly redact: (text: string) => string,
    private readonly hold: number,
  ) {}

  /** Begins the text of an effect. A file that can't be written is no error: nobody watches then. */
  begin({ run, effect }: { run: string; effect: string }): LiveWriter {
    const path = pathOf(this.folder, run);
    let latest = (): string => '';
    let timer: NodeJS.Timeout | undefined;
    let turn: Promise<unknown> = Promise.resolve();
    const write = (): void => {
      timer = undefined;
      const whole = latest();
      const shown = this.redact(whole.slice(-MOST_CHARS));
      const text = shown.slice(0, Math.max(0, shown.length - this.hold)).slice(-TOLD_CHARS);
      const live: LiveText = { effect, text, chars: whole.length, writer: ownIdentity() };
      turn = turn.then(() => this.put(path, live)).catch(() => undefined);
    };
    return {
      say: (text) => {
        latest = text;
        timer ??= setTimeout(write, WRITE_MS).unref();
      },
      end: () => {
        clearTimeout(timer);
        timer = undefined;
        turn = turn.then(() => rm(path, { force: true })).catch(() => undefined);
      },
    };
  }

  private async put(path: string, live: LiveText): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const temp = tempName(path);
    await writeFile(temp, JSON.stringify(live), { mode: 0o600 });
    await rename(temp, path);
  }
}

/** The text that is made now for a run; undefined where none is, or it is written on another machine. */
export async function readLiveText(folder: string, run: string): Promise<LiveText | undefined> {
  const text = await readFile(pathOf(folder, run), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const live = LiveText.parse(JSON.parse(text));
  return isAlive(live.writer) ? live : undefined;
}

function pathOf(folder: string, run: string): string {
  return join(folder, `${shortHash(run)}.json`);
}
