import { columnsOf } from './live-line';
import { isAwaiting, standingText } from '../../domain/run/outcomes';
import type { Say } from '../../domain/run/said';
import type { RunSummary } from '../run-list';
import type { Output } from './output';

/** Lines of the list of runs, in columns. */
export function renderRuns(runs: readonly RunSummary[], output: Output): string[] {
  const rows = runs.map((run) => [
    run.id,
    run.kind,
    stateText(run, output.say),
    timeText(run.startedAt),
    run.directory ?? '',
  ]);
  return inColumns(rows, (cells, index) => {
    const run = runs[index];
    if (run && isAwaiting(run)) cells[2] = output.paint('yellow', cells[2] ?? '');
  });
}

/** Lines of rows whose cells stand below each other; `paint` may colour the cells of a row, which have their widths. */
export function inColumns(
  rows: readonly (readonly string[])[],
  paint?: (cells: string[], index: number) => void,
): string[] {
  const widths = rows.reduce<number[]>(
    (most, row) => row.map((cell, column) => Math.max(most[column] ?? 0, columnsOf(cell))),
    [],
  );
  return rows.map((row, index) => {
    const cells = row.map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - columnsOf(cell)));
    paint?.(cells, index);
    return cells.join('  ').trimEnd();
  });
}

/** A time to the minute, in UTC. */
export function timeText(time: Date): string {
  return time.toISOString().slice(0, 16).replace('T', ' ');
}

/** Says which other runs may write where a run does; undefined: none. */
export function neighboursLine(runs: readonly RunSummary[], say: Say): string | undefined {
  if (runs.length === 0) return undefined;
  const named = runs
    .slice(0, MOST_NEIGHBOURS)
    .map((run) => say`${run.id} since ${timeText(run.startedAt)} (${stateText(run, say)})`);
  const more = runs.length > MOST_NEIGHBOURS ? ', …' : '';
  return say`Works on this folder as well: ${named.join(', ')}${more}. Each may publish; where another has changed the same file before, publishing names the conflict and overwrites nothing.`;
}

const MOST_NEIGHBOURS = 3;

/** How a run stands, as its line says it. */
export function stateText(run: RunSummary, say: Say): string {
  const { kind, mode, turns } = run;
  const state = standingText(run, say.language);
  return kind === 'session' ? sessionText(state, { mode, turns }, say) : state;
}

/** `resting in test, 3 turns` */
export function sessionText(
  state: string,
  { mode, turns }: { mode?: string; turns?: number },
  say: Say,
): string {
  const stands = mode === undefined || mode === 'idle' ? state : say`${state} in ${mode}`;
  return turns === undefined ? stands : say`${stands}, ${turns} turn(s)`;
}

/** The command that goes on with an open run, where it waits for somebody. */
export function nextCommand(run: RunSummary): string {
  // It shows what is asked, and the command with its hash that answers: to approve without one is refused.
  if (run.phase === 'awaiting-approval' || run.phase === 'waiting-for-budget')
    return `kintsugi status ${run.id}`;
  return run.kind === 'session' ? `kintsugi chat --session ${run.id}` : `kintsugi watch ${run.id}`;
}
