import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { launcherProject, untilText, type LauncherProject } from '../../support/launcher';

let project: LauncherProject;

/** Stands in for the npm of PATH: notes when it begins and ends, and what it was asked. */
const NPM = `
  const fs = require('node:fs');
  const note = (text) => fs.appendFileSync(process.env.NPM_LOG, text + '\\n');
  note('begin ' + process.argv.slice(2).join(' '));
  setTimeout(() => {
    note('end');
    if (fs.existsSync('offline')) {
      console.error('npm error network');
      process.exit(1);
    }
    fs.mkdirSync('node_modules/thing', { recursive: true });
  }, 500);
`;

const INSTALL = `
  require('./scripts/lib/dependencies.cjs').ensureDependencies(process.cwd())
    .catch((error) => { console.error(error.message); process.exit(1); });
`;

beforeEach(async () => {
  project = await launcherProject();
  await project.write('npm/npm-cli.js', NPM);
  await project.write('package-lock.json', '{ "version": 1 }');
});

afterEach(() => project.remove());

function install() {
  const env = { npm_execpath: join(project.root, 'npm/npm-cli.js'), NPM_LOG: join(project.root, 'log') };
  return project.node(['-e', INSTALL], { env });
}

async function npmRuns(): Promise<string[]> {
  return (await project.read('log').catch(() => '')).split('\n').filter((line) => line !== '');
}

test('two starts at once install once, and later starts not at all', async () => {
  const [first, second] = await Promise.all([install().ended, install().ended]);
  expect([first.code, second.code]).toEqual([0, 0]);
  expect(await npmRuns()).toEqual([expect.stringContaining('begin install'), 'end']);
  const said = `${first.stderr}${second.stderr}`.trim().split('\n').sort();
  expect(said).toEqual([
    'kintsugi: installing the locked dependencies',
    expect.stringMatching(/^kintsugi: waiting for process \d+, which installs the dependencies$/),
  ]);
  expect(await install().ended).toMatchObject({ code: 0, stderr: '', stdout: '' });
  expect(await npmRuns()).toHaveLength(2);
});

test('nothing is saved, no scripts are run, and what the build needs is included', async () => {
  await install().ended;
  const [begin] = await npmRuns();
  for (const flag of ['--no-save', '--ignore-scripts', '--include=dev']) expect(begin).toContain(flag);
});

test('an installation leaves the settings of git alone', async () => {
  const { root: cwd } = project;
  execFileSync('git', ['init', '-q'], { cwd });
  expect((await install().ended).code).toBe(0);
  expect(spawnSync('git', ['config', '--local', 'core.hooksPath'], { cwd }).status).toBe(1);
});

test('another lock file is installed again', async () => {
  await install().ended;
  await project.write('package-lock.json', '{ "version": 2 }');
  expect(await install().ended).toMatchObject({ code: 0 });
  expect(await npmRuns()).toHaveLength(4);
});

test("a failure shows npm's output and a sentence, and the next start tries again", async () => {
  await project.write('offline', '');
  const failed = await install().ended;
  expect(failed.code).toBe(1);
  expect(failed.stderr).toMatch(
    /npm error network\nnpm could not install the dependencies \(its output is above\)/,
  );
  expect(await install().ended).toMatchObject({ code: 1 });
  expect(await npmRuns()).toHaveLength(4);
});

test('a start that is killed leaves npm to end before the next one installs', async () => {
  const killed = install();
  await untilText(() => project.read('log'), 'begin');
  killed.child.kill('SIGKILL');
  expect(await install().ended).toMatchObject({ code: 0 });
  expect((await npmRuns()).map((line) => line.split(' ')[0])).toEqual(['begin', 'end', 'begin', 'end']);
});
