import { median } from '../statistics';
import type { RepairItem } from './items';
import type { RepairOutcome } from './repair-item';

interface Row {
  fixed: number;
  correct: number;
  total: number;
  times: number[];
}

/** An item, and what came of it. */
export interface Measured {
  item: RepairItem;
  outcome: RepairOutcome;
}

/** Prints a table by bug type. `example`: whether a repair that passes what was visible may still be wrong. */
export function printTable(outcomes: readonly Measured[], example: boolean): void {
  const rows = new Map<string, Row>();
  const all: Row = { fixed: 0, correct: 0, total: 0, times: [] };
  for (const { item, outcome } of outcomes) {
    const row = rows.get(item.bugType) ?? { fixed: 0, correct: 0, total: 0, times: [] };
    rows.set(item.bugType, row);
    for (const one of [row, all]) {
      one.total += 1;
      one.fixed += Number(outcome.fixed);
      one.correct += Number(outcome.correct);
      one.times.push(outcome.ms);
    }
  }
  const header = ['bug type', 'repaired', ...(example ? ['right'] : []), 'of', 'median ms', 'longest ms'];
  const lines = [...[...rows].sort(([a], [b]) => (a < b ? -1 : 1)), ['all', all] as const].map(
    ([name, row]) =>
      [
        name,
        row.fixed,
        ...(example ? [row.correct] : []),
        row.total,
        Math.round(median(row.times)),
        Math.max(0, ...row.times),
      ].map(String),
  );
  process.stdout.write(`\n${table([header, ...lines])}\n`);
  const rounds = [1, 2, 3].map(
    (round) => outcomes.filter(({ outcome }) => outcome.fixed && outcome.rounds === round).length,
  );
  process.stdout.write(`repaired in round 1, 2, 3: ${rounds.join(', ')}\n`);
  const sure = sureIn(outcomes);
  const right = sure.filter(({ outcome }) => outcome.correct).length;
  process.stdout.write(`sure of ${sure.length}, ${right} of these right\n\n`);
}

/** Prints one line of JSON over both parts; null is what was not measured. */
export function printSummary({ tests, example }: { tests?: Measured[]; example?: Measured[] }): void {
  const summary = {
    bench: 'repair',
    fixed: tests ? fixedIn(tests) : null,
    total: (tests ?? example ?? []).length,
    medianMs: tests ? medianMs(tests) : null,
    exampleFixed: example ? fixedIn(example) : null,
    exampleCorrect: example ? example.filter(({ outcome }) => outcome.correct).length : null,
    exampleMedianMs: example ? medianMs(example) : null,
    /** Of those that it is sure of: how many, and the share that is right. */
    exampleSure: example ? sureIn(example).length : null,
    exampleSureRight: example ? shareRight(sureIn(example)) : null,
    exampleOffered: example ? example.filter(({ outcome }) => outcome.offered).length : null,
  };
  process.stdout.write(`${JSON.stringify(summary)}\n`);
}

function sureIn(outcomes: readonly Measured[]): Measured[] {
  return outcomes.filter(({ outcome }) => outcome.fixed && outcome.sure);
}

/** Two places; null where there is none. */
function shareRight(outcomes: readonly Measured[]): number | null {
  if (outcomes.length === 0) return null;
  return Math.round((100 * outcomes.filter(({ outcome }) => outcome.correct).length) / outcomes.length) / 100;
}

function fixedIn(outcomes: readonly Measured[]): number {
  return outcomes.filter(({ outcome }) => outcome.fixed).length;
}

function medianMs(outcomes: readonly Measured[]): number {
  return Math.round(median(outcomes.map(({ outcome }) => outcome.ms)));
}

/** First column to the left, numbers to the right. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
        .join('  '),
    )
    .join('\n');
}
