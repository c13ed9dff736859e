/** Walks of the healing machine in which anything comes of its effects. What others say in them stands between « and ». */
import { said } from '../../src/domain/run/said';
import type { TreeHash } from '../../src/domain/ids';
import type { CallOutcome } from '../../src/domain/agent/loop-run';
import { HealInput } from '../../src/domain/heal/input';
import { healMachine } from '../../src/domain/heal/machine';
import type { HealEffect, HealEvent } from '../../src/domain/heal/effects';
import type { HealTransition } from '../../src/domain/heal/state';
import type { Language } from '../../src/domain/run/input';
import type { NewEvent } from '../../src/domain/run/events';
import type { EffectTraits, KitEffect, KitEvent } from '../../src/domain/run/machine';
import { Answer, Question, refuseAnswer, settleAnswer } from '../../src/domain/run/questions';
import type { Unseen } from '../../src/domain/verification/verification';
import { NO_USAGE } from '../../src/domain/run/budget';
import { asTree } from './hashes';
import fc from './fast-check';
import { AT, base, checkpointsOf, diffTo, directory, importFacts, proposal } from './healing-machine';
import { candidate, failedCheck, failing, verification } from './verifications';

type Event = HealEvent | KitEvent;
type Asked = HealEffect | KitEffect;
export type Machine = Parameters<typeof healMachine.decide>[0];
/** Draws one of the things that may come of an effect: a number below the one given. */
type Draw = (below: number) => number;

const NOT_RUN = said`${'dom.test.js'} needs the test environment ${'«jsdom»'}, which the sandbox does not have: run it by a command check (for example ${'--check "npm test"'}).`;

const GENERATED = 'src/sum.generated.test.ts';
const USAGE = { modelCalls: 1, inputTokens: 10, outputTokens: 5 };
const hex = (number: number) => asTree(number.toString(16).padStart(64, '0'));

/** A verification of any kind: green, better, worse, broken, vanished, by chance, by commands, with generated tests. */
function anyVerification(draw: Draw, tree: TreeHash, isBaseline = false) {
  const check = 'npm test';
  const unseen: Unseen[] = [
    { of: 'unopened', check, first: 'a.json', more: 2 },
    { of: 'untold', check: 'a.test.ts', tests: ['"«adds»"'], count: draw(2) },
    { of: 'uncounted', check, passed: draw(2), needed: 2, green: draw(2) === 0 },
  ];
  const broken = draw(6) === 0 ? 1 : 0;
  const comparison = {
    ...{ fixed: draw(3), broken, fixedIds: [], brokenIds: [] },
    ...(broken > 0 && draw(2) === 0 && { unseen: unseen.slice(draw(3)) }),
    ...(broken > 0 &&
      draw(2) === 0 && { changes: { names: ['Array.prototype.at', 'a.ts (loaded)'], more: draw(2) } }),
  };
  const missing = draw(4) === 0 ? { runner: draw(2) === 0 ? 'jest' : undefined } : undefined;
  const ownRunner = draw(2) === 0 ? { missing } : undefined;
  const trust = draw(4) === 0 ? (['command', 'mixed', 'none'] as const)[draw(3)] : undefined;
  const more = {
    tree,
    comparison,
    ownRunner,
    notRun: draw(3) === 0 ? { count: 1, files: ['dom.test.js'], reason: NOT_RUN } : undefined,
    onlyGenerated: draw(6) === 0,
    generated: draw(4) === 0 ? { passed: 0, failedFiles: [GENERATED] } : undefined,
    trust: trust ?? ('sandbox' as const),
  };
  if (draw(isBaseline ? 6 : 2) === 0) return verification(more);
  const failures = [
    failedCheck(),
    failedCheck({ errorName: 'Error', message: 'getaddrinfo ENOTFOUND registry.example' }),
    failedCheck({}, { kind: 'command', id: 'npm test', check: 'npm test' }),
  ];
  const passed = draw(8);
  return draw(12) === 0
    ? verification({ ...more, success: false, passed: 0, skipped: draw(3) })
    : failing(failures[draw(12) === 0 ? 1 : draw(2) * 2], { ...more, passed, steadyPassed: passed });
}

