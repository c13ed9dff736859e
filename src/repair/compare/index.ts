import { confidenceIn, decidingCall, type DecidingCall } from './confidence';
import { groupRepairs, type Answers, type Contender, type ProbedCall, type RepairGroup } from './groups';
import { letterOf } from '../../domain/heal/ambiguity';
import type { Reason, Standing } from '../../domain/heal/standing';
import { excerpt, excerptsOfDifference } from '../../domain/text';
import type { Sandbox, ProgramFiles } from '../../sandbox';
import { guardedText, guardPoints } from '../mutation/loop-guard';
import type { AnsweredCall } from './answer-test';
import { recordBehaviour, type ReplayProgram, type ChangedPlace } from './replay';
import { diffArrays } from 'diff';

export type { ReplayProgram } from './replay';

/** Loop turns and calls of one replayed call. */
const REPLAY_TICKS = 20_000;

/** A repair by the texts of the files that it changes, with what it is judged by beside its behaviour. */
export type ComparedRepair<T> = Omit<Contender<T>, 'answers'> & { texts: ReadonlyMap<string, string> };

/** Repairs by their answers to the calls that tests make of what they change, and to varied ones. */
export interface Comparison<T> {
  groups: RepairGroup<T>[];
  deciding?: DecidingCall;
}

/** Compares repairs that pass all tests, whoever made them, by their behaviour. One alone is asked nothing. */
export async function compareRepairs<T>(
  sandbox: Sandbox,
  program: ReplayProgram,
  repairs: readonly ComparedRepair<T>[],
  signal: AbortSignal,
): Promise<Comparison<T>> {
  return compared(await behaviourOf(sandbox, program, repairs, signal), repairs);
}

export function compared<T>(
  { calls, before, answers }: Behaviour,
  repairs: readonly Omit<Contender<T>, 'answers'>[],
): Comparison<T> {
  const contenders = repairs.map((one, at): Contender<T> => ({ ...one, answers: answers[at] ?? [] }));
  const groups = groupRepairs(calls, before, contenders);
  return { groups, deciding: decidingCall(calls, groups) };
}

export interface Behaviour {
  calls: readonly ProbedCall[];
  /** Answers of the program as it was. */
  before: Answers;
  /** Those of each repair, in their order. */
  answers: readonly Answers[];
}

async function behaviourOf(
  sandbox: Sandbox,
  program: ReplayProgram,
  repairs: readonly { texts: ReadonlyMap<string, string> }[],
  signal: AbortSignal,
): Promise<Behaviour> {
  const [first] = repairs;
  if (!first || repairs.length === 1) return { calls: [], before: [], answers: [] };
  const places = repairs.flatMap(({ texts }) => changedPlaces(program.files, texts));
  const paths = [...new Set(places.map(({ file }) => file))];
  // What is endless is ended by its count, long before a time limit.
  const guarded = (texts: ReadonlyMap<string, string>): Map<string, string> =>
    new Map(
      paths.map((path) => {
        const text = texts.get(path) ?? program.files.get(path) ?? '';
        return [path, guardedText(text, [], guardPoints(path, text), REPLAY_TICKS)];
      }),
    );
  const repaired = guarded(first.texts);
  const texts = { repaired: first.texts, guarded: repaired };
  const { calls, answersOf } = await recordBehaviour(sandbox, program, places, texts, signal);
  // What depends on chance or time says nothing of a repair.
  const once = await answersOf(repaired);
  const again = await answersOf(repaired, true);
  const steady = (answers: Answers): Answers =>
    answers.map((answer, index) => (once[index] === again[index] ? answer : undefined));
  return {
    calls,
    before: steady(await answersOf(guarded(new Map()))),
    answers: await Promise.all(repairs.map(async (one) => steady(await answersOf(guarded(one.texts))))),
  };
}

/** Longest call and answer of a question. */
const ANSWER_CHARS = 300;

