import type { Answers, ProbedCall } from '../groups';
import type { Sandbox, SandboxResult } from '../../../sandbox';
import { z } from 'zod';
import { Coded, sourceOf } from './coded';
import { moduleFunctions, namesOf, recording, type ModuleFunctions, type NamedFunction } from './functions';
import {
  changedFiles,
  recordingLimits,
  tellingFiles,
  type ChangedPlace,
  type ReplayProgram,
  type Replays,
  markedIn,
  parsedLine,
} from './program';
import { RECORDED, REPLAY, withRecorder, withReplayer } from './runtime';
import ts from 'typescript';
import { parseFile, unlessTooDeep } from '../../../codebase';
import { type Literals, variationsOf } from './vary';

/** A call as the replayer takes it: function, arguments, `this`, and `new`. */
export interface PlannedCall {
  f: string;
  a: Coded[];
  t?: Coded;
  n?: boolean;
}

interface RecordedCall extends PlannedCall {
  /** A test made it that passed before the repair. */
  passing: boolean;
}

/** Calls of one module: as it takes them, and as they are compared. */
interface ReplayPlan {
  planned: PlannedCall[];
  probed: ProbedCall[];
}

const MOST_RECORDED = 80;
const MOST_CALLS = 400;
/** Recorded calls that are varied, for each function. */
const VARIED = 12;

interface Variant {
  call: PlannedCall;
  foreign: boolean;
}

/** Modules whose functions are compared; a repair seldom changes more. */
const MOST_MODULES = 3;
/** Functions compared of a module where an edit lies outside of any. */
const MOST_USERS = 5;
const Recorded = z.object({ f: z.string(), a: z.array(Coded), t: Coded.optional() });

interface ReplayedModule {
  path: string;
  functions: NamedFunction[];
  planned: PlannedCall[];
}

/**
 * Records the calls that tests make of the functions around `places`, on `repaired` (texts of a repair that passes: it ends, and
 * is called as the program is meant to be), and plans their replay.
 */
