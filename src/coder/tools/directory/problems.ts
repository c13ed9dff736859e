import type { TreeHash } from '../../../domain/ids';
import { plural } from '../../../domain/text';
import type { Problem } from '../../../codebase/diagnostics';
import type { FileChange } from '../../../domain/files/workspace';
import { allChanges } from '../../edits';
import { shownPath, type DirectoryContext } from './context';

const MOST_SHOWN = 20;

/** Most files of one change that are looked at. */
const MOST_FILES = 500;

/** Files of a change that are there after it, as many as are looked at. */
export interface ChangedFiles {
  paths: readonly string[];
  /** Path → earlier path of renamed files. */
  renamed: Readonly<Record<string, string>>;
  /** A sentence about those that are too many. */
  left: string[];
}

/** Finds the files of a change in which errors are looked for. */
export async function changedFiles(
  context: DirectoryContext,
  base: TreeHash,
  tree: TreeHash,
): Promise<ChangedFiles> {
  const changes = await allChanges(context, base, tree);
  const paths = changes.filter(({ change }) => change !== 'deleted').map(({ path }) => path);
  const more = paths.length - MOST_FILES;
  const left = `The first ${MOST_FILES} of ${paths.length} changed files were looked at: name others to diagnostics.`;
  return { paths: paths.slice(0, MOST_FILES), renamed: renamedIn(changes), left: more > 0 ? [left] : [] };
}

export function renamedIn(changes: readonly FileChange[]): Record<string, string> {
  return Object.fromEntries(
    changes.flatMap(({ path, renamedFrom }) => (renamedFrom === undefined ? [] : [[path, renamedFrom]])),
  );
}

/** Errors of files as lines. `before`: tree whose errors are not told again. */
export async function problemsText(
  context: DirectoryContext,
  tree: TreeHash,
  paths: readonly string[],
  before?: TreeHash,
  renamed?: Readonly<Record<string, string>>,
): Promise<{ text: string; count: number }> {
  const { diagnostics, verifier, directory, signal } = context;
  const checked = await diagnostics.check({
    tree,
    before,
    paths,
    renamed,
    directory: verifier.dependenciesOf?.(directory),
    signal,
  });
  if (checked.status === 'unchecked')
    return { text: `Errors were not looked for: ${checked.reason}.`, count: 0 };
  const { problems, more, unread, late } = checked;
  const count = problems.length + more;
  const lines = [
    ...shown(problems, count, before === undefined ? '' : 'new '),
    ...(late ? ['Not all files could be looked at in time.'] : []),
  ];
  // Of files that no checker knows there is nothing to say.
  const isSilent = count === 0 && !late && unread.length === paths.length;
  return { text: isSilent ? '' : lines.join('\n'), count };
}

function shown(problems: readonly Problem[], count: number, fresh: string): string[] {
  if (count === 0) return [`No ${fresh}syntax or type errors.`];
  const more = count - MOST_SHOWN;
  return [
    `${plural(count, `${fresh}syntax or type error`)}:`,
    ...problems.slice(0, MOST_SHOWN).map(problemLine),
    ...(more > 0 ? [`… and ${more} more`] : []),
  ];
}

function problemLine({ path, line, column, message, code }: Problem): string {
  return `${shownPath(path)}:${line}:${column} ${code === undefined ? '' : `${code} `}${message}`;
}