/** A repair with its place among all that pass the tests. */
export interface Judged<T> {
  repair: T;
  standing: Standing;
  /** The deciding call with the answer that this repair gives. */
  answered?: AnsweredCall;
}

/** Groups whose best repair is proposed. */
const MOST_GROUPS = 5;
/** Repairs of the one group that is left: another goes where the first is refused. */
const MOST_ALIKE = 3;

/** **The standing of repairs**, whoever proposed them: the best of each group, and of one group alone some more. */
export function judged<T>(comparison: Comparison<T>, doubts: Doubts = {}): Judged<T>[] {
  const { groups } = comparison;
  return groups
    .slice(0, MOST_GROUPS)
    .flatMap((_, group) =>
      judgedIn(comparison, group, doubts).slice(0, groups.length === 1 ? MOST_ALIKE : 1),
    );
}

/** The same of all repairs. */
export function allJudged<T>(comparison: Comparison<T>): Judged<T>[] {
  return comparison.groups.flatMap((_, group) => judgedIn(comparison, group, {}));
}

/** `all`: no repair that passes was left out; `doubt`: reason against the best by what was not tried. */
interface Doubts {
  all?: boolean;
  doubt?: Reason;
}

function judgedIn<T>(
  { groups, deciding }: Comparison<T>,
  group: number,
  { all = true, doubt }: Doubts,
): Judged<T>[] {
  const { level: confidence, reason } = confidenceIn(groups, all, doubt);
  const answer = deciding?.answers[group];
  const standing: Standing = {
    group: letterOf(group),
    confidence,
    reason,
    ...(deciding && {
      deciding: {
        call: excerpt(deciding.text, ANSWER_CHARS),
        answer: excerptsOfDifference(deciding.answers, ANSWER_CHARS)[group],
      },
    }),
  };
  const answered = deciding && answer !== undefined ? answeredCall(deciding.text, answer) : undefined;
  return (groups[group]?.members ?? []).map(({ repair }) => ({ repair, standing, answered }));
}

/** A call of a function as a test can write it, with its answer; undefined for one on an object. */
function answeredCall(text: string, answer: string): AnsweredCall | undefined {
  const match = /^([\w$.]+)\((.*)\)$/s.exec(text);
  const name = match?.[1]?.split('.').at(-1);
  return name === undefined ? undefined : { name, args: match?.[2] ?? '', answer };
}

/** Places of the program's files that texts put in place of these change: offsets of the program's own texts. */
export function changedPlaces(files: ProgramFiles, texts: ReadonlyMap<string, string>): ChangedPlace[] {
  return [...texts].flatMap(([file, after]) =>
    placesIn(files.get(file) ?? '', after).map((one) => ({ file, ...one })),
  );
}

interface Hunk {
  at: number;
  removed: string;
  added: string;
}

function placesIn(before: string, after: string): Omit<ChangedPlace, 'file'>[] {
  const hunks: Hunk[] = [];
  let at = 0;
  let isOpen = false;
  for (const { value, removed, added } of diffArrays(linesOf(before), linesOf(after))) {
    const text = value.join('');
    const last = hunks.at(-1);
    if (!removed && !added) isOpen = false;
    else if (isOpen && last) last[removed ? 'removed' : 'added'] += text;
    else {
      hunks.push({ at, removed: removed ? text : '', added: added ? text : '' });
      isOpen = true;
    }
    if (!added) at += text.length;
  }
  return hunks.map(trimmed);
}

/** Without what both sides of a hunk begin and end with: an edit within a line is as small as it was made. */
function trimmed({ at, removed, added }: Hunk): Omit<ChangedPlace, 'file'> {
  const most = Math.min(removed.length, added.length);
  let head = 0;
  while (head < most && removed[head] === added[head]) head += 1;
  let tail = 0;
  while (tail < most - head && removed.at(-1 - tail) === added.at(-1 - tail)) tail += 1;
  return { start: at + head, end: at + removed.length - tail };
}

function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/);
}