/** An answer of any form, as it passes the validator; undefined for silence. */
function anyAnswer(
  draw: Draw,
  { question }: Extract<KitEffect, { type: 'ask' }>,
  language: Language,
): KitEvent {
  const pending = Question.parse({
    files: [],
    diffExcerpt: '',
    hash: '0'.repeat(64),
    requestedAt: AT,
    deadline: AT,
    ...question,
    warnings: undefined,
  });
  if (draw(20) === 0) return { type: 'answered', answer: { status: 'denied', reason: '«Not here.»' } };
  const edit = { action: 'modify' as const, path: 'src/sum.ts', content: '' };
  const given = Answer.parse({
    hash: pending.hash,
    decision: [undefined, 'approve', 'approve', 'approve', 'approve', 'reject'][draw(6)],
    text: draw(6) === 0 ? '«fine»' : undefined,
    edits: draw(2) === 0 ? [edit] : undefined,
    scope: draw(2) === 0 ? 'kind' : 'once',
  });
  const taken = refuseAnswer(pending, given) === undefined ? given : undefined;
  const policy = { onExpiry: draw(2) === 0 ? ('approve' as const) : ('reject' as const) };
  return { type: 'answered', answer: settleAnswer(taken, question, policy, language) };
}

const NO_ANSWER = { of: 'model' as const, why: '«It is gone.»' };

/** A turn of an agent: calls that read, edit, run, ask, end, and those of no use. */
function anyThought(draw: Draw, number: number): Event {
  if (draw(20) === 0) return { type: 'unanswered', ...NO_ANSWER };
  const kinds = ['read', 'write', 'ask', 'end'] as const;
  const calls = Array.from({ length: draw(4) }, (_, index) => {
    const kind = kinds[draw(4)] ?? 'read';
    return {
      tool: `${kind}_it`,
      kind,
      problem: draw(6) === 0 ? '«There is no such tool.»' : undefined,
      work: 'check' as const,
      loop: `${kind}-${draw(3)}`,
      summary: `«${kind} ${number}-${index}»`,
      act: kind === 'write' ? { tool: 'edit', summary: '«edit»', paths: ['src/sum.ts'] } : undefined,
      question:
        kind === 'ask' ? { text: '«Which?»', choices: draw(2) === 0 ? ['a', 'b'] : undefined } : undefined,
    };
  });
  const problem = draw(10) === 0 ? '«The reply is empty.»' : undefined;
  return { type: 'thought', turn: { transcript: hex(8), calls, said: '«So.»', problem, usage: USAGE } };
}

function anyOutcome(draw: Draw, fresh: () => TreeHash): CallOutcome {
  if (draw(25) === 0) return { status: 'unanswered', ...NO_ANSWER };
  const facts = draw(2) === 0 ? { of: 'tree' as const, tree: fresh() } : undefined;
  const done = { ok: draw(4) > 0, blob: hex(9), excerpt: '«So.»', facts, usage: NO_USAGE };
  return { status: 'done', done };
}

