/** Findings of handlers that assess a project: an ordered list, its counts, its lines for people. */
import type { Language } from '../run/input';
import { speaker } from '../run/said';
import { firstOf } from '../run/unshown';
import { excerpt } from '../text';
import type { Handled } from './handling';
import { STATE_WORDS } from './state-words';

export type Severity = 'error' | 'warning' | 'note';

/** A defect, or a doubt, at a place. */
export interface Finding {
  readonly severity: Severity;
  readonly path: string;
  /** From 1; absent: the whole file. */
  readonly line?: number;
  /** Name of the rule that found it. */
  readonly rule: string;
  /** One sentence. */
  readonly message: string;
}

export type FindingCounts = Readonly<Record<Severity, number>>;

const ORDER: Readonly<Record<Severity, number>> = { error: 0, warning: 1, note: 2 };
const SHOWN = 12;
const LINE_CHARS = 240;

/** Findings without repetitions: the gravest first, then by place. */
export function sortedFindings(findings: readonly Finding[]): Finding[] {
  const unique = new Map(findings.map((one) => [JSON.stringify([one.path, one.line, one.message]), one]));
  return [...unique.values()].sort(
    (left, right) =>
      ORDER[left.severity] - ORDER[right.severity] ||
      compare(left.path, right.path) ||
      (left.line ?? 0) - (right.line ?? 0) ||
      compare(left.rule, right.rule),
  );
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

export function countFindings(findings: readonly Finding[]): FindingCounts {
  const counts = { error: 0, warning: 0, note: 0 };
  for (const { severity } of findings) counts[severity] += 1;
  return counts;
}

/** `- error src/a.ts:3 TS2322: …` */
export function findingLine({ severity, path, line, rule, message }: Finding): string {
  const at = line === undefined ? path : `${path}:${line}`;
  return excerpt(`- ${severity} ${at} ${rule}: ${message.replace(/\s{1,200}/g, ' ')}`, LINE_CHARS);
}

/** Counts of findings and the first of them, for people. */
export function findingsText(findings: readonly Finding[], language: Language): string {
  const { error, warning, note } = countFindings(findings);
  const counts = speaker(language)`errors: ${error}, warnings: ${warning}, notes: ${note}`;
  return [counts, ...firstOf(findings.map(findingLine), SHOWN, language)].join('\n');
}

/** Trigger of a review: defects are mended, weaknesses are restructured, and code without either is approved. */
export function reviewTrigger(
  findings: readonly Finding[],
  language: Language,
): Pick<Handled, 'trigger' | 'reason'> {
  const { error, warning } = countFindings(findings);
  const trigger = error > 0 ? 'issues_found' : warning > 0 ? 'improvement_needed' : 'approved';
  return { trigger, reason: STATE_WORDS[language].reviewed(error, warning) };
}
