/** Text files: decoded piece by piece, and refused where their bytes are not what their encoding says. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { TextDecoder } from 'node:util';
import { badInput } from '../domain/kintsugi-error';
import type { OpenSource } from './types';

const CHUNK_BYTES = 256 * 1024;

/** Marks at the beginning of a file. UTF-8's own is taken away by the decoder. */
const MARKS: readonly { bytes: readonly number[]; encoding: string }[] = [
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
];

async function markedEncoding(path: string): Promise<string | undefined> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return MARKS.find(({ bytes }) => bytes.every((byte, index) => buffer[index] === byte))?.encoding;
  } finally {
    await file.close();
  }
}

/** Text of the file in pieces. */
export async function* textOf(source: OpenSource): AsyncGenerator<string> {
  const { path, name, signal } = source;
  const encoding = (await markedEncoding(path)) ?? 'utf-8';
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decode = (chunk: Uint8Array | undefined): string => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch {
      throw badInput(`${name} is not ${encoding.toUpperCase()}: save it as UTF-8.`);
    }
  };
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES, signal })) {
    const text = decode(chunk as Buffer);
    if (text.includes('\0')) throw badInput(`${name} is no text: give it the ending of its format.`);
    yield text;
  }
  yield decode(undefined);
}

/** Lines of the file with their numbers from 1, blank ones left out. */
export async function* linesOf(
  source: OpenSource,
  longest: number,
): AsyncGenerator<{ line: number; text: string }> {
  let rest = '';
  let line = 0;
  for await (const text of textOf(source)) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > longest) throw tooLong(source.name, line + lines.length + 1, longest);
    for (const one of lines) {
      line++;
      if (one.trim() !== '') yield { line, text: one };
    }
  }
  if (rest.trim() !== '') yield { line: line + 1, text: rest };
}

function tooLong(name: string, line: number, longest: number): Error {
  return badInput(`${name} has more than ${longest} characters in line ${line}: give it shorter records.`);
}
