import { median } from '../statistics';
import type { RepairItem } from './items';
import type { RepairOutcome } from './repair-item';

interface Row {
  fixed: number;
  correct: number;
  total: number;
  times: number[];
}

/** Prints a table by bug type and, last, one line of JSON. */
export function printReport(
  outcomes: readonly { item: RepairItem; outcome: RepairOutcome }[],
  example: boolean,
): void {
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
  process.stdout.write(`repaired in round 1, 2, 3: ${rounds.join(', ')}\n\n`);
  const summary = {
    bench: 'repair',
    fixed: all.fixed,
    total: all.total,
    medianMs: Math.round(median(all.times)),
  };
  process.stdout.write(
    `${JSON.stringify(example ? { ...summary, exampleFixed: all.fixed, exampleCorrect: all.correct } : summary)}\n`,
  );
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
