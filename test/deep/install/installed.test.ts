import { existsSync, readdirSync } from 'node:fs';
import { cp, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../../src/machine/paths';
import { launcherProject, type LauncherProject } from '../../support/launcher';

/** Stands in for npm: installs Node as a link to this one, or what the service needs as packages that load. */
const NPM = `
  const fs = require('node:fs');
  const { dependencies } = JSON.parse(fs.readFileSync('package.json', 'utf8'));
  const locked = Object.keys(JSON.parse(fs.readFileSync('package-lock.json', 'utf8')).packages).length - 1;
  fs.appendFileSync(process.env.NPM_LOG, Object.keys(dependencies).join(' ') + ', locked: ' + locked + '\\n');
  if (process.env.OFFLINE) {
    console.error('npm error network');
    process.exit(1);
  }
  for (const name of Object.keys(dependencies)) {
    fs.mkdirSync('node_modules/' + name + '/bin', { recursive: true });
    if (name.startsWith('node-')) fs.symlinkSync(process.execPath, 'node_modules/' + name + '/bin/node');
    else fs.writeFileSync('node_modules/' + name + '/index.js', process.env.BROKEN ? 'throw new Error("GLIBC_9 not found")' : '');
  }
`;
const MAIN = `
  console.log(JSON.stringify({ args: process.argv.slice(2), file: __filename, node: process.execPath, cwd: process.cwd() }));
  process.exitCode = 7;
`;
/** Makes a Node believe that it is another one; its children are not told. */
const OTHER_NODE = `Object.defineProperty(process, 'version', { value: 'v20.0.0' });`;
const NATIVE = ['isolated-vm', '@temporalio/core-bridge'];

let project: LauncherProject;
let home: string;

beforeEach(async () => {
  project = await launcherProject();
  home = join(project.root, 'a home');
  await cp(join(PROJECT_ROOT, 'bin'), join(project.root, 'bin'), { recursive: true });
  await project.write('npm/npm-cli.js', NPM);
  await project.write('other-node.cjs', OTHER_NODE);
  await project.write('dist/client/cli/main.js', MAIN);
  await project.write('LICENSE', 'MIT');
  await release('1.0.0', 'aaa');
});

afterEach(() => project.remove());

async function release(version: string, id: string): Promise<void> {
  const dependencies = Object.fromEntries(NATIVE.map((name) => [name, '1.0.0']));
  const packages = { '': {}, ...Object.fromEntries(NATIVE.map((name) => [`node_modules/${name}`, {}])) };
  await project.write('package.json', JSON.stringify({ name: 'kintsugi', version }));
  await project.write('release/package.json', JSON.stringify({ name: 'kintsugi', version, dependencies }));
  await project.write('release/lock.json', JSON.stringify({ packages }));
  const commands = { '': 'all commands\n', heal: 'help of heal\n', 'store gc': 'help of gc\n' };
  await project.write('release/help.json', JSON.stringify({ commands, completions: { bash: 'complete\n' } }));
  await project.write('release/id', id);
}

function kintsugi(args: readonly string[], more: Record<string, string> = {}) {
  const env = {
    npm_execpath: join(project.root, 'npm/npm-cli.js'),
    NPM_LOG: join(project.root, 'log'),
    KINTSUGI_HOME: home,
    ...more,
  };
  const given = ['-r', join(project.root, 'other-node.cjs'), join(project.root, 'bin/kintsugi.cjs'), ...args];
  return project.node(given, { env }).ended;
}

const npmRuns = async () =>
  (await project.read('log').catch(() => '')).split('\n').filter((line) => line !== '');
const programs = () =>
  readdirSync(join(home, 'programs'))
    .filter((name) => name.startsWith('kintsugi-'))
    .sort();

test.each([
  [['--version'], '1.0.0\n'],
  [['-V'], '1.0.0\n'],
  [['--help'], 'all commands\n'],
  [['help'], 'all commands\n'],
  [['help', 'heal'], 'help of heal\n'],
  [['heal', '--help'], 'help of heal\n'],
  [['heal', 'a folder', '-h'], 'help of heal\n'],
  [['store', 'gc', '--help'], 'help of gc\n'],
  [['completion', 'bash'], 'complete\n'],
])('%j prints what the package has, and brings nothing', async (args, text) => {
  expect(await kintsugi(args)).toMatchObject({ code: 0, stdout: text, stderr: '' });
  expect(existsSync(home)).toBe(false);
});

test('without a command it says which there are, and brings nothing', async () => {
  expect(await kintsugi([])).toMatchObject({ code: 2, stdout: '', stderr: 'all commands\n' });
  expect(existsSync(home)).toBe(false);
});

test('the first use brings Node and packages into the data folder, once for two at a time, and says so', async () => {
  const both = await Promise.all([kintsugi(['heal', 'a b', '--', '--help']), kintsugi(['list'])]);
  expect(both.map(({ code }) => code)).toEqual([7, 7]);
  const [first] = both.map(
    ({ stdout }) => JSON.parse(stdout) as { args: string[]; file: string; node: string },
  );
  expect(first?.args).toEqual(['heal', 'a b', '--', '--help']);
  expect(first?.file).toBe(
    join(
      home,
      'programs',
      `kintsugi-1.0.0-aaa-${process.platform}-${process.arch}`,
      'dist/client/cli/main.js',
    ),
  );
  const said = both.map(({ stderr }) => stderr).join('');
  expect(said.match(/first use: installing what runs the service/g)).toHaveLength(1);
  expect(said).toMatch(/ready after \d+ s/);
  expect((await npmRuns()).sort()).toEqual([
    'isolated-vm @temporalio/core-bridge, locked: 2',
    `node-${process.platform}-${process.arch}, locked: 1`,
  ]);
  expect(await kintsugi(['list'])).toMatchObject({ code: 7, stderr: '' });
  expect(await npmRuns()).toHaveLength(2);
});

test('a failed installation is said with the way out, leaves nothing, and the next start tries again', async () => {
  const failed = await kintsugi(['list'], { OFFLINE: '1' });
  expect(failed).toMatchObject({ code: 3, stdout: '' });
  expect(failed.stderr).toMatch(/npm error network\nkintsugi: .*could not (?:be )?install/);
  expect(programs()).toEqual([]);
  expect(readdirSync(join(home, 'programs')).filter((name) => /^(new|unfinished)-/.test(name))).toEqual([]);
  expect(await kintsugi(['list'])).toMatchObject({ code: 7 });
});

test('packages whose native code does not load here are refused with the reason', async () => {
  const { code, stderr } = await kintsugi(['list'], { BROKEN: '1' });
  expect(code).toBe(3);
  expect(stderr).toMatch(/GLIBC_9 not found[^]*kintsugi: the packages do not run on/);
  expect(programs()).toEqual([]);
});

test('an upgrade keeps the program before it and the one that the service runs; older ones go', async () => {
  const name = (version: string, id: string) =>
    `kintsugi-${version}-${id}-${process.platform}-${process.arch}`;
  const versions = [
    ['1.0.0', 'aaa'],
    ['1.1.0', 'bbb'],
    ['1.2.0', 'ccc'],
    ['1.3.0', 'ddd'],
  ] as const;
  for (const [index, [version, id]] of versions.entries()) {
    await release(version, id);
    expect(await kintsugi(['list'])).toMatchObject({ code: 7 });
    await utimes(join(home, 'programs', name(version, id)), index, index);
    if (index === 0)
      await writeFile(
        join(home, 'up.json'),
        JSON.stringify({ program: join(home, 'programs', name(version, id)) }),
      );
  }
  expect(programs()).toEqual([name('1.0.0', 'aaa'), name('1.2.0', 'ccc'), name('1.3.0', 'ddd')]);
});
