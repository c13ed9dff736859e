import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BROKEN_SUM, copyExample, makeProject } from '../../support/kintsugi';
import { useKintsugi } from '../../support/use-kintsugi';

const LOW = { level: 'LOW' } as const;

describe('heal', () => {
  const kintsugi = useKintsugi();

  async function heal(directory: string, more: object = {}) {
    const run = await kintsugi.client.heal({ directory, approval: LOW, ...more });
    return run.result();
  }

  it.each([
    ['shop', ['src/discounts.ts']],
    ['booking', ['src/room.ts', 'src/stay.ts']],
    ['search', ['src/rank.ts', 'src/search.ts']],
  ])('recovers the example %s', async (name, changed) => {
    const project = await copyExample(name);
    try {
      const result = await heal(project.path);
      expect(result).toMatchObject({
        status: 'recovered',
        tests: { failed: 0 },
        delivery: { status: 'published' },
      });
      expect(result.totalAttempts).toBe(Math.min(result.record.retryCount + 1, 3));
      expect(result.diff?.files.map((file) => file.path)).toEqual(changed);
      // The published files are what was verified: a second run finds nothing to do.
      expect(await heal(project.path)).toMatchObject({
        status: 'completed',
        totalAttempts: 1,
        baseTree: result.tree,
      });
    } finally {
      await project.remove();
    }
  });

  it('gives up after three failed repairs, with three entries and unchanged files', async () => {
    const project = await makeProject({
      'src/primes.ts':
        'export function primes(limit: number): number[] {\n  return limit > 1 ? [] : [];\n}\n',
      'test/primes.test.ts':
        "import { primes } from '../src/primes';\nit('lists primes', () => expect(primes(30)).toEqual([2, 3, 5, 7, 11, 13, 17, 19, 23, 29]));\n",
    });
    const result = await heal(project.path);
    expect(result).toMatchObject({
      status: 'failed_after_repair',
      totalAttempts: 3,
      delivery: { status: 'nothing-to-publish' },
    });
    expect(result.repairHistory.map((attempt) => attempt.attemptNumber)).toEqual([1, 2, 3]);
    expect(result.failureReport).toContain('your files are unchanged');
    expect(await readFile(join(project.path, 'src/primes.ts'), 'utf8')).toContain('[] : []');
    await project.remove();
  });

  it.each([
    ['network', "throw new Error('connect ECONNREFUSED 127.0.0.1:5432');"],
    ['permission', 'throw new Error("EACCES: permission denied, open \'/etc/app.key\'");'],
  ])('ends a %s failure at once as failed', async (_, statement) => {
    const project = await makeProject({
      'src/load.ts': `export function load(): string {\n  ${statement}\n}\n`,
      'test/load.test.ts':
        "import { load } from '../src/load';\nit('loads', () => expect(load()).toBe('data'));\n",
    });
    const result = await heal(project.path);
    expect(result).toMatchObject({ status: 'failed', totalAttempts: 1, repairHistory: [] });
    await project.remove();
  });

  it('ends a failing command of a missing tool as failed', async () => {
    const project = await makeProject({ 'README.md': 'nothing to test' });
    const result = await heal(project.path, {
      verification: { commands: [{ command: 'no-such-tool --version' }], allowUnsandboxed: true },
    });
    expect(result).toMatchObject({ status: 'failed', totalAttempts: 1 });
    expect(result.finalError).toContain('no-such-tool');
    await project.remove();
  });

  it('names a test file that does not parse', async () => {
    const project = await makeProject({
      ...BROKEN_SUM,
      'test/broken.test.ts': "it('is cut off', () => {\n  expect(1\n",
    });
    const result = await heal(project.path);
    expect(result.badInput).toMatch(/^The test file test\/broken\.test\.ts does not parse \(line \d+\): /);
    await project.remove();
  });

  it('takes a failed console.assert of a plain script for a failure', async () => {
    const project = await makeProject({
      'sum.js': 'function sum(a, b) {\n  return a - b;\n}\nmodule.exports = { sum };\n',
      'sum.check.js': "const { sum } = require('./sum');\nconsole.assert(sum(1, 2) === 3, 'adds');\n",
    });
    const result = await heal(project.path, { verification: { tests: ['*.check.js'] } });
    expect(result).toMatchObject({ status: 'recovered', diff: { files: [{ path: 'sum.js' }] } });
    await project.remove();
  });

  it('does not take a failing test that a repair would skip for a repaired one', async () => {
    const project = await makeProject({
      'src/config.ts': 'export const strict = true;\nexport const limit = (): number[] => [];\n',
      'test/limit.test.ts': [
        "import { limit, strict } from '../src/config';",
        "it('is an array', () => expect(Array.isArray(limit())).toBe(true));",
        "(strict ? it : it.skip)('has the squares', () => expect(limit()).toEqual([1, 4, 9, 16, 25, 36]));",
        '',
      ].join('\n'),
    });
    expect(await heal(project.path)).toMatchObject({ status: 'failed_after_repair', tests: { failed: 1 } });
    await project.remove();
  });

  it('refuses a project whose tests are all skipped', async () => {
    const project = await makeProject({ 'a.test.ts': "it.skip('later', () => undefined);\n" });
    expect((await heal(project.path)).badInput).toContain('are skipped');
    await project.remove();
  });
});
