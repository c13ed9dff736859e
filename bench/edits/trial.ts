import type { FileEdit } from '../../src/domain/files/workspace';
import { side, type DraftHunk } from './pairs';

export const PATH = 'src/module.js';

/** An edit of a file, and what it must make of it. */
export interface Trial {
  name: string;
  form: 'replace' | 'diff';
  perturbation: string;
  file: string;
  edit: FileEdit;
  /** The file with the change in its place. */
  right: string;
  /** True if the edit has exactly one place; else it must be refused, or at least not go elsewhere. */
  unique: boolean;
}

/** A file as lines, what the change makes of it, and the change, before anything is perturbed. */
export interface Scene {
  name: string;
  form: Trial['form'];
  file: readonly string[];
  right: readonly string[];
  /** The lines of the edited program in the file. */
  program: { from: number; to: number };
  /** One for a replacement. */
  hunks: readonly DraftHunk[];
}

export interface DiffStyle {
  /** Adds so much to all line numbers. */
  offset?: number;
  /** Leaves the numbers out. */
  numberless?: boolean;
}

/** Lines as a text with a final newline. */
export function textOf(lines: readonly string[], end = '\n'): string {
  return lines.map((line) => line + end).join('');
}

/** The edit that a change is. */
export function editOf(
  form: Trial['form'],
  hunks: readonly DraftHunk[],
  end = '\n',
  style: DiffStyle = {},
): FileEdit {
  const [first] = hunks;
  if (form === 'replace' && first) {
    const [search, replacement] = [side(first.lines, 'add'), side(first.lines, 'remove')];
    return {
      action: 'replace',
      path: PATH,
      search: textOf(search, end),
      replacement: textOf(replacement, end),
    };
  }
  return { action: 'patch', path: PATH, diff: diffText(hunks, end, style) };
}

const SIGNS = { keep: ' ', remove: '-', add: '+' };

function diffText(hunks: readonly DraftHunk[], end: string, { offset = 0, numberless }: DiffStyle): string {
  let grown = 0;
  const rows = hunks.flatMap(({ start, lines }) => {
    const [old, fresh] = [side(lines, 'add').length, side(lines, 'remove').length];
    const at = start + 1 + offset;
    const head = numberless ? '@@' : `@@ -${at},${old} +${at + grown},${fresh} @@`;
    grown += fresh - old;
    return [head, ...lines.map(({ op, text }) => SIGNS[op] + text)];
  });
  return textOf([`--- a/${PATH}`, `+++ b/${PATH}`, ...rows], end);
}

/** How often lines stand in a file, blanks left out of account: the benchmark's own idea of a place. */
export function countPlaces(file: readonly string[], block: readonly string[]): number {
  const shape = (lines: readonly string[]): string[] =>
    lines.map((line) => line.replace(/\s+/g, ' ').trim()).filter((line) => line !== '');
  const [all, wanted] = [shape(file), shape(block)];
  if (wanted.length === 0) return Infinity;
  let count = 0;
  for (let at = 0; at + wanted.length <= all.length; at += 1)
    if (wanted.every((line, index) => all[at + index] === line)) count += 1;
  return count;
}

/** How often a text stands in another, letter for letter. */
export function countText(text: string, part: string): number {
  if (part === '') return Infinity;
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) count += 1;
  return count;
}
