import type { HealState } from './state';

/** What a reader should look at in the change: of the request where it was carried out, and of each repair. */
export function warningsOf({
  generatedCode,
  requestWarnings = [],
  repairs,
}: Pick<HealState, 'generatedCode' | 'requestWarnings' | 'repairs'>): string[] {
  const asked = generatedCode === undefined ? [] : requestWarnings;
  return [...asked, ...repairs.flatMap((repair) => repair.warnings ?? [])];
}
