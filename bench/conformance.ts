/**
 * `npm run conformance -- DIR [--json FILE] [--verbose]`: runs the test files of a folder in the sandbox and in real
 * jest and compares them test by test. Exit code 0: nothing differs, 1: something does, 2: wrong use.
 */
import { existsSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createSandbox } from '../src/sandbox';
import { measure, NoTestsError } from './conformance/measure';
import { printComparison } from './conformance/print';

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

async function main(): Promise<void> {
  const { folder, json, verbose } = readOptions();
  const sandbox = createSandbox();
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const result = await measure(folder, sandbox, say).finally(() => sandbox.close());
  printComparison(result, verbose);
  const { tests, equal, differ } = result;
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(result, null, 2)}\n`);
  process.stdout.write(`${JSON.stringify({ tests, equal, differ })}\n`);
  process.exitCode = differ === 0 ? 0 : 1;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof UsageError || error instanceof NoTestsError ? 2 : 1;
});
