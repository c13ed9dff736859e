/** Flags of `heal` and `fork`, made from the table of options. */
import { Option as Flag, type Command } from 'commander';
import { FLAGGED, oppositeFlag, place, shownDefault, type Option } from '../../config';
import { badInput } from '../../domain/kintsugi-error';
import type { ForkRequest } from '../fork';
import { valueBy } from './option-value';

/** Values of flags by commander's names for them; undefined where they are not given. */
export type RunFlags = Readonly<Record<string, unknown>>;

/** Settings of a run that flags can give; a fork keeps the others of the run that it forks. */
export type RunSettings = Omit<ForkRequest, 'request' | 'policy' | 'checkpoint' | 'patch'>;

/** Places of the input that say how a project is checked: kinds of run besides `heal` have their flags too. */
export const CHECK_PLACES: readonly string[] = [
  'verification.tests',
  'verification.commands',
  'verification.packages',
  'verification.limits',
  'verification.allowUnsandboxed',
  'verification.allowUserns',
];

/** Adds the flags that `heal` and `fork` share, in groups; with `only`, those that fill these places of the input. Throws where a place has no flag. */
export function addRunFlags(command: Command, only?: readonly string[]): Command {
  const unknown = only?.find((input) => !FLAGGED.some((row) => row.input === input));
  if (unknown !== undefined) throw new Error(`No flag of heal and fork fills ${unknown}.`);
  for (const row of FLAGGED) {
    if (only && !only.includes(row.input ?? '')) continue;
    const flag = flagOf(row);
    if (row.choices) flag.choices(row.choices);
    if (flag.required) flag.argParser(reader(row));
    command.addOption(flag);
  }
  return command;
}

/** Adds the flags that take back a setting of the forked run. */
export function addOppositeFlags(command: Command): Command {
  for (const row of FLAGGED) {
    if (row.forkHelp !== undefined)
      command.addOption(grouped(new Flag(oppositeFlag(row), row.forkHelp), row));
  }
  return command;
}

/** Settings of the flags that are given; with `only`, of those that fill these places. */
export function settingsOf(flags: RunFlags, only?: readonly string[]): RunSettings {
  const settings: Record<string, unknown> = {};
  for (const row of FLAGGED) {
    if (only && !only.includes(row.input ?? '')) continue;
    const value = given(row, flags);
    if (row.input !== undefined && value !== undefined) place(settings, row.input.split('.'), value);
  }
  return withCheckTimeout(settings, flags['checkTimeout'] as number | undefined);
}

/** Help says what holds without the flag: a default, or what a variable says. */
function flagOf(row: Option): Flag {
  const [variable] = row.variable === undefined ? [] : [row.variable].flat();
  const shown = row.choices ? '' : (variable ?? shownDefault(row));
  return grouped(new Flag(row.flag ?? '', shown === '' ? row.help : `${row.help} (${shown})`), row);
}

function grouped(flag: Flag, { group }: Option): Flag {
  return group === undefined ? flag : flag.helpGroup(`${group}:`);
}

function reader(row: Option): (text: string, before: unknown) => unknown {
  const read = valueBy(row.schema);
  if (!row.repeats) return read;
  return (text, before) => [...((before as unknown[] | undefined) ?? []), read(text)].flat();
}

/** Commander gives a flag that begins with --no- its value by the name behind that: false where it is given. */
function given(row: Option, flags: RunFlags): unknown {
  const flag = flagOf(row);
  const value = flags[flag.attributeName()];
  if (flag.negate) return value === false ? row.means : undefined;
  return value;
}

/** Checks are given as commands, and one time limit holds for all of them. */
function withCheckTimeout(settings: RunSettings, seconds: number | undefined): RunSettings {
  const { verification } = settings;
  const commands = verification?.commands as unknown as string[] | undefined;
  if (!commands) return settings;
  if (commands.some((command) => command.trim() === ''))
    throw badInput('--check is empty: give a command like --check "npm test", or leave it out.');
  const timeoutMs = seconds === undefined ? undefined : seconds * 1_000;
  const checks = commands.map((command) => ({ command, timeoutMs }));
  return { ...settings, verification: { ...verification, commands: checks } };
}
