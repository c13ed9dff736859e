import type { ProbedCall } from '../groups';
import { sourceOf, type Coded } from './coded';
import type { NamedFunction } from './functions';
import { variationsOf, type Literals } from './vary';

/** A call as the replayer takes it: function, arguments, `this`, and `new`. */
export interface PlannedCall {
  f: string;
  a: Coded[];
  t?: Coded;
  n?: boolean;
}

/** A call that tests made. */
export interface RecordedCall extends PlannedCall {
  /** A test made it that passed before the repair. */
  passing: boolean;
}

/** Calls of one module: as it takes them, and as they are compared. */
export interface ReplayPlan {
  planned: PlannedCall[];
  probed: ProbedCall[];
}

const MOST_RECORDED = 80;
const MOST_CALLS = 400;
/** Recorded calls that are varied, for each function. */
const VARIED = 12;

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

interface Variant {
  call: PlannedCall;
  foreign: boolean;
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
