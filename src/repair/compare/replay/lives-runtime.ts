/**
 * Code that is added to a module to watch the lives of its objects. A life is the call that constructed an object, and the calls of
 * it from outside that followed. When the tests are over, lives are led (replayed), as they were and varied, within the same isolate: so
 * functions keep what they close over, and objects their private fields. Every name begins with `__kintsugi`.
 */
import { type WatchedClass, withInsertions } from './functions';
import { CODEC, VALUES } from './runtime';

/** Name of the global function that leads the lives again. */
export const RELIVE = '__kintsugiRelive';
/** Begins a line of the console that holds a life and what came of it. */
export const LIVED = '\u0002kintsugi-life:';

const WATCHER = String.raw`
var __kintsugiLives;
var __kintsugiLifeOf;
// Calls that objects make of each other are no part of a life.
var __kintsugiDepth;
// Plain data is copied for each life. Other values are shared by all, and described as they were when they were recorded.
function __kintsugiKept(value) {
  try {
    return { coded: __kintsugiEncode(value, {}, { nodes: 0, depth: 0, seen: new Set(), dataOnly: true }), value };
  } catch {
    const words = __kintsugiText(value, { code: true, pure: true });
    if (words.length > 2000) throw new RangeError('too large to record');
    return { value, words };
  }
}
function __kintsugiBegin(self, args) {
  __kintsugiLifeOf ??= new WeakMap();
  // A field of a derived class that is filled by a call comes before the arguments of that class are known.
  const earlier = __kintsugiLifeOf.get(self);
  if (earlier) Object.assign(earlier, { isOver: true, type: undefined });
  try {
    __kintsugiLifeOf.set(self, { type: self.constructor, args: args.map(__kintsugiKept), calls: [] });
  } catch {
    __kintsugiLifeOf.delete(self);
  }
}
function __kintsugiEnter(self, args) {
  // The constructor of a derived class comes after that of its base, and its arguments are those that count.
  if (!__kintsugiDepth) __kintsugiBegin(self, args);
  __kintsugiDepth = (__kintsugiDepth || 0) + 1;
}
function __kintsugiLeave() {
  __kintsugiDepth--;
}
function __kintsugiNote(life, kind, key, args) {
  __kintsugiLives ??= [];
  if (life.isOver || life.calls.length >= 40 || (life.calls.length === 0 && __kintsugiLives.length >= 1000)) return;
  try {
    life.calls.push({ kind, key, args: args.map(__kintsugiKept) });
    if (life.calls.length === 1) __kintsugiLives.push(life);
  } catch {
    life.isOver = true;
  }
}
function __kintsugiCalled(self, kind, key, args, target) {
  const life = !__kintsugiDepth && self !== null && typeof self === 'object' && __kintsugiLifeOf ? __kintsugiLifeOf.get(self) : undefined;
  if (life) __kintsugiNote(life, kind, key, args);
  __kintsugiDepth = (__kintsugiDepth || 0) + 1;
  try {
    const value = Reflect.apply(target, self, args);
    // What such a call does later could not be told from calls from outside.
    if (life && value !== null && typeof value === 'object' && (typeof value.then === 'function' || typeof value.next === 'function')) life.isOver = true;
    return value;
  } finally {
    __kintsugiDepth--;
  }
}
function __kintsugiWatch(type) {
  const watched = (kind, key, target) => new Proxy(target, { apply: (_, self, args) => __kintsugiCalled(self, kind, key, args, target) });
  for (const key of Reflect.ownKeys(type.prototype)) {
    if (key === 'constructor' || (typeof key === 'symbol' && key !== Symbol.iterator)) continue;
    const property = Object.getOwnPropertyDescriptor(type.prototype, key);
    if (!property.configurable) continue;
    if (typeof property.value === 'function') property.value = watched('call', key, property.value);
    if (property.get) property.get = watched('get', key, property.get);
    if (property.set) property.set = watched('set', key, property.set);
    Object.defineProperty(type.prototype, key, property);
  }
}
`;

