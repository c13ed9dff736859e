import { execFile } from 'node:child_process';
import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { PROJECT_ROOT } from '../../../src/machine/paths';

/** Majors of Node that `engines` allows and people have. */
const NODES = ['20', '22', '24', '26'];
const COMPILERS = ['cc', 'gcc', 'g++', 'c++', 'clang', 'make', 'cmake', 'node-gyp'];
const LONG_MS = 900_000;
const HEAL_IN_SCRIPT = `
  const kintsugi = await connect((line) => console.error(line));
  const run = await kintsugi.heal({ directory: process.argv[2], approval: { level: 'LOW' } });
  const { status } = await run.result();
  await kintsugi.close();
  console.log(process.version, status, EXIT.healed);
`;
const TYPED = `
  import { connect, type HealResult, type KintsugiClient } from 'kintsugi';
  export async function use(): Promise<HealResult['status']> {
    const kintsugi: KintsugiClient = await connect();
    // @ts-expect-error -- a heal needs a directory: the types are no any
    await kintsugi.heal({});
    const run = await kintsugi.heal({ directory: '.' });
    return (await run.result()).status;
  }
`;

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
  seconds: number;
}

let scratch: string;
let tarball: string;
let app: string;
const figures: Record<string, unknown>[] = [];

/** This environment, without what Kintsugi, Temporal and the npm that runs the tests have put there. */
const ENVIRONMENT = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(?:npm_|KINTSUGI_|TEMPORAL_|INIT_CWD$|NODE_ENV$)/.test(name),
  ),
);

function run(
  path: string,
  program: string,
  args: readonly string[],
  { cwd = scratch, ...more }: Record<string, string> = {},
): Promise<Ended> {
  const startedMs = performance.now();
  const env = { ...ENVIRONMENT, PATH: path, NO_COLOR: '1', ...more };
  return new Promise((resolve) => {
    execFile(program, args, { cwd, env, maxBuffer: 1e8 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : Number(error.code ?? 1);
      resolve({ code, stdout, stderr, seconds: (performance.now() - startedMs) / 1000 });
    });
  });
}

/** PATH with one Node, npm, and compilers that fail: each call of one is noted in the file `compiled` of the scratch folder. */
async function pathWith(major: string): Promise<string> {
  const folder = join(scratch, `bin-${major}`);
  await mkdir(folder);
  await symlink(await nodeOf(major), join(folder, 'node'));
  const npm = (process.env['PATH'] ?? '').split(delimiter).find((one) => existsSync(join(one, 'npm'))) ?? '';
  const programs = dirname(realpathSync(join(npm, 'npm')));
  for (const name of ['npm', 'npx']) await symlink(join(programs, `${name}-cli.js`), join(folder, name));
  const refusing = `#!/bin/sh\necho "$0 $*" >> '${join(scratch, 'compiled')}'\nexit 1\n`;
  for (const name of COMPILERS) await writeFile(join(folder, name), refusing, { mode: 0o755 });
  return [folder, process.env['PATH'] ?? ''].join(delimiter);
}

/** The newest Node of a major that npm has; the launcher's own is the one that runs the tests. */
async function nodeOf(major: string): Promise<string> {
  if (process.version.startsWith(`v${major}.`)) return process.execPath;
  const folder = join(PROJECT_ROOT, '.cache', 'install', `node-${major}`);
  const name = `node-${process.platform}-${process.arch}`;
  const binary = join(folder, 'node_modules', name, 'bin', 'node');
  if (existsSync(binary)) return binary;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{}');
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${major}`];
  const { code, stderr } = await run(process.env['PATH'] ?? '', 'npm', args, { cwd: folder });
  if (code !== 0) throw new Error(`There is no Node ${major} in the registry: ${stderr}`);
  return binary;
}

async function brokenShop(name: string): Promise<string> {
  const folder = join(scratch, name);
  await cp(join(PROJECT_ROOT, 'examples', 'shop'), folder, { recursive: true });
  return folder;
}

function sizeOf(folder: string): number {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .reduce((size, entry) => size + statSync(join(entry.parentPath, entry.name)).size, 0);
}

const megabytes = (bytes: number) => Math.round(bytes / 1e5) / 10;

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'kintsugi-install-'));
  const packed = await run(process.env['PATH'] ?? '', 'npm', ['pack', '--pack-destination', scratch], {
    cwd: PROJECT_ROOT,
  });
  expect(packed).toMatchObject({ code: 0 });
  tarball = join(scratch, packed.stdout.trim().split('\n').at(-1) ?? '');
  app = join(scratch, 'app');
  await mkdir(app);
  await writeFile(join(app, 'package.json'), '{ "private": true }');
  const head = `import { connect, EXIT } from 'kintsugi';`;
  await writeFile(join(app, 'heal.mjs'), `${head}\n${HEAL_IN_SCRIPT}`);
  await writeFile(
    join(app, 'heal.cjs'),
    `const { connect, EXIT } = require('kintsugi');\nvoid (async () => {${HEAL_IN_SCRIPT}})();`,
  );
  for (const name of ['typed.mts', 'typed.cts']) await writeFile(join(app, name), TYPED);
}, LONG_MS);

afterAll(async () => {
  process.stdout.write(`${JSON.stringify({ tarballMb: megabytes(statSync(tarball).size), figures })}\n`);
  await rm(scratch, { recursive: true, force: true });
}, LONG_MS);

test('the tarball is small, and has types, but no sources, source maps or tests', async () => {
  expect(statSync(tarball).size).toBeLessThan(5e6);
  const { stdout } = await run(process.env['PATH'] ?? '', 'tar', ['tzf', tarball]);
  const files = stdout
    .trim()
    .split('\n')
    .map((file) => file.replace('package/', ''));
  expect(files).toEqual(
    expect.arrayContaining([
      'LICENSE',
      'release/THIRD-PARTY-LICENSES.txt',
      'release/types/client/index.d.ts',
      'dist/client/index.js',
      'dist/workflow-bundle.js',
      'dist/sandbox/child.cjs',
      'dist/coder/prompts/agent.code.v1.md',
    ]),
  );
  expect(files.filter((file) => /\.map$|\.test\.|(?<!\.d)\.ts$|^(src|test|bench)\//.test(file))).toEqual([]);
});

test('each package that bundles hold is there with the text of its licence', async () => {
  const text = await readFile(join(PROJECT_ROOT, 'release', 'THIRD-PARTY-LICENSES.txt'), 'utf8');
  for (const name of ['expect', 'sucrase', 'apache-arrow', 'zod', '@temporalio/workflow'])
    expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(\\S+\\)\\n\\n.{20}`, 'ms'));
  expect(text).not.toContain('has no text of its licence');
});

