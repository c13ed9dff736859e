import { functionAt, mirroredCondition } from '../../domain/signs/code-lines';
import { ignoresValue, leavesUnused } from '../../domain/signs/change-signs';
import { likenessOf, pairsOf, likeLinesIn } from '../search/like-lines';
import { signsOf, twinsOf, type EditedText } from '../../domain/signs/edit-signs';
import type { Contender, RepairGroup } from '../compare/groups';
import { doubtOfExtent, type Extent, belief } from '../search/merit';
import { editKey, type PlacedMutation } from '../search/mutation';
import type { Standing } from '../../domain/heal/standing';
import type { Sign } from '../../domain/signs/sign';
import type { ProgramFiles, Sandbox } from '../../sandbox';
import { answeredCall, compareRepairs, standingIn, type ReplayProgram } from '../compare';
import type { AnsweredCall } from '../compare/answer-test';
import { MAX_GREEN } from './search';
import type { Edits, Fix, Trials } from './trials';

/** Groups that are proposed. */
const MOST_GROUPS = 5;
/** Repairs of the one group that is left: another goes where the first is refused. */
const MOST_ALIKE = 3;

type LinesOf = ReturnType<typeof likeLinesIn>;

/** A repair with its place among all that pass the tests. */
export interface Ranked {
  edits: Edits;
  standing: Standing;
  /** The deciding call with the answer that this repair gives. */
  answered?: AnsweredCall;
}

/** Compares green repairs by what they make of recorded and varied calls: the best of each group, the likeliest first. */
export async function compareFixes(
  sandbox: Sandbox,
  trials: Trials,
  program: ReplayProgram,
  { fixes, extent }: { fixes: readonly Fix[]; extent?: Extent },
  signal: AbortSignal,
): Promise<Ranked[]> {
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
  const comparison = { ...found, groups };
  const { deciding } = found;
  const all = fixes.length < MAX_GREEN;
  const [edit] = groups[0]?.members[0]?.repair ?? [];
  const doubt = edit && extent && doubtOfExtent(edit, extent);
  return proposed(groups).map(({ repair, group }): Ranked => {
    const answer = deciding?.answers[group];
    const answered = deciding && answer !== undefined ? answeredCall(deciding.text, answer) : undefined;
    return { edits: repair, answered, standing: standingIn(comparison, group, all, doubt) };
  });
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

/** The best of each group, and of one group alone some more, with the place of their group. */
export function proposed<T>(groups: readonly RepairGroup<T>[]): { repair: T; group: number }[] {
  return groups
    .slice(0, MOST_GROUPS)
    .flatMap(({ members }, group) =>
      members.slice(0, groups.length === 1 ? MOST_ALIKE : 1).map(({ repair }) => ({ repair, group })),
    );
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
