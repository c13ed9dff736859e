/** Puts a snapshot's property matchers in the place of the values they stand for. */

declare const globalThis: { isAsymmetricMatcher: (value: unknown) => boolean };

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function mergeArrays(target: readonly unknown[], source: readonly unknown[]): unknown[] {
  const merged: unknown[] = [...target];
  source.forEach((item, index) => {
    const known = merged[index];
    if (Array.isArray(known) && Array.isArray(item)) merged[index] = mergeArrays(known, item);
    else if (isObject(known) && isObject(item) && !globalThis.isAsymmetricMatcher(item))
      merged[index] = merge(known, item);
    else merged[index] = item;
  });
  return merged;
}

/** A copy of `target` with what `source` says instead. */
export function merge(target: unknown, source: unknown): unknown {
  if (Array.isArray(target) && Array.isArray(source)) return mergeArrays(target, source);
  if (!isObject(target) || !isObject(source)) return target;
  const merged: Record<string, unknown> = { ...target };
  for (const key of Object.keys(source)) {
    const value = source[key];
    const nested = isObject(value) && !globalThis.isAsymmetricMatcher(value);
    if (nested && key in target) merged[key] = merge(target[key], value);
    else if (Array.isArray(value) && Array.isArray(target[key]))
      merged[key] = mergeArrays(target[key] as unknown[], value);
    else merged[key] = value;
  }
  return merged;
}
