import type { HealState } from './state';

/** Things that a reader should look at in the change: warnings of the request, if it was carried out, and of each repair. */
export function warningsOf({
  generatedCode,
  requestWarnings = [],
  repairs,
}: Pick<HealState, 'generatedCode' | 'requestWarnings' | 'repairs'>): string[] {
  const asked = generatedCode === undefined ? [] : requestWarnings;
  return [...asked, ...repairs.flatMap((repair) => repair.warnings ?? [])];
}
