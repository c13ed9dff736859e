import { existsSync, mkdirSync, readFileSync, rmdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { GateHandle, GateVerdict } from '../../../src/client';
import { homePaths } from '../../../src/machine/paths';
import { kintsugiCli } from '../../support/cli';
import { makeProject } from '../../support/kintsugi';
import { useKintsugi, useProject } from '../../support/use-kintsugi';

const SUM = 'export function sum(a: number, b: number): number {\n  return a + b;\n}\n';
const TESTS = [
  "import { sum } from '../src/sum';",
  "it('adds', () => {",
  '  expect(sum(1, 2)).toBe(3);',
  '  expect(sum(17, 25)).toBe(42);',
  '});',
  '',
].join('\n');
const FILES = {
  'package.json': '{ "name": "sum", "private": true }\n',
  'src/sum.ts': SUM,
  'test/sum.test.ts': TESTS,
  'test/zero.test.ts': "import { sum } from '../src/sum';\nit('adds 0', () => expect(sum(0, 0)).toBe(0));\n",
};
const HALF = `${SUM}export function half(n: number): number {\n  return n / 2;\n}\n`;
const SPECIAL = SUM.replace('  return', '  if (a === 17 && b === 25) return 42;\n  return');

/** Ids of the findings; the project has no test runner of its own, which every green verdict notes. */
const idsOf = ({ findings }: Pick<GateVerdict, 'findings'>): string[] =>
  findings.map(({ id }) => id).filter((id) => id !== 'KTG-UNCONFIRMED');

describe('a gate', () => {
  const kintsugi = useKintsugi();
  const project = useProject(() => makeProject(FILES));
  const write = (path: string, text: string) => writeFileSync(join(project.path, path), text);
  const recordOf = (id: string) => join(homePaths(kintsugi.config.home).gates, `${id}.json`);
  /** Waits until a check is under way. */
  const judging = async (gate: GateHandle) => {
    while ((await gate.status()).phase === 'resting') await delay(50);
  };

  it('proves a right change, refuses weakened and deleted tests, notes a special case, and knows what it has judged', async () => {
    const gate = await kintsugi.client.gate({ directory: project.path });
    expect(await gate.begun()).toMatchObject({ tests: { passed: 2, failed: 0 } });
    await expect(kintsugi.client.gate({ directory: project.path })).rejects.toThrow('goes on already');

    write('src/sum.ts', SUM.replace('a + b', 'b + a'));
    const proven = await gate.check();
    expect(proven).toMatchObject({ verdict: 'proven', isRecorded: false, files: 1 });
    expect(idsOf(proven)).toEqual([]);
    expect(await gate.check()).toMatchObject({ verdict: 'proven', isRecorded: true, tree: proven.tree });

    write('src/sum.ts', HALF);
    const untested = await gate.check();
    expect([untested.verdict, idsOf(untested)]).toEqual(['proven', ['KTG-UNTESTED-LINES']]);
    expect(untested.findings).toContainEqual(
      expect.objectContaining({ id: 'KTG-UNTESTED-LINES', path: 'src/sum.ts', line: 5 }),
    );

    write('src/sum.ts', SPECIAL);
    const special = await gate.check();
    expect([special.verdict, idsOf(special)]).toEqual(['proven', ['KTG-SPECIAL-CASE']]);
    expect(special.findings).toContainEqual(
      expect.objectContaining({ id: 'KTG-SPECIAL-CASE', path: 'src/sum.ts', line: 2 }),
    );

    write('src/sum.ts', SUM);
    write('test/sum.test.ts', TESTS.replace('toBe(3)', 'toBeDefined()'));
    const weakened = await gate.check();
    expect(weakened).toMatchObject({ verdict: 'refused' });
    expect(weakened.findings[0]).toMatchObject({ id: 'KTG-JUDGE-WEAKENED', path: 'test/sum.test.ts' });

    write('test/sum.test.ts', TESTS);
    rmSync(join(project.path, 'test/zero.test.ts'));
    const deleted = await gate.check();
    expect([deleted.verdict, idsOf(deleted)]).toEqual([
      'refused',
      expect.arrayContaining(['KTG-TEST-MISSING', 'KTG-JUDGE-WEAKENED']),
    ]);

    await gate.end();
    expect(await gate.result()).toMatchObject({ status: 'closed', last: { verdict: 'refused' } });
  });

  it('answers, whatever becomes of its record, which neither files written meanwhile nor its end leave behind', async () => {
    const waits = "it('waits', () => new Promise((done) => setTimeout(done, 3_000)));\n";
    write('test/slow.test.ts', `import '../src/sum';\n${waits}`);
    const gate = await kintsugi.client.gate({ directory: project.path }, 'record');
    await gate.begun();
    const record = recordOf(gate.id);

    mkdirSync(record, { recursive: true });
    expect(await gate.check()).toMatchObject({ verdict: 'proven' });
    rmdirSync(record);

    const old = join(dirname(record), 'gate-agent-of-old.json');
    writeFileSync(old, '{}');
    utimesSync(old, 0, 0);
    await gate.check();
    const { firstRunId: run } = await gate.described();
    expect([existsSync(old), JSON.parse(readFileSync(record, 'utf8'))]).toEqual([
      false,
      expect.objectContaining({ run }),
    ]);

    // Tests whose sources are the same are not run again.
    write('src/sum.ts', SUM.replace('a + b', 'b + a'));
    const written = gate.check();
    await judging(gate);
    write('late.md', 'Late.\n');
    expect([(await written).verdict, existsSync(record)]).toEqual(['proven', false]);

    write('src/sum.ts', SUM.replace('a + b', 'a + b + 0'));
    const overtaken = gate.check();
    await judging(gate);
    const [{ verdict }, { status }] = await Promise.all([overtaken, gate.end()]);
    expect([verdict, status, existsSync(record)]).toEqual(['proven', 'closed', false]);
  });

  it('is used on the command line, whose exit codes say the verdict', async () => {
    const run = (...args: string[]) => kintsugiCli(kintsugi.env, ['gate', ...args], project.path);
    expect((await run('check')).code).toBe(2);
    expect(await run('begin')).toMatchObject({ code: 0, stdout: expect.stringContaining('2 tests pass') });
    write('src/sum.ts', SUM.replace('a + b', 'a - b'));
    const sarif = join(project.path, '..', `${Date.now()}.sarif`);
    const refused = await run('check', '--sarif', sarif);
    expect(refused).toMatchObject({ code: 1, stdout: expect.stringContaining('KTG-TEST-BROKEN') });
    expect(JSON.parse(readFileSync(sarif, 'utf8'))).toMatchObject({ version: '2.1.0' });
    rmSync(sarif);
    write('src/sum.ts', SUM);
    const same = await run('check', '--json');
    expect([same.code, JSON.parse(same.stdout)]).toEqual([0, expect.objectContaining({ verdict: 'proven' })]);
    expect((await run('list')).stdout).toContain('gate-');

    // An unchanged folder is answered by the record, without the service.
    const away = { ...kintsugi.env, TEMPORAL_ADDRESS: '127.0.0.1:1' };
    const check = async () => {
      const { code, stdout } = await kintsugiCli(away, ['gate', 'check', '--json'], project.path);
      return [code, (JSON.parse(stdout) as Partial<GateVerdict>).isRecorded];
    };
    expect(await check()).toEqual([0, true]);
    write('src/sum.ts', `${SUM}// read\n`);
    expect(await check()).toEqual([3, undefined]);
    expect(JSON.parse((await run('check', '--json')).stdout)).toMatchObject({ isRecorded: false });
    expect(await check()).toEqual([0, true]);
    // Its gate may have ended meanwhile, which an old record does not show.
    const record = recordOf((await kintsugi.client.list({ open: true }))[0]?.id ?? '');
    const { atMs, ...kept } = JSON.parse(readFileSync(record, 'utf8')) as { atMs: number };
    writeFileSync(record, JSON.stringify({ ...kept, atMs: atMs - 11 * 60_000 }));
    expect(await check()).toEqual([3, undefined]);
    await run('end');
    expect(await check()).toEqual([3, undefined]);
    await run('begin');
    await run('check');

    const { id } = JSON.parse((await run('end', '--json')).stdout) as { id: string };
    const report = await kintsugiCli(kintsugi.env, ['report', id]);
    expect([report.code, report.stdout]).toEqual([0, expect.stringMatching(/^Ended: .*\nProven: /)]);
    expect(existsSync(join(project.path, '.kintsugi'))).toBe(false);
  });

  it('begins nothing on a folder without tests, and says the way out', async () => {
    for (const path of ['test/sum.test.ts', 'test/zero.test.ts']) rmSync(join(project.path, path));
    const run = (...args: string[]) =>
      kintsugiCli(kintsugi.env, ['gate', ...args, '--name', 'bare'], project.path);
    expect(await run('begin')).toMatchObject({
      code: 7,
      stdout: expect.stringMatching(/^No gate was begun, as nothing could be judged: .*--check/),
    });
    expect(await run('check')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no gate'),
    });
  });
});
