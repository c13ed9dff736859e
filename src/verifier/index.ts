export { createProgramLoader, type LoadedProgram, type LoadProgram } from './load-program';
export { confirmTree } from './own-runner/confirm-tree';
export { protector } from './select-tests';
export { runSuggestedChecks } from './suggested-checks';
export { runTests, type TestsRun, type TestsTask } from './run-tests';
export { createTestConfigReader } from './test-config';
export { readReport } from './read-report';
export { reportedBy, type RunCheck, type RunCheckOptions } from './run-check';
export { type VerifierDeps, verify } from './verify';
