import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { homePaths, PROJECT_ROOT } from '../../../src/machine/paths';
import { kintsugiCli } from '../../support/cli';
import { BROKEN_SUM, makeProject } from '../../support/kintsugi';
import { useKintsugi, useProject } from '../../support/use-kintsugi';

describe('kintsugi ci', () => {
  const kintsugi = useKintsugi();
  const project = useProject(() => makeProject(BROKEN_SUM));
  let out: string;
  const read = (name: string) => readFileSync(join(out, name), 'utf8');
  const marks = () => {
    const { ci: folder } = homePaths(kintsugi.config.home);
    return existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => !name.endsWith('.tmp'))
          .map((name) => join(folder, name))
      : [];
  };
  const ci = (...more: string[]) => kintsugiCli(kintsugi.env, ['ci', project.path, '--out', out, ...more]);

  beforeEach(async () => {
    out = await mkdtemp(join(tmpdir(), 'kintsugi-ci-'));
  });
  afterEach(() => rm(out, { recursive: true, force: true }));

  it('writes a sure repair to the checkout, and says the same to people and machines', async () => {
    expect((await ci()).code).toBe(0);
    expect(await project.read('src/sum.ts')).toContain('a + b');
    const summary = read('summary.md');
    for (const part of [
      '## Kintsugi: healed',
      '- src/sum.ts:2: `-` should be `+`',
      '```diff',
      '1 passed, 0 failed',
    ])
      expect(summary).toContain(part);
    const { runs } = JSON.parse(read('kintsugi.sarif')) as { runs: { results: object[] }[] };
    expect(runs[0]?.results).toMatchObject([
      {
        ruleId: 'KTC-HEALED',
        level: 'note',
        locations: [
          { physicalLocation: { artifactLocation: { uri: 'src/sum.ts' }, region: { startLine: 2 } } },
        ],
      },
    ]);
    expect(read('kintsugi.xml')).toContain('tests="2" failures="0"');
  });

  it('finishes, when it is called again, the job of a command that was killed', async () => {
    const main = join(PROJECT_ROOT, 'dist', 'client', 'cli', 'main.js');
    const killed = spawn(process.execPath, [main, 'ci', project.path, '--out', out], { env: kintsugi.env });
    while (marks().length === 0) await delay(20);
    killed.kill('SIGKILL');
    const run = readFileSync(marks()[0] ?? '', 'utf8');
    await kintsugi.client.run(run).result();
    expect(await project.read('src/sum.ts')).toContain('a + b');
    expect(existsSync(join(out, 'healed.patch'))).toBe(false);

    const { code, stderr } = await ci();
    expect([code, stderr]).toEqual([0, expect.stringContaining(`Finishes the job of the run ${run}`)]);
    expect(read('healed.patch')).toContain('+  return a + b');
    expect(marks()).toEqual([]);
  });

  it('begins anew after a command that returned, and for another job than that of a killed one', async () => {
    const detached = await ci('--detach');
    const [, first] = /^Run (\S+)$/m.exec(detached.stderr) ?? [];
    expect(detached.code).toBe(4);
    await kintsugi.client.run(first ?? '').result();
    expect(marks()).toEqual([]);

    const main = join(PROJECT_ROOT, 'dist', 'client', 'cli', 'main.js');
    const args = [main, 'ci', project.path, '--out', out, '--dry-run'];
    const killed = spawn(process.execPath, args, { env: kintsugi.env });
    while (marks().length === 0) await delay(20);
    killed.kill('SIGKILL');
    const { code, stderr } = await ci('--check', 'false', '--no-sandbox-tests', '--allow-unsandboxed');
    expect([code, stderr]).toEqual([1, expect.not.stringContaining('Finishes the job')]);
    for (const mark of marks()) rmSync(mark);
  });

  it('starts no run where its reports have no place', async () => {
    const file = join(out, 'a-file');
    writeFileSync(file, '');
    const { code, stderr } = await kintsugiCli(kintsugi.env, ['ci', project.path, '--out', file]);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/a-file cannot be written, since a file .*: name another path/),
    ]);
    expect(stderr).not.toMatch(/^Run /m);
  });

  it('leaves the checkout alone with --dry-run, and a patch that git applies', async () => {
    expect((await ci('--dry-run')).code).toBe(0);
    expect(await project.read('src/sum.ts')).toContain('a - b');
    expect(read('kintsugi.xml')).toContain('failures="2"');
    execFileSync('git', ['apply', join(out, 'healed.patch')], { cwd: project.path });
    expect(await project.read('src/sum.ts')).toContain('a + b');
  });

  it('fails where no repair is found, with the failure', async () => {
    writeFileSync(join(out, 'healed.patch'), 'of another run');
    const { code } = await ci('--check', 'false', '--no-sandbox-tests', '--allow-unsandboxed');
    expect(code).toBe(1);
    expect(existsSync(join(out, 'healed.patch'))).toBe(false);
    expect(read('summary.md')).toMatch(
      /## Kintsugi: not healed[^]*### What failed[^]*nothing was left to try: all edits of the suspicious places were tried before/,
    );
    expect(JSON.parse(read('kintsugi.sarif'))).toMatchObject({
      runs: [{ results: [{ ruleId: 'KTC-RED' }] }],
    });
    expect(read('kintsugi.xml')).toContain('failures="1"');
  });

  it('tells a repair of a part as a suggestion, beside what stays red', async () => {
    writeFileSync(
      join(project.path, 'test/word.test.ts'),
      "import { word } from '../src/word';\ntest('says it', () => expect(word()).toBe('which no edit of the code can guess'));\n",
    );
    writeFileSync(join(project.path, 'src/word.ts'), 'export const word = () => String(Math.sqrt(2));\n');
    expect((await ci()).code).toBe(1);
    expect(existsSync(join(out, 'healed.patch'))).toBe(false);
    expect(read('suggestion-A.patch')).toContain('+  return a + b');
    expect(JSON.parse(read('kintsugi.sarif'))).toMatchObject({
      runs: [{ results: [{ ruleId: 'KTC-SUGGESTED' }, { ruleId: 'KTC-RED' }] }],
    });
  });

  it('says in its summary why it has no result', async () => {
    const empty = join(out, 'empty');
    mkdirSync(empty);
    const { code } = await kintsugiCli(kintsugi.env, ['ci', empty, '--out', out]);
    expect(code).toBe(7);
    expect(read('summary.md')).toMatch(/^## Kintsugi: no result\n\nNo tests were found in /);
  });

  it('is run by the action, which shows the summary on the page of the job', async () => {
    const page = join(out, 'page.md');
    const command = `${process.execPath} ${join(PROJECT_ROOT, 'bin', 'kintsugi.cjs')}`;
    const env = { ...kintsugi.env, KINTSUGI_COMMAND: command, GITHUB_STEP_SUMMARY: page };
    execFileSync(join(PROJECT_ROOT, 'scripts', 'action.sh'), [project.path, join(out, 'kept'), '--dry-run'], {
      env,
      stdio: 'pipe',
    });
    expect(readFileSync(page, 'utf8')).toContain(`git apply ${join(out, 'kept', 'healed.patch')}`);
  });
});
