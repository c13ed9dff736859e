import type { MadeCall } from '../../../domain/agent/loop-run';
import type { BlobHash } from '../../../domain/ids';
import type { BlobStore } from '../../../store';
import type { DataTask } from '../../agent/task';
import { AnalyzeErrorOutput } from './analyze-error';
import { CheckCodeOutput } from './check-code';
import { TestCodeOutput } from './test-code';

/** Arguments of a call that the machine makes, put together from what earlier calls have stored. */
export async function madeArguments(
  made: MadeCall,
  { blobs, task }: { blobs: BlobStore; task: DataTask },
): Promise<unknown> {
  const code = made.code === undefined ? undefined : String(await blobs.load(made.code));
  const { functionName } = task;
  switch (made.tool) {
    case 'generateCode':
      return { previousCode: code, issuesToFix: await issuesOf(made, blobs) };
    case 'testCode':
    case 'checkCode':
      return { code, functionName };
    case 'analyzeError': {
      const [error = ''] = await issuesOf({ run: made.run }, blobs);
      const issues = made.run === undefined ? await issuesOf({ check: made.check }, blobs) : [];
      return made.run === undefined
        ? { code, error: issues.join('\n'), errorType: 'static' }
        : { code, error, errorType: 'runtime' };
    }
  }
}

/** Problems for the next version: runtime errors first, then suggestions, then what the check found. */
async function issuesOf(
  { run, check, analysis }: Pick<MadeCall, 'run' | 'check' | 'analysis'>,
  blobs: BlobStore,
): Promise<string[]> {
  const ran = run === undefined ? undefined : TestCodeOutput.parse(await json(blobs, run));
  const analysed = analysis === undefined ? undefined : AnalyzeErrorOutput.parse(await json(blobs, analysis));
  const checked = check === undefined ? undefined : CheckCodeOutput.parse(await json(blobs, check));
  return [
    ...(ran && !ran.success ? [`Runtime error: ${ran.error}`] : []),
    ...(analysed ? [analysed.analysis, ...analysed.suggestions] : []),
    ...(checked?.issues ?? []),
  ];
}

async function json(blobs: BlobStore, hash: BlobHash): Promise<unknown> {
  return JSON.parse(String(await blobs.load(hash)));
}
