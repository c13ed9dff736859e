import { runCheck, withFolder } from '../project-folder';
import { failingNames } from './failing-names';
import { repaired, type BrokenProject, type Files } from './project';

/** What is wrong with a project as data, a sentence each: its right version has to pass, the wrong one to fail where it is meant to. */
export async function faultsOf(project: BrokenProject): Promise<string[]> {
  const { heldOut = {}, files, fails, runner } = project;
  const check = (given: Files): ReturnType<typeof runCheck> =>
    withFolder(project, given, (folder) => runCheck(folder, project.check));
  const faults: string[] = [];
  const right = await check({ ...repaired(project), ...heldOut });
  if (!right.passed) faults.push(`the right version fails:\n${right.output}`);
  const wrong = await check(files);
  const names = failingNames(runner, wrong.output).sort();
  if (wrong.passed) faults.push('the wrong version passes');
  else if (names.length === 0) faults.push(`no failing test can be read:\n${wrong.output}`);
  else if (fails && names.join('\n') !== [...fails].sort().join('\n'))
    faults.push(`it fails at ${names.join(', ')}, not at ${fails.join(', ')}`);
  // A suite of the held-out tests may replace visible ones, so that the right version passes the visible ones is a check of its own.
  if (Object.keys(heldOut).some((file) => file in files) && !(await check(repaired(project))).passed)
    faults.push('the right version fails the visible tests');
  if (Object.keys(heldOut).length > 0 && (await check({ ...files, ...heldOut })).passed)
    faults.push('the wrong version passes the held-out tests');
  return faults;
}
