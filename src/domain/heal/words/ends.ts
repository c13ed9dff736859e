import { inEachLanguage } from '../../run/said';
import { nameText } from '../../proof';

/** Sentences on why a run ends without success, or can't begin, in one language; each says the way out. */
export const END_WORDS = inEachLanguage((say) => ({
  changes: (what: string) =>
    say`The change ${what}. Tests rely on them: write it without, or check it with a command (--check "npm test" --no-sandbox-tests).`,
  byChance: (byChance: string) => say`The change ${byChance}: make it give the same result each time.`,
  breaks: (tests: number) => say`The change breaks ${tests} test(s) that passed before.`,
  untested: say`Nothing could verify the change: it has no tests and no checks. Add tests, --check or --generate-tests yes.`,
  allSkipped: (tests: number) =>
    say`Nothing could verify the change: its ${tests} test(s) are all skipped. Unskip some, or give a check with --check.`,
  noTest: say`Nothing could verify the change: its checks hold no test. Unskip some, or give a check with --check.`,
  /** `worth`: empty, or the end of a sentence. */
  unearned: (worth: string) =>
    say`Nothing but generated tests could verify the change, and they are not trusted${worth === '' ? '' : say`: ${worth}`}. Add tests of your own or --check.`,
  outOfTime: (limit: string) =>
    say`The run has worked for its time limit of ${limit} and ends with what it has.`,
  changedNothing: (why: string) => say`The agent changed nothing: ${why}`,
  saidNoMore: say`it said no more`,
  otherThanPromised: (failed: number, directory: string) =>
    failed === 1
      ? say`With the repair 1 check of your files as they are now fails, and not the same as when it was suggested: start again with kintsugi heal ${directory}.`
      : say`With the repair ${failed} checks of your files as they are now fail, and not the same as when it was suggested: start again with kintsugi heal ${directory}.`,
  partial: (mended: number, failed: number) =>
    failed === 1
      ? say`The repair mends ${mended} test(s) and breaks none, but 1 check still fails. Publish it as it is?`
      : say`The repair mends ${mended} test(s) and breaks none, but ${failed} checks still fail. Publish it as it is?`,
  withEdits: (verdict: string) => say`With the edits ${verdict}: answer again.`,
  notAllowed: (what: string, reason: string) => say`Not allowed to ${what}: ${reason}`,
  chosen: (letter: string) => say`a person chose ${letter}`,
  middle: say`The run went back to files in the middle of the work`,
  turnedDown: (by: string | undefined, reason: string) =>
    by === undefined
      ? say`turned down by a person: ${reason}`
      : say`turned down by ${nameText(by, say)}: ${reason}`,
  wholeChange: say`the whole change`,
  vanished: say`The test passed before the change and is missing or skipped now.`,
  /** Of a candidate or a change that the project's own runner refutes. */
  commandFails: (by: string, said: string) => say`the tests pass, but ${by} fails: ${said}`,
  runnerFails: (by: string, tests: number, first: string, said: string) =>
    say`green in the sandbox, but ${by} does not pass ${tests} test(s) ("${first}": ${said})`,
  passesInSandbox: (by: string, said: string) => say`It passes in the sandbox and not in ${by}: ${said}`,
  modelNeeded: say`A request needs a model: set KINTSUGI_MODEL (and OPENAI_API_KEY, or KINTSUGI_MODEL_BASE_URL for another endpoint), or leave the request out to repair failing tests without one.`,
  modelUnreachable: say`The worker has no endpoint to ask for --model: set KINTSUGI_MODEL (and OPENAI_API_KEY or KINTSUGI_MODEL_BASE_URL), or leave --model out.`,
  chatNeedsRequest: say`A chat_reply task needs a request: write it after the directory.`,
  unpriced: (models: string) =>
    say`The run can't keep to its budget: a budget in USD needs a price for ${models}: add it to KINTSUGI_MODEL_PRICES, or give the budget in tokens (--budget-tokens).`,
  checkDenied: (command: string, reason: string) =>
    say`The policy denies the check "${command}" (${reason}): leave it out, or change the rule (kintsugi policy list).`,
  patchMisfit: (at: string, why: string, more: number, nearest: string | undefined) =>
    say`The patch does not fit ${at}, so nothing was done: ${why}${more > 0 ? say` (and ${more} more)` : ''}. Make it against the files of that checkpoint.${nearest === undefined ? '' : say` What stands there (≠ marks lines it does not have):\n${nearest}`}`,
  forkConflict: (at: string, paths: string) =>
    say`${at} and the directory as it is now do not go together: ${paths}`,
  forkMissing: (at: string) =>
    say`The files of ${at} are no longer in the store, or on another machine: fork a newer run, or start anew with kintsugi heal DIR.`,
  noTestsFound: (directory: string) =>
    say`No tests were found in ${directory}, and no check was given. Name a command that fails where the program is wrong (--check "npm test"), test files of JavaScript (--test GLOB), or say what to do in a request.`,
  partRan: (unrun: string) =>
    say`What ran passes, but not all tests of the project ran: ${unrun} See kintsugi explain, or name the checks that count with --check.`,
  noneRan: (directory: string, unrun: string) =>
    say`The tests of ${directory} can't run: ${unrun} See kintsugi explain, or name the checks that count with --check.`,
  unverifiable: (files: number, directory: string, reason: string, leaveOut: string) =>
    say`${files} test file(s) of ${directory} can not be verified: ${reason} Or leave out what can not be run: ${leaveOut}.`,
  noMatch: (directory: string, globs: string) =>
    say`No test file of ${directory} matches --test ${globs}: correct the glob, or leave it out for the usual Jest names.`,
  allTestsSkipped: (tests: number, directory: string) =>
    say`All ${tests} tests of ${directory} are skipped, so nothing can be verified: unskip some, or give a check with --check.`,
  unparsed: (file: string, line: number | undefined, error: string) =>
    say`The test file ${file} does not parse${line === undefined ? '' : say` (line ${line})`}: ${error}. Mend it, or choose the other test files with --test.`,
}));
