/**
 * Code that is added to the end of a module to record and replay calls of its functions. Every name begins with `__kintsugi`.
 * `coded.ts` holds the form of values. A call is replayed on values made anew, so calls can't disturb each other by their arguments.
 */
/** Values as JSON. Its names are there before the module is loaded to its end. */
export const CODEC = String.raw`
function __kintsugiTag(value) {
  return Object.prototype.toString.call(value).slice(8, -1);
}
function __kintsugiEncode(value, classes, state) {
  if (++state.nodes > 400 || state.depth > 8) throw new RangeError('too large to record');
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (value === undefined) return { $: 'undefined' };
  if (typeof value === 'number')
    return Number.isFinite(value) && !Object.is(value, -0) ? value : { $: 'number', v: Object.is(value, -0) ? '-0' : String(value) };
  if (typeof value === 'bigint') return { $: 'bigint', v: String(value) };
  if (typeof value === 'symbol') throw new TypeError('a symbol is not recorded');
  if (typeof value === 'function') {
    if (state.dataOnly) throw new TypeError('not data');
    const text = Function.prototype.toString.call(value);
    return { $: 'function', v: text.includes('[native code]') ? value.name : text };
  }
  if (state.seen.has(value)) throw new TypeError('a cycle is not recorded');
  state.seen.add(value);
  state.depth++;
  const inner = (one) => __kintsugiEncode(one, classes, state);
  const tag = __kintsugiTag(value);
  const isBuiltIn = tag === 'Array' || tag === 'Map' || tag === 'Set' || tag === 'Date' || tag === 'RegExp';
  if (isBuiltIn && Object.getPrototypeOf(Object.getPrototypeOf(Object.getPrototypeOf(value))) !== null) throw new TypeError('a class of its own is not recorded');
  if (ArrayBuffer.isView(value) && value.byteLength > 4000) throw new RangeError('too large to record');
  if (state.dataOnly && ArrayBuffer.isView(value) && Object.getPrototypeOf(value) !== globalThis[tag]?.prototype) throw new TypeError('a class of its own is not data');
  let coded;
  if (Array.isArray(value)) coded = Array.from(value, inner);
  else if (tag === 'Date') coded = { $: 'date', v: Number.isNaN(value.getTime()) ? null : value.getTime() };
  else if (tag === 'RegExp') coded = { $: 'regexp', v: value.source, f: value.flags };
  else if (tag === 'Map') coded = { $: 'map', v: [...value].map(([key, one]) => [inner(key), inner(one)]) };
  else if (tag === 'Set') coded = { $: 'set', v: [...value].map(inner) };
  else if (ArrayBuffer.isView(value) && tag !== 'DataView' && !tag.startsWith('Big')) coded = { $: 'typed', c: tag, v: [...value] };
  else if (tag === 'Promise' || tag.startsWith('Weak')) throw new TypeError('not recorded');
  else {
    const proto = Object.getPrototypeOf(value);
    const name = Object.keys(classes).find((one) => classes[one] && classes[one].prototype === proto);
    const isPlain = proto === null || Object.getPrototypeOf(proto) === null;
    if (!name && !isPlain) throw new TypeError('an object of another module is not recorded');
    coded = { $: 'object', ...(name ? { c: name } : {}), v: Object.keys(value).map((key) => [key, inner(value[key])]) };
  }
  state.depth--;
  state.seen.delete(value);
  return coded;
}
`;

const RECORDER = String.raw`
var __kintsugiLog = console.log.bind(console);
var __kintsugiSeen;
function __kintsugiRecord(name, self, args) {
  // Functions may be called before the module is loaded to its end.
  __kintsugiSeen ??= new Map();
  const of = __kintsugiSeen.get(name) || new Set();
  __kintsugiSeen.set(name, of);
  if (of.size >= 400) return;
  let line;
  try {
    const state = { nodes: 0, depth: 0, seen: new Set() };
    const classes = __kintsugiClasses();
    // Other objects are there when the call is replayed; the global one is that of any plain call.
    const isOwn = typeof self === 'object' && Object.values(classes).some((one) => one && self instanceof one);
    const call = { f: name, a: __kintsugiEncode(args, classes, state) };
    if (isOwn) call.t = __kintsugiEncode(self, classes, state);
    line = JSON.stringify(call);
  } catch {
    return;
  }
  if (line.length > 4000 || of.has(line)) return;
  of.add(line);
  (__kintsugiLog ?? console.log)('\u0002kintsugi:' + line);
}
`;

