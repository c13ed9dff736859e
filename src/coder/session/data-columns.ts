import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { BlobHash } from '../../domain/ids';
import { KintsugiError } from '../../domain/kintsugi-error';
import { readDataset } from '../../datasets';
import { HashingStream } from '../../store';

const MOST_ROWS = 1_000_000;

/** Names of the columns of a data file; undefined where it can't be read or has none. */
export async function dataColumns(
  path: string,
  bytes: Buffer,
  signal: AbortSignal,
): Promise<string[] | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'kintsugi-data-'));
  try {
    const file = join(folder, basename(path));
    await writeFile(file, bytes);
    const sink = new FirstLine();
    await readDataset(sink, { file }, { signal, limits: { rows: MOST_ROWS } });
    return sink.columns();
  } catch (error) {
    // A file that is no data of its format says nothing of its columns.
    if (error instanceof KintsugiError) return undefined;
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Keeps the beginning of the stored form alone: the columns stand there. */
class FirstLine {
  private first = '';

  async put(chunks: AsyncIterable<Uint8Array>): Promise<BlobHash> {
    const stream = new HashingStream();
    for await (const chunk of chunks) {
      if (this.first === '') this.first = Buffer.from(chunk).toString('utf8');
      stream.update(chunk);
    }
    return stream.digest();
  }

  columns(): string[] | undefined {
    const told = JSON.parse(this.first || 'null') as unknown;
    if (Array.isArray(told))
      return [...new Set(told.flatMap((item: unknown) => (isRecord(item) ? Object.keys(item) : [])))];
    const columns = isRecord(told) ? told.columns : undefined;
    return Array.isArray(columns) ? columns.map(String) : undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
