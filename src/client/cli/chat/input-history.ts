import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { replaceFile } from '../../../machine/atomic-file';
import { shortHash } from '../../../machine/hash';
import { homePaths } from '../../../machine/paths';
import type { Redact } from '../../../domain/redact';

/** Most inputs that are kept of a directory. */
const MOST_KEPT = 1_000;

/** Inputs of people in one directory: lines of JSON in a file of the data folder that nobody else can read. */
export class InputHistory {
  private constructor(
    private readonly path: string,
    private readonly redact: Redact,
    private inputs: string[],
  ) {}

  /** Opens the history of a directory, given by its real path. `redact` takes secrets out of what is kept. */
  static async open(home: string, directory: string, redact: Redact): Promise<InputHistory> {
    const path = join(homePaths(home).inputs, `${shortHash(directory)}.jsonl`);
    const text = await readFile(path, 'utf8').catch(() => '');
    const all = text.split('\n').flatMap(inputOf);
    const inputs = all.slice(-MOST_KEPT);
    if (all.length > 2 * MOST_KEPT) await replaceFile(path, inputs.map(lineOf).join(''));
    return new InputHistory(path, redact, inputs);
  }

  /** The inputs, newest first, each once where it was given several times in a row. */
  get newestFirst(): string[] {
    return this.inputs.filter((one, index) => one !== this.inputs[index - 1]).reverse();
  }

  /** Keeps an input. A file that can't be written costs the history alone. */
  async add(input: string): Promise<void> {
    const kept = this.redact(input);
    this.inputs = [...this.inputs, kept].slice(-MOST_KEPT);
    try {
      await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
      await appendFile(this.path, lineOf(kept), { mode: 0o600 });
    } catch {
      return;
    }
  }
}

function lineOf(input: string): string {
  return `${JSON.stringify(input)}\n`;
}

/** The input of a line; none of a line that a crash has cut. */
function inputOf(line: string): string[] {
  try {
    const input: unknown = JSON.parse(line);
    return typeof input === 'string' ? [input] : [];
  } catch {
    return [];
  }
}
