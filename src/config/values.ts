/** Schemas of texts: values of variables and of flags. Their messages end a sentence. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { firstIssue } from '../domain/issue-words';
import { PriceTable } from '../domain/run/prices';

const SHARE = 'give a share from 0 to 1, like 0.8';
const WHOLE = { error: 'give a whole number from 1' };
const UNITS: Record<string, number> = { '': 1, K: 1e3, M: 1e6, G: 1e9, T: 1e12 };
const BINARY_UNITS: Record<string, number> = { K: 2 ** 10, M: 2 ** 20, G: 2 ** 30, T: 2 ** 40 };
const TIMES: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 24 * 3_600_000 };

/** Any text but an empty one. */
export const text = z.string().min(1);

/** A whole number from 1. */
export const wholeNumber = z.coerce.number(WHOLE).int(WHOLE).min(1, WHOLE);

/** A whole number from 0. */
export const countFromZero = z
  .string()
  .regex(/^\d+$/, { error: 'give a whole number from 0' })
  .transform(Number);

/** A share from 0 to 1. */
export const share = z.coerce.number({ error: SHARE }).min(0, SHARE).max(1, SHARE);

export const port = z.coerce.number().int().min(1).max(65_535);

/** A port to listen at; 0: any that is free. */
export const listenPort = countFromZero.refine((given) => given <= 65_535, {
  error: 'give a port from 0 to 65535',
});

const PLACE = { error: 'give HOST:PORT like 127.0.0.1:8080' };

/** Place to listen at, like `127.0.0.1:8080` or `[::1]:0`; port 0: any that is free. */
export const listenPlace = z
  .string()
  .regex(/^(?:\[[0-9a-f:]+\]|[a-z0-9.-]+):\d{1,5}$/i, PLACE)
  .transform((given) => {
    const at = given.lastIndexOf(':');
    return { host: given.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(given.slice(at + 1)) };
  })
  .refine(({ port }) => port <= 65_535, PLACE);

/** A time like `45s` or `1.5h`, in ms. */
export const duration = parsed(msOf, 'give a time like 45s, 90m, 24h or 7d');

/** A time, in whole ms, at least 1. */
export const wholeMs = duration.transform((ms) => Math.max(1, Math.round(ms)));

/** A sum of money, in USD. */
export const usd = parsed(usdOf, 'give USD like 0.50 or 2');

/** A size like `20GB` or `512MiB`, in bytes. */
export const size = parsed(bytesOf, 'give a size like 500MB, 20GB or 1.5TB');

export const names = z.string().transform((list) =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== ''),
);

/** Folders in a list with colons, as in PATH. */
export const folders = z.string().transform((list) =>
  list
    .split(':')
    .filter((name) => name !== '')
    .map((name) => resolve(name)),
);

/** Prices of models: inline JSON, or the path of a file of it. */
export const prices = z.string().transform(pricesIn);

const YES_OR_NO: [string, boolean][] = [
  ['yes', true],
  ['no', false],
];

/** `yes` or `no`, as true and false. */
export const yesOrNo = meaning(new Map(YES_OR_NO), 'give yes or no');

/** The same, or `untested`. */
export const whetherTests = meaning(
  new Map<string, boolean | 'untested'>([...YES_OR_NO, ['untested', 'untested']]),
  'give yes, no or untested',
);

/** One of an enum's words, in lower or upper case. */
export function word<T extends Record<string, string>>(words: z.ZodEnum<T>) {
  const find = (given: string) =>
    words.options.find((one) => String(one).toLowerCase() === given.trim().toLowerCase());
  return parsed(find, `give one of: ${wordsOf(words).join(', ')}`);
}

/** An enum's words as a user writes them. */
export function wordsOf(words: { options: readonly unknown[] }): string[] {
  return words.options.map((one) => String(one).toLowerCase());
}

/** Words, in lower or upper case, as what they mean. */
function meaning<T extends string | boolean>(words: ReadonlyMap<string, T>, message: string) {
  return parsed((given) => words.get(given.trim().toLowerCase()), message);
}

function parsed<T>(read: (given: string) => T | undefined, message: string) {
  return z.string().transform((given, context) => {
    const value = read(given);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}

function msOf(given: string): number | undefined {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)([smhd])$/.exec(given.trim()) ?? [];
  const factor = TIMES[unit];
  return factor && Number(number) * factor;
}

function usdOf(given: string): number | undefined {
  const value = /^(?:\d+(?:\.\d+)?|\.\d+)$/.test(given.trim()) ? Number(given) : 0;
  // A ledger counts micro-USD.
  return value >= 0.000_001 ? value : undefined;
}

function bytesOf(given: string): number | undefined {
  const [, number = '', unit = '', binary] = /^(\d+(?:\.\d+)?)\s*([KMGT]?)(i)?B?$/i.exec(given.trim()) ?? [];
  const factor = (binary ? BINARY_UNITS : UNITS)[unit.toUpperCase()];
  return number === '' || factor === undefined || Number(number) === 0
    ? undefined
    : Math.round(Number(number) * factor);
}

function pricesIn(given: string, context: z.RefinementCtx): PriceTable {
  const refuse = (message: string): never => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  const inline = given.trimStart().startsWith('{');
  let value: unknown;
  try {
    value = JSON.parse(inline ? given : readFileSync(given, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return refuse(
      `give a file of JSON or the JSON itself, {"model": {"inputPerMillion": USD, "outputPerMillion": USD}} (${reason})`,
    );
  }
  const table = PriceTable.safeParse(value);
  if (table.success) return table.data;
  const { where, message } = firstIssue(table.error);
  return refuse(`${where}: ${message}`);
}
