/** The table for people, and the last line. */
import { median } from '../statistics';
import type { BrokenProject } from './project';

/** A project, and how its heal ended. */
export interface Outcome {
  project: BrokenProject;
  /** Why the failure was not recognised; undefined: it was. */
  notRecognised: string | undefined;
  /** The repair was published. */
  healed: boolean;
  /** What was published is right. */
  right: boolean;
  /** Repairs were offered for a choice; the right one may be among them. */
  suggested: 'none' | 'without the right one' | 'with the right one';
  seconds: number;
  /** Summary of the repair, or why there is none. */
  note: string;
}

interface Totals {
  total: number;
  recognised: number;
  healed: number;
  right: number;
  wrong: number;
  medianMs: number;
}

export function totalsOf(outcomes: readonly Outcome[]): Totals {
  const healed = outcomes.filter((one) => one.healed);
  const right = healed.filter((one) => one.right).length;
  return {
    total: outcomes.length,
    recognised: outcomes.filter((one) => one.notRecognised === undefined).length,
    healed: healed.length,
    right,
    wrong: healed.length - right,
    medianMs: outcomes.length > 0 ? Math.round(median(outcomes.map(({ seconds }) => seconds * 1_000))) : 0,
  };
}

/** The last line of the bench. */
export function summaryOf(outcomes: readonly Outcome[]): string {
  const byLanguage = Object.fromEntries(
    [...groups(outcomes, ({ project }) => project.language)].map(([language, own]) => [
      language,
      totalsOf(own),
    ]),
  );
  return JSON.stringify({ bench: 'projects', ...totalsOf(outcomes), byLanguage });
}

const HEADER = [
  'language',
  'runner',
  'of',
  'recognised',
  'healed',
  'right',
  'suggested',
  'with right',
  'median s',
];

/** A row for each runner of a language, and one for all. */
export function tableOf(outcomes: readonly Outcome[]): string {
  const byRunner = groups(outcomes, ({ project }) => `${project.language} ${project.runner}`);
  const rows = [...byRunner].map(([name, own]) => [...name.split(' '), ...cellsOf(own)]);
  return alignedTable([HEADER, ...rows, ['all', '', ...cellsOf(outcomes)]]);
}

function cellsOf(outcomes: readonly Outcome[]): string[] {
  const { total, recognised, healed, right, medianMs } = totalsOf(outcomes);
  const suggested = outcomes.filter((one) => one.suggested !== 'none');
  const withRight = suggested.filter((one) => one.suggested === 'with the right one').length;
  return [total, recognised, healed, right, suggested.length, withRight, medianMs / 1_000].map(String);
}

/** What came of one project, in a line. */
export function lineOf({ project, notRecognised, healed, right, suggested, seconds, note }: Outcome): string {
  const suggestion = suggested === 'none' ? 'not healed' : `suggested ${suggested}`;
  const verdict = healed ? (right ? 'right' : 'WRONG') : suggestion;
  const recognition = notRecognised === undefined ? '' : ` [not recognised: ${notRecognised}]`;
  return `${project.id.padEnd(18)} ${project.bug.padEnd(22)} ${seconds.toFixed(1).padStart(6)} s  ${verdict}: ${note}${recognition}`;
}

function groups<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const byKey = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    byKey.set(key, [...(byKey.get(key) ?? []), item]);
  }
  return byKey;
}

/** Columns as wide as their widest cell; the first two to the left. */
export function alignedTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n');
}
