import { side, type DraftHunk, type DraftLine } from './pairs';
import { randomOf } from './random';
import { elided } from './elided';
import { duplicated, made, splice, stale } from './other-files';
import { countPlaces, countText, editOf, textOf, type DiffStyle, type Scene, type Trial } from './trial';

/** Undefined where a perturbation changes nothing in a scene. */
export type Perturb = (scene: Scene) => Omit<Trial, 'name' | 'form' | 'perturbation'> | undefined;

/** What becomes of a line; the same for the same line, so that lines in common stay so. */
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
  /** What is made of the file's text. */
  render?(text: string): string;
  style?: DiffStyle;
}

const INDENT = /^[ \t]*/;

function indented(line: string, indent: string): string {
  return line.trim() === '' ? '' : line.replace(INDENT, indent);
}

const depthOf = (line: string): number => INDENT.exec(line)?.[0].length ?? 0;

const shiftRight =
  (columns: number): LineChange =>
  (line) =>
    indented(line, ' '.repeat(depthOf(line) + columns));
const toTabs: LineChange = (line) =>
  indented(line, '\t'.repeat(Math.floor(depthOf(line) / 2)) + ' '.repeat(depthOf(line) % 2));
const doubled: LineChange = (line) =>
  indented(line, ' '.repeat(Math.floor(depthOf(line) / 2) * 4 + (depthOf(line) % 2)));
const trailing: LineChange = (line, random) => line + ['', ' ', '   ', '\t'][Math.floor(random() * 4)];
/** Not within quotes, where another run would be another edit. */
const innerRuns: LineChange = (line, random) =>
  (INDENT.exec(line)?.[0] ?? '') +
  line
    .replace(INDENT, '')
    .replace(/'[^']*'|"[^"]*"|`[^`]*`| /g, (part) => (part === ' ' && random() < 0.5 ? '  ' : part));

function changed(change: Change): Perturb {
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

/** What stands in the file letter for letter is replaced letter for letter, whatever blanks that brings. */
function standsExactly(file: readonly string[], { start, lines }: DraftHunk): boolean {
  return side(lines, 'add').every((text, index) => file[start + index] === text);
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
const shiftLeft: Perturb = (scene) => {
  if (scene.hunks.some((hunk) => side(hunk.lines, 'add').length < 2)) return undefined;
  const lines = scene.hunks.flatMap((hunk) => texts(hunk)).filter((line) => line.trim() !== '');
  const least = Math.min(...lines.map(depthOf));
  if (least === 0) return undefined;
  return changed({ editLine: (line) => indented(line, ' '.repeat(Math.max(depthOf(line) - least, 0))) })(
    scene,
  );
};

const blankLines: Perturb = (scene) => {
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

const WIDE = '\r\n';
const wide = (): string => WIDE;
/** CRLF in the upper half. */
const both = (line: number, lines: number): string => (line * 2 < lines ? WIDE : '\n');
const unended = (text: string): string => text.replace(/\n+$/, '');
const marked = (text: string): string => `\ufeff${text}`;

/** Every way in which an edit and its file differ, and for diffs those that only they have. */
export const PERTURBATIONS: Readonly<Record<string, { perturb: Perturb; forms?: readonly Trial['form'][] }>> =
  {
    none: { perturb: changed({}) },
    'edit shifted right': { perturb: changed({ editLine: shiftRight(4) }) },
    'edit shifted by one': { perturb: changed({ editLine: shiftRight(1) }) },
    'edit shifted left': { perturb: shiftLeft },
    'edit in tabs': { perturb: changed({ editLine: toTabs }) },
    'file in tabs': { perturb: changed({ fileLine: toTabs }) },
    'edit in steps of 4': { perturb: changed({ editLine: doubled }) },
    'file in steps of 4': { perturb: changed({ fileLine: doubled }) },
    'edit with trailing blanks': { perturb: changed({ editLine: trailing }) },
    'search with trailing blanks': { perturb: changed({ searchLine: trailing }), forms: ['replace'] },
    'file with trailing blanks': { perturb: changed({ fileLine: trailing, freshAsGiven: true }) },
    'edit with inner runs': { perturb: changed({ editLine: innerRuns }) },
    'search with inner runs': { perturb: changed({ searchLine: innerRuns }), forms: ['replace'] },
    'edit with blank lines': { perturb: blankLines },
    'file in CRLF': { perturb: changed({ endOf: wide }) },
    'edit in CRLF': { perturb: changed({ editEnd: '\r\n' }) },
    'file in both': { perturb: changed({ endOf: both }) },
    'no final newline': { perturb: changed({ render: unended }) },
    'byte-order mark': { perturb: changed({ render: marked }) },
    'mark, CRLF, shifted': {
      perturb: changed({ editLine: shiftRight(2), endOf: wide, render: marked }),
    },
    'wrong line numbers': { perturb: changed({ style: { offset: 17 } }), forms: ['diff'] },
    'no line numbers': { perturb: changed({ style: { numberless: true } }), forms: ['diff'] },
    'context line changed': { perturb: stale('change'), forms: ['diff'] },
    'context line inserted': { perturb: stale('insert'), forms: ['diff'] },
    'context line deleted': { perturb: stale('delete'), forms: ['diff'] },
    'stale search': { perturb: stale('change'), forms: ['replace'] },
    'middle elided': { perturb: elided, forms: ['replace'] },
    'middle elided, shifted': {
      perturb: (scene) => elided({ ...scene, shift: '    ' }),
      forms: ['replace'],
    },
    'twin of the function': { perturb: duplicated('same') },
    'twin with another name': { perturb: duplicated('renamed') },
    'made already': { perturb: made },
  };
