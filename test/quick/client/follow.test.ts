import { setTimeout as delay } from 'node:timers/promises';
import { demoEnd } from '../../../src/client/cli/demo-end';
import { follow, type FollowOptions } from '../../../src/client/cli/follow';
import type { Output } from '../../../src/client/cli/output';
import type { RunHandle } from '../../../src/client/run-handle';
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

test('a run that has ended is the last thing that is said of it', async () => {
  const said: string[] = [];
  let revived = 0;
  const output = {
    interactive: false,
    print: (line: string) => said.push(line),
    progress: (line: string) => said.push(line),
    note: (line: string) => said.push(line),
    clearProgress: () => undefined,
  } as unknown as Output;
  const options = {
    json: false,
    store: {},
    revive: () => Promise.resolve(void (revived += 1)),
  } as unknown as FollowOptions;
  const { run, close } = endingRun();
  expect(await follow(run, output, options)).toBe(EXIT.healed);
  close();
  await delay(20);
  expect(said).toEqual(['1']);
  expect(revived).toBe(0);
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
