/** node:util. */
import { COLOR_ALIASES, COLORS, stripControl } from '../node/ansi';
import { deepEqual } from '../node/deep-equal';
import { invalidArgType, invalidArgValue, nodeError, outOfRange } from '../node/errors';
import { parseArgs, parseEnv } from '../node/parse-args';
import { callbackify, PROMISIFY, promisify } from '../node/promisify';
import { SYSTEM_ERRORS, systemErrorName } from '../node/system-errors';
import { format, formatWithOptions, inspect } from '../node/user-inspect';
import { validateFunction, validateInteger, validateString } from '../node/validate';
import { TextDecoder, TextEncoder } from '../web/text';
import types from './util.types';

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

function inherits(child: unknown, parent: unknown): void {
  if (child === null || child === undefined) throw invalidArgType('ctor', 'Function', child);
  if (parent === null || parent === undefined) throw invalidArgType('superCtor', 'Function', parent);
  const { prototype } = parent as { prototype?: object };
  if (prototype === undefined) throw invalidArgType('superCtor.prototype', 'Object', prototype);
  Object.defineProperty(child, 'super_', { value: parent, writable: true, configurable: true });
  Object.setPrototypeOf((child as { prototype: object }).prototype, prototype);
}

const warned = new Set<unknown>();

/** Warns at the first call, once per code. */
function deprecate(fn: AnyFunction, message: string, code?: string): AnyFunction {
  if (code !== undefined) validateString(code, 'code');
  let told = false;
  const warn = (): void => {
    if (told || (code !== undefined && warned.has(code))) return;
    told = true;
    if (code !== undefined) warned.add(code);
    const head = code === undefined ? '' : `[${code}] `;
    sandboxHost.write('warn', `${head}DeprecationWarning: ${message}`);
  };
  function deprecated(this: unknown, ...args: unknown[]): unknown {
    warn();
    if (new.target) return Reflect.construct(fn, args, new.target);
    return Reflect.apply(fn, this, args);
  }
  Object.setPrototypeOf(deprecated, fn);
  if ((fn as { prototype?: unknown }).prototype)
    deprecated.prototype = (fn as { prototype?: unknown }).prototype;
  return deprecated;
}

/** NODE_DEBUG is not set: nothing is written. */
function debuglog(): AnyFunction {
  return Object.defineProperty(() => undefined, 'enabled', { value: false, enumerable: true });
}
Object.defineProperty(debuglog, 'length', { value: 2 });

function openAndClose(name: string): readonly [number, number] {
  const found = COLORS[COLOR_ALIASES[name] ?? name];
  if (found) return found;
  const names = [...Object.keys(COLORS), ...Object.keys(COLOR_ALIASES)].map((one) => `'${one}'`);
  throw invalidArgValue('format', name, `must be one of: ${names.join(', ')}`);
}

interface StyleOptions {
  validateStream?: boolean;
  stream?: unknown;
}

/** Escape codes are left out where the stream is no terminal, and nothing here is one. */
function styleText(formats: string | readonly string[], text: string, options: StyleOptions = {}): string {
  validateString(text, 'text');
  const list = typeof formats === 'string' ? [formats] : formats;
  if (!Array.isArray(list)) throw invalidArgType('format', ['string', 'Array'], formats);
  const codes = list.filter((name) => name !== 'none').map(openAndClose);
  if (options.validateStream !== false) return text;
  const open = codes.map(([code]) => `\u001b[${code}m`).join('');
  const close = codes.map(([, code]) => `\u001b[${code}m`).reverse();
  return open + text + close.join('');
}

function stripVTControlCharacters(text: unknown): string {
  validateString(text, 'str');
  return stripControl(text);
}

function errno(value: unknown): number {
  validateInteger(value, 'err');
  if (value >= 0) throw outOfRange('err', 'a negative integer', value);
  return value;
}

function getSystemErrorName(value: unknown): string {
  const number = errno(value);
  return systemErrorName(number) ?? `Unknown system error ${number}`;
}

function getSystemErrorMessage(value: unknown): string | undefined {
  return SYSTEM_ERRORS[systemErrorName(errno(value)) ?? '']?.[1];
}

function getSystemErrorMap(): Map<number, readonly [string, string]> {
  return new Map(Object.entries(SYSTEM_ERRORS).map(([name, [number, text]]) => [-number, [name, text]]));
}

interface Abortable {
  readonly aborted: boolean;
  addEventListener(type: string, listener: () => void, options: { once: boolean }): void;
}

/** A promise of a signal's abortion. */
function aborted(signal: Abortable, resource: unknown): Promise<void> {
  if (typeof signal !== 'object' || signal === null || !('aborted' in signal))
    return Promise.reject(nodeError(TypeError, 'ERR_INVALID_ARG_TYPE', 'signal is not of type AbortSignal.'));
  if (typeof resource !== 'object' || resource === null)
    return Promise.reject(invalidArgType('resource', 'Object', resource));
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

interface CallSite {
  functionName: string;
  scriptName: string;
  scriptId: string;
  lineNumber: number;
  columnNumber: number;
  column: number;
}

const FRAME = /^\s*at (?:(.*?) \()?(?:async )?([^()\s][^()]*?):(\d+):(\d+)\)?$/;

function getCallSites(count = 8): CallSite[] {
  const lines = (new Error('here').stack ?? '').split('\n').filter((line) => !line.includes('kintsugi:'));
  const sites = lines.flatMap((line): CallSite[] => {
    const found = FRAME.exec(line);
    if (!found) return [];
    const [, functionName = '', scriptName = '', row, column] = found;
    const columnNumber = Number(column);
    return [
      {
        functionName,
        scriptName,
        scriptId: '0',
        lineNumber: Number(row),
        columnNumber,
        column: columnNumber,
      },
    ];
  });
  return sites.slice(0, count);
}

function errnoException(number: number, syscall: string, original?: string): Error {
  const name = getSystemErrorName(number);
  const message = original ? `${syscall} ${name} ${original}` : `${syscall} ${name}`;
  return Object.assign(new Error(message), { errno: number, code: name, syscall });
}

export default {
  _errnoException: errnoException,
  _extend: (target: object, source: unknown): object =>
    typeof source === 'object' && source !== null ? Object.assign(target, source) : target,
  aborted,
  callbackify,
  debug: debuglog,
  debuglog,
  deprecate: (fn: unknown, message: string, code?: string): AnyFunction => {
    validateFunction(fn, 'fn');
    return deprecate(fn, message, code);
  },
  format,
  formatWithOptions,
  getCallSites,
  getSystemErrorMap,
  getSystemErrorMessage,
  getSystemErrorName,
  inherits,
  inspect,
  isArray: Array.isArray,
  isDeepStrictEqual: (left: unknown, right: unknown): boolean => deepEqual(left, right, 'strict'),
  parseArgs,
  parseEnv,
  promisify: Object.assign(promisify, { custom: PROMISIFY }),
  stripVTControlCharacters,
  styleText,
  TextDecoder,
  TextEncoder,
  toUSVString: (text: unknown): string => String(text).toWellFormed(),
  types,
};
