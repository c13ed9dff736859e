import { z } from 'zod';
import { withoutMark } from '../../../domain/exact';
import { firstLine } from '../../../domain/text';
import type { CheckReport } from '../../../domain/verification/verification';
import type { TreeHash } from '../../../domain/ids';
import type { EditRefusal } from '../../../domain/files/workspace';
import { refusalLines } from '../../edits';
import { answer } from './answers';
import { type DirectoryContext, type DirectoryResult, tool } from './context';
import { changeText } from './diff';
import { inspectedChange, renamedIn } from './edit';
import { problemsText } from './problems';
import { rulesOf } from './rules';
import { isGood, outputText } from './run-check';

const MOST_SECONDS = 600;
const USUAL_SECONDS = 120;

/** Runs any command in a private copy of the tree; of what it writes only named paths come back. */
export const runCommandTool = tool({
  name: 'run_command',
  description:
    'Runs a shell command in a private copy of the project, without network. What it writes is thrown away, but for the files and folders in `keep`: those become part of the project, and the change is shown.',
  kind: 'write',
  activity: 'check',
  input: z.object({
    command: withoutMark(z.string().min(1).max(16_000)).refine((text) => !text.includes('\0'), 'holds a NUL'),
    keep: z.array(z.string().min(1)).max(50).nullish().describe('Paths from the root of the project.'),
    seconds: z.number().int().min(1).max(MOST_SECONDS).nullish(),
  }),
  summary: ({ command, keep }) =>
    `run_command ${firstLine(command, 160)}${keep?.length ? ` (keeps ${keep.join(', ')})` : ''}`,
  act: ({ command, keep }) => ({
    tool: 'command',
    command,
    ...(keep?.length ? { paths: keep } : {}),
  }),
  run: async (context, { command, keep, seconds }) => {
    const check = { command, timeoutMs: (seconds ?? USUAL_SECONDS) * 1_000 };
    let kept: Kept | undefined;
    const afterwards = async (folder: string): Promise<void> => {
      kept = await keepFrom(context, folder, keep ?? []);
    };
    const report = await context.runCheck(
      context.tree,
      check,
      context.signal,
      keep?.length ? { afterwards } : {},
    );
    return resultOf(context, report, kept);
  },
});

type Kept = { tree: TreeHash; left: string[] } | { refusals: EditRefusal[] };

async function keepFrom(context: DirectoryContext, folder: string, paths: readonly string[]): Promise<Kept> {
  const { tree, workspace, heavyFolders, signal } = context;
  const protect = await rulesOf(context);
  const plain = paths.map((path) => path.replace(/^(\.\/)+/, '').replace(/\/$/, ''));
  const kept = await workspace.keepPaths({
    tree,
    directory: folder,
    paths: plain,
    protect,
    heavyFolders,
    signal,
  });
  if ('refusals' in kept) return kept;
  const inspection = await inspectedChange(context, kept);
  return 'refusals' in inspection ? inspection : kept;
}

async function resultOf(
  context: DirectoryContext,
  report: CheckReport,
  kept: Kept | undefined,
): Promise<DirectoryResult> {
  const said = await outputText(context, report);
  const ok = isGood(report);
  if (!kept) return answer(context, said, { ok });
  if (report.end !== 'completed')
    return answer(context, `${said}\n\nNothing was kept: the command was stopped.`, { ok });
  if ('refusals' in kept)
    return answer(context, [said, '', 'Nothing was kept:', ...refusalLines(kept.refusals)].join('\n'), {
      ok: false,
    });
  const change = await changeText(context, context.tree, kept.tree);
  if (change === undefined)
    return answer(
      context,
      [said, '', 'Nothing to keep: the named paths did not change.', ...kept.left].join('\n'),
      { ok },
    );
  const { tree } = context;
  const diff = await context.workspace.diffTrees(tree, kept.tree);
  const paths = diff.files.flatMap(({ path, change: how }) => (how === 'deleted' ? [] : [path]));
  const { text } = await problemsText(context, kept.tree, paths, tree, renamedIn(diff));
  const parts = [said, '', 'Kept:', change, ...kept.left, text];
  return answer(context, parts.join('\n').trimEnd(), { ok, tree: kept.tree });
}
