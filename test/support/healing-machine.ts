/** The healing machine as its unit tests play it: events in, steps out. */
import { decide, startHealing, type HealFacts } from '../../src/domain/heal/decide';
import { HealInput } from '../../src/domain/heal/input';
import { healResult } from '../../src/domain/heal/outcome';
import { HealResult } from '../../src/domain/heal/result';
import type { HealEvent, HealState, HealStep } from '../../src/domain/heal/state';
import type { RepairRound } from '../../src/domain/heal/rounds';
import { candidate, failing, verification } from './verifications';

export const directory = { hostId: 'host', hostName: 'machine', realpath: '/work/project' };
export const base = 'a'.repeat(64);
export const noUsage = { modelCalls: 0, inputTokens: 0, outputTokens: 0 };

export function start(input: object = {}, modelConfigured = false): HealStep {
  return startHealing(HealInput.parse({ directory, ...input }), healFacts({ modelConfigured }));
}

/** What a run knows where it starts: a worker with every proposer, and no model unless told otherwise. */
export function healFacts(given: Partial<HealFacts> = {}): HealFacts {
  return {
    taskId: 'heal-1',
    baseTree: base,
    modelConfigured: false,
    proposers: ['mutation', 'llm'],
    projectStructure: '',
    ...given,
  };
}

export function play(first: HealStep, events: readonly HealEvent[]): HealStep {
  return events.reduce((step, event) => decide(step.state, event), first);
}

export const baseline = (result = failing()): HealEvent => ({
  type: 'verified',
  verification: result,
  baseline: true,
});

export function round(given: Partial<RepairRound> = {}): HealEvent {
  return {
    type: 'repaired',
    round: {
      judged: [],
      rejected: [],
      tiers: [],
      debuggerInvoked: true,
      notes: ['nothing found'],
      usage: noUsage,
      at: '2026-01-01T00:00:00.000Z',
      ...given,
    },
  };
}

export function won(
  digit: string,
  result = verification({ comparison: { fixed: 1, broken: 0, fixedIds: [], brokenIds: [] } }),
): HealEvent {
  const winner = { candidate: candidate(digit), verification: result };
  return round({ judged: [winner], winner, notes: [] });
}

export function resultOf(state: HealState): HealResult {
  const timings = {
    importMs: 0,
    baselineMs: 0,
    executeMs: 0,
    testGenerationMs: 0,
    repairMs: [],
    waitingMs: 0,
    workMs: 0,
  };
  return HealResult.parse(
    healResult(state, { delivery: { status: 'nothing-to-publish' }, quarantinedTests: [], timings }),
  );
}
