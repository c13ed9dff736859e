import { hashText } from '../domain/text';
import { chanceTime } from '../domain/heal/targets';
import { healMachine } from '../domain/heal/machine';
import type { HealInput } from '../domain/heal/input';
import type { HealEffect, HealEvent, VerifyEffect } from '../domain/heal/effects';
import { SUGGESTED_TIMEOUT_MS } from '../domain/heal/checks';
import { forkedFrom } from '../domain/run/fork';
import type { Verification } from '../domain/verification/verification';
import { CONFIRM, CONFIRM_ROW, EDITS_ROW, SEARCH, STORE, verifyOptions } from './activity-options';
import { agentCalls } from './agent-calls';
import { lookAtWorker } from './look-at-worker';
import { askModel } from './model-calls';
import { publishResult } from './publish-result';
import { hostRun, type Performers } from './run/host';
import type { Kit } from './run/kit';
import { nowIso } from './workflow-time';
import { CancellationScope, isCancellation } from '@temporalio/workflow';
import { isSettled, isToBeCompared } from '../domain/heal/choose';
import type { Candidate, RoundCandidate } from '../domain/heal/proposal';

/** Heals a workspace: Execute → Analyze → Patch → Retry, then approval and publish. */
export const heal = hostRun(healMachine, healEffects);

function verifyRow(label: string): string {
  const what = label.replace('verify/', '');
  if (what === 'executed') return 'verify: the change of the request';
  if (what.startsWith('approval-')) return EDITS_ROW;
  if (what.startsWith('choice-')) return 'verify: the change that was chosen';
  return `verify: ${what}`;
}

