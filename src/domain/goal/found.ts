import type { ToolOutcome } from './outcome';
import type { GoalTool } from './tool-args';

/** Findings of a step, for people: one line a thing, or the lines of a text. */
export interface ShownLines {
  /** At most 20. */
  lines: string[];
  /** Lines that are left out. */
  more: number;
}

/** Most lines of one step. */
const MOST_LINES = 20;
const LINE_CHARS = 300;

/** Tools whose answer is a text, line for line. */
const TEXTS: ReadonlySet<GoalTool> = new Set(['read', 'run']);

/** True for a tool that answers with a text of a file or a command, and not with things. */
export function findsText(tool: GoalTool): boolean {
  return TEXTS.has(tool);
}

/** Findings of a step that looks at something; undefined for one that changes or asks. */
export function foundBy(tool: GoalTool, outcome: ToolOutcome | undefined): ShownLines | undefined {
  if (!outcome) return undefined;
  switch (tool) {
    case 'locate':
    case 'find':
      return bounded(outcome.items.filter(({ ok }) => ok).map(lineOf));
    case 'list':
      return listed(outcome);
    case 'read':
    case 'run':
      return bounded(linesOf(outcome.text));
    default:
      return undefined;
  }
}

function lineOf({ path, reason }: ToolOutcome['items'][number]): string {
  return reason === undefined ? path : `${path}: ${reason}`;
}

/** Rows of a listing below its head, with sizes and times; the text may hold fewer rows than there are items. */
function listed({ text, items }: ToolOutcome): ShownLines {
  const rows = linesOf(text).slice(1, items.length + 1);
  const shown = bounded(rows);
  return { ...shown, more: Math.max(0, items.length - shown.lines.length) };
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

function bounded(lines: readonly string[]): ShownLines {
  const shown = lines.slice(0, MOST_LINES);
  return { lines: shown.map(cut), more: lines.length - shown.length };
}

function cut(line: string): string {
  return line.length <= LINE_CHARS
    ? line
    : `${line.slice(0, LINE_CHARS - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
