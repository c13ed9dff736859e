/** Whole runs in Korean and Chinese, played by the pure machines: whatever they say is said in the language of the run. */
import { createOutput } from '../../../src/client/cli/output';
import { renderResult } from '../../../src/client/cli/render';
import { currentDetails } from '../../../src/domain/run/current-details';
import { RunInput } from '../../../src/domain/run/input';
import type { Language } from '../../../src/domain/run/language';
import type { RunView } from '../../../src/domain/run/machine';
import { firstState } from '../../../src/domain/run/state';
import { statusOf } from '../../../src/domain/run/status';
import { goalMachine } from '../../../src/domain/goal/machine';
import type { GoalEffect, GoalEvent } from '../../../src/domain/goal/state';
import type { StepDone } from '../../../src/domain/goal/step';
import { healMachine } from '../../../src/domain/heal/machine';
import type { Answer } from '../../../src/domain/run/questions';
import { NO_USAGE } from '../../../src/domain/run/budget';
import fc from '../../support/fast-check';
import { foreign, textsOf } from '../../support/foreign-words';
import { asTree } from '../../support/hashes';
import { coded, no as rejects, play as playSession, submit, trigger, yes } from '../../support/play-session';
import { playRun } from '../../support/pure-host';
import { inputs, draws, resultOf, wander } from '../../support/wander-heal';

const no: Answer = { ...rejects, reason: '«too long»' };
const hash = (digit: string) => asTree(digit.repeat(64));

const output = (language: Language) => createOutput({ json: false, color: false, language });

/** Details of a run in the Web UI, as it stands by a view. */
function detailsOf(view: RunView, language: Language): string {
  const run = firstState(RunInput.parse({}), { state: {}, effect: { type: 'receive' }, events: [] }, 0);
  return currentDetails('heal-1', statusOf('heal', run, view), language);
}

/** A goal of one step, of whose items so many fail each time. */
function playGoal(
  input: object,
  { failed, total, answers }: { failed: number; total: number; answers: Answer[] },
) {
  const done: StepDone = {
    ...{ outcome: hash('4'), tree: hash('5'), text: '', called: '{}', durationMs: 5 },
    ...{ done: total - failed, total, failed: Array.from({ length: failed }, () => '«it is locked»') },
  };
  const perform = (effect: GoalEffect): GoalEvent => {
    switch (effect.type) {
      case 'begin': {
        const seen = { entries: 3, bytes: 10, references: [], open: [], hasModel: false };
        return { type: 'begun', task: hash('1'), tree: hash('0'), times: hash('2'), ...seen };
      }
      case 'plan':
        return {
          type: 'planned',
          plan: hash('3'),
          rows: [{ tool: 'move', line: '«move»' }],
          usage: NO_USAGE,
        };
      case 'run-step':
        return { type: 'step-done', ...done };
      case 'compare': {
        const files = [{ path: 'a', change: 'renamed' as const, addedLines: 0, removedLines: 0 }];
        const diff = { base: effect.base, tree: effect.tree, hash: hash('d'), files, fileCount: 1 };
        return { type: 'compared', diff: { ...diff, size: 1, excerpt: '' } };
      }
      case 'publish':
        return effect.dryRun ? { type: 'publish-planned' } : { type: 'published', tree: effect.tree };
      case 'end':
        return { type: 'ended', report: { json: hash('e'), markdown: hash('f') } };
      case 'rethink':
      case 'check-goal':
        throw new Error('there is no model');
    }
  };
  const directory = { hostId: 'h', hostName: 'host', realpath: '/desk' };
  const plan = [{ tool: 'list', args: { path: '.' } }];
  return playRun(goalMachine, { directory, roots: ['/desk'], plan, ...input }, { perform, answers });
}

describe.each(['ko', 'zh'] as const)('a run in %s says nothing in English', (language) => {
  it('when it heals, whatever comes of its effects', () => {
    const said: [string, string][] = [];
    fc.assert(
      fc.property(inputs, draws, (given, numbers) => {
        const run = wander({ ...given, language }, numbers);
        const result = resultOf(run);
        said.push(...textsOf(result, 'result'), [
          'page',
          renderResult(result, { seconds: 1 }, output(language)),
        ]);
        for (const { effect, from } of run.moves)
          said.push(...textsOf(healMachine.view(from, effect), 'view'), ...textsOf(effect, effect.type));
        for (const { effect, from } of run.moves.slice(-1))
          said.push(['web', detailsOf(healMachine.view(from, effect), language)]);
        // A result of a tool is told as the model reads it.
        const told = run.events.filter(({ kind }) => kind !== 'tool-result');
        said.push(...told.flatMap((event) => textsOf(event, event.kind)));
      }),
      { numRuns: 300 },
    );
    expect(foreign(said)).toEqual([]);
  });

  it('when it works on the messages of a session', () => {
    const asked = { ko: '클라이언트에 캐시를 추가해줘', zh: '给客户端添加缓存' }[language];
    const where = { ko: '로그인은 어디 있어?', zh: '登录在哪里？' }[language];
    const settings = { language };
    const handled = () => coded({ answer: '«written»' });
    const runs = [
      playSession({ messages: [trigger('code_complete'), submit(where)], settings }),
      playSession({ messages: [submit(asked), submit(asked)], handled, answers: [no, yes], settings }),
      playSession({
        messages: [submit(asked)],
        handled,
        answers: [{ ...yes, edits: [{ action: 'modify', path: 'src/file-0.ts', content: 'x' }] }],
        settings,
      }),
      playSession({
        messages: [submit(asked, { mode: 'implementation' })],
        handled,
        settings: { ...settings, approval: { level: 'HIGH' } },
        answers: [no],
      }),
    ];
    const said = runs.flatMap(({ run, result, told }) => [
      ...run.seen.flatMap(({ view, effect, status }) => textsOf({ view, effect, status }, 'seen')),
      ...textsOf(result, 'result'),
      ...told.map((text): [string, string] => ['told', text]),
    ]);
    expect(foreign(said)).toEqual([]);
  });

  it('when it carries out a goal, and its steps fail', () => {
    const reject: Answer = { ...no, reason: '«not these»' };
    const runs = [
      playGoal({ language }, { failed: 2, total: 3, answers: [yes] }),
      playGoal({ language, dryRun: true }, { failed: 0, total: 3, answers: [] }),
      playGoal({ language }, { failed: 3, total: 3, answers: [yes] }),
      playGoal({ language }, { failed: 0, total: 1, answers: [yes] }),
      playGoal({ language }, { failed: 0, total: 1, answers: [reject] }),
    ];
    const said = runs.flatMap(({ seen, result, state }) => [
      ...seen.flatMap(({ view, effect, status }) => textsOf({ view, effect, status }, 'seen')),
      ...textsOf(result, 'result'),
      ...state.events.recent.map(({ text }): [string, string] => ['told', text]),
    ]);
    expect(foreign(said)).toEqual([]);
  });
});
