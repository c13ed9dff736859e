import { z } from 'zod';
import { withoutMark } from '../../../domain/exact';
import { askedChange } from '../../../domain/run/policy/kept-files';
import { firstLine, plural } from '../../../domain/text';
import type { CheckReport } from '../../../domain/verification/verification';
import type { TreeHash } from '../../../domain/ids';
import type { EditRefusal } from '../../../domain/files/workspace';
import { treeChanges } from '../../../store';
import { refusalLines } from '../../edits';
import { answer, shownPath, type DirectoryContext, type DirectoryResult, tool } from './context';
import { inspectedChange, rulesOf } from './edit';
import { changedFiles, problemsText } from './problems';
import { isGood, outputText } from './run-check';

/** The change so far, against what the run began with. */
export const diffTool = tool({
  name: 'diff',
  description:
    'Shows the whole change so far as a unified diff against the project as it was at the beginning.',
  kind: 'read',
  activity: 'quick',
  input: z.object({}),
  summary: () => 'diff',
  run: async (context) => {
    const text = await changeText(context, context.base, context.tree);
    return answer(context, text ?? 'Nothing has changed so far.');
  },
});

const MOST_SECONDS = 600;
const USUAL_SECONDS = 120;

/** Runs any command in a private copy of the tree; of what it writes only named paths come back. */
export const runCommandTool = tool({
  name: 'run_command',
  description:
    'Runs a shell command in a private copy of the project, without network. What it writes is thrown away, but for the files and folders in `keep`: if the command ends with exit code 0, those become part of the project, and the change is shown.',
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
    const afterwards = async (folder: string, ended: CheckReport): Promise<void> => {
      if (isGood(ended)) kept = await keepFrom(context, folder, keep ?? []);
    };
    const report = await context.runCheck(
      context.tree,
      check,
      context.signal,
      keep?.length ? { afterwards } : {},
    );
    return resultOf(context, report, keep?.length ? (kept ?? 'nothing') : undefined);
  },
});

/** Most refusals that one answer lists. */
const MOST_REFUSALS = 20;

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
  const refusals = await unasked(context, kept.tree, new Set(plain));
  if (refusals.length > 0) return { refusals };
  const inspection = await inspectedChange(context, kept);
  return 'refusals' in inspection ? inspection : kept;
}

/** A folder does not tell which of its files a command will change, so the user was not asked about those. */
async function unasked(
  context: DirectoryContext,
  tree: TreeHash,
  named: ReadonlySet<string>,
): Promise<EditRefusal[]> {
  const askedOf = askedChange(context);
  const changes = await treeChanges(context.trees, context.tree, tree);
  const refusals = changes.flatMap(({ path, before, after }): EditRefusal[] => {
    const isFile = [before, after].some((entry) => entry && entry.type !== 'dir');
    const asked = isFile ? askedOf(path) : undefined;
    if (!asked || (asked.byCommand && named.has(path))) return [];
    const way = asked.byCommand ? 'name the file in keep, or change it with edit' : 'change it with edit';
    const message = `the user is asked before it changes (${asked.reason}): ${way}.`;
    return [{ path, reason: 'protected', message }];
  });
  return refusals.slice(0, MOST_REFUSALS);
}

async function resultOf(
  context: DirectoryContext,
  report: CheckReport,
  kept: Kept | 'nothing' | undefined,
): Promise<DirectoryResult> {
  const said = await outputText(context, report);
  const ok = isGood(report);
  if (!kept || report.end === 'not-run') return answer(context, said, { ok });
  if (kept === 'nothing') return answer(context, `${said}\n\n${nothingKept(report)}`, { ok });
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
  const { paths, renamed, left } = await changedFiles(context, tree, kept.tree);
  const { text } = await problemsText(context, kept.tree, paths, tree, renamed);
  const parts = [said, '', 'Kept:', change, ...kept.left, text, ...left];
  return answer(context, parts.join('\n').trimEnd(), { ok, tree: kept.tree });
}

/** Words for a failed command: its files may be half written. */
function nothingKept({ end }: CheckReport): string {
  return end === 'completed'
    ? 'Nothing was kept: the command failed. Mend it, or run it as `( … ) || true` to keep what it wrote all the same.'
    : 'Nothing was kept: the command was stopped.';
}

/** A change as a text for a model: its files, then the unified text. Undefined: there is none. */
async function changeText(
  { workspace, blobs }: Pick<DirectoryContext, 'workspace' | 'blobs'>,
  base: TreeHash,
  tree: TreeHash,
): Promise<string | undefined> {
  const { files, fileCount, hash } = await workspace.diffTrees(base, tree);
  if (fileCount === 0) return undefined;
  const listed = files.map(
    ({ path, change, addedLines, removedLines }) =>
      `${change} ${shownPath(path)} (+${addedLines} -${removedLines})`,
  );
  const more = fileCount > files.length ? [`… and ${fileCount - files.length} more`] : [];
  const text = (await blobs.load(hash)).toString('utf8');
  return [`${plural(fileCount, 'file')} changed:`, ...listed, ...more, '', text].join('\n');
}
