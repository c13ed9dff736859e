import { setTimeout as delay } from 'node:timers/promises';
import { demoEnd } from '../../../src/client/cli/demo-end';
import { follow, type FollowOptions } from '../../../src/client/cli/follow';
import type { Output } from '../../../src/client/cli/output';
import { GateHandle } from '../../../src/client/gate-handle';
import { RunHandle } from '../../../src/client/run-handle';
import { EXIT, infrastructure } from '../../../src/domain/kintsugi-error';

/** A run that ends while a question about its state is under way, which its closed connection then cuts off. */
function endingRun() {
  let cutOff: (error: Error) => void = () => undefined;
  const run = {
    id: 'run-1',
    described: () => Promise.resolve({ startedAt: new Date(0), firstRunId: 'first' }),
    status: () => new Promise((_, reject) => (cutOff = reject)),
    ended: () => delay(5).then(() => ({ kind: 'other', result: 1 })),
  };
  return {
    run: run as unknown as RunHandle<unknown>,
    close: () => cutOff(infrastructure('The client was closed.')),
  };
}

function outputTo(said: string[]): Output {
  const say = (line: string): void => void said.push(line);
  const told = { print: say, progress: say, note: say, clearProgress: () => undefined };
  return { interactive: false, ...told } as unknown as Output;
}

test('a run that has ended is the last thing that is said of it', async () => {
  const said: string[] = [];
  let revived = 0;
  const options = {
    json: false,
    store: {},
    revive: () => Promise.resolve(void (revived += 1)),
  } as unknown as FollowOptions;
  const { run, close } = endingRun();
  expect(await follow(run, outputTo(said), options)).toBe(EXIT.healed);
  close();
  await delay(20);
  expect(said).toEqual(['1']);
  expect(revived).toBe(0);
});

test('a server that is away for a moment does not end the following', async () => {
  const away = Object.assign(new Error('14 UNAVAILABLE'), { code: 14, details: '', metadata: {} });
  const raw = { workflowExecutionInfo: { firstRunId: 'first' } };
  const described = {
    ...{ type: 'nap', status: { name: 'RUNNING' }, startTime: new Date(0), raw, runId: 'first' },
    staticSummary: () => Promise.resolve('a nap'),
  };
  let looks = 0;
  const handle = {
    workflowId: 'run-1',
    describe: () => ((looks += 1) === 1 ? Promise.reject(away) : Promise.resolve(described)),
    result: () => Promise.resolve('it goes on'),
  };
  const links = { closed: () => false, bounded: () => Promise.reject(away) };
  const said: string[] = [];
  const run = new RunHandle(handle as never, {} as never, links as never);
  const revived = jest.fn(() => Promise.resolve());
  const options = { json: true, store: {}, revive: revived } as unknown as FollowOptions;
  expect(await follow(run, outputTo(said), options)).toBe(EXIT.healed);
  expect(said.at(-1)).toBe('"it goes on"');
  expect(revived).toHaveBeenCalled();
  looks = 0;
  await expect(run.ended()).rejects.toThrow(/Temporal server does not answer; .*: kintsugi watch run-1$/);
});

describe('the last lines of the demo', () => {
  const [healed, broken] = [EXIT.healed, EXIT.infrastructure].map((code) =>
    demoEnd(code, 6.72, 30).join('\n'),
  );

  it('say after a heal what is left, and what to do next', () => {
    expect(healed).toMatch(/took 6\.7 s\. Its copy .* is deleted/);
    expect(healed).toMatch(/keep running, and stop after 30 minutes without a run/);
    expect(healed).toMatch(/heal DIR/);
    expect(demoEnd(EXIT.healed, 1, 0)).toContain('Server and worker keep running.');
  });

  it('claim no success that was none', () => {
    expect(broken).toMatch(/did not end as it should/);
    expect(broken).toMatch(/kintsugi doctor/);
    expect(broken).not.toMatch(/heal DIR/);
  });
});

describe('a gate whose worker gives no answer in time', () => {
  const late = Object.assign(new Error('4 DEADLINE_EXCEEDED'), { code: 4, details: '', metadata: {} });
  const stand = { base: 'tree', answers: [] };
  const gateWith = (requireWorker: () => Promise<void>) => {
    let asked = 0;
    const handle = {
      workflowId: 'gate-1',
      query: () => ((asked += 1) === 1 ? Promise.reject(late) : Promise.resolve(stand)),
    };
    const bounded = <T>(call: () => Promise<T>) => call();
    return new GateHandle(handle as never, {} as never, { closed: () => false, bounded, requireWorker });
  };

  it('is asked again while one polls', async () => {
    expect(await gateWith(() => Promise.resolve()).captured()).toEqual(stand);
  });

  it('says so where none polls any more', async () => {
    const none = infrastructure('No Kintsugi worker is running.');
    await expect(gateWith(() => Promise.reject(none)).captured()).rejects.toThrow(none.message);
  });
});
