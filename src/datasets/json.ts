/** JSON: an array is read element by element, anything else as one value; and one JSON value a line. */
import { badInput, KintsugiError } from '../domain/kintsugi-error';
import { parseJson } from './cells';
import { linesOf, textOf } from './text';
import type { OpenSource, Reading } from './types';

const BATCH = 500;
/** Characters of an element. */
const MAX_ELEMENT = 256 * 1024;
/** Bytes of a JSON value that is no array: it has to be parsed as a whole. */
const MAX_VALUE = 16 * 1024 * 1024;

function notJson(name: string, error: unknown): Error {
  if (error instanceof KintsugiError || !(error instanceof SyntaxError)) return error as Error;
  return badInput(`${name} is not JSON: ${error.message}.`);
}

async function* batched(values: AsyncIterable<unknown>): AsyncGenerator<unknown[]> {
  let batch: unknown[] = [];
  for await (const value of values) {
    batch.push(value);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

async function* elements(source: OpenSource): AsyncGenerator<unknown> {
  const cutter = new ArrayCutter(MAX_ELEMENT);
  let count = 0;
  try {
    for await (const text of textOf(source)) {
      for (const element of cutter.add(text)) {
        count++;
        yield parseElement(element, count);
      }
    }
    cutter.end();
  } catch (error) {
    throw notJson(source.name, error);
  }
}

function parseElement(text: string, count: number): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw new SyntaxError(`element ${count}: ${(error as Error).message}`, { cause: error });
  }
}

async function firstCharacter(source: OpenSource): Promise<string | undefined> {
  for await (const text of textOf(source)) {
    const first = text.trimStart()[0];
    if (first !== undefined) return first;
  }
  return undefined;
}

async function wholeValue(source: OpenSource): Promise<unknown> {
  if (source.bytes > MAX_VALUE)
    throw badInput(
      `${source.name} is one JSON value of more than ${MAX_VALUE / 1024 / 1024} MiB: make an array of its records.`,
    );
  const texts: string[] = [];
  for await (const text of textOf(source)) texts.push(text);
  try {
    return parseJson(texts.join(''));
  } catch (error) {
    throw notJson(source.name, error);
  }
}

export async function readJson(source: OpenSource): Promise<Reading> {
  const first = await firstCharacter(source);
  if (first === undefined) throw badInput(`${source.name} is empty: a JSON file holds a value.`);
  if (first === '[') return { layout: 'items', batches: batched(elements(source)) };
  return { layout: 'json', value: await wholeValue(source) };
}

async function* lineValues(source: OpenSource): AsyncGenerator<unknown> {
  for await (const { line, text } of linesOf(source, MAX_ELEMENT)) {
    try {
      yield parseJson(text);
    } catch (error) {
      throw badInput(`${source.name} is not JSON at line ${line}: ${(error as Error).message}.`);
    }
  }
}

/** Reads a file of one JSON value a line. An empty one holds no values. */
export async function readNdjson(source: OpenSource): Promise<Reading> {
  return { layout: 'items', batches: batched(lineValues(source)) };
}

export function readValue(value: unknown): Reading {
  if (!Array.isArray(value)) return { layout: 'json', value };
  const items: readonly unknown[] = value;
  async function* each(): AsyncGenerator<unknown> {
    yield* items;
  }
  return { layout: 'items', batches: batched(each()) };
}

/** Cuts the text of a JSON array into the texts of its elements, so that it is never held whole. */

const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;
const OPEN = new Set([91, 123]);
const CLOSE = new Set([93, 125]);

/** Takes text in pieces. Throws `SyntaxError`; elements themselves are not checked. */
export class ArrayCutter {
  private depth = 0;
  private inText = false;
  private escaped = false;
  private parts: string[] = [];
  private length = 0;
  private elements = 0;
  private ended = false;

  constructor(private readonly longest: number) {}

  /** Elements that the piece completes. */
  *add(piece: string): Iterable<string> {
    let start = 0;
    for (let at = 0; at < piece.length; at++) {
      const code = piece.charCodeAt(at);
      if (this.inText) {
        this.passText(code);
        continue;
      }
      if (code === QUOTE) this.inText = true;
      else if (OPEN.has(code)) {
        if (this.depth++ === 0) start = this.begin(piece, start, at);
      } else if (CLOSE.has(code)) {
        if (--this.depth > 0) continue;
        yield* this.finish(piece.slice(start, at));
        start = at + 1;
      } else if (code === COMMA && this.depth === 1) {
        yield this.element(piece.slice(start, at));
        start = at + 1;
      }
    }
    this.keep(piece.slice(start));
  }

  private passText(code: number): void {
    if (this.escaped) this.escaped = false;
    else if (code === BACKSLASH) this.escaped = true;
    else if (code === QUOTE) this.inText = false;
  }

  private begin(piece: string, start: number, at: number): number {
    if (this.ended || piece.slice(start, at).trim() !== '' || piece[at] !== '[')
      throw new SyntaxError('there is text after its end');
    return at + 1;
  }

  private keep(text: string): void {
    if (this.depth === 0 && text.trim() !== '') throw new SyntaxError('there is text after its end');
    this.measure(text);
    if (this.depth > 0) this.parts.push(text);
  }

  private measure(text: string): void {
    this.length += text.length;
    if (this.length > this.longest)
      throw new SyntaxError(`element ${this.elements + 1} has more than ${this.longest} characters`);
  }

  private element(text: string): string {
    this.measure(text);
    const whole = [...this.parts, text].join('');
    this.parts = [];
    this.length = 0;
    this.elements++;
    if (whole.trim() === '') throw new SyntaxError(`element ${this.elements} is missing`);
    return whole;
  }

  private *finish(text: string): Iterable<string> {
    this.ended = true;
    const isEmpty = this.elements === 0 && [...this.parts, text].join('').trim() === '';
    if (!isEmpty) yield this.element(text);
    this.parts = [];
    this.length = 0;
  }

  /** Throws where the array was not closed. */
  end(): void {
    if (!this.ended || this.inText) throw new SyntaxError('its end is missing');
  }
}
