import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import type { BlobHash } from '../../../domain/ids';
import type { CheckReport } from '../../../domain/verification/verification';
import { answer, failure, type DirectoryContext, tool } from './context';

export const runCheckTool = tool({
  name: 'run_check',
  description:
    'Runs one of the declared checks of the project (its command, as it is listed) and shows its output.',
  kind: 'read',
  activity: 'check',
  check: true,
  input: z.object({ name: z.string().min(1).describe('The command of the check.') }),
  summary: ({ name }) => `run_check ${name}`,
  act: ({ name }) => ({ tool: 'check', command: name }),
  run: async (context, { name }) => {
    const { spec, runCheck, tree, signal } = context;
    const check = spec.commands.find(({ command }) => command === name.trim());
    if (!check) {
      const known = spec.commands.map(({ command }) => `"${command}"`).join(', ');
      return failure(
        context,
        known === '' ? 'No checks are declared.' : `There is no check "${name}". The checks are: ${known}.`,
      );
    }
    const report = await runCheck(tree, check, signal);
    return answer(context, await outputText(context, report), { ok: isGood(report) });
  },
});

/** True for a command that ended by itself and well. */
export function isGood({ end, exitCode }: CheckReport): boolean {
  return end === 'completed' && exitCode === 0;
}

/** How a command ended, and all that it printed. */
export async function outputText(
  { blobs }: Pick<DirectoryContext, 'blobs'>,
  report: CheckReport,
): Promise<string> {
  const { end, exitCode, stderr, tests } = report;
  if (end === 'not-run') return `The command was not run. ${stderr}`;
  const ended =
    end === 'completed'
      ? `exit code ${exitCode ?? 'unknown'}`
      : (tests[0]?.failure?.message.split('\n')[0] ?? end);
  return `${ended}\n${(await printedText(blobs, report)) || '(no output)'}`;
}

export async function printedText(
  blobs: DirectoryContext['blobs'],
  { output, stdout, stderr }: CheckReport,
): Promise<string> {
  const whole = output === undefined ? undefined : await wholeOutput(blobs, output);
  return (whole ?? [stdout, stderr].filter(Boolean).join('\n')).trimEnd();
}

/** More than this of an output is shown by its kept beginning and end. */
const WHOLE_BYTES = 2_000_000;

async function wholeOutput(blobs: DirectoryContext['blobs'], hash: BlobHash): Promise<string | undefined> {
  const bytes = await blobs.load(hash);
  return bytes.length > WHOLE_BYTES ? undefined : stripVTControlCharacters(bytes.toString('utf8'));
}
