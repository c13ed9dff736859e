/** Chance: a generator over the run's own seed, which the child draws anew for each run. */
import { Buffer } from 'node:buffer';
import { sha512 } from '@noble/hashes/sha2.js';
import { invalidArgType, nodeError, outOfRange } from '../node/errors';
import { validateBoolean, validateFunction, validateNumber, validateObject } from '../node/validate';
import { globals } from '../libs/support';
import { viewBytes } from './bytes';

/** Each state is the digest of the one before; what is given out is another digest of it, so it tells nothing of others. */
let state = sha512(Buffer.from(sandboxHost.seed, 'hex'));
const { byteShift } = sandboxHost;
let block = new Uint8Array(0);
let used = 0;

const GIVE = Uint8Array.of(1);
const NEXT = Uint8Array.of(2);

function nextBlock(): void {
  block = new Uint8Array(sha512.create().update(state).update(GIVE).digest());
  state = sha512.create().update(state).update(NEXT).digest();
  used = 0;
}

function fillBytes(bytes: Uint8Array): void {
  sandboxHost.asked('random bytes');
  for (let at = 0; at < bytes.length;) {
    if (used >= block.length) nextBlock();
    const part = block.subarray(used, used + Math.min(block.length - used, bytes.length - at));
    bytes.set(byteShift === 0 ? part : part.map((byte) => byte + byteShift), at);
    at += part.length;
    used += part.length;
  }
}

type Callback = (error: Error | null, value?: unknown) => void;

/** Calls back later where a callback is given, else returns the value. */
function deliver<T>(make: () => T, callback: unknown): T | undefined {
  if (callback === undefined) return make();
  validateFunction(callback, 'callback');
  sandboxHost.defer(() => (callback as Callback)(null, make()));
  return undefined;
}

const MAX_BYTES = 2 ** 31 - 1;

export function randomBytes(size: unknown, callback?: unknown): Buffer | undefined {
  validateNumber(size, 'size', 0, MAX_BYTES);
  const make = (): Buffer => {
    const buffer = Buffer.alloc(size);
    fillBytes(buffer);
    return buffer;
  };
  return deliver(make, callback);
}

/** The part of a buffer or view that is to be filled; offset and size count in its items. */
function partOf(buffer: unknown, offset: unknown, size: unknown): Uint8Array {
  const bytes = viewBytes(buffer);
  if (!bytes) throw invalidArgType('buf', ['ArrayBuffer', 'ArrayBufferView'], buffer);
  const unit = (buffer as { BYTES_PER_ELEMENT?: number }).BYTES_PER_ELEMENT ?? 1;
  const start = offset ?? 0;
  validateNumber(start, 'offset');
  if (start < 0 || start * unit > bytes.length)
    throw outOfRange('offset', `>= 0 && <= ${bytes.length}`, start * unit);
  const count = size === undefined ? bytes.length - start * unit : size;
  validateNumber(count, 'size');
  const length = size === undefined ? count : count * unit;
  if (count < 0) throw outOfRange('size', `>= 0 && <= ${MAX_BYTES}`, count);
  if (start * unit + length > bytes.length)
    throw outOfRange('size + offset', `<= ${bytes.length}`, start * unit + length);
  return bytes.subarray(start * unit, start * unit + length);
}

export function randomFillSync<T>(buffer: T, offset?: unknown, size?: unknown): T {
  fillBytes(partOf(buffer, offset, size));
  return buffer;
}

export function randomFill(buffer: unknown, ...args: unknown[]): void {
  const callback = args.find((arg) => typeof arg === 'function');
  const [offset, size] = args.filter((arg) => typeof arg !== 'function');
  validateFunction(callback, 'callback');
  const bytes = partOf(buffer, offset, size);
  sandboxHost.defer(() => {
    fillBytes(bytes);
    callback(null, buffer);
  });
}

const INT_RANGE = 2 ** 48 - 1;

function randomBelow(range: number): number {
  // Numbers above the last multiple of the range would favour the low ones.
  const limit = 2 ** 48 - (2 ** 48 % range);
  for (;;) {
    const bytes = Buffer.alloc(6);
    fillBytes(bytes);
    const value = bytes.readUIntBE(0, 6);
    if (value < limit) return value % range;
  }
}

function checkWhole(value: unknown, name: string): asserts value is number {
  if (!Number.isSafeInteger(value)) throw invalidArgType(name, 'a safe integer', value);
}

export function randomInt(...args: unknown[]): number | undefined {
  const single = args.length < 2 || typeof args[1] === 'function' || args[1] === undefined;
  const [min, max, callback] = single ? [0, args[0], args[1]] : args;
  checkWhole(min, 'min');
  checkWhole(max, 'max');
  if (max <= min) throw outOfRange('max', `greater than the value of "min" (${min})`, max);
  const range = max - min;
  if (range > INT_RANGE) throw outOfRange(single ? 'max' : 'max - min', `<= ${INT_RANGE}`, range);
  return deliver(() => min + randomBelow(range), callback);
}

export function randomUUID(options?: unknown): string {
  if (options !== undefined) {
    validateObject(options, 'options');
    const { disableEntropyCache } = options as { disableEntropyCache?: unknown };
    if (disableEntropyCache !== undefined)
      validateBoolean(disableEntropyCache, 'options.disableEntropyCache');
  }
  const bytes = Buffer.alloc(16);
  fillBytes(bytes);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

const MAX_VALUES = 65_536;

/** The web's way: fills a typed array of whole numbers. */
export function getRandomValues<T>(array: T): T {
  const whole = ArrayBuffer.isView(array) && !/^(?:Float|DataView)/.test((array as object).constructor.name);
  if (!whole)
    throw new globals.DOMException(
      'The data argument must be an integer-type TypedArray',
      'TypeMismatchError',
    );
  if ((array as unknown as Uint8Array).byteLength > MAX_VALUES)
    throw new globals.DOMException(
      `The requested length exceeds ${MAX_VALUES.toLocaleString('en-US')} bytes`,
      'QuotaExceededError',
    );
  return randomFillSync(array);
}

export function timingSafeEqual(left: unknown, right: unknown): boolean {
  const [one, other] = [left, right].map((value, index) => {
    const bytes = viewBytes(value);
    if (bytes) return bytes;
    const message = `The "buf${index + 1}" argument must be an instance of ArrayBuffer, Buffer, TypedArray, or DataView.`;
    throw nodeError(TypeError, 'ERR_INVALID_ARG_TYPE', message);
  }) as [Uint8Array, Uint8Array];
  if (one.length !== other.length) {
    const message = 'Input buffers must have the same byte length';
    throw nodeError(RangeError, 'ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH', message);
  }
  return one.reduce((difference, byte, index) => difference | (byte ^ (other[index] ?? 0)), 0) === 0;
}