/** Anything that may come of an effect. */
function anyEvent(
  draw: Draw,
  effect: Asked & EffectTraits,
  trees: string[],
  { language, isLate }: { language: Language; isLate: boolean },
): Event {
  const fresh = () => {
    const tree = hex(trees.length + 1);
    trees.push(tree);
    return tree;
  };
  const begins = effect.type === 'import' || effect.type === 'fork';
  // Who goes back again and again may do so for ever.
  if (!begins && !isLate && !effect.closing && draw(20) === 0)
    return {
      type: 'rolled-back',
      tree: asTree(trees[draw(trees.length)] ?? base),
      reason: '«rolled back»',
    };
  if (!effect.untimed && draw(30) === 0) return { type: 'out-of-time' };
  if (effect.act && draw(20) === 0) return { type: 'denied', act: effect.act, reason: '«Not here.»' };
  switch (effect.type) {
    case 'import':
      return { type: 'imported', ...importFacts({ modelConfigured: draw(6) > 0 }) };
    case 'fork':
      return { type: 'forked', outcome: { status: 'ready', tree: fresh() } };
    case 'chat':
      return draw(2) === 0
        ? { type: 'chatted', reply: '«So.»', usage: USAGE }
        : { type: 'refused', reason: '«No budget.»' };
    case 'verify':
      return {
        type: 'verified',
        verification: anyVerification(draw, effect.tree, effect.baseline === undefined),
      };
    case 'break':
      return { type: 'tried-broken', unnoticed: draw(3) === 0 ? ['src/sum.go'] : [] };
    case 'compare-candidates': {
      const confidence = draw(2) === 0 ? ('high' as const) : ('ambiguous' as const);
      const standing = { group: 'A', confidence, reason: { code: 'alike' as const } };
      const standings = draw(3) === 0 ? [] : effect.candidates.map(({ tree }) => ({ tree, standing }));
      return { type: 'candidates-compared', standings };
    }
    case 'execute':
      return draw(5) === 0
        ? { type: 'execution-failed', error: '«Nothing to change.»', usage: USAGE }
        : {
            type: 'executed',
            tree: fresh(),
            changedFiles: ['src/sum.ts'],
            summary: '«Did it.»',
            usage: USAGE,
          };
    case 'begin-work':
      return { type: 'work-begun', task: hex(7) };
    case 'think':
      return anyThought(draw, effect.turn);
    case 'call-tools':
      return { type: 'called', outcomes: effect.calls.map(() => anyOutcome(draw, fresh)) };
    case 'end-work':
      return {
        type: 'executed',
        tree: effect.tree,
        changedFiles: ['src/sum.ts'],
        summary: effect.said,
        usage: NO_USAGE,
      };
    case 'generate-tests': {
      const files = draw(3) === 0 ? [] : [GENERATED];
      const tree = files.length === 0 ? effect.tree : fresh();
      return { type: 'tests-generated', tree: asTree(tree), files, note: '«no more»', usage: USAGE };
    }
    case 'score-tests': {
      const counted = { runnable: [GENERATED], sampled: draw(2) * 10, killed: draw(5) };
      const score = { ...counted, trusted: draw(2) === 0, unexercised: [], survived: [] };
      return { type: 'tests-scored', tree: effect.tree, score };
    }
    case 'propose': {
      const proposals = effect.proposers.map((proposer) =>
        proposal({
          candidates: Array.from({ length: draw(4) }, () => {
            const tree = fresh();
            const given = candidate('c');
            const suggestion = { ...given.suggestion, rootCause: `«${given.summary}»` };
            const one = { ...given, summary: `«${given.summary}»`, suggestion };
            return { ...one, proposer, tree, diff: { ...one.diff, tree, hash: tree, size: draw(3) } };
          }),
          usage: USAGE,
          failure: proposer === 'llm' && draw(8) === 0 ? '«The endpoint refuses the key.»' : undefined,
        }),
      );
      return { type: 'proposed', proposals, at: AT };
    }
    case 'verify-candidates':
      return {
        type: 'candidates-verified',
        candidates: effect.candidates.map((one) =>
          draw(6) === 0
            ? { candidate: one }
            : { candidate: one, verification: anyVerification(draw, one.tree) },
        ),
      };
    case 'suggested-checks':
      return { type: 'suggestions-checked', checks: [] };
    case 'confirm': {
      const by = 'jest 30';
      const outcomes = [
        { status: 'agrees' as const, by, lacks: [said`${'npm test'} needs ${said`more time than it has`}`] },
        { status: 'unconfirmed' as const, reason: said`the sandbox ran no test file` },
        { status: 'disagrees' as const, by, tests: ['a > b'], count: 1, said: '«no»' },
      ];
      return { type: 'confirmed', outcome: outcomes[draw(3)] ?? { status: 'agrees', by } };
    }
    case 'compare':
      return { type: 'compared', diff: diffTo(effect.tree) };
    case 'edit':
      return { type: 'edited', outcome: draw(3) === 0 ? { refusals: [] } : { tree: fresh() } };
    case 'ask':
      return anyAnswer(draw, effect, language);
    case 'publish':
      return draw(4) === 0
        ? { type: 'publish-failed', reason: 'EACCES' }
        : { type: 'published', outcome: { status: 'published', tree: effect.tree, files: [] } };
    case 'finish':
      throw new Error('an ended run has no events');
  }
}

