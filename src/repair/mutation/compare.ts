import { functionAt, mirroredCondition } from '../../domain/signs/code-lines';
import { ignoresValue, leavesUnused } from '../../domain/signs/change-signs';
import { likenessOf, pairsOf, likeLinesIn } from '../search/like-lines';
import { signsOf, twinsOf, type EditedText } from '../../domain/signs/edit-signs';
import type { Contender } from '../compare/groups';
import { doubtOfExtent, type Extent, belief } from '../search/merit';
import { editKey, type PlacedMutation } from '../search/mutation';
import type { Sign } from '../../domain/signs/sign';
import type { ProgramFiles, Sandbox } from '../../sandbox';
import { compareRepairs, judged, type Judged, type ReplayProgram } from '../compare';
import { MAX_GREEN } from './search';
import type { Edits, Fix, Trials } from './trials';

type LinesOf = ReturnType<typeof likeLinesIn>;

/** Edits, with their place among others where they were compared. */
export type Repair = { edits: Edits } & Partial<Omit<Judged<Edits>, 'repair'>>;

/** Compares green repairs by what they make of recorded and varied calls: the best of each group, the likeliest first. */
export async function compareFixes(
  sandbox: Sandbox,
  trials: Trials,
  program: ReplayProgram,
  { fixes, extent }: { fixes: readonly Fix[]; extent?: Extent },
  signal: AbortSignal,
): Promise<Repair[]> {
  const code = pairsOf([...program.files].flatMap(([path, text]) => (isTest(path, program) ? [] : [text])));
  const linesOf = likeLinesIn(program.files);
  const repairs = fixes.map(({ edits }, place) => ({
    place,
    repair: edits,
    texts: trials.textsOf(edits),
    ...meritOf(edits, program.files, { code, linesOf }),
  }));
  const found = await compareRepairs(sandbox, program, repairs, signal);
  const groups = found.groups.map((group) => ({
    ...group,
    members: wholeFirst(group.members, linesOf),
  }));
  const [edit] = groups[0]?.members[0]?.repair ?? [];
  const doubt = edit && extent && doubtOfExtent(edit, extent);
  return repairsIn({ ...found, groups }, { all: fixes.length < MAX_GREEN, doubt });
}

/** The repairs that a comparison proposes. */
export function repairsIn(...given: Parameters<typeof judged<Edits>>): Repair[] {
  return judged<Edits>(...given).map(({ repair, ...place }) => ({ edits: repair, ...place }));
}

/** Of repairs that behave alike the one that mends all lines like that of the first: a mistake that was made in one of them stands in all. */
function wholeFirst(members: readonly Contender<Edits>[], linesOf: LinesOf): readonly Contender<Edits>[] {
  const [edit, ...more] = members[0]?.repair ?? [];
  if (!edit || more.length > 0) return members;
  const repeats = linesOf(edit.file).repeatsOf(edit);
  const wanted = keysOf([edit, ...repeats.map((repeat) => repeat.edit)]);
  const whole = members.find(({ repair }) => keysOf(repair) === wanted);
  return whole ? [whole, ...members.filter((one) => one !== whole)] : members;
}

function keysOf(edits: Edits): string {
  return edits.map(editKey).toSorted().join();
}

function isTest(path: string, { testFiles }: ReplayProgram): boolean {
  return testFiles.includes(path);
}

/** Signs against some edits, and how much they look like code of the project. */
function meritOf(
  edits: Edits,
  files: ProgramFiles,
  { code, linesOf }: { code: ReadonlySet<string>; linesOf: LinesOf },
): Pick<Contender<Edits>, 'signs' | 'belief' | 'likeness' | 'code' | 'size'> {
  const texts = edits.map((edit) => editedText(edit, files.get(edit.file) ?? ''));
  const likeness = texts.map(({ lineBefore, lineAfter }) => likenessOf(lineBefore, lineAfter, code));
  const signs = [...new Set(texts.flatMap(signsOf))];
  return {
    signs,
    belief: beliefIn(edits, linesOf, signs),
    likeness: Math.min(1, ...likeness),
    code: texts.map(({ lineAfter }) => lineAfter).join('\n'),
    size: texts.reduce((sum, { before, after }) => sum + before.length + after.length, 0),
  };
}

/** How far edits can be believed together. A mistake in lines that are alike was made once, and copied. */
function beliefIn(edits: Edits, linesOf: LinesOf, signs: readonly Sign[]): number {
  const least = new Map<string, number>();
  for (const edit of edits) {
    const repeats = linesOf(edit.file).repeatsOf(edit);
    const first = Math.min(edit.line, ...repeats.map((repeat) => repeat.edit.line));
    const key = `${edit.file}:${first} ${edit.template}`;
    least.set(key, Math.min(least.get(key) ?? Infinity, belief(edit, signs)));
  }
  return [...least.values()].reduce((all, one) => all * one, 1);
}

export function editedText(
  { file, start, end, replacement, template }: PlacedMutation,
  text: string,
): EditedText {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', end);
  const to = next < 0 ? text.length : next;
  const lineBefore = text.slice(from, to);
  const lineAfter = text.slice(from, start) + replacement + text.slice(end, to);
  const home = functionAt(text, from);
  const twins = twinsOf(lineBefore, text);
  const below = text
    .slice(to)
    .split('\n')
    .find((line) => line.trim() !== '');
  const lines = { lineBefore, lineAfter, below, twins, mirrored: mirroredCondition(text, from) };
  const whole = text.slice(0, start) + replacement + text.slice(end);
  const unused = leavesUnused({ path: file, before: text, after: whole }) || ignoresValue(file, whole, from);
  return {
    before: text.slice(start, end),
    after: replacement,
    ...lines,
    home,
    template,
    leavesUnused: unused,
  };
}
