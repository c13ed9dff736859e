import { decodeName, encodeName } from '../../machine/file-names';
import { readableText } from '../../machine/text/text-form';
import { diff3 } from './diff3';

/** Larger texts are not merged line by line, bytes and lines. */
const SIZE_LIMIT = 1024 * 1024;
const LINE_LIMIT = 20_000;

/** Documents of lines, in which offsets count bytes. */
const DOCUMENT = /^%(?:PDF-|!PS)/;

/** Lines that both sides changed differently. */
export interface TextConflict {
  /** Line of our side where it begins, from 1. */
  line: number;
  base: string;
  ours: string;
  theirs: string;
}

export type MergedText = { bytes: Buffer } | { conflicts: TextConflict[] } | 'not-text';

function isMergeable(side: Buffer): boolean {
  if (side.length > SIZE_LIMIT || DOCUMENT.test(side.toString('latin1', 0, 5))) return false;
  return !side.includes(0) && readableText(side) !== undefined;
}

/** Lines with their ends, so that line endings and a missing last one stay as they are. */
function linesOf(bytes: Buffer): string[] {
  return bytes.length === 0 ? [] : decodeName(bytes).split(/(?<=\n)/);
}

/** Three-way merge of texts by lines. Neighbouring changes are a conflict. */
export function mergeTexts(base: Buffer, ours: Buffer, theirs: Buffer): MergedText {
  const sides = [base, ours, theirs];
  if (!sides.every(isMergeable)) return 'not-text';
  const [o = [], a = [], b = []] = sides.map(linesOf);
  if (Math.max(o.length, a.length, b.length) > LINE_LIMIT) return 'not-text';
  const merged: string[] = [];
  const conflicts: TextConflict[] = [];
  for (const region of diff3(o, { ours: a, theirs: b })) {
    if ('merged' in region) for (const line of region.merged) merged.push(line);
    else
      conflicts.push({
        line: region.oursAt + 1,
        base: region.base.join('').toWellFormed(),
        ours: region.ours.join('').toWellFormed(),
        theirs: region.theirs.join('').toWellFormed(),
      });
  }
  return conflicts.length > 0 ? { conflicts } : { bytes: encodeName(merged.join('')) };
}
