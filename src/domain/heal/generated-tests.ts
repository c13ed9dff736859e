import { restsOnWeakTests } from './earned';
import type { Verification } from '../verification/verification';
import type { FileEdit } from '../files/workspace';
import { isTest, isTestable } from '../verification/protected-paths';
import { repairsInEffect } from './roll-back';
import { hasModel, type HealEffect, type HealState } from './state';

/**
 * Effect that a green change still needs for its tests: it asks for tests if none were asked for yet, and tries those
 * last tried on another tree on this one, for the report. Undefined if nothing is left to do.
 */
export function testsWanted(state: HealState): HealEffect | undefined {
  const { tree, generatedTests, testsScored } = state;
  if (generatedTests.length > 0)
    return testsScored && testsScored.tree !== tree
      ? { type: 'score-tests', base: state.baseTree, tree, files: generatedTests }
      : betterTests(state);
  const changedFiles = filesToTest(state);
  const asks = wantsTests(state, changedFiles) && hasModel(state) && !state.testsAsked;
  return asks && changedFiles.length > 0
    ? { type: 'generate-tests', tree, changedFiles, ...triesOf(state) }
    : undefined;
}

/** Number of tries before this one; nothing for the first. */
export function triesOf({ rejections = [] }: Pick<HealState, 'rejections'>): { tries?: number } {
  return rejections.length === 0 ? {} : { tries: rejections.length };
}

/** True if tests are to be written for a change: by default those of a request that come without any. */
export function wantsTests(
  { input: { generateTests, request, verification }, baseline }: Pick<HealState, 'input' | 'baseline'>,
  changedFiles: readonly string[],
): boolean {
  if (generateTests === 'untested')
    return request !== undefined && verification.commands.length === 0 && baseline?.testFiles === 0;
  if (generateTests !== undefined) return generateTests;
  return request !== undefined && changedFiles.some(isTestable) && !changedFiles.some(isTest);
}

/** Once, where nothing verifies the change but tests that notice too few mistakes in it. */
function betterTests(state: HealState): HealEffect | undefined {
  const { tree, generatedTests: files, testsScored, verification, betterTestsAsked } = state;
  const score = testsScored?.score;
  if (betterTestsAsked || !hasModel(state) || !score || !verification) return undefined;
  if (!restsOnWeakTests(state, verification)) return undefined;
  const { runnable, sampled, killed, survived = [] } = score;
  // Where nothing can be varied, nobody would know of better tests that they are better.
  if (runnable.length > 0 && sampled === 0) return undefined;
  const weak = { files, sampled, killed, survived };
  return { type: 'generate-tests', tree, changedFiles: filesToTest(state), weak, ...triesOf(state) };
}

/** Files that the request or a repair changed; repairs that were rolled back do not count. */
function filesToTest(state: HealState): string[] {
  const repaired = repairsInEffect(state).flatMap(({ files = [] }) => files);
  return [...new Set([...(state.requestedFiles ?? []), ...repaired])];
}

/**
 * Generated tests to leave out of the change that is offered: those that fail on it, and all of them where they notice too
 * few mistakes to prove anything. Tests that the request itself changed are what was asked for.
 */
export function testsLeftOut(
  state: Pick<HealState, 'verification' | 'testsScored' | 'generatedTests' | 'requestedFiles'>,
): string[] {
  const { verification, testsScored, generatedTests, requestedFiles = [] } = state;
  const failing = verification ? failingGenerated(verification) : [];
  if (!testsScored || testsScored.score.trusted) return failing;
  const weak = generatedTests.filter((path) => !requestedFiles.includes(path));
  return [...new Set([...failing, ...weak])];
}

/** Generated tests to leave out of a change: those that fail on it, unless the user has edited them. */
export function failingGenerated(verification: Verification, edits: readonly FileEdit[] = []): string[] {
  const edited = new Set(edits.map(({ path }) => path));
  return (verification.generated?.failedFiles ?? []).filter((path) => !edited.has(path));
}
