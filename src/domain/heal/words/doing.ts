import { inEachLanguage } from '../../run/said';

/** Words on the work of runs by language. */
export const DOING_WORDS = inEachLanguage((say) => ({
  importing: (directory: string) => say`importing ${directory}`,
  answering: say`answering`,
  carryingOut: say`carrying out the request`,
  writingTests: (files: number, better: boolean) =>
    better ? say`writing better tests for ${files} file(s)` : say`writing tests for ${files} file(s)`,
  scoringTests: say`trying deliberate mistakes on the generated tests`,
  confirming: say`running the tests by the project’s own test runner`,
  breaking: say`breaking the change on purpose: a check has to fail`,
  proposing: (what: string) => say`looking for a repair of ${what}`,
  /** Name of a failing test, and the number of further ones. */
  failing: (id: string, more: number) => (more > 0 ? say`${id} and ${more} more` : id),
  theFailure: say`the failure`,
  verifying: (candidates: number, more: boolean) =>
    more ? say`verifying ${candidates} candidate(s) more` : say`verifying ${candidates} candidate(s)`,
  comparing: (candidates: number) => say`comparing what ${candidates} candidate(s) do`,
  suggested: say`running the checks that the repair names`,
  comparingChange: say`comparing the change with the files before the run`,
  verifyingEdits: say`verifying the edits made while approving`,
  leavingOut: say`leaving out generated tests that fail`,
  planning: say`looking at what publishing would do`,
  publishing: say`writing the change to the directory`,
  checkingChange: say`running the checks on the change`,
  /** `origin`: as `forkedFrom` has it; absent: unchanged files. */
  checkingBase: (origin: string | undefined) =>
    say`running the checks on the ${origin === undefined ? say`unchanged files` : say`files ${origin}`}`,
  tests: (passed: number, failed: number) => say`${passed} passed, ${failed} failed`,
  verdict: (passed: number, failed: number) => say`${passed} test(s) passed, ${failed} failed`,
  allChecks: say`all checks`,
  /** Acts that the policy is asked about. */
  execute: (request: string) => say`carry out the request: ${request}`,
  repair: (round: number, failure: string) => say`look for repair ${round}: ${failure}`,
  /** States that people can go back to. */
  checkpoint: (run: string, checkpoint: number) => say`checkpoint ${checkpoint} of ${run}`,
  before: (origin: string | undefined) =>
    origin === undefined ? say`before the run` : say`before the run, ${origin}`,
  turn: (number: number) => say`turn ${number} of the agent`,
  tried: say`turned down, and tried again`,
  testsForChange: say`tests for the change`,
  personsEdits: say`edits made while approving`,
  choice: (text: string, tested: boolean) =>
    say`choice ${text}${tested ? say`, with its answer as a test` : ''}`,
  published: say`what was published of it`,
  result: say`result of the run`,
}));
