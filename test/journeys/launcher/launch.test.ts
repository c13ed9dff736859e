import { mkdir, realpath, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { launcherProject, untilText, type LauncherProject } from '../../support/launcher';

const SHOW = `
  let input = '';
  process.stdin.on('data', (text) => (input += text)).on('end', () => {
    const { argv, env } = process;
    console.log(JSON.stringify({ main: require.main === module, args: argv.slice(2), cwd: process.cwd(), path: env.PATH, input }));
    process.exitCode = 7;
  });
`;
const WAIT = `
  const fs = require('node:fs');
  process.on('SIGTERM', () => {
    fs.appendFileSync(process.argv[2], 'asked to end\\n');
    process.exit(9);
  });
  fs.appendFileSync(process.argv[2], 'waits\\n');
  setInterval(() => undefined, 1000);
`;
/** Makes a Node believe that it is an old one; given on the command line, so its children are not. */
const OLD_NODE = `
  Object.defineProperty(process, 'version', { value: 'v20.0.0' });
`;
/** Installs the Node that runs the tests, as the package that package.json asks for. */
const NPM = `
  const fs = require('node:fs');
  const { dependencies } = JSON.parse(fs.readFileSync('package.json', 'utf8'));
  const [name] = Object.keys(dependencies);
  const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'));
  const { version, integrity } = packages['node_modules/' + name];
  fs.appendFileSync(process.env.NPM_LOG, [name, dependencies[name], version, integrity.slice(0, 7)].join(' ') + '\\n');
  if (process.env.OFFLINE) {
    console.error('npm error network');
    process.exit(1);
  }
  fs.mkdirSync('node_modules/' + name + '/bin', { recursive: true });
  fs.symlinkSync(process.execPath, 'node_modules/' + name + '/bin/node');
`;

/** Version that the launcher wants, which the tests run on. */
const NODE = process.version.slice(1);

let project: LauncherProject;

beforeEach(async () => {
  project = await launcherProject();
  await project.write('dist/client/cli/main.js', SHOW);
  await project.write('old-node.cjs', OLD_NODE);
});

afterEach(() => project.remove());

const run = () => join(project.root, 'scripts/run.cjs');
const oldNode = () => ['-r', join(project.root, 'old-node.cjs')];

async function cacheThisNode(): Promise<void> {
  const node = join(project.root, `.cache/node/node-${process.platform}-${process.arch}-${NODE}/bin/node`);
  await mkdir(dirname(node), { recursive: true });
  await symlink(process.execPath, node);
}

describe.each(['the right Node', 'another Node'])('a target under %s', (which) => {
  const flags = () => (which === 'the right Node' ? [] : oldNode());

  beforeEach(cacheThisNode);

  test("gets the arguments, the input, the caller's folder and PATH, and gives its exit code", async () => {
    const cwd = await realpath(tmpdir());
    const args = [...flags(), run(), 'kintsugi', 'heal', 'a b', '--json'];
    const { code, stdout, stderr } = await project.node(args, {
      cwd,
      env: { PATH: '/usr/bin' },
      input: 'typed',
    }).ended;
    expect({ code, stderr }).toEqual({ code: 7, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({
      main: true,
      args: ['heal', 'a b', '--json'],
      cwd,
      path: '/usr/bin',
      input: 'typed',
    });
  });

  test('started by npm, it works in the folder that the user stands in', async () => {
    const cwd = await realpath(tmpdir());
    const env = { npm_lifecycle_event: 'kintsugi', INIT_CWD: cwd };
    const { stdout } = await project.node([...flags(), run(), 'kintsugi'], { env }).ended;
    expect(JSON.parse(stdout)).toMatchObject({ cwd });
  });

  test('gets the signals, and how it ends is how the launcher ends', async () => {
    await project.write('dist/client/cli/main.js', WAIT);
    const started = project.node([...flags(), run(), 'kintsugi', 'log']);
    await untilText(() => project.read('log'), 'waits');
    started.child.kill('SIGTERM');
    expect(await started.ended).toMatchObject({ code: 9 });
    expect(await project.read('log')).toBe('waits\nasked to end\n');
  });

  test('dies with the launcher, also where that is killed', async () => {
    await project.write('dist/client/cli/main.js', WAIT);
    const started = project.node([...flags(), run(), 'kintsugi', 'log']);
    await untilText(() => project.read('log'), 'waits');
    started.child.kill('SIGKILL');
    // Its output ends when both are gone.
    expect(await started.ended).toMatchObject({ signal: 'SIGKILL' });
  });

  test('that dies of a signal makes the launcher die of it', async () => {
    await project.write(
      'dist/client/cli/main.js',
      `process.kill(process.pid, 'SIGINT'); setInterval(() => 0, 1000);`,
    );
    expect(await project.node([...flags(), run(), 'kintsugi']).ended).toMatchObject({
      code: null,
      signal: 'SIGINT',
    });
  });
});

describe('another Node', () => {
  const name = `node-${process.platform}-${process.arch}`;
  const env = () => ({
    npm_execpath: join(project.root, 'npm/npm-cli.js'),
    NPM_LOG: join(project.root, 'log'),
  });
  const start = (more = {}) =>
    project.node([...oldNode(), run(), 'kintsugi'], { env: { ...env(), ...more } }).ended;

  beforeEach(() => project.write('npm/npm-cli.js', NPM));

  test('brings the right one once, in one line, by its version and hash', async () => {
    const both = await Promise.all([start(), start()]);
    expect(both.map(({ code }) => code)).toEqual([7, 7]);
    const lines = both
      .flatMap(({ stderr }) => stderr.trim().split('\n'))
      .filter((line) => line.includes('installing'));
    expect(lines).toEqual([expect.stringContaining(`needs Node ${NODE} and this is v20.0.0: installing it`)]);
    expect(await project.read('log')).toBe(`${name} ${NODE} ${NODE} sha512-\n`);
    expect(await start()).toMatchObject({ code: 7, stderr: '' });
    expect(await project.read('log')).toBe(`${name} ${NODE} ${NODE} sha512-\n`);
  });

  test('that cannot be installed is said with the way out, and the next start tries again', async () => {
    const failed = await start({ OFFLINE: '1' });
    expect(failed.code).toBe(3);
    expect(failed.stderr).toContain(
      `npm error network\nkintsugi: Node ${NODE} could not be installed (the reason is above): install Node ${NODE} yourself`,
    );
    expect(await start()).toMatchObject({ code: 7 });
  });
});

test.each([
  [['nonsense'], 'there is no target "nonsense"'],
  [['constructor'], 'there is no target "constructor"'],
  [[], 'no target was named'],
])('%j is refused with the targets there are', async (args, sentence) => {
  const { code, stderr } = await project.node([run(), ...args]).ended;
  expect(code).toBe(2);
  expect(stderr).toContain(sentence);
  expect(stderr).toMatch(/take one of kintsugi, demo, test/);
});
