import type { TestRunner } from '../../domain/verification/verification';
import { nodeTests, runnerCall } from './node-runners';
import type { Found, Project } from './project';

/** The check of a runner that is installed for the whole project, whatever its scripts say of it. Without `check` where it is not. */
export function installedRunner(project: Project, name: TestRunner): Found {
  const place = { project, folder: '', why: `${name} is installed`, env: [], before: [] };
  return name === 'node' ? nodeTests(place, [], []) : runnerCall(name, [], place);
}
