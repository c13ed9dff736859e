/** Node's own checks of arguments. Their module is evaluated when it is first needed, so the commonest of what is right does without. */

type Check = (value: unknown, name: string, ...limits: unknown[]) => void;

function check(kind: string, ...args: Parameters<Check>): void {
  (nodeLibrary.shared.require('internal/validators') as Record<string, Check>)[`validate${kind}`]?.(...args);
}

export function validateString(value: unknown, name: string): asserts value is string {
  if (typeof value !== 'string') check('String', value, name);
}

export function validateFunction(
  value: unknown,
  name: string,
): asserts value is (...args: unknown[]) => unknown {
  if (typeof value !== 'function') check('Function', value, name);
}

export function validateBoolean(value: unknown, name: string): asserts value is boolean {
  if (typeof value !== 'boolean') check('Boolean', value, name);
}

export function validateObject(value: unknown, name: string): asserts value is object {
  check('Object', value, name);
}

export function validateArray(value: unknown, name: string): asserts value is unknown[] {
  check('Array', value, name);
}

export function validateNumber(
  value: unknown,
  name: string,
  min?: number,
  max?: number,
): asserts value is number {
  check('Number', value, name, min, max);
}

export function validateInteger(
  value: unknown,
  name: string,
  min?: number,
  max?: number,
): asserts value is number {
  check('Integer', value, name, min, max);
}

export function validateUint32(value: unknown, name: string, positive = false): asserts value is number {
  check('Uint32', value, name, positive);
}
