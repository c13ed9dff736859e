import type { BlobHash } from '../../../../src/domain/ids';
import { CodeInput } from '../../../../src/domain/agent/input';
import { codingAgentMachine as machine } from '../../../../src/domain/agent/machine';
import type { CallDone, TurnCall } from '../../../../src/domain/agent/calls';
import type { AgentEffect, AgentEvent, AgentState } from '../../../../src/domain/agent/state';
import type { KitEffect, KitEvent, Transition } from '../../../../src/domain/run/machine';
import { NO_USAGE } from '../../../../src/domain/run/budget';
import { asBlob } from '../../../support/hashes';

type Next = Transition<AgentState, AgentEffect | KitEffect>;

const hash = (digit: string) => digit.repeat(64);
const [TASK, TURN, CODE, OTHER, OUTPUT] = ['1', '2', 'a', 'b', 'f'].map(hash) as [
  string,
  string,
  string,
  string,
  string,
];

const start = (more: object = {}, dataText: string | undefined = 'two rows'): Next => {
  const input = CodeInput.parse({ executionSpec: { functionName: 'total' }, ...more });
  const first = machine.start(input, { id: 'code-1' });
  expect(first.effect.type).toBe('begin');
  return machine.decide(first.state, { type: 'begun', task: asBlob(TASK), dataText, modelConfigured: true });
};
const decide = ({ state }: Next, event: AgentEvent | KitEvent) => machine.decide(state, event);
const call = (tool: string, more: Partial<TurnCall> = {}): TurnCall => ({
  tool,
  kind: tool === 'generateCode' ? 'write' : 'read',
  work: 'code',
  loop: `${tool}-${Math.random()}`,
  summary: tool,
  iterates: tool === 'generateCode' ? true : undefined,
  ...more,
});
const thought = (...calls: TurnCall[]): AgentEvent => ({
  type: 'thought',
  turn: { transcript: asBlob(TURN), calls, said: '', usage: { ...NO_USAGE, modelCalls: 1 } },
});
const done = (facts?: CallDone['facts'], ok = true): AgentEvent => ({
  type: 'called',
  outcomes: [{ status: 'done', done: { ok, blob: asBlob(OUTPUT), excerpt: 'x', facts, usage: NO_USAGE } }],
});
const made = (code: BlobHash) => done({ of: 'code', code });
const checked = (code: BlobHash, isValid = true) =>
  done({ of: 'check', code, isValid, issues: isValid ? 0 : 2 }, isValid);
const ran = (code: BlobHash, success = true) =>
  done({ of: 'run', code, success, error: success ? '' : 'TypeError' }, success);
const effectOf = ({ effect }: Next) => effect;
const toolsOf = ({ effect }: Next) =>
  effect.type === 'call-tools' ? effect.calls.map(({ tool }) => tool) : effect.type;
const texts = ({ events }: Next) => events.map(({ text }) => text);

