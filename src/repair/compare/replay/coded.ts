import { z } from 'zod';

/** A value of a program as JSON: plain where JSON has a word for it, else an object with `$`. */
export type Coded =
  | string
  | number
  | boolean
  | null
  | Coded[]
  | { $: 'undefined' }
  /** `NaN`, `Infinity`, `-Infinity`, `-0`. */
  | { $: 'number'; v: string }
  | { $: 'bigint'; v: string }
  | { $: 'date'; v: number | null }
  | { $: 'regexp'; v: string; f: string }
  | { $: 'map'; v: [Coded, Coded][] }
  | { $: 'set'; v: Coded[] }
  /** Source text, or the name of a built-in. */
  | { $: 'function'; v: string }
  | { $: 'typed'; c: string; v: number[] }
  /** `c`: a class that the module declares. */
  | { $: 'object'; c?: string; v: [string, Coded][] };

const Leaf = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export const Coded: z.ZodType<Coded> = z.lazy(() =>
  z.union([
    Leaf,
    z.array(Coded),
    z.object({ $: z.literal('undefined') }),
    z.object({ $: z.literal('number'), v: z.string() }),
    z.object({ $: z.literal('bigint'), v: z.string() }),
    z.object({ $: z.literal('date'), v: z.number().nullable() }),
    z.object({ $: z.literal('regexp'), v: z.string(), f: z.string() }),
    z.object({ $: z.literal('map'), v: z.array(z.tuple([Coded, Coded])) }),
    z.object({ $: z.literal('set'), v: z.array(Coded) }),
    z.object({ $: z.literal('function'), v: z.string() }),
    z.object({ $: z.literal('typed'), c: z.string(), v: z.array(z.number()) }),
    z.object({ $: z.literal('object'), c: z.string().optional(), v: z.array(z.tuple([z.string(), Coded])) }),
  ]),
);

const NAME = /^[A-Za-z_$][\w$]*$/;

/** The value as source text of JavaScript. */
export function sourceOf(value: Coded): string {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${value.map(sourceOf).join(', ')}]`;
  switch (value.$) {
    case 'undefined':
      return 'undefined';
    case 'number':
    case 'function':
      return value.v;
    case 'bigint':
      return `${value.v}n`;
    case 'date':
      return value.v === null ? 'new Date(NaN)' : `new Date(${value.v})`;
    case 'regexp':
      return `/${value.v}/${value.f}`;
    case 'map':
      return `new Map([${value.v.map(([key, one]) => `[${sourceOf(key)}, ${sourceOf(one)}]`).join(', ')}])`;
    case 'set':
      return `new Set([${value.v.map(sourceOf).join(', ')}])`;
    case 'typed':
      return `new ${value.c}([${value.v.join(', ')}])`;
    case 'object':
      return objectSource(value);
  }
}

function objectSource({ c, v }: Extract<Coded, { $: 'object' }>): string {
  const fields = v.map(([key, one]) => `${NAME.test(key) ? key : quoted(key)}: ${sourceOf(one)}`).join(', ');
  const text = fields === '' ? '{}' : `{ ${fields} }`;
  return c === undefined ? text : `Object.assign(Object.create(${c}.prototype), ${text})`;
}

/** In single quotes, as most projects write it. */
function quoted(text: string): string {
  const inner = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll("'", String.raw`\'`);
  return `'${inner}'`;
}
