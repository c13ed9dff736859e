/** The stored form of data, and its way back as pieces for a function. Each line of a text is a piece. */
import type { Dataset } from '../domain/values/dataset';
import type { CallInput } from '../sandbox';
import type { BlobStore } from '../store';

/** Characters of a piece of several rows. */
export const PIECE = 128 * 1024;
/** Characters of one row in its stored form; a piece must find room for it. */
export const MAX_ROW = 512 * 1024;

/** Rows or items as lines, each a JSON array. */
export async function* linesOf(batches: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let parts: string[] = [];
  let length = 0;
  for await (const batch of batches) {
    for (const value of batch) {
      const text = JSON.stringify(value) ?? 'null';
      if (length + text.length > PIECE && parts.length > 0) {
        yield `[${parts.join(',')}]\n`;
        parts = [];
        length = 0;
      }
      parts.push(text);
      length += text.length + 1;
    }
  }
  if (parts.length > 0) yield `[${parts.join(',')}]\n`;
}

/** A JSON text in lines that may be joined again: a line end is a blank to JSON, but for one in a text, which is escaped. */
export function* cutText(text: string): Iterable<string> {
  for (let start = 0; start < text.length; start += PIECE)
    yield `${JSON.stringify(text.slice(start, start + PIECE))}\n`;
}

export async function* storedLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

async function* texts(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield JSON.parse(line) as string;
}

/** The data for `Sandbox.callFunction`. It is read from the store piece by piece when the function is called. */
export function inputOf(blobs: Pick<BlobStore, 'stream'>, { blob, form }: Dataset): CallInput {
  return {
    form,
    pieces: () => {
      const lines = storedLines(blobs.stream(blob));
      return form.layout === 'json' ? texts(lines) : lines;
    },
  };
}
