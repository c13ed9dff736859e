import { reasonText } from '../../domain/heal/standing';
import { plural } from '../../domain/text';
import type { Repair } from './compare';
import type { Fix } from './trials';

/** Says that time ran out before the edits did. */
export function timeNote(spent: number, groups: number, ms: number): string {
  const seconds = `${Math.round(ms / 1_000)} s`;
  return groups === 1
    ? `the search stopped after ${seconds}`
    : `time ran out for ${spent} of ${groups} groups of failures in ${seconds}`;
}

/** Says how sure a search is of its best repair. */
export function confidenceNote([best]: readonly Repair[]): string[] {
  const { standing } = best ?? {};
  return standing ? [`confidence ${standing.confidence}: ${reasonText(standing.reason, 'en')}`] : [];
}

/** Says how many edits were tried, and what they repair. */
export function noteOf(fixes: readonly Fix[], searched: number): string {
  const tried = `${plural(searched, 'edit')} tried`;
  const [best] = fixes;
  if (!best) return `${tried}, none repairs a failing test without breaking another`;
  return best.green
    ? `${tried}, ${fixes.length} make all tests pass`
    : `${tried}, the best repairs ${plural(best.fixed.length, 'failing test')}`;
}

/** How far the sandbox judges what the project's own command runs. */
export function agreementNote(ignored: number): string {
  const but = ignored > 0 ? ` but ${plural(ignored, 'test')}, of which the command alone decides` : '';
  return `the sandbox and the command say the same of all tests${but}`;
}
