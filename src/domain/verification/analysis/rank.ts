import type { FailureAnalysis, FailureKind } from '../failure';

/** The kinds, those that say most first: a project that does not parse has no logic to look at. */
const ORDER: readonly FailureKind[] = [
  'environment',
  'syntax',
  'import',
  'reference',
  'type',
  'build',
  'lint',
  'timeout',
  'memory',
  'runtime',
  'logic',
  'flaky',
];

/** Position of a kind in the order of what says most, from 0. */
export function rankOf(kind: FailureKind): number {
  return ORDER.indexOf(kind);
}

/** `type_error`, `syntax_error` …: the name of a kind in error contexts and in the healing log. */
export function errorTypeLabel(kind: FailureKind): string {
  return `${kind}_error`;
}

/**
 * The run's error log entry of one attempt: `Attempt 1: type, logic`, each kind once, those that say most first. The
 * last is no attempt of its own: `After attempt 3: logic`.
 */
export function errorLogLine(
  attempt: number,
  analyses: readonly Pick<FailureAnalysis, 'kind'>[],
  isLast = false,
): string {
  const kinds = [...new Set(analyses.map(({ kind }) => kind))].sort((a, b) => rankOf(a) - rankOf(b));
  return `${isLast ? 'After attempt' : 'Attempt'} ${attempt}: ${kinds.length === 0 ? 'no failure' : kinds.join(', ')}`;
}
