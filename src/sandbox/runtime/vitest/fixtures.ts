/** `test.extend`: values that a test asks for by destructuring its first parameter. */
import type { UserFunction } from '../definitions';
import { withoutComments } from '../node/comments';

export interface Fixture {
  value: unknown;
  /** Made for every test, asked for or not. */
  auto: boolean;
  /** One for the whole file. */
  shared: boolean;
}

export type FixtureSet = ReadonlyMap<string, Fixture>;

/** Reads what `test.extend` was given, over what the test has already. */
export function extendFixtures(known: FixtureSet, added: object): FixtureSet {
  const set = new Map(known);
  for (const [name, entry] of Object.entries(added) as [string, unknown][]) {
    const isTuple =
      Array.isArray(entry) && entry.length === 2 && typeof entry[1] === 'object' && entry[1] !== null;
    const [value, options] = (isTuple ? entry : [entry, {}]) as [unknown, { auto?: boolean; scope?: string }];
    const shared = options.scope === 'file' || options.scope === 'worker';
    set.set(name, { value, auto: options.auto === true, shared });
  }
  return set;
}

/** Splits at commas that are in no brackets. */
function splitNames(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? '';
    if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character)) depth--;
    else if (character === ',' && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)];
}

/** Names that a function destructures from the parameter `index`. */
export function destructuredNames(fn: (...args: never[]) => unknown, index = 0): string[] {
  const source = withoutComments(Function.prototype.toString.call(fn));
  const open = /^\s*(?:async\b\s*)?(?:function\b\s*)?(?:\*\s*)?(?:[\w$]+\s*)?\(/.exec(source);
  if (!open) return [];
  let depth = 1;
  let end = open[0].length;
  for (; end < source.length && depth > 0; end++) {
    const character = source[end] ?? '';
    if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character)) depth--;
  }
  const parameter = splitNames(source.slice(open[0].length, end - 1))[index]?.trim() ?? '';
  if (!parameter.startsWith('{')) return [];
  const body = parameter.slice(1, parameter.lastIndexOf('}'));
  return splitNames(body)
    .map((part) => /^\s*([\w$]+)/.exec(part)?.[1] ?? '')
    .filter((name) => name !== '');
}

/** Values that live as long as the file, with their ends. */
export class SharedFixtures {
  readonly values = new Map<Fixture, unknown>();
  readonly ends: (() => Promise<void>)[] = [];
}

/** The fixtures of one test while it runs. */
export class FixtureRun {
  private readonly ready = new Set<string>();
  private readonly starting = new Set<string>();
  /** To call when the test is over, the last first. */
  readonly ends: (() => Promise<void>)[] = [];

  constructor(
    private readonly set: FixtureSet,
    private readonly context: Record<string, unknown>,
    private readonly shared: SharedFixtures,
  ) {
    for (const name of set.keys()) this.context[name] = undefined;
  }

  /** Names of fixtures that a call of `fn` must find; `index` is the parameter that takes them. */
  wanted(fn: UserFunction, index: number): string[] {
    if (this.set.size === 0) return [];
    const used = new Set(destructuredNames(fn, index));
    return [...this.set]
      .filter(([name, fixture]) => (used.has(name) || fixture.auto) && !this.ready.has(name))
      .map(([name]) => name);
  }

  async start(names: readonly string[]): Promise<void> {
    for (const name of names) await this.startOne(name);
  }

  private async startOne(name: string): Promise<void> {
    const fixture = this.set.get(name);
    if (!fixture || this.ready.has(name)) return;
    if (this.starting.has(name)) throw new Error(`The fixture "${name}" needs itself.`);
    this.starting.add(name);
    this.context[name] = await this.valueOf(name, fixture);
    this.ready.add(name);
  }

  private async valueOf(name: string, fixture: Fixture): Promise<unknown> {
    if (typeof fixture.value !== 'function') return fixture.value;
    if (fixture.shared && this.shared.values.has(fixture)) return this.shared.values.get(fixture);
    const make = fixture.value as UserFunction;
    await this.start(destructuredNames(make).filter((needed) => needed !== name && this.set.has(needed)));
    const value = await this.make(name, make, fixture.shared ? this.shared.ends : this.ends);
    if (fixture.shared) this.shared.values.set(fixture, value);
    return value;
  }

  /** Runs a fixture up to its `use`; the rest of it is its end. */
  private make(name: string, make: UserFunction, ends: (() => Promise<void>)[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      let release: () => void = () => undefined;
      const use = (value: unknown): Promise<void> => {
        const held = new Promise<void>((free) => {
          release = free;
        });
        ends.unshift(async () => {
          release();
          await finished;
        });
        resolve(value);
        return held;
      };
      const finished = (async (): Promise<void> => {
        await make(this.context, use);
      })();
      finished.then(() => reject(new Error(`The fixture "${name}" never called use().`)), reject);
    });
  }
}
