/**
 * Code that is added to a module to watch the lives of its objects: how each was made, and what was then asked of it from outside. When
 * the tests are over, lives are led again, as they were and varied, within the same isolate: so functions keep what they close
 * over, and objects their private fields. Every name begins with `__kintsugi`.
 */
import type { MadeClass } from './functions';
import { CODEC, VALUES } from './runtime';

/** Name of the global function that leads the lives again. */
export const RELIVE = '__kintsugiRelive';
/** Begins a line of the console that holds a life and what came of it. */
export const LIVED = '\u0002kintsugi-life:';

const LIVES = String.raw`
var __kintsugiLog = console.log.bind(console);
var __kintsugiLives;
var __kintsugiLifeOf;
// Calls that objects make of each other are no part of a life.
var __kintsugiDepth;
function __kintsugiPlain(value) {
  if (typeof value === 'function') throw new TypeError('not plain');
  if (value !== null && typeof value === 'object') for (const one of value instanceof Map || value instanceof Set ? value : Object.values(value)) __kintsugiPlain(one);
  return __kintsugiEncode(value, {}, { nodes: 0, depth: 0, seen: new Set() });
}
// Plain data is made anew for each life; what is not plain stays what it is.
function __kintsugiKept(value) {
  try {
    return { coded: __kintsugiPlain(value) };
  } catch {
    return { value };
  }
}
function __kintsugiBegin(self, args) {
  __kintsugiLives ??= [];
  __kintsugiLifeOf ??= new WeakMap();
  const earlier = __kintsugiLifeOf.get(self);
  // A constructor of the class before it has begun already.
  if (earlier) earlier.type = undefined;
  if (__kintsugiLives.length >= 200) return undefined;
  const life = { type: self.constructor, args: args.map(__kintsugiKept), calls: [] };
  __kintsugiLives.push(life);
  __kintsugiLifeOf.set(self, life);
  return life;
}
function __kintsugiEnter(self, args) {
  if (!__kintsugiDepth) {
    if (typeof __kintsugiTick === 'function') __kintsugiTick.n = 0;
    __kintsugiBegin(self, args);
  }
  __kintsugiDepth = (__kintsugiDepth || 0) + 1;
}
function __kintsugiLeave() {
  __kintsugiDepth--;
}
function __kintsugiCalled(self, plain, kind, key, args, target) {
  if (!__kintsugiDepth && self !== null && typeof self === 'object') {
    if (typeof __kintsugiTick === 'function') __kintsugiTick.n = 0;
    const isNew = !__kintsugiLifeOf || !__kintsugiLifeOf.has(self);
    const life = isNew ? (plain && Object.getPrototypeOf(self) === plain.prototype ? __kintsugiBegin(self, []) : undefined) : __kintsugiLifeOf.get(self);
    if (life && life.calls.length < 40) life.calls.push({ kind, key, args: args.map(__kintsugiKept) });
  }
  __kintsugiDepth = (__kintsugiDepth || 0) + 1;
  try {
    return Reflect.apply(target, self, args);
  } finally {
    __kintsugiDepth--;
  }
}
function __kintsugiWatch(type, isPlain) {
  const watched = (kind, key, target) => function (...args) {
    return __kintsugiCalled(this, isPlain ? type : undefined, kind, key, args, target);
  };
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
// A mock, or code that changes something.
function __kintsugiActs(value) {
  return 'mock' in value || /\.(?:push|unshift|add|set|write|emit)\(|\+\+|--|[^=!<>]=[^=>]/.test(Function.prototype.toString.call(value));
}
function __kintsugiGiven({ coded, value }, spies) {
  if (coded !== undefined) return __kintsugiDecode(coded, {});
  if (typeof value !== 'function') return value;
  if (!spies.known.has(value)) {
    const apply = (target, self, args) => {
      const result = Reflect.apply(target, self, args);
      // What has an effect is told; an answer shows in what is made of it.
      if ((result === undefined || __kintsugiActs(value)) && spies.calls.length < 30) spies.calls.push('(' + args.map((one) => __kintsugiText(one)).join(', ') + ')');
      return result;
    };
    spies.known.set(value, new Proxy(value, { apply }));
  }
  return spies.known.get(value);
}
async function __kintsugiLead({ type, args, calls }) {
  const spies = { known: new Map(), calls: [] };
  const told = [];
  let self;
  const tell = async (act) => {
    if (typeof __kintsugiTick === 'function') __kintsugiTick.n = 0;
    try {
      const value = act();
      told.push(value === self ? 'itself' : await __kintsugiTold(value));
    } catch (error) {
      told.push(__kintsugiThrown(error));
    }
  };
  try {
    self = Reflect.construct(type, args.map((one) => __kintsugiGiven(one, spies)));
  } catch (error) {
    return __kintsugiThrown(error);
  }
  for (const { kind, key, args: inner } of calls) {
    const given = inner.map((one) => __kintsugiGiven(one, spies));
    if (kind === 'get') await tell(() => self[key]);
    else if (kind === 'set') await tell(() => { self[key] = given[0]; });
    else await tell(() => Reflect.apply(self[key], self, given));
  }
  const text = told.join(', ') + (spies.calls.length > 0 ? '; calls back with ' + spies.calls.join(', ') : '');
  return text.length > 1000 ? text.slice(0, 1000) + '… of ' + text.length : text;
}
function __kintsugiWord({ coded, value }) {
  return __kintsugiText(coded === undefined ? value : __kintsugiDecode(coded, {}), true);
}
function __kintsugiLifeText({ name, args, calls }) {
  const list = (all) => all.map(__kintsugiWord).join(', ');
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
// Calls that follow, calls left out, repeated and exchanged, and other arguments; then calls at random, alike in each run.
function __kintsugiWays(calls, known) {
  const ways = [];
  const spread = calls.length <= 8 ? calls.map((_, at) => at) : Array.from({ length: 8 }, (_, at) => Math.floor((at * calls.length) / 8));
  // What was made for one object may not suit another: of the others come only calls of methods that this one never saw.
  const last = [...new Map([...known, ...calls].map((call) => [call.kind + String(call.key), call])).values()].slice(-6);
  const others = last.filter((call) => !calls.includes(call));
  for (const one of last) {
    ways.push([...calls, one]);
    for (const two of last) ways.push([...calls, one, two]);
  }
  for (const at of spread) {
    ways.push(calls.toSpliced(at, 1), calls.toSpliced(at, 0, calls[at]));
    if (at + 1 < calls.length) ways.push(calls.toSpliced(at, 2, calls[at + 1], calls[at]));
    calls[at].args.forEach((arg, place) => {
      const given = calls.filter(({ key, args }) => key === calls[at].key && args.length > place).map(({ args }) => args[place]).slice(0, 4);
      const near = arg.coded === undefined ? [] : __kintsugiNear(arg.coded).map((coded) => ({ coded }));
      for (const other of [...near, ...given])
        ways.push(calls.with(at, { ...calls[at], args: calls[at].args.with(place, other) }));
    });
  }
  let seed = 1;
  const pool = [...calls, ...others];
  const drawn = () => {
    seed = (seed * 48271) % 2147483647;
    return pool[seed % pool.length];
  };
  for (let walk = 0; walk < 60; walk++) ways.splice(walk * 2, 0, Array.from({ length: 12 }, drawn));
  return ways;
}
async function __kintsugiLiveAgain(types) {
  // From here on nothing is watched.
  __kintsugiDepth = 1;
  const nameOf = new Map(types);
  const lives = (__kintsugiLives ?? []).filter(({ type, calls }) => nameOf.has(type) && calls.length > 0);
  for (const life of lives) life.name = nameOf.get(life.type);
  const distinct = [...new Map(lives.map((life) => [__kintsugiLifeText(life), life])).values()].slice(0, 24);
  const knownOf = (type) => distinct.flatMap((life) => (life.type === type ? life.calls : []));
  const lists = distinct.slice(0, 12).map((life) => __kintsugiWays(life.calls, knownOf(life.type)).map((calls) => ({ ...life, calls })));
  const varied = lists.flatMap((list, index) => list.map((life, at) => ({ life, order: at * lists.length + index })));
  varied.sort((a, b) => a.order - b.order);
  const seen = new Map();
  for (const life of [...distinct, ...varied.slice(0, 400).map(({ life }) => life)]) {
    const text = __kintsugiLifeText(life);
    if (text.length > 2000) continue;
    const times = seen.get(text) ?? 0;
    seen.set(text, times + 1);
    // Two functions may have the same text, and close over different values.
    const call = [text, times, await __kintsugiLead(life)];
    __kintsugiLog('\u0002kintsugi-life:' + JSON.stringify(call));
  }
}
`;

