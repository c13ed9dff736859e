import type { HealState } from './state';

/** Things that a reader should look at in the change: warnings of the request, if it was carried out, and of each repair. */
export function warningsOf({
  generatedCode,
  requestWarnings = [],
  unfinished,
  repairs,
}: Pick<HealState, 'generatedCode' | 'requestWarnings' | 'unfinished' | 'repairs'>): string[] {
  const asked = generatedCode === undefined ? [] : requestWarnings;
  const end = unfinished === undefined ? [] : [unfinishedWarning(unfinished)];
  return [...end, ...asked, ...repairs.flatMap((repair) => repair.warnings ?? [])];
}

function unfinishedWarning(why: string): string {
  return `The agent was not done, so the change may be a part of what was asked. ${why.replace(/\.?$/, '.')}`;
}
