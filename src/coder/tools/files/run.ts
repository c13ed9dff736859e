import type { TreeHash } from '../../../domain/ids';
import type { ItemOutcome, ToolOutcome } from '../../../domain/goal/outcome';
import type { CheckReport } from '../../../domain/verification/verification';
import { treeChanges } from '../../../store';
import { RESULT_CHARS } from '../bounded';
import { shownPath } from '../directory/context';
import { isGood, printedText } from '../directory/run-check';
import type { FilesContext, FileTool } from './context';
import { type LoadedFolder, loadFolder, restoredFolder } from './folder-load';
import { type FoundFolder, type FoundSpot, TreeWork, writtenHash } from './tree-work';
import { failedCall, type FileWords, fileWords } from './words';

const TIMEOUT_MS = 600_000;
const MOST_ITEMS = 10_000;
const LISTED = 20;

/** Runs a command in a private copy of a folder; if it ends well, what it wrote becomes part of the tree. */
export const runTool: FileTool<'run'> = async (context, { command, path: given = '.' }) => {
  const work = new TreeWork(context);
  const spot = await work.folder(given);
  if ('problem' in spot) return failedCall([given], spot.problem);
  if (!context.runCommand) return failedCall([spot.shown], work.words.noCommands);
  const loaded = await loadFolder(context, writtenHash(spot.entry), spot.shown);
  if ('problem' in loaded) return failedCall([spot.shown], loaded.problem);
  const { signal } = context;
  const { report, after, left } = await context.runCommand({
    tree: loaded.tree,
    command,
    timeoutMs: TIMEOUT_MS,
    signal,
  });
  const said = await reportText(context, report, [...loaded.problems, ...(left ?? [])]);
  if (!isGood(report)) return failed(work.words, spot, report, said);
  return succeeded(work, spot, loaded, after ?? loaded.tree, said);
};

function failed(
  words: FileWords,
  { shown }: FoundSpot,
  { end, exitCode, stderr }: CheckReport,
  said: string,
): ToolOutcome {
  const problem =
    end === 'not-run'
      ? words.notRun((stderr.split('\n')[0] ?? '').replace(/\.$/, ''))
      : words.ended(end === 'completed' ? String(exitCode ?? '?') : undefined);
  return { items: [{ path: shown, ok: false, reason: problem }], text: said, problem };
}

async function succeeded(
  work: TreeWork,
  spot: FoundFolder,
  loaded: LoadedFolder,
  after: TreeHash,
  said: string,
): Promise<ToolOutcome> {
  const { context, draft, words } = work;
  const folder = await restoredFolder(context, loaded, after);
  const changes = await treeChanges(context.trees, writtenHash(spot.entry), folder);
  const { type, mode, size } = spot.entry;
  await draft.put(spot.path, { type, mode, size, hash: folder });
  const shown = (path: string): string => work.shown(`${spot.path}/${path}`);
  const items = changes
    .filter((change) => change.after && change.after.type !== 'dir')
    .map(({ path, before }): ItemOutcome => ({
      path: shown(path),
      ok: true,
      reason: words.byCommand(before !== undefined),
    }));
  const gone = changes.filter((change) => !change.after).map(({ path }) => shown(path));
  const lines = [
    items.length > 0
      ? words.madeFiles(
          items.length,
          listed(
            words,
            items.map(({ path }) => path),
          ),
        )
      : '',
    gone.length > 0 ? words.deletedFiles(gone.length, listed(words, gone)) : '',
    changes.length === 0 ? words.noneChanged : '',
  ];
  const all = items.length > 0 ? items.slice(0, MOST_ITEMS) : [{ path: spot.shown, ok: true }];
  return work.outcome(all, [said, ...lines].filter(Boolean).join('\n'));
}

function listed(words: FileWords, paths: readonly string[]): string {
  const shown = paths.slice(0, LISTED).map(shownPath).join(', ');
  return paths.length > LISTED ? words.andMore(shown, paths.length - LISTED) : shown;
}

/** Exit code and output without secrets, with its middle left out where it is long. */
async function reportText(
  context: FilesContext,
  report: CheckReport,
  notes: readonly string[],
): Promise<string> {
  const words = fileWords(context);
  const ended = report.end === 'completed' ? `${words.exitCode(report.exitCode ?? '?')}\n` : '';
  const text = ended + context.redact(await printedText(context.blobs, report));
  const room = RESULT_CHARS - 4_000;
  const cut =
    text.length <= room
      ? text
      : `${text.slice(0, room / 2).replace(/[\ud800-\udbff]$/, '')}\n${words.cut(text.length - room)}\n${text.slice(-room / 2).replace(/^[\udc00-\udfff]/, '')}`;
  const unread = notes.slice(0, LISTED).map((note) => words.notThere(note));
  return [cut, ...unread].join('\n');
}
