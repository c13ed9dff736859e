import { HealResult } from '../../../src/domain/heal/result';
import { kintsugiCli } from '../../support/cli';
import { makeProject } from '../../support/kintsugi';
import { BROKEN_TEXTS, rewriting, ROMAN, SLUG } from '../../support/roman-project';
import { reply } from '../../support/scripted-model';
import { useOwnScriptedKintsugi, useProject } from '../../support/use-kintsugi';

describe('kintsugi topup', () => {
  const kintsugi = useOwnScriptedKintsugi({
    why: 'its model has prices, and it is stopped',
    settings: {
      KINTSUGI_MODEL_PRICES: '{"scripted": {"inputPerMillion": 2, "outputPerMillion": 10}}',
    },
  });
  const project = useProject(() => makeProject(BROKEN_TEXTS));

  const cli = (...args: string[]) => kintsugiCli(kintsugi.env, args);
  const heal = (...args: string[]) => cli('heal', project.path, '--approval', 'low', ...args);

  it('answers a run that waits for its budget, which says how', async () => {
    const waiting = await heal('--budget-usd', '0.0001');
    expect(waiting.code).toBe(4);
    expect(waiting.stdout).toMatch(
      /waits for a top-up of its budget until .* \$.* are too little to begin: to look for repair 1 takes about \$/,
    );
    const [, id = '', usd = ''] = /kintsugi topup (\S+) --usd (\S+)/.exec(waiting.stdout) ?? [];
    expect((await cli('list')).stdout).toContain('waiting for a top-up');
    const status = await cli('status', id);
    expect(status.stdout).toContain('budget: $0.00 of $0.0001 spent');
    expect(status.stdout).toContain(`kintsugi topup ${id} --usd ${usd}`);
    kintsugi.model.script(reply(rewriting({ 'src/roman.ts': ROMAN, 'src/slug.ts': SLUG })));
    const little = await cli('topup', id, '--usd', '0.000001');
    expect(little.stdout).toContain('That is not enough yet.');
    expect(little.stdout).toMatch(new RegExp(`top up: kintsugi topup ${id} --usd \\S+`));
    const topped = await cli('topup', id, '--usd', usd, '--by', 'Ada');
    expect(topped.stdout).toContain(`Follow with: kintsugi watch ${id}`);
    expect(topped.code).toBe(0);
    const watched = await cli('watch', id);
    expect(watched.code).toBe(0);
    const report = await cli('report', id);
    expect(report.stdout).toMatch(/1 model call of scripted, [\d,]+ tokens in, [\d,]+ out, \$0\.\d+/);
    expect(report.stdout).toMatch(/budget: \$0\.\d+ of \$0\.\d+ spent/);
    const { usage, budget } = HealResult.parse(JSON.parse((await cli('report', id, '--json')).stdout));
    expect(budget?.spent.microUsd).toBe(usage.costMicroUsd);
    const late = await cli('topup', id, '--usd', '1');
    expect(late).toMatchObject({ code: 2 });
    expect(late.stderr).toContain(`go on from it with kintsugi fork ${id}`);
  });

  it('refuses with one sentence and exit code 2', async () => {
    const { stdout, code } = await heal('--budget-tokens', '10', '--json');
    const { taskId, status } = JSON.parse(stdout) as { taskId: string; status: string };
    expect({ status, code }).toEqual({ status: 'waiting-for-budget', code: 4 });
    for (const [args, sentence] of [
      [['nobody', '--tokens', '5'], 'There is no run nobody: see kintsugi list.'],
      [[taskId], 'No amount is given: use --tokens N, --usd X, or both.'],
      [[taskId, '--tokens', '0'], 'Give a whole number from 1.'],
      [[taskId, '--usd', '-1'], 'Give USD like 0.50 or 2.'],
      [[taskId, '--usd', '1'], 'top it up in tokens'],
    ] as const) {
      const refused = await cli('topup', ...args);
      expect(refused.stderr).toContain(sentence);
      expect(refused.code).toBe(2);
    }
    await cli('cancel', taskId);
  });

  it('has a deadline, after which the result says how to go on', async () => {
    const { stdout, code } = await heal(
      '--budget-tokens',
      '10',
      '--top-up-within',
      '0.005m',
      '--max-attempts',
      '1',
      '--detach',
      '--json',
    );
    expect(code).toBe(4);
    const { taskId } = JSON.parse(stdout) as { taskId: string };
    await kintsugi.client.run(taskId).result();
    const report = await cli('report', taskId);
    expect(report.code).toBe(1);
    expect(report.stdout).toMatch(/kintsugi fork heal-\S+ --budget-tokens \d+/);
    expect(report.stdout).toContain('budget: 0 of 10 tokens spent');
  });

  it.each([
    [['--top-up-within', '1h'], '--top-up-within needs a budget'],
    [['--budget-tokens', '1.5'], 'Give a whole number from 1.'],
    [['--budget-usd', 'much'], 'Give USD like 0.50 or 2.'],
    [['--budget-usd', '1', '--model', 'dear'], 'needs a price for dear'],
  ])('heal %j is refused', async (args, sentence) => {
    const { stdout, stderr, code } = await heal(...args);
    expect(`${stdout}${stderr}`).toContain(sentence);
    expect(code).toBe(2);
  });

  it('takes the limits of the settings where none are named', async () => {
    const env = { ...kintsugi.env, KINTSUGI_BUDGET_TOKENS: '10' };
    const { stdout } = await kintsugiCli(env, ['heal', project.path, '--json']);
    const { taskId, budget } = JSON.parse(stdout) as { taskId: string; budget: { limit: object } };
    expect(budget.limit).toEqual({ tokens: 10 });
    await cli('cancel', taskId);
  });

  it('says where no worker is there to take it', async () => {
    const { stdout } = await heal('--budget-tokens', '10', '--json');
    const { taskId } = JSON.parse(stdout) as { taskId: string };
    await kintsugi.stop();
    const { code, stderr } = await cli('topup', taskId, '--tokens', '5');
    expect(code).toBe(3);
    expect(stderr).toContain('kintsugi up');
    await kintsugi.start();
    await cli('cancel', taskId);
  });
});
