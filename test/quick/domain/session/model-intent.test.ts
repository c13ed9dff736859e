import { sessionMachine } from '../../../../src/domain/session/machine';
import type { SessionEffect, SessionEvent } from '../../../../src/domain/session/state';
import { change } from '../../../support/play-session';
import { asBlob, asTree } from '../../../support/hashes';
import type { Answer } from '../../../../src/domain/run/questions';
import type { IntentReading } from '../../../../src/domain/session/intent/index';
import { playRun } from '../../../support/pure-host';

const hash = asBlob('0'.repeat(64));
const UNSURE = '그거 좀 어떻게 해봐';
const READING = {
  mode: 'debug',
  confidence: 0.3,
  isQuestion: false,
  likely: ['debug', 'qa', 'test'],
} as const;
const usage = { modelCalls: 1, inputTokens: 20, outputTokens: 5 };

interface Play {
  text?: string;
  reading?: Partial<IntentReading>;
  /** Reading of a model; without one the session has no model. */
  intended?: Omit<Extract<SessionEvent, { type: 'intended' }>, 'type'>;
  mode?: string;
  answers?: (Answer | undefined)[];
  level?: 'LOW' | 'MEDIUM';
}

/** Plays a session that is given one message. */
function play({ text = UNSURE, reading, intended, mode, answers, level }: Play) {
  const asked: unknown[] = [];
  const tasks: Extract<SessionEffect, { type: 'handle' }>['task'][] = [];
  let received = 0;
  const perform = (effect: SessionEffect): SessionEvent => {
    switch (effect.type) {
      case 'capture':
        return { type: 'captured', files: { tree: asTree(hash) }, hasModel: true };
      case 'receive':
        received += 1;
        return received === 1
          ? { type: 'received', number: 1, name: 'submit', message: { text, mode } }
          : { type: 'received', number: 2, name: 'close', message: {} };
      case 'classify':
        return { type: 'classified', reading: { ...READING, ...reading } };
      case 'intent':
        asked.push(effect.ask);
        return { type: 'intended', ...intended };
      case 'handle':
        tasks.push(effect.task);
        return {
          type: 'handled',
          handled: { status: 'done', answer: effect.mode, change: change('b'), trigger: 'fix_applied' },
        };
      case 'publish':
        return {
          type: 'published',
          files: { tree: effect.tree },
          paths: ['src/file-0.ts'],
          change: { before: effect.base, after: effect.tree },
        };
      case 'save':
        return { type: 'saved', saved: hash };
      default:
        throw new Error(`no ${effect.type} is performed here`);
    }
  };
  const run = playRun(
    sessionMachine,
    {
      directory: { hostId: 'h', hostName: 'h', realpath: '/p' },
      ...(level && { approval: { level } }),
    },
    { perform, answers },
  );
  const questions = run.seen.flatMap(({ effect }) => (effect.type === 'ask' ? [effect.question] : []));
  const turn = run.state.machine.turns[0];
  return { asked, tasks, questions, modes: turn?.modes, published: turn?.published, result: run.result };
}

const chosen = (text: string): Answer => ({ hash: '00000000', text, scope: 'once' });
const SURE = { mode: 'debug', confidence: 0.9 } as const;

describe('a message to a session with a model', () => {
  it('is read by the model where the classifier is not sure', () => {
    const { asked, modes, result } = play({ intended: { intent: { mode: 'qa', confidence: 0.9 }, usage } });
    expect(asked).toEqual([{ text: UNSURE, mode: 'idle', earlier: [] }]);
    expect(modes).toEqual(['qa']);
    expect(result.usage).toMatchObject(usage);
  });

  it('is put to people where the model gives nothing of use, and what it cost counts', () => {
    const { modes, questions, result } = play({
      intended: { usage },
      answers: [chosen('qa: Reviews code')],
    });
    expect(questions).toHaveLength(1);
    expect(modes).toEqual(['qa']);
    expect(result.usage).toMatchObject(usage);
  });

  it('is answered where the model finds that nothing is asked', () => {
    expect(play({ intended: { intent: { mode: 'idle', confidence: 0.9 } } }).modes).toEqual([]);
  });

  it('costs nothing where the classifier is sure, or people name the mode', () => {
    const intended = { intent: { mode: 'qa', confidence: 1 } } as const;
    expect(play({ reading: { ...SURE, isQuestion: true }, intended })).toMatchObject({
      asked: [],
      modes: ['debug'],
    });
    expect(play({ mode: 'test', intended })).toMatchObject({ asked: [], modes: ['test'] });
  });
});

describe('an unclear message to a session without a model', () => {
  it('is put to people, with the likeliest modes as choices', () => {
    const { questions, modes } = play({ answers: [chosen('test: Runs tests')] });
    expect(questions[0]).toMatchObject({
      kind: 'mode',
      form: 'choice',
      choices: ['debug: Locates an error and mends it', 'qa: Reviews code', 'test: Runs tests'],
    });
    expect(modes).toEqual(['test']);
  });

  it('starts nothing where nobody says what is meant', () => {
    expect(play({ answers: [undefined] }).modes).toEqual([]);
  });

  it('goes to the likeliest mode where people want no questions', () => {
    expect(play({ level: 'LOW' })).toMatchObject({ questions: [], modes: ['debug'] });
  });
});

describe('a question in a mode that changes files', () => {
  it('is answered there and changes nothing, whatever its handler brings', () => {
    const { tasks, modes, published } = play({ level: 'LOW', reading: { ...SURE, isQuestion: true } });
    expect(tasks).toEqual([expect.objectContaining({ isQuestion: true })]);
    expect(modes).toEqual(['debug']);
    expect(published).toEqual([]);
  });

  it('would be a change if it were a request', () => {
    expect(play({ level: 'LOW', reading: SURE }).published).toEqual(['src/file-0.ts']);
  });
});
