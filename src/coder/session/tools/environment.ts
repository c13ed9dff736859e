import { inEachLanguage } from '../../../domain/run/said';
import {
  differences,
  environmentTrigger,
  LOCK_FILE,
  lockOf,
  lockText,
  readLock,
  readVersions,
  versionsCommand,
  type EnvironmentDifference,
} from '../../../domain/environment/lock';
import { requirementsOf } from '../../../domain/environment/requirements';
import type { FileEdit, TreeDiff } from '../../../domain/files/workspace';
import { excerpt } from '../../../domain/text';
import { keepDetail, keepMaterial, filesOfEnvironment, runOnFiles, textAt } from '../project-files';
import type { Handler, HandlerInput, SessionDeps } from '../types';

const TIMEOUT_MS = 60_000;
const WRITES = /\b(?:lock|update|write|record|pin|refresh)\b|고정|갱신|잠금|업데이트|锁定|更新|固定/i;

const WORDS = inEachLanguage((say) => ({
  here: say`Here`,
  ready: say`All that the project asks for is here.`,
  missing: (tool: string, wanted: string, source: string) =>
    say`${tool} is missing: ${source} asks for ${wanted}.`,
  differs: (tool: string, wanted: string, source: string, here: string) =>
    say`${tool} is ${here}, but ${source} asks for ${wanted}.`,
  written: say`The lock ${LOCK_FILE} is proposed.`,
  kept: say`${LOCK_FILE} is left as it is: ask to update it if what is here is right.`,
  failed: say`The versions could not be asked for:`,
}));

/** Compares the tools that the project and its lock ask for with those that its commands find, and proposes a lock. */
export const reproduceEnvironment: Handler = async (deps, input, context) => {
  const { task } = input;
  const { tree } = task.files;
  const words = WORDS[task.language];
  const asked = { command: versionsCommand(), timeoutMs: TIMEOUT_MS };
  const { report } = await runOnFiles(deps, input, asked, context);
  if (report.end !== 'completed')
    return {
      status: 'failed',
      answer: deps.redact(`${words.failed} ${report.end} ${excerpt(report.stderr, 500)}`),
    };
  const { installed, platform } = readVersions(report.stdout);
  const wanted = requirementsOf(await filesOfEnvironment(deps, tree));
  const present = await textAt(deps, tree, LOCK_FILE);
  const lock = present === undefined ? undefined : readLock(present);
  const found = differences(wanted, installed, { lock, platform });
  const text = lockText(lockOf(wanted, installed, platform));
  const change = !lock || WRITES.test(task.text) ? await lockChange(deps, input, present, text) : undefined;
  const here = Object.entries(installed).map(([tool, version]) => `${tool} ${version}`);
  const answer = [
    `${words.here}: ${[...here, platform].join(', ')}`,
    ...(found.length === 0 ? [words.ready] : found.map((one) => `- ${differenceText(one, words)}`)),
    ...(change
      ? [words.written]
      : lock && found.some(({ source }) => source === LOCK_FILE)
        ? [words.kept]
        : []),
  ].join('\n');
  return {
    status: 'done',
    answer: deps.redact(answer),
    detail: await keepDetail(deps, { installed, platform, wanted, differences: found }),
    material: await keepMaterial(deps, answer),
    files: [...new Set(found.map(({ source }) => source))],
    change,
    trigger: environmentTrigger(found),
    reason: found[0] ? differenceText(found[0], WORDS.en) : 'all tools fit',
  };
};

function differenceText(
  { tool, here, wanted, source }: EnvironmentDifference,
  words: Pick<(typeof WORDS)['en'], 'missing' | 'differs'>,
): string {
  return here === undefined ? words.missing(tool, wanted, source) : words.differs(tool, wanted, source, here);
}

/** The change that writes the lock; undefined where it says so already. */
async function lockChange(
  { applyEdits, diffTrees }: SessionDeps,
  { task: { files }, heavyFolders }: HandlerInput,
  present: string | undefined,
  content: string,
): Promise<TreeDiff | undefined> {
  if (present === content) return undefined;
  const action = present === undefined ? 'create' : 'modify';
  const edits: FileEdit[] = [{ action, path: LOCK_FILE, content }];
  const edited = await applyEdits(files.tree, edits, { heavyFolders });
  // A path of the lock that can't be written is a folder or a link: there is nothing to propose.
  return 'refusals' in edited ? undefined : diffTrees(files.tree, edited.tree);
}