const LEADER = String.raw`
var __kintsugiLog = console.log.bind(console);
// Shared values that a life has changed. Later lives do not use them.
var __kintsugiWorn;
// A mock, or code that changes something.
function __kintsugiActs(value) {
  return 'mock' in value || /\.(?:push|unshift|add|set|write|emit)\(|\+\+|--|[^=!<>]=[^=>]/.test(Function.prototype.toString.call(value));
}
function __kintsugiGiven({ coded, value }, life) {
  if (coded !== undefined && (value === null || typeof value !== 'object')) return value;
  if (coded === undefined && typeof value !== 'function') return value;
  if (!life.made.has(value)) {
    const made = coded === undefined ? __kintsugiSpied(value, life) : __kintsugiDecode(coded, {});
    life.made.set(value, made);
    if (coded !== undefined) life.words.set(made, __kintsugiText(made));
  }
  return life.made.get(value);
}
function __kintsugiSpied(value, { heard }) {
  const apply = (target, self, args) => {
    const result = Reflect.apply(target, self, args);
    // What has an effect is told; an answer shows in what is made of it.
    if ((result === undefined || __kintsugiActs(value)) && heard.length < 30) heard.push('(' + args.map((one) => __kintsugiText(one)).join(', ') + ')');
    return result;
  };
  return new Proxy(value, { apply });
}
async function __kintsugiLead({ type, args, calls }) {
  const life = { made: new Map(), words: new Map(), heard: [] };
  const told = [];
  let self;
  const tell = async (act) => {
    for (const reset of globalThis.__kintsugiResets) reset();
    try {
      const value = act();
      told.push(value === self ? 'itself' : await __kintsugiTold(value));
    } catch (error) {
      told.push(__kintsugiThrown(error));
    }
  };
  for (const reset of globalThis.__kintsugiResets) reset();
  try {
    self = Reflect.construct(type, args.map((one) => __kintsugiGiven(one, life)));
  } catch (error) {
    return __kintsugiThrown(error);
  }
  for (const { kind, key, args: inner } of calls) {
    const given = inner.map((one) => __kintsugiGiven(one, life));
    if (kind === 'get') await tell(() => self[key]);
    else if (kind === 'set') await tell(() => { self[key] = given[0]; });
    else await tell(() => Reflect.apply(self[key], self, given));
  }
  const changes = [...life.words].flatMap(([value, words]) => (__kintsugiText(value) === words ? [] : ['; ' + words + ' becomes ' + __kintsugiText(value)]));
  const text = told.join(', ') + (life.heard.length > 0 ? '; calls back with ' + life.heard.join(', ') : '') + changes.join('');
  return text.length > 1000 ? text.slice(0, 1000) + '… of ' + text.length : text;
}
function __kintsugiLifeText({ name, args, calls }) {
  const list = (all) => all.map(({ coded, words }) => words ?? __kintsugiText(__kintsugiDecode(coded, {}))).join(', ');
  const step = ({ kind, key, args: inner }) => {
    const word = typeof key === 'symbol' ? '[Symbol.iterator]' : key;
    return kind === 'get' ? word : kind === 'set' ? word + ' = ' + list(inner) : word + '(' + list(inner) + ')';
  };
  return ['new ' + name + '(' + list(args) + ')', ...calls.map(step)].join('; ');
}
function __kintsugiNear(coded) {
  if (typeof coded === 'number') return [coded + 1, coded - 1, 0];
  if (typeof coded === 'string') return ['', coded + coded, coded.slice(1)].filter((one) => one !== coded);
  if (typeof coded === 'boolean') return [!coded];
  if (Array.isArray(coded) && coded.length > 0) return [[], coded.slice(1), coded.toReversed()];
  return [];
}
// At most so many of the list, spread over it.
function __kintsugiEvenly(list, most) {
  return list.length <= most ? list : Array.from({ length: most }, (_, at) => list[Math.floor((at * list.length) / most)]);
}
// The first of each list, then the second of each, and so on.
function __kintsugiInTurn(lists) {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}
function __kintsugiNearArgs(args, given) {
  return args.flatMap((arg, place) => {
    const near = arg.coded === undefined ? [] : __kintsugiNear(arg.coded).map((coded) => ({ coded, value: coded }));
    return [...near, ...given(place)].map((other) => args.with(place, other));
  });
}
// A life varied: its beginnings, other arguments, calls left out, repeated and exchanged, calls that follow, and calls at random, alike in each run.
function __kintsugiWays(life, known) {
  const { args, calls } = life;
  const last = [...new Map([...known, ...calls].map((call) => [call.kind + String(call.key), call])).values()].slice(-6);
  const places = __kintsugiEvenly(calls.map((_, index) => index), 8);
  // A test that fails ends early: its beginning is what can be compared with the program as it was.
  const beginnings = places.map((at) => calls.slice(0, at));
  const others = places.flatMap((at) => {
    const { key, args: inner } = calls[at];
    const given = (place) => calls.filter((call) => call.key === key && call.args.length > place).map((call) => call.args[place]).slice(0, 4);
    return __kintsugiNearArgs(inner, given).map((near) => calls.with(at, { ...calls[at], args: near }));
  });
  const changed = places.flatMap((at) => [
    calls.toSpliced(at, 1),
    calls.toSpliced(at, 0, calls[at]),
    ...(at + 1 < calls.length ? [calls.toSpliced(at, 2, calls[at + 1], calls[at])] : []),
  ]);
  const longer = last.flatMap((one) => [[...calls, one], ...last.map((two) => [...calls, one, two])]);
  const pool = [...calls, ...last.filter((call) => !calls.includes(call))];
  let seed = 1;
  const drawn = () => {
    seed = (seed * 48271) % 2147483647;
    return pool[seed % pool.length];
  };
  const walks = Array.from({ length: 60 }, () => Array.from({ length: 12 }, drawn));
  const ways = [walks, longer, others, beginnings, changed].map((list) => list.filter((way) => way.length > 0).map((way) => ({ ...life, calls: way })));
  const made = __kintsugiNearArgs(args, () => []).map((near) => ({ ...life, args: near }));
  return __kintsugiInTurn([...ways, made]);
}
// Calls that any object of the class can be asked: what was made for one object may not suit another.
function __kintsugiKnown(lives, type) {
  const calls = lives.flatMap((life) => (life.type === type ? life.calls : []));
  return calls.filter(({ args }) => args.every(({ coded, value }) => coded !== undefined || typeof value === 'function'));
}
// Values of a life that are shared by all lives, with their words.
function __kintsugiShared({ args, calls }) {
  const all = [...args, ...calls.flatMap((call) => call.args)];
  return new Map(all.filter(({ coded, value }) => coded === undefined && typeof value === 'object').map(({ value }) => [value, __kintsugiText(value, { pure: true })]));
}
async function __kintsugiTell(life, times) {
  const shared = __kintsugiShared(life);
  if ([...shared.keys()].some((value) => __kintsugiWorn.has(value))) return;
  const answer = await __kintsugiLead(life);
  for (const [value, words] of shared) if (__kintsugiText(value) !== words) __kintsugiWorn.add(value);
  __kintsugiLog('MARK' + JSON.stringify([life.text, times, answer]));
}
async function __kintsugiLiveAgain(types, isWarm) {
  // From here on nothing is watched.
  __kintsugiDepth = 1;
  __kintsugiWorn = new Set();
  globalThis.__kintsugiResets ??= [];
  const nameOf = new Map(types);
  const named = (__kintsugiLives ?? []).flatMap((life) => (nameOf.has(life.type) ? [{ ...life, name: nameOf.get(life.type) }] : []));
  const lives = [...new Map(named.map((life) => [__kintsugiLifeText(life), life])).values()];
  const varied = __kintsugiInTurn(__kintsugiEvenly(lives, 12).map((life) => __kintsugiWays(life, __kintsugiKnown(lives, life.type))));
  // What outlives an object, such as a counter of its class, is then another than in a run without.
  if (isWarm) for (const life of lives) if (__kintsugiShared(life).size === 0) await __kintsugiLead(life);
  const seen = new Map();
  for (const life of [...__kintsugiEvenly(lives, 24), ...varied.slice(0, 300)]) {
    // Each in a turn of its own.
    await new Promise((resolve) => __kintsugiLater(resolve, 0));
    try {
      life.text = __kintsugiLifeText(life);
      if (life.text.length > 2000) continue;
      const times = seen.get(life.text) ?? 0;
      seen.set(life.text, times + 1);
      await __kintsugiTell(life, times);
    } catch {
      // A value that cannot be shown.
    }
  }
}
`.replace('MARK', LIVED);