/** Values made again, and shown. */
export const VALUES = String.raw`
function __kintsugiDecode(coded, classes) {
  const inner = (one) => __kintsugiDecode(one, classes);
  if (coded === null || typeof coded !== 'object') return coded;
  if (Array.isArray(coded)) return coded.map(inner);
  switch (coded.$) {
    case 'undefined': return undefined;
    case 'number': return Number(coded.v);
    case 'bigint': return BigInt(coded.v);
    case 'date': return new Date(coded.v === null ? NaN : coded.v);
    case 'regexp': return new RegExp(coded.v, coded.f);
    case 'map': return new Map(coded.v.map(([key, one]) => [inner(key), inner(one)]));
    case 'set': return new Set(coded.v.map(inner));
    case 'function': return (0, eval)('(' + coded.v + ')');
    case 'typed': return new globalThis[coded.c](coded.v);
    default: {
      const made = coded.c === undefined ? {} : Object.create(classes[coded.c].prototype);
      for (const [key, one] of coded.v) made[key] = inner(one);
      return made;
    }
  }
}
function __kintsugiShow(value, state) {
  if (++state.nodes > 2000 || state.depth > 8) return '…';
  if (typeof value === 'string') return "'" + JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'") + "'";
  if (typeof value === 'bigint') return value + 'n';
  if (Object.is(value, -0)) return '-0';
  if (typeof value === 'function') return state.code ? __kintsugiCode(value) : 'a function';
  if (value === null || typeof value !== 'object') return String(value);
  if (state.seen.has(value)) return 'itself';
  state.seen.add(value);
  state.depth++;
  const inner = (one) => __kintsugiShow(one, state);
  const tag = __kintsugiTag(value);
  let text;
  if (Array.isArray(value)) text = '[' + Array.from(value, inner).join(', ') + ']';
  else if (tag === 'Date') text = 'new Date(' + value.getTime() + ')';
  else if (tag === 'RegExp') text = String(value);
  else if (tag === 'Map') text = 'new Map([' + [...value].map(([key, one]) => '[' + inner(key) + ', ' + inner(one) + ']').join(', ') + '])';
  else if (tag === 'Set') text = 'new Set([' + [...value].map(inner).join(', ') + '])';
  else if (ArrayBuffer.isView(value)) text = tag + '(' + value.byteLength + ' bytes: ' + [...new Uint8Array(value.buffer, value.byteOffset, Math.min(64, value.byteLength))].join(' ') + ')';
  else if (value instanceof Error) text = value.name + '(' + inner(value.message) + ')';
  else if (typeof value.next === 'function' && typeof value[Symbol.iterator] === 'function') {
    if (state.pure) throw new TypeError('an iterator can be used once');
    const list = [];
    for (const one of value) { if (list.push(inner(one)) >= 50) break; }
    text = 'iterator of [' + list.join(', ') + ']';
  } else {
    const proto = Object.getPrototypeOf(value);
    const name = proto && proto !== Object.prototype && proto.constructor && proto.constructor.name !== 'Object' ? proto.constructor.name + ' ' : '';
    const fields = Object.keys(value).map((key) => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key)) + ': ' + inner(value[key]));
    text = name + (fields.length === 0 ? '{}' : '{ ' + fields.join(', ') + ' }');
  }
  state.depth--;
  state.seen.delete(value);
  return text;
}
function __kintsugiCode(value) {
  const text = Function.prototype.toString.call(value);
  return text.length <= 60 && !text.includes('\n') ? text : 'a function';
}
// "code": functions by their source. "pure": throws where showing would use up the value.
function __kintsugiText(value, given) {
  return __kintsugiShow(value, { nodes: 0, depth: 0, seen: new Set(), ...given });
}
function __kintsugiThrown(error) {
  const name = error instanceof Error ? error.name : typeof error;
  // An engine's words name variables, which say nothing of behaviour.
  const isEngine = ['TypeError', 'ReferenceError', 'RangeError', 'SyntaxError'].includes(name);
  return 'throws ' + name + (isEngine ? '' : ' ' + __kintsugiText(error instanceof Error ? error.message : error));
}
// The tests may put another one in its place.
var __kintsugiLater = globalThis.setTimeout;
async function __kintsugiTold(value) {
  if (value === null || typeof value !== 'object' || typeof value.then !== 'function') return __kintsugiText(value);
  const late = new Promise((resolve) => __kintsugiLater(resolve, 50, __kintsugiTold));
  const settled = await Promise.race([value, late]);
  return settled === __kintsugiTold ? 'never settles' : 'resolves to ' + __kintsugiText(settled);
}
`;

