import { learnedRows } from '../../domain/goal/learning';
import { plural } from '../../domain/text';
import { homePaths } from '../../machine/paths';
import { createLearned } from '../../memory';
import type { Config } from '../../config';
import type { Output } from './output';

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
  for (const { tool, pattern, path, successes, failures, lastReason } of rows) {
    const counts = `${plural(Math.round(successes), 'success')}, ${plural(Math.round(failures), 'failure')}`;
    const why = lastReason === undefined ? '' : `: ${lastReason}`;
    output.print(`${tool} ${pattern} in ${path}  ${counts}${why}`);
  }
}
