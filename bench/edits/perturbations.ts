import {
  blankLines,
  changed,
  doubled,
  innerRuns,
  shiftLeft,
  shiftRight,
  toTabs,
  trailing,
  trimmed,
  type Perturb,
} from './blanks';
import { elided } from './elided';
import { duplicated, gone, made, stale, staleBesideTwin } from './other-files';
import type { Trial } from './trial';

const WIDE = '\r\n';
const wide = (): string => WIDE;
/** CRLF in the upper half. */
const both = (line: number, lines: number): string => (line * 2 < lines ? WIDE : '\n');
const unended = (text: string): string => text.replace(/[\r\n]+$/, '');
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
    'edit in units of 4': { perturb: changed({ editLine: doubled }) },
    'file in units of 4': { perturb: changed({ fileLine: doubled }) },
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
    'everything at once': {
      perturb: changed({
        editLine: (line, random) => `${shiftRight(2)(line, random)}  `,
        endOf: wide,
        render: (text) => marked(unended(text)),
      }),
    },
    'passage trimmed': { perturb: trimmed('\n'), forms: ['replace'] },
    'passage trimmed, CRLF': { perturb: trimmed(WIDE), forms: ['replace'] },
    'wrong line numbers': { perturb: changed({ style: { offset: 17 } }), forms: ['diff'] },
    'no line numbers': { perturb: changed({ style: { numberless: true } }), forms: ['diff'] },
    'context line changed': { perturb: stale('change'), forms: ['diff'] },
    'context line inserted': { perturb: stale('insert'), forms: ['diff'] },
    'context line deleted': { perturb: stale('delete'), forms: ['diff'] },
    'context line changed, shifted': { perturb: stale('change', '   '), forms: ['diff'] },
    'stale search': { perturb: stale('change'), forms: ['replace'] },
    'middle elided': { perturb: elided, forms: ['replace'] },
    'middle elided, shifted': {
      perturb: (scene) => elided({ ...scene, shift: '    ' }),
      forms: ['replace'],
    },
    'twin of the function': { perturb: duplicated('same') },
    'twin with another name': { perturb: duplicated('renamed') },
    'twin, context changed': { perturb: staleBesideTwin, forms: ['diff'] },
    'made already': { perturb: made(false) },
    'made already, twin not': { perturb: made(true) },
    'function gone': { perturb: gone },
  };