describe('a run in which the model chooses', () => {
  it('thinks, carries calls out, hears their results and thinks again', () => {
    let next = decide(start(), thought(call('generateCode')));
    expect(toolsOf(next)).toEqual(['generateCode']);
    next = decide(next, made(asBlob(CODE)));
    expect(effectOf(next)).toMatchObject({
      type: 'think',
      turn: 2,
      transcript: TURN,
      heard: [{ index: 0, blob: OUTPUT }],
    });
  });

  it('carries reading calls of a turn out side by side, and writing ones in order', () => {
    let next = decide(
      start(),
      thought(call('checkCode'), call('testCode'), call('generateCode'), call('checkCode')),
    );
    expect(toolsOf(next)).toEqual(['checkCode', 'testCode']);
    next = decide(next, {
      type: 'called',
      outcomes: [...outcomes(checked(asBlob(CODE))), ...outcomes(ran(asBlob(CODE)))],
    });
    expect(toolsOf(next)).toEqual(['generateCode']);
    next = decide(next, made(asBlob(OTHER)));
    expect(toolsOf(next)).toEqual(['checkCode']);
  });

  it('answers calls that cannot be used, and carries the others out', () => {
    const next = decide(start(), thought(call('x', { problem: 'There is no tool "x".' }), call('checkCode')));
    expect(toolsOf(next)).toEqual(['checkCode']);
    expect(effectOf(decide(next, checked(asBlob(CODE))))).toMatchObject({
      heard: [
        { index: 0, text: 'Not run. There is no tool "x".\nCorrect the call and make it again.' },
        { index: 1, blob: OUTPUT },
      ],
    });
  });

  it('ends with what it has after three turns of no use', () => {
    let next = start();
    for (let turn = 0; turn < 3; turn += 1) {
      expect(effectOf(next)).toMatchObject({ type: 'think', turn: turn + 1 });
      next = decide(next, thought(call('x', { problem: 'no' })));
    }
    expect(effectOf(next).type).toBe('write-record');
    expect(texts(next).join()).toContain('Three turns');
  });

  it('warns of the third equal call and ends at the fifth', () => {
    let next = start();
    const equal = call('checkCode', { loop: 'same' });
    for (let turn = 1; turn <= 4; turn += 1) {
      next = decide(decide(next, thought(equal)), checked(asBlob(CODE)));
      const { effect } = next;
      if (effect.type !== 'think') throw new Error(effect.type);
      expect(effect.heard[0]?.warning === undefined).toBe(turn < 3);
    }
    next = decide(next, thought(equal));
    expect(next.state.ending?.end).toBe('repeating');
  });

  it('logs the most iterations, and settles the newest code before it ends', () => {
    let next = start({ maxIterations: 1 });
    next = decide(decide(next, thought(call('generateCode'))), made(asBlob(CODE)));
    next = decide(next, thought(call('generateCode')));
    expect(texts(next)).toContain('Reached max iterations (1)');
    expect(toolsOf(next)).toEqual(['checkCode', 'testCode']);
    next = decide(next, {
      type: 'called',
      outcomes: [...outcomes(checked(asBlob(CODE))), ...outcomes(ran(asBlob(CODE)))],
    });
    expect(effectOf(next)).toMatchObject({
      type: 'write-record',
      best: { code: CODE, isCodeValid: true, iterationCount: 1 },
    });
  });

  it('asks the user, and goes on with the answer', () => {
    const asks = call('askUser', { kind: 'ask', question: { text: 'Which column?', choices: ['a', 'b'] } });
    let next = decide(start(), thought(asks));
    expect(effectOf(next)).toMatchObject({
      type: 'ask',
      question: { form: 'choice', summary: 'Which column?' },
    });
    next = decide(next, { type: 'answered', answer: { status: 'told', text: 'a' } });
    expect(effectOf(next)).toMatchObject({ type: 'think', heard: [{ index: 0, text: 'a' }] });
  });

  it('has the policy asked about an act, and tells the model what was denied', () => {
    const act = { tool: 'command', command: 'npm test', summary: 'npm test' };
    const next = decide(start(), thought(call('runCommand', { act }), call('checkCode')));
    expect(effectOf(next)).toMatchObject({ type: 'call-tools', act, calls: [{ tool: 'runCommand' }] });
    const denied = decide(next, { type: 'denied', act, reason: 'People run that.' });
    expect(toolsOf(denied)).toEqual(['checkCode']);
    expect(denied.state.heard).toMatchObject([{ index: 0, text: 'Not allowed: People run that.' }]);
  });

  it('ends where a tool of the kind that ends it succeeds', () => {
    const next = decide(decide(start(), thought(call('finish', { kind: 'end' }))), done());
    expect(next.state.ending?.end).toBe('done');
    expect(effectOf(next).type).toBe('write-record');
  });

  it.each(['budget', 'model', 'limit'] as const)(
    'ends with the best code where the %s gives no more',
    (of) => {
      let next = decide(decide(start(), thought(call('generateCode'))), made(asBlob(CODE)));
      next = decide(next, { type: 'unanswered', of, why: 'no more' });
      expect(next.state.ending?.end).toBe(of);
      expect(toolsOf(next)).toEqual(['checkCode', 'testCode']);
    },
  );

  it('writes its record at once where its time is over', () => {
    let next = decide(decide(start(), thought(call('generateCode'))), made(asBlob(CODE)));
    next = decide(next, { type: 'out-of-time' });
    expect(effectOf(next)).toMatchObject({
      type: 'write-record',
      untimed: true,
      best: { code: CODE, isCodeValid: false },
    });
  });

  it('does not begin without a model, and has a whole result', () => {
    const first = machine.start(CodeInput.parse({ executionSpec: {} }), { id: 'code-1' });
    const next = machine.decide(first.state, { type: 'begun', task: asBlob(TASK), modelConfigured: false });
    const ended = decide(next, { type: 'recorded', record: emptyRecord, recordRef: asBlob(OUTPUT) });
    expect(effectOf(ended).type).toBe('finish');
    expect(machine.result(ended.state, totals)).toMatchObject({
      status: 'incomplete',
      end: 'model',
      record: emptyRecord,
    });
  });
});

