import type { Coverage } from './coverage-task';
import { goCoverage } from './go-coverage';
import { nodeCoverage } from './node-coverage';
import { pythonCoverage } from './python-coverage';

/** Ways to see the lines that tests run, by how the runner is told its tests. */
export const COVERAGES: Readonly<Record<string, Coverage>> = {
  pytest: pythonCoverage,
  unittest: pythonCoverage,
  go: goCoverage,
  mocha: nodeCoverage,
  ava: nodeCoverage,
  files: nodeCoverage,
  each: nodeCoverage,
};
