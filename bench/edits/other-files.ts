import { side, type DraftHunk } from './pairs';
import { randomOf } from './random';
import { countPlaces, countText, editOf, textOf, type Scene, type Trial } from './trial';

type Made = Omit<Trial, 'name' | 'form' | 'perturbation'> | undefined;

/** Lines of context that the file has no more as they were, one in each hunk; the change itself is untouched. */
export function stale(how: 'change' | 'insert' | 'delete'): (scene: Scene) => Made {
  return (scene) => {
    const spots = scene.hunks.map((hunk) => spotOf(hunk, scene.name));
    if (spots.some((spot) => spot === undefined)) return undefined;
    const touched = new Set(spots as number[]);
    const stray = (line: string): string[] => {
      const indent = /^\s*/.exec(line)?.[0] ?? '';
      if (how === 'delete') return [];
      if (how === 'insert') return [`${indent}trace('here');`, line];
      return [`${indent}${line.trim()} // changed since`];
    };
    const file = scene.file.flatMap((line, at) => (touched.has(at) ? stray(line) : [line]));
    const right = splice(
      scene,
      () => '\n',
      (line, at) => (touched.has(at) ? stray(line) : [line]),
    );
    const unique =
      scene.form === 'diff' && scene.hunks.every((hunk) => countPlaces(scene.file, anchor(hunk)) === 1);
    return { file: textOf(file), right, edit: editOf(scene.form, scene.hunks), unique };
  };
}

/** What a hunk is found by when its context is in doubt: what it removes, or all where it only adds. */
function anchor({ lines }: DraftHunk): string[] {
  const removed = lines.filter(({ op }) => op === 'remove').map(({ text }) => text);
  return removed.length > 0 ? removed : side(lines, 'add');
}

/** The file's line that a hunk has as context, any of them that says something. */
function spotOf({ start, lines }: DraftHunk, name: string): number | undefined {
  const changed = lines.flatMap(({ op }, index) => (op === 'keep' ? [] : [index]));
  const [first, last] = [changed[0] ?? 0, changed.at(-1) ?? 0];
  let at = start;
  const spots: number[] = [];
  lines.forEach(({ op, text }, index) => {
    if (op === 'add') return;
    if ((index < first || index > last) && /\w/.test(text)) spots.push(at);
    at += 1;
  });
  return spots[Math.floor(randomOf(`${name} spot`)() * spots.length)];
}

/** The text of a file with the change in its place; a line that comes ends as the one whose place it takes. */
export function splice(
  { file, hunks }: Pick<Scene, 'file' | 'hunks'>,
  endOf: (line: number) => string,
  map: (line: string, at: number) => readonly string[] = (line) => [line],
): string {
  const made: string[] = [];
  let at = 0;
  let gone: number[] = [];
  const keep = (line: string): void => {
    gone = [];
    made.push(...map(line, at).map((kept) => kept + endOf(at)));
    at += 1;
  };
  for (const hunk of hunks) {
    while (at < hunk.start) keep(file[at] ?? '');
    for (const { op, text } of hunk.lines) {
      if (op === 'add')
        made.push(text + endOf((gone.length > 1 ? gone.shift() : gone[0]) ?? Math.max(at - 1, 0)));
      else if (op === 'remove') gone.push(at++);
      else keep(file[at] ?? '');
    }
  }
  while (at < file.length) keep(file[at] ?? '');
  return made.join('');
}

/** The file with a second copy of everything, the declared names the same or others. */
export function duplicated(names: 'same' | 'renamed'): (scene: Scene) => Made {
  return (scene) => {
    const twin = scene.file.map((line) =>
      names === 'same'
        ? line
        : line.replace(/^((?:const|let|var|function|async function) +)(\w+)/, '$1$2Again'),
    );
    const file = [...scene.file, '', ...twin];
    const once = scene.hunks.every((hunk) => {
      const block = side(hunk.lines, 'add');
      return (
        countPlaces(file, block) === 1 &&
        (scene.form === 'diff' || countText(textOf(file), textOf(block)) === 1)
      );
    });
    return {
      file: textOf(file),
      right: textOf([...scene.right, '', ...twin]),
      edit: editOf(scene.form, scene.hunks),
      unique: once,
    };
  };
}

/** The change stands in the file already, so the edit has no place; only its own result would be right, unchanged. */
export function made(scene: Scene): Made {
  const gone = scene.hunks.every((hunk) => countPlaces(scene.right, side(hunk.lines, 'add')) === 0);
  if (!gone || (scene.form === 'replace' && scene.hunks.some((hunk) => stands(scene.right, hunk))))
    return undefined;
  const right = textOf(scene.right);
  return { file: right, right, edit: editOf(scene.form, scene.hunks), unique: false };
}

function stands(file: readonly string[], hunk: DraftHunk): boolean {
  return countText(textOf(file), textOf(side(hunk.lines, 'add'))) > 0;
}
