import type { ChangedFile } from '../../domain/heal/behaviour';

/**
 * Findings that a change adds: by `keyOf` there are more of them than before, over all changed files together. Moved
 * code adds none.
 */
export function newFindings<T extends { what: string }>(
  changed: readonly ChangedFile[],
  find: (path: string, text: string) => readonly T[],
  keyOf: (one: T) => string = ({ what }) => what,
): (T & { path: string })[] {
  const known = new Map<string, number>();
  for (const { path, before } of changed)
    for (const one of find(path, before)) known.set(keyOf(one), (known.get(keyOf(one)) ?? 0) + 1);
  return changed.flatMap(({ path, after }) =>
    find(path, after).flatMap((one) => {
      const left = known.get(keyOf(one)) ?? 0;
      known.set(keyOf(one), left - 1);
      return left > 0 ? [] : [{ ...one, path }];
    }),
  );
}
