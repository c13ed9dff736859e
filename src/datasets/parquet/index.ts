/** Parquet, read by a process with a bound on its memory: what unpacks to more than that ends the process, not the worker. */
import { badInput } from '../../domain/kintsugi-error';
import { ARTEFACTS } from '../../machine/paths';
import { startHelper } from '../../machine/helpers/process';
import type { ChildProcess } from '../../machine/processes';
import { columnNames } from '../columns';
import { storedLines } from '../pieces';
import type { OpenSource, Reading, Row } from '../types';
import { tooMuch, type ParquetLine } from './protocol';
import type { ParquetTask } from './read';

/** Objects of the process, MiB: several times what data of the largest size takes. */
const HEAP_MIB = 1_024;
/** Longest time for a file, ms: one of the largest size takes some ten seconds. */
const DEADLINE_MS = 300_000;

export async function readParquet(source: OpenSource): Promise<Reading> {
  if (source.bytes === 0) throw badInput(`${source.name} is empty: a Parquet file has a schema at least.`);
  const lines = linesOf(source);
  const { value: first } = await lines.next();
  if (!first || !('columns' in first)) throw tooMuch(source.name);
  const { names, floats } = first.columns;
  return { layout: 'rows', columns: columnNames(names), floats, batches: batchesOf(lines) };
}

async function* batchesOf(lines: AsyncGenerator<ParquetLine, undefined>): AsyncGenerator<Row[]> {
  for await (const line of lines) if ('rows' in line) yield line.rows;
}

/** Lines of the process but for the last one. The process ends with them, and with the signal. */
async function* linesOf(source: OpenSource): AsyncGenerator<ParquetLine, undefined> {
  const { signal, path, name, bytes, limits } = source;
  signal?.throwIfAborted();
  const child = start({ path, name, bytes, limits });
  const ended = endOf(child);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    child.kill('SIGKILL');
  }, DEADLINE_MS);
  const abort = (): void => void child.kill('SIGKILL');
  signal?.addEventListener('abort', abort, { once: true });
  try {
    for await (const text of storedLines(child.stdout as AsyncIterable<Uint8Array>)) {
      const line = lineOf(text);
      if (line && 'refused' in line) throw badInput(line.refused);
      if (line && 'done' in line) return undefined;
      if (line) yield line;
    }
    signal?.throwIfAborted();
    if (isLate) throw tooLong(name);
    const problem = await ended;
    throw problem === undefined
      ? tooMuch(name)
      : new Error(`The reader of Parquet files failed: ${problem}.`);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
    child.kill('SIGKILL');
  }
}

function start(task: ParquetTask): ChildProcess {
  const program = { artefact: ARTEFACTS.parquetReader, memoryMb: HEAP_MIB, isConfined: true };
  return startHelper(program, [JSON.stringify(task)], ['ignore', 'pipe', 'ignore']);
}

/** Exit code of a process that its runtime, or the kernel, has ended for want of memory: aborted, or killed. */
const ABORTED = 128;

/** Resolves when the process has ended: to why it failed, where that was not for want of memory. */
function endOf(child: ChildProcess): Promise<string | undefined> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code) =>
      resolve(code === null || code > ABORTED ? undefined : `it ended with code ${code}`),
    );
  });
}

/** Undefined for a line that the end of the process has cut. */
function lineOf(text: string): ParquetLine | undefined {
  try {
    return JSON.parse(text) as ParquetLine;
  } catch {
    return undefined;
  }
}

function tooLong(name: string): Error {
  return badInput(
    `${name} takes more than ${DEADLINE_MS / 60_000} minutes to be read: take fewer rows or columns.`,
  );
}