export async function recordCalls(
  sandbox: Sandbox,
  program: ReplayProgram,
  places: readonly ChangedPlace[],
  repaired: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<Replays> {
  const paths = changedFiles(places).slice(0, MOST_MODULES);
  const modules: ReplayedModule[] = [];
  const calls: ProbedCall[] = [];
  const wanted = new Map<string, NamedFunction[]>();
  for (const path of paths) {
    const text = program.files.get(path) ?? '';
    const known = moduleFunctions(path, text);
    const targets = targetsOf(
      known,
      text,
      places.filter(({ file }) => file === path),
    );
    if (targets.length > 0) wanted.set(path, targets);
  }
  const recorded = await record(sandbox, program, wanted, repaired, signal);
  for (const [path, functions] of wanted) {
    const plan = planCalls(
      recorded.get(path) ?? [],
      functions,
      literalsOf(path, program.files.get(path) ?? '', functions),
    );
    modules.push({ path, functions, planned: plan.planned });
    calls.push(...plan.probed);
  }
  return { calls, answersOf: (texts) => replay(sandbox, program, modules, texts, signal) };
}

/** The functions around the places; for a place outside of all, those that are declared after it. */
function targetsOf(
  { functions }: ModuleFunctions,
  text: string,
  places: readonly ChangedPlace[],
): NamedFunction[] {
  const targets = new Set<NamedFunction>();
  for (const { start, end } of places) {
    const around = functions.filter((one) => one.start <= start && end <= one.end);
    for (const one of around.length > 0 ? around.slice(0, 1) : usersOf(functions, text, start))
      targets.add(one);
  }
  return [...targets];
}

/** Functions that name what is declared at a place outside of functions. */
function usersOf(functions: readonly NamedFunction[], text: string, at: number): NamedFunction[] {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  const before = text.slice(0, at);
  const declared = /\b(?:const|let|var)\s+([A-Za-z_$][\w$]*)/.exec(line)?.[1] ?? lastDeclared(before);
  const users = functions.filter(
    (one) => declared !== undefined && text.slice(one.start, one.end).includes(declared),
  );
  return (users.length > 0 ? users : functions).slice(0, MOST_USERS);
}

function lastDeclared(text: string): string | undefined {
  return [...text.slice(-4_000).matchAll(/^(?:export )?(?:const|let|var) ([A-Za-z_$][\w$]*)/gm)].at(-1)?.[1];
}

async function record(
  sandbox: Sandbox,
  program: ReplayProgram,
  wanted: ReadonlyMap<string, readonly NamedFunction[]>,
  repaired: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<Map<string, RecordedCall[]>> {
  const files = new Map([...program.files, ...repaired]);
  for (const [path, targets] of wanted) {
    const text = files.get(path) ?? '';
    const now = moduleFunctions(path, text);
    const names = new Set(targets.map(({ name }) => name));
    const own = now.functions.filter(({ name }) => names.has(name));
    files.set(path, withRecorder(recording(text, own), namesOf(now)));
  }
  const limits = recordingLimits(program);
  const results = await Promise.all(
    tellingFiles(program, [...wanted.keys()]).map((testFile) =>
      sandbox.run({ files, context: program.context, testFile, limits }, signal),
    ),
  );
  const recorded = new Map([...wanted.keys()].map((path) => [path, [] as RecordedCall[]]));
  for (const { line, passing } of results.flatMap((result) => linesOf(result, program.passing))) {
    const call: PlannedCall | undefined = parsedLine(Recorded, line);
    const path = [...wanted].find(([, targets]) => targets.some(({ name }) => name === call?.f))?.[0];
    if (call && path !== undefined) recorded.get(path)?.push({ ...call, passing });
  }
  return recorded;
}

function linesOf(
  { report }: SandboxResult,
  passing: ReadonlySet<string>,
): { line: string; passing: boolean }[] {
  const of = (text: string, isPassing: boolean) =>
    markedIn(text, RECORDED).map((line) => ({ line, passing: isPassing }));
  const told = report.tests.flatMap(({ id, console }) =>
    console.flatMap(({ text }) => of(text, passing.has(id))),
  );
  return [...told, ...of(report.stdout, false)];
}

/** Time of a module's replay, ms: calls that never end are stopped by counted ticks long before. */
const REPLAY_MS = 4_000;

async function replay(
  sandbox: Sandbox,
  program: ReplayProgram,
  modules: readonly ReplayedModule[],
  texts: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<Answers> {
  const answers = await Promise.all(
    modules.map(async ({ path, functions, planned }) => {
      const text = texts.get(path) ?? program.files.get(path) ?? '';
      const names = namesOf(moduleFunctions(path, text));
      const own = { ...names, functions: functions.map(({ name }) => name) };
      const files = new Map([...program.files, ...texts, [path, withReplayer(text, own)]]);
      const { context } = program;
      const limits = { ...program.limits, wallMs: REPLAY_MS, turnMs: REPLAY_MS, resultKb: 2_048 };
      const args = [JSON.stringify(planned)];
      const request = { files, context, module: path, name: REPLAY, args, limits };
      const result = await sandbox.runFunction(request, signal);
      return answersIn(result.ok ? result.value : undefined, planned.length);
    }),
  );
  return answers.flat();
}

const Told = z.array(z.string().nullable());

function answersIn(value: unknown, count: number): Answers {
  const none = Array.from({ length: count }, () => undefined);
  if (typeof value !== 'string') return none;
  const told = Told.safeParse(JSON.parse(value));
  return told.success && told.data.length === count ? told.data.map((one) => one ?? undefined) : none;
}

/** Literals in the text of some functions of a file: values at which their behaviour may turn. */
function literalsOf(path: string, text: string, functions: readonly NamedFunction[]): Literals {
  const strings = new Set<string>();
  const numbers = new Set<number>();
  unlessTooDeep(() => {
    const visit = (node: ts.Node): void => {
      if (ts.isStringLiteralLike(node)) strings.add(node.text);
      else if (ts.isNumericLiteral(node)) numbers.add(Number(node.text));
      ts.forEachChild(node, visit);
    };
    for (const { start, end } of functions) {
      const file = parseFile(path, text.slice(start, end));
      if (file) visit(file.source);
    }
    return true;
  });
  return { strings: [...strings], numbers: [...numbers] };
}

/**
 * The recorded calls, then calls with varied inputs: one argument at a time, those of other calls in its place, then two at a time.
 * The same input gives the same plan.
 */
export function planCalls(
  recorded: readonly RecordedCall[],
  functions: readonly NamedFunction[],
  literals: Literals,
): ReplayPlan {
  const known = new Map(functions.map((one) => [one.name, one]));
  const plan: ReplayPlan = { planned: [], probed: [] };
  const seen = new Set<string>();
  const add = (call: PlannedCall, kind: Pick<ProbedCall, 'origin' | 'foreign'>): void => {
    const key = JSON.stringify([call.f, call.a, call.t]);
    const target = known.get(call.f);
    if (!target || seen.has(key) || plan.planned.length >= MOST_CALLS) return;
    seen.add(key);
    const { f, a, t } = call;
    plan.planned.push({ f, a, ...(t === undefined ? {} : { t }), ...(target.constructs ? { n: true } : {}) });
    plan.probed.push({ text: textOf(call, target), ...kind });
  };
  for (const call of telling(recorded, MOST_RECORDED))
    add(call, { origin: call.passing ? 'passing' : 'failing' });
  const lists = [...known.keys()].flatMap((name) => {
    const calls = recorded.filter(({ f }) => f === name);
    return telling(calls, VARIED).map((call) => variants(call, calls, literals));
  });
  for (const { call, foreign } of interleaved(lists)) add(call, { origin: 'varied', foreign });
  return plan;
}

function variants(call: PlannedCall, all: readonly PlannedCall[], literals: Literals): Variant[] {
  const single = interleaved(
    call.a.map((value, place) => {
      const others = all
        .flatMap(({ a }) => (a.length > place ? [a[place] ?? null] : []))
        .slice(0, 6)
        .map((other) => ({ value: other, foreign: false }));
      return [...others, ...variationsOf(value, literals)].map((one) => ({ ...one, place }));
    }),
  );
  const ones = single.map(({ value, foreign, place }): Variant => ({
    call: { ...call, a: call.a.with(place, value) },
    foreign,
  }));
  const own = single.filter(({ foreign }) => !foreign);
  const pairs = own.flatMap((first, index): Variant[] => {
    // Another argument, at another distance each time, so that the pairs are not all of neighbours.
    const second = own.slice(index + 1 + (index % 5)).find(({ place }) => place !== first.place);
    if (!second) return [];
    const a = call.a.with(first.place, first.value).with(second.place, second.value);
    return [{ call: { ...call, a }, foreign: false }];
  });
  const selves =
    call.t === undefined
      ? []
      : variationsOf(call.t, literals).map(({ value, foreign }): Variant => ({
          call: { ...call, t: value },
          foreign,
        }));
  return [...interleaved([ones, selves]), ...pairs];
}

/** `Cart#add(3)`, with the object where there is one. */
function textOf({ a, t }: PlannedCall, { shown, constructs }: NamedFunction): string {
  const call = `${shown}(${a.map(sourceOf).join(', ')})`;
  return t === undefined || constructs ? call : `${call} of ${sourceOf(t)}`;
}

/** At most `most` calls, up to a third of them from failing tests: these come to what is repaired. */
function telling(calls: readonly RecordedCall[], most: number): RecordedCall[] {
  const failing = evenly(
    calls.filter(({ passing }) => !passing),
    Math.ceil(most / 3),
  );
  const passing = calls.filter((call) => call.passing);
  return [...failing, ...evenly(passing, most - failing.length)];
}

/** At most `most` of the list, spread over it. */
function evenly<T>(list: readonly T[], most: number): T[] {
  if (list.length <= most) return [...list];
  return Array.from({ length: most }, (_, index) => list[Math.floor((index * list.length) / most)] as T);
}

/** The first of each list, then the second of each, and so on. */
function interleaved<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, index) =>
    lists.flatMap((list) => list.slice(index, index + 1)),
  ).flat();
}
