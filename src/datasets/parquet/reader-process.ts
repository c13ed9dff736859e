/** The process that reads a Parquet file: it is told of the file in its argument, and writes lines of JSON. It dies where it takes too much. */
import { once } from 'node:events';
import { firstLine } from '../../domain/text';
import { badInput, KintsugiError } from '../../domain/kintsugi-error';
import { MAX_ROW, PIECE } from '../pieces';
import { tooMuch, type ParquetLine } from './protocol';
import { readRows, type ParquetTask } from './read';

async function main(): Promise<void> {
  const task = JSON.parse(process.argv[2] ?? '') as ParquetTask;
  try {
    await pass(task);
  } catch (error) {
    await write({ refused: refusal(task.name, error).message });
  }
}

/** Limits of memory show as errors of many words; what else the library throws is the file's fault. */
function refusal(name: string, error: unknown): KintsugiError {
  if (error instanceof KintsugiError) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (/allocat|out of memory|unable to grow|invalid (array|string|typed array) length/i.test(message))
    return tooMuch(name);
  return badInput(`${name} is no Parquet file that can be read: ${firstLine(message, 300)}.`);
}

async function pass(task: ParquetTask): Promise<void> {
  const { columns, rows } = await readRows(task);
  await write({ columns });
  let batch: string[] = [];
  let chars = 0;
  for await (const row of rows) {
    const text = JSON.stringify(row);
    if (text.length > MAX_ROW)
      throw badInput(`${task.name} has a row of more than ${MAX_ROW / 1024} KiB: shorten its texts.`);
    if (chars + text.length > PIECE && batch.length > 0) {
      await writeText(`{"rows":[${batch.join(',')}]}\n`);
      batch = [];
      chars = 0;
    }
    batch.push(text);
    chars += text.length;
  }
  await writeText(`{"rows":[${batch.join(',')}]}\n`);
  await write({ done: true });
}

function write(line: ParquetLine): Promise<void> {
  return writeText(`${JSON.stringify(line)}\n`);
}

async function writeText(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

void main();
