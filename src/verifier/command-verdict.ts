/** The failures of a whole command beside its tests: a step that fails, a limit of coverage, an error after the tests. */
import { analyzeFailure } from '../domain/verification/analysis';
import { failuresOf } from '../domain/verification/failed-checks';
import { totalsOf } from '../domain/verification/totals';
import type { CheckReport } from '../domain/verification/verification';
import { firstLine } from '../domain/text';

/** The report with the command's own failure alone; undefined where it has none, or could not run here. */
export function failedAsWhole(report: CheckReport): CheckReport | undefined {
  const { name, end, exitCode, tests } = report;
  if ((end === 'completed' && exitCode === 0) || lackOf(report) !== undefined) return undefined;
  const own = tests.filter(({ file, status }) => file === name && status === 'failed');
  return own.length === 0 ? undefined : { ...report, tests: own, totals: totalsOf(own) };
}

/** Thing that a command lacks here, such as a program or the network: its end says nothing of the project. */
export function lackOf(report: CheckReport): string | undefined {
  const { end, exitCode, stderr, stdout } = report;
  if (end === 'not-run') return 'the right to run it';
  if (end === 'timeout') return 'more time than it has';
  if (end !== 'completed' || exitCode === 0) return undefined;
  const said = `${stderr}\n${stdout}`;
  if (exitCode === 127 || /\bError 127\b/.test(stderr))
    return /([\w.@/-]{1,80}): (?:command )?not found/.exec(said)?.[1] ?? 'a program';
  const [failed] = failuresOf(report).filter(({ id }) => id === report.name);
  const analysis = failed && analyzeFailure(failed, said);
  return analysis?.kind === 'environment' ? firstLine(analysis.summary, 200) : undefined;
}
