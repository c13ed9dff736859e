import type { TreeHash } from '../../../domain/ids';
import type { ItemOutcome, ToolOutcome } from '../../../domain/goal/outcome';
import { plural } from '../../../domain/text';
import type { CheckReport } from '../../../domain/verification/verification';
import { treeChanges } from '../../../store';
import { RESULT_CHARS } from '../bounded';
import { shownPath } from '../directory/answers';
import { isGood, outputText } from '../directory/run-check';
import type { FilesContext, FileTool } from './context';
import { type LoadedFolder, loadFolder, restoredFolder } from './folder-load';
import { type FoundFolder, type FoundSpot, TreeWork, writtenHash } from './tree-work';
import { failedCall } from './words';

const TIMEOUT_MS = 600_000;
const MOST_ITEMS = 10_000;
const LISTED = 20;

/** Runs a command in a private copy of a folder; if it ends well, what it wrote becomes part of the tree. */
export const runTool: FileTool<'run'> = async (context, { command, path: given = '.' }) => {
  const work = new TreeWork(context);
  const spot = await work.folder(given);
  if ('problem' in spot) return failedCall([given], spot.problem);
  if (!context.runCommand)
    return failedCall([spot.shown], 'This run has no commands: do it with the other tools.');
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
  if (!isGood(report)) return failed(spot, report, said);
  return succeeded(work, spot, loaded, after ?? loaded.tree, said);
};

function failed({ shown }: FoundSpot, { end, exitCode, stderr }: CheckReport, said: string): ToolOutcome {
  const how =
    end === 'not-run'
      ? `was not run: ${stderr.split('\n')[0] ?? ''}`
      : end === 'completed'
        ? `ended with exit code ${exitCode ?? 'unknown'}, so nothing of what it wrote is kept`
        : 'was stopped, so nothing of what it wrote is kept';
  const problem = `The command ${how.replace(/\.$/, '')}.`;
  return { items: [{ path: shown, ok: false, reason: problem }], text: said, problem };
}

async function succeeded(
  work: TreeWork,
  spot: FoundFolder,
  loaded: LoadedFolder,
  after: TreeHash,
  said: string,
): Promise<ToolOutcome> {
  const { context, draft } = work;
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
      reason: before ? 'The command changed it.' : 'The command made it.',
    }));
  const gone = changes.filter((change) => !change.after).map(({ path }) => shown(path));
  const lines = [
    ...listed(
      'Made or changed',
      items.map(({ path }) => path),
    ),
    ...listed('Deleted', gone),
    changes.length === 0 ? 'No file was changed.' : '',
  ];
  const all = items.length > 0 ? items.slice(0, MOST_ITEMS) : [{ path: spot.shown, ok: true }];
  return work.outcome(all, [said, ...lines].filter(Boolean).join('\n'));
}

function listed(what: string, paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  const more = paths.length > LISTED ? `, and ${paths.length - LISTED} more` : '';
  return [
    `${what} ${plural(paths.length, 'file')}: ${paths.slice(0, LISTED).map(shownPath).join(', ')}${more}.`,
  ];
}

/** Exit code and output without secrets, with its middle left out where it is long. */
async function reportText(
  context: FilesContext,
  report: CheckReport,
  notes: readonly string[],
): Promise<string> {
  const text = context.redact(await outputText(context, report));
  const room = RESULT_CHARS - 4_000;
  const cut =
    text.length <= room
      ? text
      : `${text.slice(0, room / 2).replace(/[\ud800-\udbff]$/, '')}\n… ${text.length - room} characters are left out …\n${text.slice(-room / 2).replace(/^[\udc00-\udfff]/, '')}`;
  const unread = notes.slice(0, LISTED).map((note) => `Not there for the command: ${note}`);
  return [cut, ...unread].join('\n');
}
