import { firstLine } from '../../../domain/text';
import { runCode, type RunDeps } from './run-function';

/** Serialised result that is compared, KiB. */
const COMPARED_KB = 8_192;

/** Difference of what two versions of a function return for the test data, as a sentence; undefined: they return the same. */
export async function differentResult(
  deps: RunDeps,
  functionName: string,
  before: string,
  after: string,
): Promise<string | undefined> {
  const old = await runCode(deps, before, functionName, COMPARED_KB);
  if (!old.success) return `The code does not run as it is: ${firstLine(old.error)}`;
  const now = await runCode(deps, after, functionName, COMPARED_KB);
  if (!now.success) return `The new code does not run: ${firstLine(now.error)}`;
  if (old.isCut || now.isCut) return 'The result is too large to be compared whole.';
  return valueText(old.result) === valueText(now.result)
    ? undefined
    : 'The new code returns something else for the test data.';
}

function valueText(result: Record<string, unknown> | null): string {
  // What it printed is no result.
  return JSON.stringify({ ...result, console: undefined });
}
