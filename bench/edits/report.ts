import type { Trial } from './trial';

/** Fate of an edit; a result that is not the right one, to the last byte, is a wrong place. */
export type Verdict = 'correct' | 'refused' | 'wrong';

interface Row {
  edits: number;
  correct: number;
  refused: number;
  wrong: number;
  unique: number;
  appliedOfUnique: number;
}

const HEAD = [
  'perturbation',
  'form',
  'edits',
  'correct',
  'refused',
  'wrong place',
  'one place',
  'of these applied',
];

/** Prints a table by perturbation and form and, last, one line of JSON. */
export function printReport(outcomes: readonly { trial: Trial; verdict: Verdict }[]): void {
  const rows = new Map<string, Row>();
  const all = emptyRow();
  for (const { trial, verdict } of outcomes) {
    const key = JSON.stringify([trial.perturbation, trial.form]);
    const row = rows.get(key) ?? emptyRow();
    rows.set(key, row);
    for (const one of [row, all]) count(one, trial, verdict);
  }
  const lines = [...rows].map(([key, row]) => [...(JSON.parse(key) as string[]), ...cells(row)]);
  process.stdout.write(`${table([HEAD, ...lines, ['all', '', ...cells(all)]])}\n\n`);
  const summary = {
    bench: 'edits',
    edits: all.edits,
    correct: all.correct,
    refused: all.refused,
    wrongPlace: all.wrong,
    appliedOfUnique: Number((all.appliedOfUnique / Math.max(all.unique, 1)).toFixed(4)),
  };
  process.stdout.write(`${JSON.stringify(summary)}\n`);
}

function emptyRow(): Row {
  return { edits: 0, correct: 0, refused: 0, wrong: 0, unique: 0, appliedOfUnique: 0 };
}

function count(row: Row, trial: Trial, verdict: Verdict): void {
  row.edits += 1;
  row[verdict] += 1;
  if (!trial.unique) return;
  row.unique += 1;
  if (verdict === 'correct') row.appliedOfUnique += 1;
}

function cells({ edits, correct, refused, wrong, unique, appliedOfUnique }: Row): string[] {
  const share = unique === 0 ? '–' : `${((100 * appliedOfUnique) / unique).toFixed(1)} %`;
  return [...[edits, correct, refused, wrong, unique].map(String), share];
}

/** The first two columns to the left, numbers to the right. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const cell = (text: string, column: number): string =>
    column < 2 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0);
  return rows.map((row) => row.map(cell).join('  ')).join('\n');
}
