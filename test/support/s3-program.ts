import { accessSync, constants } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { loadConfig } from '../../src/config';
import { goInstall } from '../../src/temporal/embedded/go-install';
import { acquireOwnerLock } from '../../src/machine/owner-lock';

/** The newest version when this was written; Apache-2.0. Checked against: conditional writes, ranges, multipart. */
const VERSION = '1.8.0';
const PACKAGE = 'github.com/versity/versitygw/cmd/versitygw';
const LOCK_DEADLINE_MS = 25 * 60_000;

/** Why there can be no S3 server on this machine; undefined where there is one, or Go to build it with. */
export function whyNoS3Server(): string | undefined {
  const { cache, path } = loadConfig();
  if (programs(cache, path).found() !== undefined || onPath(path, 'go') !== undefined) return undefined;
  return 'there is neither a versitygw nor Go on PATH to build one: install Go, or set KINTSUGI_TEST_S3_SERVER';
}

function programs(cache: string, path: string): { target: string; found(): string | undefined } {
  const target = join(cache, 'bin', `versitygw-${VERSION}`);
  const given = process.env['KINTSUGI_TEST_S3_SERVER'];
  return { target, found: () => given ?? onPath(path, 'versitygw') ?? [target].find(isProgram) };
}

function onPath(path: string, name: string): string | undefined {
  return path
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isProgram);
}

/**
 * Path of the S3 server that tests run against: `KINTSUGI_TEST_S3_SERVER`, on PATH, in the user's cache, else built
 * into it with Go, once (about a minute). Of two processes at once one builds.
 */
export async function findS3Server(): Promise<string> {
  const { cache, path } = loadConfig();
  const binDir = join(cache, 'bin');
  const { target, found } = programs(cache, path);
  const ready = found();
  if (ready !== undefined) return ready;
  await mkdir(binDir, { recursive: true });
  const release = await waitForLock(join(cache, 's3-server.lock'));
  try {
    const go = onPath(path, 'go');
    if (!isProgram(target)) {
      const log = (line: string) => process.stderr.write(`${line}\n`);
      const install = { path, binDir, target, log, package: PACKAGE, version: VERSION };
      const failed = go
        ? await goInstall({ ...install, go, name: 'the S3 server' })
        : 'there is no Go on PATH';
      if (failed !== undefined)
        throw new Error(
          `The S3 server for tests cannot be built: ${failed}. Set KINTSUGI_TEST_S3_SERVER to a versitygw.`,
        );
    }
    return target;
  } finally {
    await release();
  }
}

async function waitForLock(path: string): Promise<() => Promise<void>> {
  for (
    const startedMs = performance.now();
    performance.now() - startedMs < LOCK_DEADLINE_MS;
    await delay(200)
  ) {
    const lock = await acquireOwnerLock(path);
    if (!lock.heldBy) return lock.release;
  }
  throw new Error(`another process has held ${path} for too long`);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