describe('a run in fixed order', () => {
  const pipeline = (more: object = {}, dataText?: string) =>
    start({ strategy: 'pipeline', ...more }, dataText);

  it('writes, runs, checks, and is done where the code is valid', () => {
    let next = pipeline();
    expect(toolsOf(next)).toEqual(['generateCode']);
    next = decide(next, made(asBlob(CODE)));
    expect(toolsOf(next)).toEqual(['testCode']);
    next = decide(next, ran(asBlob(CODE)));
    expect(toolsOf(next)).toEqual(['checkCode']);
    next = decide(next, checked(asBlob(CODE)));
    expect(effectOf(next)).toMatchObject({ type: 'write-record', best: { isCodeValid: true } });
  });

  it('analyses what failed, runtime errors first, and writes again with the analysis', () => {
    let next = decide(
      decide(decide(pipeline(), made(asBlob(CODE))), ran(asBlob(CODE), false)),
      checked(asBlob(CODE), false),
    );
    expect(effectOf(next)).toMatchObject({
      calls: [{ source: { made: { tool: 'analyzeError', code: CODE, run: OUTPUT } } }],
    });
    next = decide(next, done());
    expect(effectOf(next)).toMatchObject({
      calls: [
        {
          source: {
            made: { tool: 'generateCode', code: CODE, run: OUTPUT, check: OUTPUT, analysis: OUTPUT },
          },
        },
      ],
    });
  });

  it('ends at the most iterations with the best code', () => {
    let next = pipeline({ maxIterations: 2 });
    next = decide(decide(decide(next, made(asBlob(CODE))), ran(asBlob(CODE))), checked(asBlob(CODE), false));
    next = decide(
      decide(decide(decide(next, done()), made(asBlob(OTHER))), ran(asBlob(OTHER), false)),
      checked(asBlob(OTHER)),
    );
    expect(texts(next)).toContain('Reached max iterations (2)');
    expect(effectOf(next)).toMatchObject({ best: { code: CODE, iterationCount: 2, isCodeValid: false } });
  });

  it('goes on where no code came, and ends at the most iterations', () => {
    let next = pipeline({ maxIterations: 2 });
    next = decide(next, done(undefined, false));
    expect(toolsOf(next)).toEqual(['generateCode']);
    next = decide(next, done(undefined, false));
    expect(effectOf(next)).toMatchObject({
      type: 'write-record',
      best: { iterationCount: 2, isCodeValid: false },
    });
  });
});

const outcomes = (event: AgentEvent) => (event.type === 'called' ? event.outcomes : []);
const emptyRecord = {
  generatedCode: '',
  iterationCount: 0,
  isCodeValid: false,
  codeIssues: [],
  runtimeError: '',
  executionResult: null,
};
const totals = { givenUp: NO_USAGE, clocks: {}, workMs: 0, waitingMs: 0, checkpoints: [] };