const REPLAYER = String.raw`
function __kintsugiIsLost(error, call) {
  const [, name] = /^([\w$]+) is not defined/.exec(error.message) ?? [];
  const text = JSON.stringify(call);
  return text.includes('"$":"function"') && text.split(/[^\w$]+/).includes(name);
}
async function __kintsugiOne(call, functions, classes) {
  const [target, holder] = functions[call.f] ? functions[call.f]() : [];
  if (typeof target !== 'function') return null;
  let args, self, before;
  try {
    args = __kintsugiDecode(call.a, classes);
    self = call.t === undefined ? undefined : __kintsugiDecode(call.t, classes);
    before = [...args, self].map((one) => __kintsugiText(one));
  } catch {
    return null;
  }
  let text;
  try {
    const value = call.n ? Reflect.construct(target, args) : Reflect.apply(target, self === undefined ? holder : self, args);
    text = await __kintsugiTold(value);
  } catch (error) {
    // A function whose surroundings are gone: what it would have done is not known.
    if (error instanceof ReferenceError && __kintsugiIsLost(error, call)) return null;
    text = __kintsugiThrown(error);
  }
  try {
    [...args, self].forEach((value, index) => {
      const now = __kintsugiText(value);
      if (now !== before[index]) text += (index < args.length ? '; argument ' + (index + 1) : '; this') + ' becomes ' + now;
    });
  } catch {
    return null;
  }
  return text.length > 1000 ? text.slice(0, 1000) + '… of ' + text.length : text;
}
async function __kintsugiReplay(plan) {
  const classes = __kintsugiClasses();
  const functions = __kintsugiFunctions();
  const answers = [];
  for (const call of JSON.parse(plan)) {
    if (typeof __kintsugiTick === 'function') __kintsugiTick.n = 0;
    answers.push(await __kintsugiOne(call, functions, classes));
  }
  return JSON.stringify(answers);
}
`;

/** Name of the function that replays calls. */
export const REPLAY = '__kintsugiReplay';
/** Begins a line of the console that holds a recorded call. */
export const RECORDED = '\u0002kintsugi:';

/** Names of a module: functions by address, as expressions, and classes. */
export interface ModuleNames {
  functions: readonly string[];
  classes: readonly string[];
}

/** The text with the recorder at its end; calls of `__kintsugiRecord` are in it already. */
export function withRecorder(text: string, names: ModuleNames): string {
  return `${text}\n${classesOf(names)}${CODEC}${RECORDER}`;
}

export function withReplayer(text: string, names: ModuleNames): string {
  const list = names.functions
    .map((name) => `${JSON.stringify(name)}: () => [${name}, ${holderOf(name)}]`)
    .join(', ');
  const functions = `function __kintsugiFunctions() { return { ${list} }; }\n`;
  const isCommonJs = COMMON_JS.test(text) && !MODULE_SYNTAX.test(text);
  const exported = isCommonJs ? `Object(module.exports).${REPLAY} = ${REPLAY};` : `export { ${REPLAY} };`;
  return `${text}\n${classesOf(names)}${functions}${CODEC}${VALUES}${REPLAYER}${exported}\n`;
}

/** The object that a function of an object is called on; methods of classes bring their own. */
function holderOf(name: string): string {
  const at = name.lastIndexOf('.');
  return at < 0 || name.includes('.prototype.') ? 'undefined' : name.slice(0, at);
}

/** Words of CommonJS; `import` and `export` do not stand beside them. */
const COMMON_JS = /\bmodule\s*\.\s*exports\b|(?<![.\w$])exports\s*[.[]/;
const MODULE_SYNTAX = /^[^\S\r\n\u2028\u2029]*(?:import|export)\b/m;

function classesOf({ classes }: ModuleNames): string {
  return `function __kintsugiClasses() { return { ${classes.join(', ')} }; }\n`;
}