/**
 * The text of the module at `path` with the lives of objects of its classes watched. `isWarm`: lives are led once untold before, so
 * that what depends on earlier lives is answered otherwise.
 */
export function withLives(
  path: string,
  text: string,
  { classes, isWarm }: { classes: readonly WatchedClass[]; isWarm: boolean },
): string {
  const watch = classes.map(({ name }) => `try { __kintsugiWatch(${name}); } catch {}`).join('\n');
  const types = classes.map(({ name, shown }) => `[${name}, ${JSON.stringify(shown)}]`).join(', ');
  // A test may load a module more than once: the last one counts.
  const again = `(globalThis.__kintsugiLed ??= new Map()).set(${JSON.stringify(path)}, () => __kintsugiLiveAgain([${types}], ${String(isWarm)}));
globalThis.${RELIVE} = async () => { for (const again of globalThis.__kintsugiLed.values()) await again(); };`;
  return `${withEntries(text, classes)}\n${CODEC}${VALUES}${WATCHER}${LEADER}${watch}\n${again}\n`;
}

/** The text of a guarded module whose ticks count for each call of a life, and not while the tests run. */
export function withoutTicks(text: string): string {
  return `${text}
if (typeof __kintsugiTick === 'function') {
  __kintsugiTick.n = -1e8;
  (globalThis.__kintsugiResets ??= []).push(() => { __kintsugiTick.n = 0; });
}
`;
}

/** The text with constructors that tell when they begin and end. */
function withEntries(text: string, classes: readonly WatchedClass[]): string {
  const insertions = classes.flatMap(({ isDerived, membersAt, body }) => {
    if (!body) {
      const base = isDerived ? 'super(...__kintsugiArgs); ' : '';
      const entry = `__kintsugiEnter(this, __kintsugiArgs); __kintsugiLeave();`;
      return [{ at: membersAt, code: ` constructor(...__kintsugiArgs) { ${base}${entry} }` }];
    }
    return [
      // The end first: of two insertions at one place the later stands before.
      { at: body.end, code: '} finally { __kintsugiLeave(); }' },
      { at: body.start, code: '; __kintsugiEnter(this, Array.from(arguments)); try {' },
    ];
  });
  return withInsertions(text, insertions);
}
