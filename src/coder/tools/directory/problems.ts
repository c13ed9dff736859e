import type { TreeHash } from '../../../domain/ids';
import { plural } from '../../../domain/text';
import type { Problem } from '../../../codebase/diagnostics';
import { shownPath } from './answers';
import type { DirectoryContext } from './context';

const MOST_SHOWN = 20;

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
