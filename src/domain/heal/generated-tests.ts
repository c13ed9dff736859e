import type { Verification } from '../verification/verification';
import type { FileEdit } from '../files/workspace';
import { isTest, isTestable } from '../verification/protected-paths';
import type { HealEffect } from './effects';
import { hasModel, isTrusted, repairsInEffect, restsOnWeakTests } from './facts';
import type { HealFacts } from './state';

/**
 * Effect that a green change still needs: tests are written if nobody asked for any yet, and scored anew if their score is of
 * another tree. Undefined: none.
 */
export function testsWanted(facts: HealFacts): HealEffect | undefined {
  const { tree, baseTree } = facts;
  const { files, scored, asked } = facts.tests;
  if (files.length > 0)
    return scored && scored.tree !== tree
      ? { type: 'score-tests', base: baseTree, tree, files }
      : betterTests(facts);
  const changedFiles = filesToTest(facts);
  const asks = wantsTests(facts, changedFiles) && hasModel(facts) && asked === 0;
  return asks && changedFiles.length > 0
    ? { type: 'generate-tests', tree, changedFiles, ...triesOf(facts) }
    : undefined;
}

/** Number of earlier tries that people turned down; absent for the first try. */
export function triesOf({ rejections = [] }: Pick<HealFacts, 'rejections'>): { tries?: number } {
  return rejections.length === 0 ? {} : { tries: rejections.length };
}

/** True if tests are to be written for a change: by default those of a request that come without any. */
export function wantsTests(
  { input: { generateTests, request, verification }, baseline }: Pick<HealFacts, 'input' | 'baseline'>,
  changedFiles: readonly string[],
): boolean {
  if (generateTests === 'untested')
    return request !== undefined && verification.commands.length === 0 && baseline?.testFiles === 0;
  if (generateTests !== undefined) return generateTests;
  return request !== undefined && changedFiles.some(isTestable) && !changedFiles.some(isTest);
}

/** Asks once for better tests, if only generated tests verify the change and they notice too few mistakes. */
function betterTests(facts: HealFacts): HealEffect | undefined {
  const { tree, tests, verification } = facts;
  const { files, asked, scored } = tests;
  if (asked > 1 || !hasModel(facts) || !scored || !verification) return undefined;
  if (!restsOnWeakTests(facts, verification)) return undefined;
  const { runnable, sampled, killed, survived = [] } = scored.score;
  // Without a mutant to try, better tests can't be told from weak ones.
  if (runnable.length > 0 && sampled === 0) return undefined;
  const weak = { files, sampled, killed, survived };
  return { type: 'generate-tests', tree, changedFiles: filesToTest(facts), weak, ...triesOf(facts) };
}

/** Files that the request or a repair changed; repairs that were rolled back do not count. */
function filesToTest(facts: HealFacts): string[] {
  const repaired = repairsInEffect(facts).flatMap(({ files }) => files);
  return [...new Set([...(facts.carriedOut?.files ?? []), ...repaired])];
}

/**
 * Generated tests to leave out of the offered change: those that fail on it, and all of them if they are not trusted. Tests that the
 * request itself changed stay, for they were asked for.
 */
export function testsLeftOut(facts: Pick<HealFacts, 'verification' | 'tests' | 'carriedOut'>): string[] {
  const { verification, tests, carriedOut } = facts;
  const failing = verification ? failingGenerated(verification) : [];
  if (!tests.scored || isTrusted(facts)) return failing;
  const weak = tests.files.filter((path) => !carriedOut?.files.includes(path));
  return [...new Set([...failing, ...weak])];
}

/** Generated tests that fail on a change, without those that the user has edited. */
export function failingGenerated(verification: Verification, edits: readonly FileEdit[] = []): string[] {
  const edited = new Set(edits.map(({ path }) => path));
  return (verification.generated?.failedFiles ?? []).filter((path) => !edited.has(path));
}

/** The verification with all generated tests marked as failing, so that they are left out. */
export function withoutGenerated({ tests }: HealFacts, verification: Verification): Verification {
  return { ...verification, generated: { passed: 0, failedFiles: [...tests.files] } };
}