describe.each(NODES)('under Node %s, from empty prefixes', (major) => {
  let path: string;
  let home: string;
  let prefix: string;
  const found: Record<string, unknown> = { node: major };
  const kintsugi = (...args: string[]) =>
    run(path, join(prefix, 'bin', 'kintsugi'), args, { KINTSUGI_HOME: home });

  beforeAll(async () => {
    path = await pathWith(major);
    home = join(scratch, `home-${major}`);
    prefix = join(scratch, `prefix-${major}`);
    figures.push(found);
  }, LONG_MS);

  afterAll(async () => {
    await kintsugi('down');
    await rm(home, { recursive: true, force: true });
  }, LONG_MS);

  test(
    'npm installs the command without a build, and its texts come without anything else',
    async () => {
      const installed = await run(path, 'npm', ['install', '--global', '--prefix', prefix, tarball]);
      expect(installed).toMatchObject({ code: 0 });
      expect(installed.stderr).not.toContain('EBADENGINE');
      found['installSeconds'] = Math.round(installed.seconds);
      found['installedMb'] = megabytes(sizeOf(prefix));
      const versions: Ended[] = [];
      for (let index = 0; index < 5; index += 1) versions.push(await kintsugi('--version'));
      expect(versions.map(({ stdout }) => stdout)).toEqual(versions.map(() => '0.1.0\n'));
      found['versionMs'] = Math.round(1000 * Math.min(...versions.map(({ seconds }) => seconds)));
      expect((await kintsugi('heal', '--help')).stdout).toContain('Usage: kintsugi heal');
      expect(existsSync(home)).toBe(false);
    },
    LONG_MS,
  );

  test(
    'npx heals a project with the tarball, and brings what that needs',
    async () => {
      const shop = await brokenShop(`npx-${major}`);
      const args = ['--yes', `./${basename(tarball)}`, 'heal', shop, '--approval', 'low', '--json'];
      const healed = await run(path, 'npx', args, { KINTSUGI_HOME: home });
      expect(healed).toMatchObject({ code: 0 });
      expect(JSON.parse(healed.stdout)).toMatchObject({ status: 'recovered' });
      expect(healed.stderr).toContain('first use: installing what runs the service');
      found['firstHealSeconds'] = Math.round(healed.seconds);
      found['broughtSeconds'] = Number(/ready after (\d+) s/.exec(healed.stderr)?.[1]);
      found['broughtMb'] = megabytes(sizeOf(join(home, 'programs')));
    },
    LONG_MS,
  );

  test(
    'the installed command heals with what is there',
    async () => {
      const healed = await kintsugi('heal', await brokenShop(`global-${major}`), '--approval', 'low');
      expect(healed).toMatchObject({ code: 0 });
      expect(healed.stderr).not.toContain('installing');
      found['healSeconds'] = Math.round(healed.seconds);
      expect((await kintsugi('doctor')).stdout).toContain('node: v24.');
    },
    LONG_MS,
  );

  test.each(['heal.mjs', 'heal.cjs'])(
    'a script imports the client: %s',
    async (script) => {
      const added = await run(path, 'npm', ['install', '--no-audit', tarball], { cwd: app });
      expect(added).toMatchObject({ code: 0 });
      const shop = await brokenShop(`${script}-${major}`);
      const healed = await run(path, 'node', [script, shop], { cwd: app, KINTSUGI_HOME: home });
      expect(healed).toMatchObject({ code: 0 });
      expect(healed.stdout).toMatch(new RegExp(`^v${major}\\.[\\d.]+ recovered 0\n$`));
    },
    LONG_MS,
  );

  test('no compiler was asked', () => expect(existsSync(join(scratch, 'compiled'))).toBe(false));
});

test('the types of the client are those of its package, for ES modules and CommonJS', async () => {
  const compilerOptions = {
    noEmit: true,
    strict: true,
    module: 'nodenext',
    target: 'es2023',
    skipLibCheck: true,
  };
  const settings = { compilerOptions: { ...compilerOptions, types: [] }, files: ['typed.mts', 'typed.cts'] };
  await writeFile(join(app, 'tsconfig.json'), JSON.stringify(settings));
  const compiler = join(PROJECT_ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const { stdout } = await run(process.env['PATH'] ?? '', process.execPath, [compiler, '-p', app]);
  expect(stdout).toBe('');
});
