import type { ProposeInput, ProposeTask } from '../activities/types';
import type { HealInput } from '../domain/heal/input';
import { asksModel, type Proposal, type ProposerName } from '../domain/heal/proposal';
import type { HealEffect, HealEvent } from '../domain/heal/effects';
import type { BlobHash, TreeHash } from '../domain/ids';
import { HOST_WORDS } from '../domain/run/host-words';
import { NO_USAGE } from '../domain/run/budget';
import { CODE, MODEL, SEARCH } from './activity-options';
import { paidCall, payOrFail } from './paid-calls';
import type { Kit } from './run/kit';

type Effect<T extends HealEffect['type']> = Extract<HealEffect, { type: T }>;

/** The calls that ask a model, each within the run's budget; where that ends, what the run goes on with instead. */
export function askModel(kit: Kit<HealInput>) {
  const { request = '', impactedFiles, model, heavyFolders, directory, policy, mode, language } = kit.input;
  const { calls } = HOST_WORDS[language];
  // The first verification may find the checks.
  const spec = () => kit.input.verification;
  const asks = (label: string, tree: TreeHash) => ({
    key: kit.key(label),
    tree,
    request,
    model,
    heavyFolders,
  });
  return {
    /** Answers a question; there is nothing instead. */
    chat: async ({ tree }: Effect<'chat'>): Promise<HealEvent> => {
      const input = asks('chat', tree);
      const paid = await kit.pay(paidCall(kit, calls.chat, { of: 'chat', input }), () =>
        kit.call('answer the request', MODEL, (activities) => activities.replyToChat(input)),
      );
      return paid.unpaid === undefined
        ? { type: 'chatted', ...paid.value }
        : { type: 'refused', reason: paid.unpaid };
    },

    /** Carries out the request, or says why not. */
    execute: async ({ tree, report, rejections = [] }: Effect<'execute'>): Promise<HealEvent> => {
      const asked = asks(`execute${nth(rejections.length)}`, tree);
      const told = withRejections(request, rejections);
      const input = { ...asked, request: told, impactedFiles, report, spec: spec(), directory, policy, mode };
      const paid = await payOrFail(kit, calls.execute, { of: 'execute', input }, () =>
        kit.call('carry out the request', MODEL, (activities) => activities.executeRequest(input)),
      );
      if (paid.value === undefined)
        return {
          type: 'execution-failed',
          error: paid.failed ?? paid.unpaid,
          usage: NO_USAGE,
          modelFailure: paid.failed,
        };
      const { value } = paid;
      return value.status === 'edited'
        ? { ...value, type: 'executed' }
        : { type: 'execution-failed', error: value.reason, usage: value.usage };
    },

    /** Keeps the task of an agent that carries out the request. */
    beginWork: async ({ tree, report, failing, finds }: Effect<'begin-work'>): Promise<HealEvent> => {
      const rules = { spec: spec(), directory, policy, mode };
      const input = { ...asks('begin-work', tree), ...rules, impactedFiles, report, failing, finds };
      const task = await kit.quietly('keep the task of the agent', (activities) =>
        activities.beginWork(input),
      );
      return { type: 'work-begun', task };
    },

    /** Facts of the change that the agent made. */
    endWork: async ({
      task,
      base,
      tree,
      transcript,
      summary,
      said,
    }: Effect<'end-work'>): Promise<HealEvent> => {
      const work = { task, base, tree, transcript, summary, said };
      const ended = await kit.call('look at the whole change', CODE, (activities) =>
        activities.endWork({ key: kit.key('end-work'), ...work }),
      );
      return { type: 'executed', tree, usage: NO_USAGE, ...ended };
    },

    /** Tests for the changed files; none where the budget ends, which is told with the budget. */
    generateTests: async ({
      tree,
      changedFiles,
      weak,
      tries = 0,
    }: Effect<'generate-tests'>): Promise<HealEvent> => {
      const [label, what] = weak
        ? ['generate-better-tests', 'write better tests']
        : ['generate-tests', 'write tests'];
      const input = { ...asks(`${label}${nth(tries)}`, tree), changedFiles, weak };
      const paid = await payOrFail(
        kit,
        weak ? calls.betterTests : calls.tests,
        { of: 'generate-tests', input },
        () => kit.call(what, MODEL, (activities) => activities.generateTests(input)),
      );
      const none = { tree, files: [], note: '', usage: NO_USAGE, modelFailure: paid.failed };
      return { type: 'tests-generated', ...(paid.value ?? none) };
    },

    /** Puts what a stage of proposers is told into the store: history carries its hash. */
    keepTask: ({ evidence, proposers }: Effect<'propose'>): Promise<BlobHash> => {
      const { searchMs } = kit.input;
      const rules = { directory, model, heavyFolders, policy, mode };
      const task: ProposeTask = { evidence, spec: spec(), ...rules, searchMs, language };
      const key = kit.key(`round-${evidence.round}/task-${proposers.join('+')}`);
      return kit.quietly('keep what the proposers are told', (activities) =>
        activities.keepRecord({ key, record: JSON.stringify(task) }),
      );
    },

    /** Asks one proposer for repairs; no candidates where the budget ends. */
    propose: async (
      proposer: ProposerName,
      { evidence, quick }: Effect<'propose'>,
      task: BlobHash,
    ): Promise<Proposal> => {
      const input: ProposeInput = {
        key: kit.key(`round-${evidence.round}/propose-${proposer}`),
        proposer,
        task,
        // A quick search leaves the rest to a model that is asked next.
        effort: quick && proposer === 'mutation' && !kit.budgetExpired ? ('quick' as const) : undefined,
      };
      const propose = () =>
        kit.call(
          `${proposer} proposer, round ${evidence.round}`,
          asksModel(proposer) ? MODEL : SEARCH,
          (activities) => activities.proposeRepairs(input),
        );
      if (!asksModel(proposer)) return propose();
      const paid = await payOrFail(
        kit,
        calls.repair(evidence.round),
        { of: 'propose', input, model },
        propose,
      );
      const nothing = { candidates: [], searched: 0, usage: NO_USAGE, durationMs: 0 };
      if (paid.failed !== undefined) return { ...nothing, note: paid.failed, failure: paid.failed };
      return paid.value ?? { ...nothing, note: paid.unpaid ?? '' };
    },
  };
}

/** End of the label of an effect that is done anew: `-2` of the second try. */
function nth(before: number): string {
  return before === 0 ? '' : `-${before + 1}`;
}

function withRejections(request: string, rejections: readonly string[]): string {
  if (rejections.length === 0) return request;
  const reasons = rejections.map((reason) => `- ${reason}`).join('\n');
  return `${request}\n\nWhat was made of this before was turned down. Do it otherwise, for these reasons:\n${reasons}`;
}