/** How each effect of healing is performed, and the event that comes of it. */
function healEffects(kit: Kit<HealInput>): Performers<HealEffect, HealEvent> {
  const { directory, heavyFolders, model, budget, fork, approval, policy, mode } = kit.input;
  const asked = askModel(kit);
  // The first verification may find the checks.
  const spec = () => kit.input.verification;
  const checked = () => ({ spec: spec(), directory, heavyFolders });
  const detect = { level: approval.level, policy, mode };
  const verify = (effect: Omit<VerifyEffect, 'type'>, summary: string): Promise<Verification> =>
    kit.call(summary, verifyOptions(spec(), effect.baseline === undefined), (activities) => {
      const { tree, label, baseline, generatedTests, covers, detects } = effect;
      const rerunFailures = baseline === undefined;
      return activities.verifyTree({
        key: kit.key(label),
        tree,
        ...checked(),
        ...((baseline === undefined || detects) && { detect }),
        ...(baseline === undefined && { keepsBuilds: fork === undefined }),
        baseline,
        rerunFailures,
        ...(rerunFailures && { chanceMs: chanceTime(kit.input) }),
        generatedTests,
        covers,
      });
    });
  return {
    import: async () => {
      const [imported, worker] = await Promise.all([
        kit.onHost('import the directory', (activities) =>
          activities.importWorkspace({ key: kit.key('import'), directory, heavyFolders, structured: true }),
        ),
        lookAtWorker(kit, {
          needsModel: kit.input.request !== undefined,
          keep: fork && [fork.start, ...fork.left],
          prices: budget?.usd === undefined ? undefined : { model },
        }),
      ]);
      const { tree, times, structure = '', recent } = imported;
      return { type: 'imported', tree, times, structure, recent, ...worker };
    },
    fork: async ({ origin, present }) => ({
      type: 'forked',
      outcome: await kit.call(forkedFrom(origin), STORE, (activities) =>
        activities.forkTree({ key: kit.key('fork'), origin, present, heavyFolders }),
      ),
    }),
    chat: asked.chat,
    execute: asked.execute,
    'begin-work': asked.beginWork,
    ...agentCalls(kit, () => verifyOptions(spec())),
    'end-work': asked.endWork,
    'generate-tests': asked.generateTests,
    propose: async (effect) => {
      const task = await asked.keepTask(effect);
      const proposals = effect.proposers.map((name) => asked.propose(name, effect, task));
      return { type: 'proposed', proposals: await Promise.all(proposals), at: nowIso() };
    },
    verify: async (effect) => ({
      type: 'verified',
      verification: await verify(effect, verifyRow(effect.label)),
    }),
    'verify-candidates': async ({ candidates, trusted, label, ...basis }) => ({
      type: 'candidates-verified',
      candidates: await verifyRanked(
        candidates,
        ({ tree, summary }, rank) =>
          verify({ tree, label: `${label}-${rank + 1}`, ...basis }, `verify: ${summary}`),
        trusted,
      ),
    }),
    'compare-candidates': async ({ round, ...given }) => ({
      type: 'candidates-compared',
      standings: await kit.call('compare the candidates', SEARCH, (activities) =>
        activities.compareCandidates({
          key: kit.key(`round-${round}/compare`),
          ...given,
          ...checked(),
        }),
      ),
    }),
    'score-tests': async ({ base, tree, files }) => ({
      type: 'tests-scored',
      tree,
      score: await kit.call('score the generated tests', SEARCH, (activities) =>
        activities.scoreTests({
          key: kit.key(`score-tests/${hashText(tree)}`),
          base,
          tree,
          files,
          detect,
          ...checked(),
        }),
      ),
    }),
    'suggested-checks': async ({ round, tree, report, commands }) => {
      const checks = commands.map((command) => ({ command, timeoutMs: SUGGESTED_TIMEOUT_MS }));
      const options = verifyOptions({ ...spec(), commands: checks });
      const key = kit.key(`round-${round}/suggested`);
      return {
        type: 'suggestions-checked',
        checks: await kit.call('suggested checks', options, (activities) =>
          activities.runSuggestedChecks({
            key,
            tree,
            report,
            commands,
            language: kit.input.language,
            ...checked(),
          }),
        ),
      };
    },
    confirm: async ({ tree, report, baseline }) => ({
      type: 'confirmed',
      outcome: await kit.call(CONFIRM_ROW, CONFIRM, (activities) =>
        activities.confirmTree({
          key: kit.key(`confirm/${hashText(tree)}`),
          tree,
          report,
          baseline,
          ...checked(),
        }),
      ),
    }),
    break: async ({ base, tree }) => ({
      type: 'tried-broken',
      unnoticed: await kit.call(
        'break the change: a check has to fail',
        verifyOptions(spec()),
        (activities) =>
          activities.breakChange({ key: kit.key(`break/${hashText(tree)}`), base, tree, ...checked() }),
      ),
    }),
    compare: async ({ base, tree, label }) => ({
      type: 'compared',
      diff: await kit.quietly('compare the change with the files before it', (activities) =>
        activities.compareTrees({ key: kit.key(label), base, tree, directory: directory.realpath }),
      ),
    }),
    edit: async ({ tree, edits, label }) => ({
      type: 'edited',
      outcome: await kit.call(label.replace('/', ': '), STORE, (activities) =>
        activities.editTree({ key: kit.key(label), tree, edits, heavyFolders }),
      ),
    }),
    publish: (effect) => publishResult(kit, effect),
  };
}

/**
 * Verifies candidates in rank order, all at once. Green at rank k cancels only ranks above k of the same proposer, since one who knows
 * nothing of the others' repairs is a witness; lower ones finish, so the winner does not depend on timing. Where generated tests are trusted, one that fails them cancels none,
 * nor does an ambiguous one, one with signs or one that is to be compared: the others are for people to choose from.
 */
async function verifyRanked(
  candidates: readonly Candidate[],
  verify: (candidate: Candidate, rank: number) => Promise<Verification>,
  trusted: boolean,
): Promise<RoundCandidate[]> {
  const scopes = candidates.map(() => new CancellationScope());
  let bestRank = candidates.length;
  return Promise.all(
    candidates.map(async (candidate, rank): Promise<RoundCandidate> => {
      try {
        const verification = await scopes[rank]?.run(() => verify(candidate, rank));
        const { standing, signs = [] } = candidate;
        const isSure =
          standing?.confidence !== 'ambiguous' &&
          signs.length === 0 &&
          !isToBeCompared(candidate, verification);
        if (verification && isSure && isSettled(verification, trusted) && rank < bestRank) {
          bestRank = rank;
          for (const [other, scope] of scopes.entries())
            if (other > rank && candidates[other]?.proposer === candidate.proposer) scope.cancel();
        }
        return { candidate, verification };
      } catch (error) {
        if (isCancellation(error) && rank > bestRank) return { candidate };
        throw error;
      }
    }),
  );
}
