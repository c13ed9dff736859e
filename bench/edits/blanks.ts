import { side, type DraftHunk, type DraftLine } from './pairs';
import { randomOf } from './random';
import { splice } from './other-files';
import { countPlaces, countText, editOf, textOf, type DiffStyle, type Scene, type Trial } from './trial';

/** Undefined where a perturbation changes nothing in a scene. */
export type Perturb = (scene: Scene) => Omit<Trial, 'name' | 'form' | 'perturbation'> | undefined;

/** New form of a line; the same for the same line, so that lines in common stay so. */
type LineChange = (line: string, random: () => number) => string;

interface Change {
  editLine?: LineChange;
  /** Applies to lines that the edit finds, not to those that it brings. */
  searchLine?: LineChange;
  fileLine?: LineChange;
  /** Lines that the change brings are not as the file's are. */
  freshAsGiven?: boolean;
  editEnd?: string;
  /** The file's text, of its lines. */
  endOf?(line: number, lines: number): string;
  /** New form of the file's text. */
  render?(text: string): string;
  style?: DiffStyle;
}

const INDENT = /^[ \t]*/;

function indented(line: string, indent: string): string {
  return line.trim() === '' ? '' : line.replace(INDENT, indent);
}

const depthOf = (line: string): number => INDENT.exec(line)?.[0].length ?? 0;

export const shiftRight =
  (columns: number): LineChange =>
  (line) =>
    indented(line, ' '.repeat(depthOf(line) + columns));
export const toTabs: LineChange = (line) =>
  indented(line, '\t'.repeat(Math.floor(depthOf(line) / 2)) + ' '.repeat(depthOf(line) % 2));
export const doubled: LineChange = (line) =>
  indented(line, ' '.repeat(Math.floor(depthOf(line) / 2) * 4 + (depthOf(line) % 2)));
export const trailing: LineChange = (line, random) => line + ['', ' ', '   ', '\t'][Math.floor(random() * 4)];
/** Single blanks become two; not within quotes, where that would be another edit. */
export const innerRuns: LineChange = (line, random) =>
  (INDENT.exec(line)?.[0] ?? '') +
  line
    .replace(INDENT, '')
    .replace(/'[^']*'|"[^"]*"|`[^`]*`| +/g, (part) => (part === ' ' && random() < 0.5 ? '  ' : part));

/** A change of blanks, line ends and the like: of the edit, of the file, or of both. */
export function changed(change: Change): Perturb {
  const {
    editLine,
    searchLine,
    fileLine,
    freshAsGiven,
    editEnd,
    endOf = () => '\n',
    render = (text) => text,
    style,
  } = change;
  return (scene) => {
    const { hunks, file } = scene;
    const inFile = (line: string): string => mapped(line, fileLine);
    const inEdit = ({ op, text }: DraftLine): DraftLine => {
      const found = op === 'add' ? text : mapped(text, searchLine);
      return { op, text: mapped(found, editLine) };
    };
    const edited = hunks.map((hunk) => ({ ...hunk, lines: hunk.lines.map(inEdit) }));
    const same = edited.every((hunk, index) => textOf(texts(hunk)) === textOf(texts(hunks[index])));
    if (same && (editLine ?? searchLine)) return undefined;
    const rendered = file.map(inFile);
    // With such blanks it is the edit of another place.
    if (edited.some((hunk) => standsElsewhere(rendered, hunk))) return undefined;
    const rightHunks = hunks.map((hunk, index): DraftHunk => {
      const given = edited[index];
      const asGiven = given !== undefined && standsExactly(rendered, given);
      const fresh = (text: string): string => (freshAsGiven ? text : inFile(text));
      const lines = hunk.lines.map(({ op, text }, line) =>
        op === 'add' ? { op, text: asGiven ? (given.lines[line]?.text ?? '') : fresh(text) } : { op, text },
      );
      return { ...hunk, lines };
    });
    return {
      file: render(rendered.map((line, at) => line + endOf(at, file.length)).join('')),
      right: render(splice({ file: rendered, hunks: rightHunks }, (at) => endOf(at, file.length))),
      edit: editOf(scene.form, edited, editEnd, style),
      unique: hasOnePlace(scene, edited),
    };
  };
}

/** Text that stands in the file letter for letter is replaced letter for letter, whatever blanks that brings. */
function standsExactly(file: readonly string[], { start, lines }: DraftHunk): boolean {
  return side(lines, 'add').every((text, index) => file[start + index] === text);
}

function standsElsewhere(file: readonly string[], { start, lines }: DraftHunk): boolean {
  const block = side(lines, 'add');
  const stands = (at: number): boolean => block.every((text, index) => file[at + index] === text);
  return !stands(start) && block.length > 0 && file.some((_, at) => stands(at));
}

function texts(hunk: DraftHunk | undefined): string[] {
  return hunk?.lines.map(({ text }) => text) ?? [];
}

function mapped(line: string, change: LineChange | undefined): string {
  return change ? change(line, randomOf(line)) : line;
}

/** By lines and by letters: a passage within a longer line is a second place. */
function hasOnePlace({ form, file, hunks }: Scene, edited: readonly DraftHunk[]): boolean {
  return hunks.every((hunk, index) => {
    const block = side(hunk.lines, 'add');
    const given = textOf(side(edited[index]?.lines ?? [], 'add'));
    return countPlaces(file, block) === 1 && (form === 'diff' || countText(textOf(file), given) <= 1);
  });
}

/**
 * Shifts to the left as far as the least deep line allows; not at all where that is at the margin, nor where it is one
 * line: without its indentation that still stands in the file letter for letter.
 */
export const shiftLeft: Perturb = (scene) => {
  if (scene.hunks.some((hunk) => side(hunk.lines, 'add').length < 2)) return undefined;
  const lines = scene.hunks.flatMap((hunk) => texts(hunk)).filter((line) => line.trim() !== '');
  const least = Math.min(...lines.map(depthOf));
  if (least === 0) return undefined;
  return changed({ editLine: (line) => indented(line, ' '.repeat(Math.max(depthOf(line) - least, 0))) })(
    scene,
  );
};

export const blankLines: Perturb = (scene) => {
  let count = 0;
  const spread = (lines: readonly DraftLine[]): DraftLine[] =>
    lines.flatMap((line, index) => {
      const next = lines[index + 1];
      if (line.op !== 'keep' || next?.op !== 'keep') return [line];
      count += 1;
      return [line, { op: 'keep', text: '' }];
    });
  const edited = scene.hunks.map((hunk) => ({ ...hunk, lines: spread(hunk.lines) }));
  if (count === 0) return undefined;
  const unperturbed = changed({})(scene);
  return unperturbed && { ...unperturbed, edit: editOf(scene.form, edited) };
};

/** A passage without blanks at its ends, as models quote it; `wide` in a file with CRLF. */
export function trimmed(end: string): Perturb {
  return (scene) => {
    const [hunk] = scene.hunks;
    const plain = changed({ endOf: () => end })(scene);
    if (!hunk || plain?.edit.action !== 'replace') return undefined;
    const { search, replacement } = plain.edit;
    // Where the change moves its first line, or leaves nothing, what is trimmed is the change itself.
    if (INDENT.exec(search)?.[0] !== INDENT.exec(replacement)?.[0] || replacement.trim() === '')
      return undefined;
    const edit = { ...plain.edit, search: search.trim(), replacement: replacement.trim() };
    const once = countText(textOf(scene.file), edit.search) === 1;
    return { ...plain, edit, unique: once && countPlaces(scene.file, side(hunk.lines, 'add')) === 1 };
  };
}
