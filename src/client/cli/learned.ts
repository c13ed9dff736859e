import type { LearnedRow } from '../../domain/goal/learning';
import { firstLine } from '../../domain/text';
import { homePaths } from '../../machine/paths';
import { createLearned } from '../../memory';
import type { Config } from '../../config';
import type { Output } from './output';
import { shownName } from '../../domain/shown';

/** Prints which ways went well or badly in these folders, the surest first. */
export async function showLearned(
  config: Config,
  roots: readonly string[],
  output: Output,
  json: boolean,
): Promise<void> {
  const rows = await createLearned(homePaths(config.home).learned).rows(roots, new Date().toISOString());
  if (json) {
    output.print(JSON.stringify(rows));
    return;
  }
  if (rows.length === 0) output.print('Nothing is learned of these folders yet: run a goal on them first.');
  for (const row of rows) output.print(rowText(row));
}

/** `find content=words path=folder in papers  3 successes, 1 failure: it has no such folder` */
function rowText({ tool, pattern, path, successes, failures, lastReason }: LearnedRow): string {
  const place = path === '' ? '' : ` in ${shownName(path)}`;
  const why = lastReason === undefined ? '' : `: ${shownName(firstLine(lastReason))}`;
  return `${tool} ${shownName(pattern)}${place}  ${countText(successes, 'success')}, ${countText(failures, 'failure')}${why}`;
}

/** Tries count less as they grow old, so the counts are no whole numbers. */
function countText(count: number, noun: 'success' | 'failure'): string {
  const shown = Math.round(count * 10) / 10;
  if (shown === 1) return `1 ${noun}`;
  return `${shown} ${noun === 'success' ? 'successes' : 'failures'}`;
}
