import { sessionMachine } from '../../../../src/domain/session/machine';
import type { SessionEffect, SessionEvent } from '../../../../src/domain/session/state';
import { asBlob, asTree } from '../../../support/hashes';
import { playRun } from '../../../support/pure-host';

const hash = asBlob('0'.repeat(64));
const UNSURE = '그거 좀 어떻게 해봐';
const SURE = 'find the User class';
const usage = { modelCalls: 1, inputTokens: 20, outputTokens: 5 };

/** Plays a session with a model that is given one message; `intended` is what becomes of the model's reading. */
function play(
  text: string,
  intended: Omit<Extract<SessionEvent, { type: 'intended' }>, 'type'>,
  mode?: string,
) {
  const asked: unknown[] = [];
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
      case 'intent':
        asked.push(effect.ask);
        return { type: 'intended', ...intended };
      case 'handle':
        return { type: 'handled', handled: { status: 'done', answer: effect.mode } };
      case 'save':
        return { type: 'saved', saved: hash };
      default:
        throw new Error(`no ${effect.type} is performed here`);
    }
  };
  const run = playRun(
    sessionMachine,
    { directory: { hostId: 'h', hostName: 'h', realpath: '/p' } },
    { perform },
  );
  return { asked, modes: run.state.machine.turns[0]?.modes, result: run.result };
}

describe('a message to a session with a model', () => {
  it('is read by the model where the rules are not sure', () => {
    const { asked, modes, result } = play(UNSURE, { intent: { mode: 'qa', confidence: 0.9 }, usage });
    expect(asked).toEqual([{ text: UNSURE, mode: 'idle', earlier: [] }]);
    expect(modes).toEqual(['qa']);
    expect(result.usage).toMatchObject(usage);
  });

  it('is read by the rules where the model gives nothing of use, and what it cost counts', () => {
    const { modes, result } = play(UNSURE, { usage });
    expect(modes).toEqual(['context_navigation']);
    expect(result.usage).toMatchObject(usage);
  });

  it('is answered where the model finds that nothing is asked', () => {
    expect(play(UNSURE, { intent: { mode: 'idle', confidence: 0.9 } }).modes).toEqual([]);
  });

  it('costs nothing where the rules are sure, or people name the mode', () => {
    expect(play(SURE, { intent: { mode: 'qa', confidence: 1 } })).toMatchObject({
      asked: [],
      modes: ['context_navigation'],
    });
    expect(play(UNSURE, {}, 'refactor')).toMatchObject({ asked: [], modes: ['refactor'] });
  });
});
