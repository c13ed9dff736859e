import { z } from 'zod';
import { type Stretch, unseenOf } from '../../../domain/files/seen';
import { sizeText } from '../../../domain/text';
import { readFileOf, textFormAt } from '../../../store';
import { readResult, RESULT_CHARS, resultHash } from '../bounded';
import { answer, failure, shownPath, type DirectoryContext, type DirectoryResult, tool } from './context';
import { readableFile } from './tree-paths';

/** Larger files are not read. */
export const READ_BYTES = 8_000_000;
/** A longer line is cut; `column` shows the rest of it. */
const LINE_CHARS = 2_000;
/** Room for what stands around the lines. */
const ROOM = RESULT_CHARS - 600;

interface Range {
  from?: number | null;
  to?: number | null;
  column?: number | null;
}

export const readTool = tool({
  name: 'read',
  description:
    'Reads a text file, whole or from line `from` to line `to`, with line numbers (which are no part of it). A result that was cut is read by its name, `result:…`.',
  kind: 'read',
  activity: 'quick',
  input: z.object({
    path: z.string().min(1),
    from: z.number().int().positive().nullish().describe('First line, from 1.'),
    to: z.number().int().positive().nullish().describe('Last line.'),
    column: z
      .number()
      .int()
      .positive()
      .nullish()
      .describe('First character of each line, for very long lines.'),
  }),
  summary: ({ path, from, to }) => `read ${path}${from || to ? `:${from ?? 1}-${to ?? ''}` : ''}`,
  run: async (context, { path, ...range }) => {
    const hash = resultHash(path);
    if (hash === undefined) return readFile(context, path, range);
    const text = await readResult(context.blobs, hash);
    if (text === undefined)
      return failure(context, `There is no result of that name: give the name that a cut result shows.`);
    return answer(context, lines(path, text, range).text);
  },
});

async function readFile(context: DirectoryContext, given: string, range: Range): Promise<DirectoryResult> {
  const found = await readableFile(context, given);
  if ('problem' in found) return failure(context, found.problem);
  const { file } = found;
  const shown = shownPath(file.path);
  if (file.size > READ_BYTES)
    return failure(
      context,
      `${shown} has ${sizeText(file.size)}, more than the ${sizeText(READ_BYTES)} that can be read: look at a part of it with run_command (head, cut, jq).`,
    );
  const bytes = await readFileOf(context.blobs, context.tree, file);
  const { text: whole, isText } = await textFormAt(context, context.tree, { path: file.path, bytes });
  if (!isText) return failure(context, `${shown} (${sizeText(file.size)}) is no text.`);
  // Secrets are taken out of the whole file: in a part of it they may not be known.
  const text = context.redact(whole);
  const said = lines(shown, text, range);
  // Places in a text without its secrets are none of the file's.
  const unseen = unseenOf(text === whole ? said.shown : [], whole.length);
  return answer(context, said.text, { seen: [{ path: file.path, hash: file.hash, unseen }] });
}

/** `src/a.ts, lines 1 to 12 of 40`, and the lines as far as they fit. `shown`: stretches of the text that these are. */
function lines(
  name: string,
  text: string,
  { from, to, column }: Range,
): { text: string; shown: readonly Stretch[] } {
  if (text === '') return { text: `${name} is empty.`, shown: [] };
  const all = text.replace(/\n$/, '').split('\n');
  const first = from ?? 1;
  if (first > all.length)
    return { text: `${name} has ${all.length} lines: line ${first} is behind its end.`, shown: [] };
  const last = Math.min(Math.max(to ?? all.length, first), all.length);
  const width = String(last).length;
  const shown: string[] = [];
  const stretches: Stretch[] = [];
  let start = all.slice(0, first - 1).reduce((sum, line) => sum + line.length + 1, 0);
  let chars = 0;
  for (let number = first; number <= last; number += 1) {
    const whole = all[number - 1] ?? '';
    const line = `${String(number).padStart(width)} | ${part(whole, column ?? 1)}`;
    if (chars + line.length > ROOM - name.length && shown.length > 0) break;
    chars += line.length + 1;
    shown.push(line);
    stretches.push(stretchOf(whole, start, column ?? 1));
    start += whole.length + 1;
  }
  const end = first + shown.length - 1;
  const rest = end < last ? `\n… the result is full: read on from line ${end + 1}.` : '';
  return {
    text: `${name}, lines ${first} to ${end} of ${all.length}\n${shown.join('\n')}${rest}`,
    shown: stretches,
  };
}

/** Part of a line that is shown, and the line end behind it; `start`: place of the line in its text. */
function stretchOf(line: string, start: number, column: number): Stretch {
  const from = Math.min(column - 1, line.length);
  const to = from + LINE_CHARS;
  return [start + from, start + (to < line.length ? to : line.length + 1)];
}

function part(line: string, column: number): string {
  const shown = line.slice(column - 1, column - 1 + LINE_CHARS);
  const left = line.length - (column - 1) - shown.length;
  return left > 0
    ? `${shown} … (${left} characters more: read this line from column ${column + LINE_CHARS})`
    : shown;
}
