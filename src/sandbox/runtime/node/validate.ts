/** Checks of arguments, with the errors that Node throws. */
import { invalidArgType, outOfRange, showValue } from './errors';

export function validateString(value: unknown, name: string): asserts value is string {
  if (typeof value !== 'string') throw invalidArgType(name, 'string', value);
}

export function validateFunction(
  value: unknown,
  name: string,
): asserts value is (...args: unknown[]) => unknown {
  if (typeof value !== 'function') throw invalidArgType(name, 'function', value);
}

export function validateBoolean(value: unknown, name: string): asserts value is boolean {
  if (typeof value !== 'boolean') throw invalidArgType(name, 'boolean', value);
}

export function validateObject(value: unknown, name: string): asserts value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidArgType(name, 'Object', value);
}

export function validateArray(value: unknown, name: string): asserts value is unknown[] {
  if (!Array.isArray(value)) throw invalidArgType(name, 'Array', value);
}

export function validateNumber(
  value: unknown,
  name: string,
  min?: number,
  max?: number,
): asserts value is number {
  if (typeof value !== 'number') throw invalidArgType(name, 'number', value);
  const low = min !== undefined && value < min;
  const high = max !== undefined && value > max;
  if (!low && !high && !((min !== undefined || max !== undefined) && Number.isNaN(value))) return;
  const bounds = [min === undefined ? '' : `>= ${min}`, max === undefined ? '' : `<= ${max}`];
  throw outOfRange(name, bounds.filter((bound) => bound !== '').join(' && '), value);
}

export function validateInteger(
  value: unknown,
  name: string,
  min = Number.MIN_SAFE_INTEGER,
  max = Number.MAX_SAFE_INTEGER,
): asserts value is number {
  if (typeof value !== 'number') throw invalidArgType(name, 'number', value);
  if (!Number.isInteger(value)) throw outOfRange(name, 'an integer', value);
  if (value < min || value > max) throw outOfRange(name, `>= ${min} && <= ${max}`, value);
}

export function validateUint32(value: unknown, name: string, positive = false): asserts value is number {
  validateInteger(value, name, positive ? 1 : 0, 4_294_967_295);
}

/** The value must be undefined or have what a signal has. */
export function validateAbortSignal(value: unknown, name: string): void {
  if (value === undefined) return;
  if (typeof value !== 'object' || value === null || !('aborted' in value))
    throw invalidArgType(name, 'AbortSignal', value);
}

export { showValue };
