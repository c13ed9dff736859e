import { side, type DraftHunk, type DraftLine } from './pairs';
import { randomOf } from './random';
import { countPlaces, countText, editOf, textOf, type Scene, type Trial } from './trial';

type Made = Omit<Trial, 'name' | 'form' | 'perturbation'> | undefined;

/** Lines of context that the file has no more as they were, one in each hunk; the change itself is untouched. */
export function stale(how: 'change' | 'insert' | 'delete', shift = ''): (scene: Scene) => Made {
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
    const shifted = ({ op, text }: DraftLine): DraftLine => ({
      op,
      text: text.trim() === '' ? text : shift + text,
    });
    const hunks = scene.hunks.map((hunk) => ({ ...hunk, lines: hunk.lines.map(shifted) }));
    return { file: textOf(file), right, edit: editOf(scene.form, hunks), unique };
  };
}

/** Lines that a hunk is found by when its context is in doubt: what it removes, or all where it only adds. */
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
    const twin = names === 'same' ? [...scene.file] : renamed(scene.file);
    const file = [...scene.file, '', ...twin];
    return {
      file: textOf(file),
      right: textOf([...scene.right, '', ...twin]),
      edit: editOf(scene.form, scene.hunks),
      unique: scene.hunks.every((hunk) => standsTimes(file, scene, hunk) === 1),
    };
  };
}

/** Context that has changed, below it a copy of everything under other names that does not have all of it either. */
export function staleBesideTwin(scene: Scene): Made {
  const copy = renamed(scene.file);
  const made = stale('change')(scene);
  if (!made || scene.hunks.some((hunk) => standsTimes(copy, scene, hunk) > 0)) return undefined;
  const twin = `\n${textOf(copy)}`;
  return { ...made, file: made.file + twin, right: made.right + twin, unique: false };
}

function renamed(lines: readonly string[]): string[] {
  return lines.map((line) =>
    line.replace(/^((?:const|let|var|function|async function) +)(\w+)/, '$1$2Again'),
  );
}

/**
 * The change stands in the file already, so the edit has no place; with a `twin`, below it a copy under other names that
 * has not been changed. Only a file that stays as it is would be right.
 */
export function made(twin: boolean): (scene: Scene) => Made {
  return (scene) => {
    const file = twin ? [...scene.right, '', ...renamed(scene.file)] : scene.right;
    return withoutPlace(scene, file);
  };
}

/** The edited function is gone, and only others are left. */
export function gone(scene: Scene): Made {
  const { from, to } = scene.program;
  const file = [...scene.file.slice(0, from), ...scene.file.slice(to)];
  return file.length === 0 ? undefined : withoutPlace(scene, file);
}

/** A file that the edit has no place in; undefined where its lines stand there after all. */
function withoutPlace(scene: Scene, file: readonly string[]): Made {
  if (scene.hunks.some((hunk) => standsTimes(file, scene, hunk) > 0)) return undefined;
  return { file: textOf(file), right: textOf(file), edit: editOf(scene.form, scene.hunks), unique: false };
}

/** How often what a hunk changes stands in a file; a passage may stand within longer lines too. */
function standsTimes(file: readonly string[], { form }: Scene, { lines }: DraftHunk): number {
  const block = side(lines, 'add');
  const byLines = countPlaces(file, block);
  return form === 'diff' ? byLines : Math.max(byLines, countText(textOf(file), textOf(block)));
}
