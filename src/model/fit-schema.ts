import type { z } from 'zod';
import { issueText } from '../domain/issue-words';

export type Fitted<T> = { ok: true; value: T } | { ok: false; error: string };

/** Texts within texts within a value: each of them takes another look. */
const MOST_LOOKS = 4;

/**
 * A value of the schema. Where the schema wants something else than a text, and the value has JSON text of it there, that
 * is taken: many models write lists and objects so. The error names each wrong place once.
 */
export function fitSchema<S extends z.ZodType>(given: unknown, schema: S): Fitted<z.output<S>> {
  let value = given;
  const first = schema.safeParse(value);
  let parsed = first;
  for (let look = 0; look < MOST_LOOKS && !parsed.success; look += 1) {
    const read = withTextsRead(value, parsed.error.issues);
    if (read === undefined) break;
    ({ value } = read);
    parsed = schema.safeParse(value);
  }
  if (parsed.success) return { ok: true, value: parsed.data };
  return { ok: false, error: first.error ? mistakes(first.error) : '' };
}

type Issues = z.ZodError['issues'];

/** Each wrong place once: what follows a wrong type is measured on the wrong thing. */
function mistakes({ issues }: z.ZodError): string {
  const places = new Map<string, string>();
  for (const issue of issues) {
    const place = issue.path.join('.') || 'the whole';
    if (!places.has(place)) places.set(place, `${place} ${issueText(issue)}`);
  }
  return [...places.values()].join('; ');
}

/** The value with the texts at these places read as JSON; undefined where none of them is JSON of something else. */
function withTextsRead(value: unknown, issues: Issues): { value: unknown } | undefined {
  const root = { value: structuredClone(value) };
  let isOther = false;
  for (const { path } of issues) {
    const [last = 'value', ...above] = ['value', ...path].reverse();
    const holder = above.reverse().reduce<unknown>((at, name) => (at as Holder | undefined)?.[name], root);
    const text = (holder as Holder | undefined)?.[last];
    const read = typeof text === 'string' ? readJson(text) : undefined;
    if (read === undefined || !('value' in read) || typeof read.value === 'string') continue;
    (holder as Holder)[last] = read.value;
    isOther = true;
  }
  return isOther ? root : undefined;
}

type Holder = Record<PropertyKey, unknown>;

/** Characters that JSON wants escaped within a text, and models write as they are. */
const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** JSON of a text; line breaks and tabs within its strings may stand as they are. */
export function readJson(text: string): { value: unknown } | { problem: string } {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return readEscaped(text);
  }
}

function readEscaped(text: string): { value: unknown } | { problem: string } {
  try {
    return { value: JSON.parse(escaped(text)) };
  } catch (error) {
    return { problem: (error as SyntaxError).message };
  }
}

function escaped(text: string): string {
  let inString = false;
  let written = '';
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (char === '"') inString = !inString;
    const next = inString && char === '\\' ? text[(at += 1)] : undefined;
    written += inString ? (ESCAPES[char] ?? char) + (next ?? '') : char;
  }
  return written;
}
