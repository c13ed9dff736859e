/** Sentences about what the sandbox does not honour. */

export const WAY_OUT = 'use a command check (for example --check "npm test") for tests that need it.';

/** Collects notes, each once. */
export class Notes {
  private readonly sentences = new Set<string>();

  add(sentence: string): void {
    this.sentences.add(sentence);
  }

  /** A setting of a file has no effect in the sandbox. */
  ignored(source: string, setting: string): void {
    this.add(`${setting.slice(0, 200)} of ${source} has no effect in the sandbox: ${WAY_OUT}`);
  }

  get all(): string[] {
    return [...this.sentences];
  }
}

/**
 * Reads settings out of values of unknown types: a wrong type counts as absent. Values that configuration code returned
 * hold objects with `$type` for values without a form in JSON, see `FunctionResult`.
 */

export type Settings = Readonly<Record<string, unknown>>;

const MAX_ITEMS = 1_000;
const MAX_TEXT = 10_000;

/** A plain object; undefined for all else. */
export function settings(value: unknown): Settings | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject && !('$type' in value) ? (value as Settings) : undefined;
}

/** Names and values of a plain object, in order. */
export function entries(value: unknown): [string, unknown][] {
  return Object.entries(settings(value) ?? {}).slice(0, MAX_ITEMS);
}

export function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= MAX_TEXT ? value : undefined;
}

export function flag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

/** A number above zero. */
export function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined;
}

export function list(value: unknown): unknown[] | undefined {
  return Array.isArray(value) ? value.slice(0, MAX_ITEMS) : undefined;
}

/** A list of texts; one text is a list of one. */
export function texts(value: unknown): string[] | undefined {
  const one = text(value);
  if (one !== undefined) return [one];
  return list(value)?.flatMap((item) => text(item) ?? []);
}

/** Source of a regular expression, given as such or as text. */
export function pattern(value: unknown): string | undefined {
  const plain = text(value);
  if (plain !== undefined) return plain;
  const { $type, value: written } = (value ?? {}) as { $type?: unknown; value?: unknown };
  const source = $type === 'RegExp' ? /^\/([\s\S]*)\/[a-z]*$/.exec(text(written) ?? '')?.[1] : undefined;
  return source;
}

/** The value without what JSON has no word for. */
export function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  if ('$type' in value) return undefined;
  const kept = Object.entries(value).flatMap(([key, item]) => {
    const inner = plain(item);
    return inner === undefined ? [] : [[key, inner] as const];
  });
  return Object.fromEntries(kept);
}
