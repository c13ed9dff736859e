/**
 * `npm run conformance -- DIR [--json FILE] [--verbose]`: runs the test files of a folder in the sandbox and in real
 * jest and compares them test by test. Exit code 0: nothing differs, 1: something does, 2: wrong use.
 */
import { existsSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createSandbox } from '../src/activities/sandbox';
import { compare } from './conformance/outcomes';
import type { Comparison } from './conformance/outcomes';
import { printComparison } from './conformance/print';
import { openRealJest } from './conformance/real-jest';
import { loadFolder, runFiles, testFilesOf } from './conformance/sandboxed';

interface Options {
  folder: string;
  json: string | undefined;
  verbose: boolean;
}

const USAGE = 'npm run conformance -- DIR [--json FILE] [--verbose]';

class UsageError extends Error {}

function readOptions(): Options {
  const { values, positionals } = parseArgsOrExplain();
  const [folder, ...rest] = positionals;
  if (folder === undefined || rest.length > 0)
    throw new UsageError(`Name one folder of test files with their sources: ${USAGE}`);
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new UsageError(`There is no folder ${folder}: name one that holds test files and their sources.`);
  return { folder: realpathSync(folder), json: values.json, verbose: values.verbose };
}

function parseArgsOrExplain() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { json: { type: 'string' }, verbose: { type: 'boolean', default: false } },
    });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)} Usage: ${USAGE}`);
  }
}

async function measure(folder: string): Promise<Comparison & { ms: { sandbox: number; jest: number } }> {
  const jest = openRealJest(folder);
  const sandbox = createSandbox();
  try {
    const files = await jest.listTests();
    if (files.length === 0)
      throw new UsageError(`Jest finds no test file in ${folder}: name a folder that holds some.`);
    const origin = jest.generated ? 'a generated configuration' : 'its own configuration';
    process.stdout.write(
      `${path.basename(folder)}: ${files.length} test files, jest ${jest.version} with ${origin}\n`,
    );
    const program = await loadFolder(folder, sandbox);
    for (const note of program.context.config?.notes ?? []) process.stdout.write(`  ${note}\n`);
    const started = performance.now();
    const outcomes = await runFiles(sandbox, program, testFilesOf(program));
    const between = performance.now();
    const real = await jest.run();
    const ms = { sandbox: Math.round(between - started), jest: Math.round(performance.now() - between) };
    return { ...compare(real, outcomes), ms };
  } finally {
    await sandbox.close();
    jest.close();
  }
}

async function main(): Promise<void> {
  const { folder, json, verbose } = readOptions();
  const result = await measure(folder);
  printComparison(result, verbose);
  const { tests, equal, differ } = result;
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(result, null, 2)}\n`);
  process.stdout.write(`${JSON.stringify({ tests, equal, differ })}\n`);
  process.exitCode = differ === 0 ? 0 : 1;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
});
