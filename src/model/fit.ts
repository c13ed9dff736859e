/** A file as it can be shown: whole, around the lines in question, or not at all. */
export interface Showable {
  path: string;
  text: string;
  /** Lines in question, from 1. */
  lines: readonly number[];
  /** The answer hangs on it: it is cut down last, and left out only where nothing else helps. */
  essential: boolean;
}

/** A longer file is shown around the lines of interest only. */
const WHOLE_FILE_LINES = 400;
const WINDOW_LINES = 60;

/** How a file is shown, the most first. `chars` cuts each line. */
interface Level {
  window: number;
  chars: number;
  /** True if a file of usual length is shown from its first line to its last. */
  whole: boolean;
}

const LEVELS: readonly Level[] = [
  { window: WINDOW_LINES, chars: Number.POSITIVE_INFINITY, whole: true },
  { window: WINDOW_LINES, chars: 400, whole: false },
  { window: 20, chars: 300, whole: false },
  { window: 6, chars: 200, whole: false },
];
const OUT = LEVELS.length;

/**
 * Files in order, within `budget` characters. Cuts from the last file on: first files that are not essential are cut
 * down and left out, then essential ones are cut down around their lines, then left out.
 */
export function fitted(files: readonly Showable[], budget: number): string[] {
  const state = files.map((file) => ({ file, level: 0, block: blockOf(file, 0) }));
  let total = state.reduce((sum, { block }) => sum + block.length, 0);
  for (const { essential, level } of reductions()) {
    for (const one of state.toReversed()) {
      if (total <= budget) return state.map(({ block }) => block);
      if (one.file.essential !== essential) continue;
      const block = blockOf(one.file, level);
      // A file that is short already stays as it is.
      if (block.length >= one.block.length) continue;
      total += block.length - one.block.length;
      one.block = block;
    }
  }
  return state.map(({ block }) => block);
}

function reductions(): { essential: boolean; level: number }[] {
  return [
    { essential: false, level: 2 },
    { essential: false, level: OUT },
    { essential: true, level: 1 },
    { essential: true, level: 2 },
    { essential: true, level: 3 },
    { essential: true, level: OUT },
  ];
}

function blockOf({ path, text, lines }: Showable, index: number): string {
  const level = LEVELS[index];
  if (!level) return `### ${path}\n(left out: too long)`;
  return `### ${path}\n\`\`\`\n${numbered(text, lines, level)}\n\`\`\``;
}

/** `  12 | code`; of a long file only the surroundings of the lines in question, or its head. */
export function numbered(text: string, interest: readonly number[] = [], level = LEVELS[0]): string {
  const { window = WINDOW_LINES, chars = Number.POSITIVE_INFINITY, whole = true } = level ?? {};
  const lines = text.replace(/\n$/, '').split('\n');
  const width = String(lines.length).length;
  const all = whole && lines.length <= WHOLE_FILE_LINES;
  const centres = interest.length > 0 ? interest : [1];
  const kept: string[] = [];
  let skipped = false;
  for (const [index, line] of lines.entries()) {
    const number = index + 1;
    if (!all && !centres.some((centre) => Math.abs(centre - number) <= window)) {
      if (!skipped) kept.push('…');
      skipped = true;
      continue;
    }
    skipped = false;
    const shown = line.length > chars ? `${line.slice(0, chars)} …` : line;
    kept.push(`${String(number).padStart(width)} | ${shown}`);
  }
  return kept.join('\n');
}
