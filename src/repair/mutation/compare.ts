import {
  confidenceIn,
  decidingCall,
  functionAt,
  groupRepairs,
  letterOf,
  likenessOf,
  pairsOf,
  signsOf,
  twinsOf,
  type Answers,
  type Contender,
  type EditedText,
  type ProbedCall,
} from '../../domain/heal/behaviour';
import type { PlacedMutation } from '../../domain/heal/mutation/mutation';
import { belief } from '../../domain/heal/mutation/plausible';
import type { Standing } from '../../domain/heal/standing';
import { excerpt, excerptsOfDifference } from '../../domain/text';
import type { ProgramFiles, Sandbox } from '../../sandbox';
import type { AnsweredCall } from './answer-test';
import type { Edits, Fix, Trials } from './trials';
import { MAX_GREEN } from './search';
import { recordBehaviour, type ReplayProgram } from './replay';

/** Groups that are proposed. */
const MOST_GROUPS = 5;
/** Repairs of the one group that is left: another goes where the first is refused. */
const MOST_ALIKE = 3;
const ANSWER_CHARS = 300;

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
  fixes: readonly Fix[],
  signal: AbortSignal,
): Promise<Ranked[]> {
  const places = fixes.flatMap(({ edits }) => edits);
  const { calls, before, answersOf } = await behaviourOf(sandbox, trials, program, { fixes, places }, signal);
  const code = pairsOf([...program.files].flatMap(([path, text]) => (isTest(path, program) ? [] : [text])));
  const contenders = await Promise.all(
    fixes.map(async ({ edits }, place): Promise<Contender<Edits>> => ({
      place,
      repair: edits,
      answers: await answersOf(trials.guardedTexts(edits, places)),
      ...meritOf(edits, program.files, code),
    })),
  );
  const groups = groupRepairs(calls, before, contenders);
  const { level, reason } = confidenceIn(groups, fixes.length < MAX_GREEN);
  const deciding = decidingCall(calls, groups);
  const shown = excerptsOfDifference(deciding?.answers ?? [], ANSWER_CHARS);
  return groups.slice(0, MOST_GROUPS).flatMap(({ members }, index) =>
    members.slice(0, groups.length === 1 ? MOST_ALIKE : 1).map(({ repair }): Ranked => {
      const answer = deciding?.answers[index];
      return {
        edits: repair,
        answered: deciding && answer !== undefined ? answeredCall(deciding.text, answer) : undefined,
        standing: {
          group: letterOf(index),
          confidence: level,
          reason,
          deciding: deciding && {
            call: excerpt(deciding.text, ANSWER_CHARS),
            answer: shown[index],
          },
        },
      };
    }),
  );
}

/** Calls and answers that repairs are compared by. `before`: answers of the program as it was. */
interface Behaviour {
  calls: readonly ProbedCall[];
  before: Answers;
  answersOf(texts: ReadonlyMap<string, string>): Promise<Answers>;
}

/** Calls that the repairs may answer differently; none where there is one repair. */
async function behaviourOf(
  sandbox: Sandbox,
  trials: Trials,
  program: ReplayProgram,
  { fixes, places }: { fixes: readonly Fix[]; places: Edits },
  signal: AbortSignal,
): Promise<Behaviour> {
  const [first] = fixes;
  if (!first || fixes.length === 1) return { calls: [], before: [], answersOf: () => Promise.resolve([]) };
  const guarded = trials.guardedTexts(first.edits, places);
  const texts = { repaired: trials.textsOf(first.edits), guarded };
  const { calls, answersOf } = await recordBehaviour(sandbox, program, places, texts, signal);
  // What depends on chance or time says nothing of a repair.
  const once = await answersOf(guarded);
  const again = await answersOf(guarded, true);
  const steady = (answers: Answers): Answers =>
    answers.map((answer, index) => (once[index] === again[index] ? answer : undefined));
  return {
    calls,
    before: steady(await answersOf(trials.guardedTexts([], places))),
    answersOf: async (others) => steady(await answersOf(others)),
  };
}

/** A call of a function as a test can write it; undefined for one on an object. */
function answeredCall(text: string, answer: string): AnsweredCall | undefined {
  const match = /^([\w$.]+)\((.*)\)$/s.exec(text);
  const name = match?.[1]?.split('.').at(-1);
  return name === undefined ? undefined : { name, args: match?.[2] ?? '', answer };
}

function isTest(path: string, { testFiles }: ReplayProgram): boolean {
  return testFiles.includes(path);
}

/** Signs against some edits, and how much they look like code of the project. */
function meritOf(
  edits: Edits,
  files: ProgramFiles,
  code: ReadonlySet<string>,
): Pick<Contender<Edits>, 'signs' | 'belief' | 'likeness' | 'size'> {
  const texts = edits.map((edit) => editedText(edit, files.get(edit.file) ?? ''));
  const likeness = texts.map(({ lineBefore, lineAfter }) => likenessOf(lineBefore, lineAfter, code));
  const signs = [...new Set(texts.flatMap(signsOf))];
  return {
    signs,
    belief: beliefIn(edits, texts, signs),
    likeness: Math.min(1, ...likeness),
    size: texts.reduce((sum, { before, after }) => sum + before.length + after.length, 0),
  };
}

/** How far edits can be believed together. A mistake in lines that say the same was made once, and copied. */
function beliefIn(edits: Edits, texts: readonly EditedText[], signs: readonly string[]): number {
  const least = new Map<string, number>();
  edits.forEach((edit, at) => {
    const key = `${edit.template} ${edit.description} ${texts[at]?.lineBefore.trim() ?? ''}`;
    least.set(key, Math.min(least.get(key) ?? Infinity, belief(edit, signs)));
  });
  return [...least.values()].reduce((all, one) => all * one, 1);
}

/** The edit with its lines. */
export function editedText({ start, end, replacement, template }: PlacedMutation, text: string): EditedText {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', end);
  const to = next < 0 ? text.length : next;
  const lineBefore = text.slice(from, to);
  const lineAfter = text.slice(from, start) + replacement + text.slice(end, to);
  const home = functionAt(text, from);
  const twins = twinsOf(lineBefore, text);
  return { before: text.slice(start, end), after: replacement, lineBefore, lineAfter, twins, home, template };
}
