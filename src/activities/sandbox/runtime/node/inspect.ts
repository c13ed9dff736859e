/** Shows values the way Node's console does, closely enough to read, and within bounds. */

interface State {
  readonly depth: number;
  readonly seen: object[];
  /** Characters left for the whole value. */
  budget: number;
}

const MAX_ITEMS = 100;
const MAX_STRING = 10_000;
const LINE_WIDTH = 72;

/** Text of a value as Node's `util.inspect` would show it; at most about 20,000 characters. */
export function inspect(value: unknown, options: { depth?: number | null } | boolean = {}): string {
  const depth = typeof options === 'object' ? (options.depth === null ? Infinity : (options.depth ?? 2)) : 2;
  return show(value, { depth, seen: [], budget: 20_000 }, 0);
}

function show(value: unknown, state: State, level: number): string {
  if (state.budget <= 0) return '…';
  const text =
    typeof value === 'object' && value !== null ? showObject(value, state, level) : showPrimitive(value);
  state.budget -= text.length;
  return text;
}

function showPrimitive(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return showFunction(value);
  if (Object.is(value, -0)) return '-0';
  return String(value);
}

function quote(text: string): string {
  const cut = text.length > MAX_STRING ? `${text.slice(0, MAX_STRING)}…` : text;
  const escaped = cut
    .replace(/\\/g, '\\\\')
    .replace(/\n/g, '\\n')
    .replace(/\t/g, '\\t')
    .replace(/\r/g, '\\r');
  if (!escaped.includes("'")) return `'${escaped}'`;
  return escaped.includes('"') ? `'${escaped.replace(/'/g, "\\'")}'` : `"${escaped}"`;
}

function showFunction(value: object): string {
  const name = (value as { name?: unknown }).name;
  const isClass = Function.prototype.toString.call(value).startsWith('class');
  if (isClass) return `[class ${typeof name === 'string' && name ? name : '(anonymous)'}]`;
  return typeof name === 'string' && name ? `[Function: ${name}]` : '[Function (anonymous)]';
}

function showObject(value: object, state: State, level: number): string {
  if (state.seen.includes(value)) return '[Circular *1]';
  const leaf = showLeaf(value);
  if (leaf !== undefined) return leaf;
  const prefix = tagOf(value);
  if (level > state.depth && !isEmpty(value))
    return `[${Array.isArray(value) ? 'Array' : prefix.trim() || 'Object'}]`;
  state.seen.push(value);
  try {
    const [open, close] = Array.isArray(value) || ArrayBuffer.isView(value) ? ['[', ']'] : ['{', '}'];
    return prefix + layOut(entriesOf(value, state, level + 1), open, close, level);
  } finally {
    state.seen.pop();
  }
}

function isEmpty(value: object): boolean {
  if (value instanceof Map || value instanceof Set) return value.size === 0;
  return Object.keys(value).length === 0;
}

/** Objects that are shown as one text. */
function showLeaf(value: object): string | undefined {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
  if (value instanceof RegExp) return RegExp.prototype.toString.call(value);
  if (value instanceof Promise) return 'Promise { <pending> }';
  if (value instanceof WeakMap) return 'WeakMap { <items unknown> }';
  if (value instanceof WeakSet) return 'WeakSet { <items unknown> }';
  if (value instanceof Error) return showError(value);
  if (value instanceof Number || value instanceof String || value instanceof Boolean) {
    return `[${value.constructor.name}: ${showPrimitive(value.valueOf())}]`;
  }
  return undefined;
}

function showError(error: Error): string {
  const stack: unknown = error.stack;
  if (typeof stack !== 'string' || stack === '') return `[${String(error)}]`;
  const lines = stack.split('\n').filter((line) => !line.includes('kintsugi:'));
  return lines.join('\n');
}

function tagOf(value: object): string {
  const prototype = Object.getPrototypeOf(value) as { constructor?: { name?: unknown } } | null;
  if (prototype === null) return '[Object: null prototype] ';
  const name = typeof prototype.constructor?.name === 'string' ? prototype.constructor.name : '';
  if (value instanceof Map || value instanceof Set) return `${name || 'Map'}(${value.size}) `;
  if (Array.isArray(value)) return name === 'Array' ? '' : `${name}(${value.length}) `;
  if (ArrayBuffer.isView(value)) return `${name}(${(value as Uint8Array).length}) `;
  return name === 'Object' || name === '' ? '' : `${name} `;
}