/** The text with the lives of objects of its classes watched. */
export function withLives(text: string, classes: readonly MadeClass[]): string {
  const watch = classes.map(({ name, isPlain }) => `__kintsugiWatch(${name}, ${String(isPlain)});`).join(' ');
  const types = classes.map(({ name, shown }) => `[${name}, ${JSON.stringify(shown)}]`).join(', ');
  const relive = `const __kintsugiEarlier = globalThis.${RELIVE};
globalThis.${RELIVE} = async () => { if (__kintsugiEarlier) await __kintsugiEarlier(); await __kintsugiLiveAgain([${types}]); };`;
  return `${entered(text, classes)}\n${CODEC}${VALUES}${LIVES}${watch}\n${relive}\n`;
}

/** The text with constructors that tell when they begin and end. */
function entered(text: string, classes: readonly MadeClass[]): string {
  const insertions = classes.flatMap(({ body }) =>
    body
      ? [
          // The end first: of two insertions at one place the later stands before.
          { at: body.end, code: '} finally { __kintsugiLeave(); }' },
          { at: body.start, code: ' __kintsugiEnter(this, Array.from(arguments)); try {' },
        ]
      : [],
  );
  let result = text;
  for (const { at, code } of insertions.sort((a, b) => b.at - a.at))
    result = result.slice(0, at) + code + result.slice(at);
  return result;
}