const MOST_EFFECTS = 150;
export const inputs = fc.record({
  request: fc.constantFrom(undefined, '«Add mul»'),
  taskType: fc.constantFrom(...Array.from({ length: 9 }, () => 'debug'), 'chat_reply'),
  mode: fc.constantFrom('SPEED', 'PRECISION'),
  executor: fc.constantFrom(undefined, 'answer', 'tools'),
  maxCalls: fc.constantFrom(3, 200),
  maxAttempts: fc.integer({ min: 1, max: 4 }),
  generateTests: fc.constantFrom(undefined, true, false),
  dryRun: fc.constantFrom(undefined, undefined, true),
  level: fc.constantFrom('LOW', 'MEDIUM', 'HIGH'),
  commands: fc.constantFrom([], [{ command: 'npm test' }]),
  fork: fc.constantFrom(false, false, true),
});
export const draws = fc.array(fc.nat({ max: 10_000 }), { minLength: 50, maxLength: 400 });

/** A run from its beginning to its end. */
export interface Told {
  moves: { effect: Asked & { closing?: true; untimed?: true }; event: Event; from: Machine }[];
  end: HealTransition;
  checkpoints: NonNullable<HealTransition['checkpoints']>;
  events: NewEvent[];
}

/** A run in which each effect comes to anything that it may come to. The numbers decide which. */
export function wander(
  { level, commands, fork, ...given }: Record<string, unknown>,
  numbers: number[],
): Told {
  let used = 0;
  const draw: Draw = (below) => (numbers[used++ % numbers.length] ?? 0) % below;
  const origin = { of: 'heal-old', checkpoint: 1, start: hex(9_999), left: [base], edits: [] };
  const input = HealInput.parse({
    directory,
    ...given,
    approval: { level },
    verification: { commands },
    fork: fork ? origin : undefined,
  });
  const trees = [base];
  const moves: Told['moves'] = [];
  const checkpoints: Told['checkpoints'][number][] = [];
  const events: NewEvent[] = [];
  let at = healMachine.start(input, { id: 'heal-1' });
  while (at.effect.type !== 'finish') {
    const { effect, state: from } = at;
    healMachine.view(from, effect);
    // The longest runs end as those do whose time is over.
    const isLate = moves.length > MOST_EFFECTS;
    const ends = isLate && !effect.untimed;
    const event = ends
      ? { type: 'out-of-time' as const }
      : anyEvent(draw, effect, trees, { language: input.language, isLate });
    moves.push({ effect, event, from });
    if (moves.length > 4 * MOST_EFFECTS) throw new Error('the run does not end');
    at = healMachine.decide(from, event);
    checkpoints.push(...(at.checkpoints ?? []));
    events.push(...at.events);
  }
  return { moves, end: at as HealTransition, checkpoints, events };
}

/** Runs of any input in which anything may come of an effect. */
export const anyRun = fc.tuple(inputs, draws).map(([given, numbers]) => wander(given, numbers));

/** The result of such a run. */
export const resultOf = ({ end, checkpoints }: Told) =>
  healMachine.result(end.state, {
    givenUp: NO_USAGE,
    clocks: {},
    workMs: 0,
    waitingMs: 0,
    checkpoints: checkpointsOf({ checkpoints }),
  });
