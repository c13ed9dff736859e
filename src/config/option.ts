import type { z } from 'zod';

type Env = Readonly<Record<string, string>>;

/** One thing that a user can set: by a variable for all runs, by a flag for one, or by both. */
export interface Option {
  /** Environment variable, and others that count where it is not set. */
  variable?: string | readonly [string, ...string[]];
  /** Flag of `heal` and `fork`, as `--help` shows it. One without a value means `means`. */
  flag?: string;
  /** Heading that the flag stands under in `--help`. */
  group?: 'Checks' | 'Repair' | 'Agent' | 'Budget' | 'Publishing';
  /** From the text of the variable or of the flag's value. */
  schema: z.ZodType;
  /** Text that counts where none is given. */
  default?: string | ((env: Env) => string);
  /** Says of an option without a default what holds where nothing is given. */
  otherwise?: string;
  /** A phrase for `--help` and the page of settings. */
  help: string;
  /** A worker that was started with another value is started anew. */
  restarts?: true;
  /** The data folder keeps it for the service, although no worker is started anew for it. Those that restart are kept too. */
  kept?: true;
  /** The text as it is kept, where it would mean something else in another folder. */
  keptAs?: (text: string) => string;

  /** Place in the input of a run; a fork keeps what stands there, unless the flag is given. */
  input?: string;
  /** Value of a flag that takes none. */
  means?: unknown;
  /** The flag may be given several times, for a list. */
  repeats?: true;
  /** Words that the flag takes. */
  choices?: readonly string[];
  /** Help of the opposite flag, which only a fork has: what it would keep otherwise is taken back. */
  forkHelp?: string;
}

/** A row of the table; keeps the types of its schema and its default. */
export function option<const R extends Option>(row: R): R {
  return row;
}

/** Options by name, in groups. */
export interface OptionTable {
  [name: string]: Option | OptionTable;
}

/** True for a row, false for a group of them. */
export function isOption(entry: Option | OptionTable): entry is Option {
  return typeof entry.help === 'string';
}

export interface NamedOption {
  path: readonly string[];
  row: Option;
}

export function rowsOf(table: OptionTable, path: readonly string[] = []): NamedOption[] {
  return Object.entries(table).flatMap(([name, entry]) =>
    isOption(entry) ? [{ path: [...path, name], row: entry }] : rowsOf(entry, [...path, name]),
  );
}

/** Variables of a row, the one that counts most first. */
export function variablesOf({ variable }: Option): readonly string[] {
  if (variable === undefined) return [];
  return typeof variable === 'string' ? [variable] : variable;
}

/** Puts a value where a path leads, in groups that are made on the way. */
export function place(into: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [name = '', ...rest] = path;
  if (rest.length === 0) {
    into[name] = value;
    return;
  }
  const group = (into[name] ?? {}) as Record<string, unknown>;
  into[name] = group;
  place(group, rest, value);
}

type Output<R extends Option> =
  z.output<R['schema']> | (R extends { default: NonNullable<Option['default']> } ? never : undefined);

type OptionalKeys<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T];
type WithOptional<T> = Omit<T, OptionalKeys<T>> & Partial<Pick<T, OptionalKeys<T>>>;

/** Values of the settings in a table, typed by their schemas. */
export type Values<T> = WithOptional<{
  -readonly [K in keyof T]: T[K] extends Option ? Output<T[K]> : Values<T[K]>;
}>;
