import { inEachLanguage } from '../../run/said';

/** Notes on a change in one language: what to look at in it, and what its verdict lacks. */
export const NOTE_WORDS = inEachLanguage((say) => ({
  signed: (sign: string) =>
    say`The change has ${sign}: look whether it solves the problem or only the tests.`,
  doubtful: (why: string) => say`The change may be wrong: ${why}.`,
  unexecuted: (path: string) => say`No test executes the changed lines of ${path}.`,
  /** `why` is a sentence. */
  unfinished: (why: string) =>
    say`The agent was not done, so the change may be a part of what was asked. ${why}`,
  wentOn: say`The run went on without the model.`,
  noTests: (why: string) => say`No tests were written for the change: ${why}.`,
  checkNotRun: (command: string, why: string) => say`The suggested check "${command}" was not run: ${why}`,
  checkFails: (command: string, how: string) =>
    say`The suggested check "${command}" fails on the repair (${how}); it decides nothing.`,
  checkDenied: (reason: string) => say`the policy denies it: ${reason}`,
  checkAsked: (reason: string) => say`the policy asks before it: ${reason}`,
  inVerification: (passes: boolean) =>
    passes ? say`passes in the verification` : say`fails in the verification`,
  instructions: (names: string) => say`The model was given the project's instructions in ${names}.`,
  leftOut: (paths: number) => say`${paths} path(s) left out`,
  unlisted: (files: number, unlisted: number) =>
    say`${files} files are changed; ${unlisted} of them are not listed by name.`,
  /** Things that a green verdict lacks, each the end of a message. */
  unnoticed: (what: string) => say`no check fails when ${what} is broken on purpose`,
  unexecutedLines: (path: string) => say`no test executes the changed lines of ${path}`,
  notAsked: say`it was not asked`,
  onlySandbox: (reason: string) => say`the verdict is the sandbox's alone: ${reason}`,
  onlyCommand: (reason: string) => say`the project's own command did not confirm it: ${reason}`,
}));