function entriesOf(value: object, state: State, level: number): string[] {
  const parts: string[] = [];
  if (value instanceof Map) {
    for (const [key, item] of value) parts.push(`${show(key, state, level)} => ${show(item, state, level)}`);
  } else if (value instanceof Set) {
    for (const item of value) parts.push(show(item, state, level));
  }
  const list = Array.isArray(value) || ArrayBuffer.isView(value);
  if (list) parts.push(...listItems(value as unknown as ArrayLike<unknown>, state, level));
  for (const key of Reflect.ownKeys(value)) {
    if (parts.length > MAX_ITEMS) break;
    const found = Reflect.getOwnPropertyDescriptor(value, key);
    if (!found?.enumerable || (list && typeof key === 'string' && /^\d+$/.test(key))) continue;
    parts.push(`${showKey(key)}: ${showProperty(found, state, level)}`);
  }
  return parts.length > MAX_ITEMS + 1 ? [...parts.slice(0, MAX_ITEMS), '… more items'] : parts;
}

function listItems(list: ArrayLike<unknown>, state: State, level: number): string[] {
  const parts: string[] = [];
  const count = Math.min(list.length, MAX_ITEMS);
  for (let index = 0; index < count; index++) {
    parts.push(index in list ? show(list[index], state, level) : '<1 empty item>');
  }
  if (list.length > count) parts.push(`... ${list.length - count} more items`);
  return parts;
}

function showProperty(found: PropertyDescriptor, state: State, level: number): string {
  if (found.get) return found.set ? '[Getter/Setter]' : '[Getter]';
  if (found.set) return '[Setter]';
  return show(found.value as unknown, state, level);
}

function showKey(key: PropertyKey): string {
  if (typeof key === 'symbol') return String(key);
  return /^[A-Za-z_$][\w$]*$/.test(String(key)) ? String(key) : quote(String(key));
}

function layOut(parts: readonly string[], open: string, close: string, level: number): string {
  if (parts.length === 0) return `${open}${close}`;
  const line = parts.join(', ');
  if (line.length <= LINE_WIDTH && !line.includes('\n')) return `${open} ${line} ${close}`;
  const indent = '  '.repeat(level + 1);
  return `${open}\n${indent}${parts.join(`,\n${indent}`)}\n${'  '.repeat(level)}${close}`;
}

/** printf-like formatting as in Node: `%s %d %i %f %j %o %O %c %%`; further values follow after spaces. */
export function format(...values: unknown[]): string {
  const [first, ...rest] = values;
  if (typeof first !== 'string') return values.map(plain).join(' ');
  const text = first.replace(/%[sdifjoOc%]/g, (token) => {
    if (token === '%%') return rest.length === values.length - 1 && rest.length === 0 ? '%%' : '%';
    if (rest.length === 0) return token;
    return formatToken(token, rest.shift());
  });
  return [text, ...rest.map(plain)].join(' ');
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : inspect(value);
}

function formatToken(token: string, value: unknown): string {
  switch (token) {
    case '%s':
      return typeof value === 'string'
        ? value
        : typeof value === 'object'
          ? inspect(value, { depth: 0 })
          : showLoose(value);
    case '%d':
      return typeof value === 'bigint'
        ? `${value}n`
        : typeof value === 'object'
          ? 'NaN'
          : showLoose(Number(value));
    case '%i':
      return typeof value === 'object' ? 'NaN' : showLoose(parseInt(showLoose(value), 10));
    case '%f':
      return typeof value === 'object' ? 'NaN' : showLoose(parseFloat(showLoose(value)));
    case '%j':
      return json(value);
    case '%c':
      return '';
    default:
      return inspect(value, { depth: 4 });
  }
}

function showLoose(value: unknown): string {
  return typeof value === 'function'
    ? showFunction(value)
    : typeof value === 'bigint'
      ? `${value}n`
      : showNumber(value);
}

function showNumber(value: unknown): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

function json(value: unknown): string {
  try {
    return String(JSON.stringify(value));
  } catch {
    return '[Circular]';
  }
}
