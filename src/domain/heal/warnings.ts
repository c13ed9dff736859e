import type { HealState } from './state';

/** Things that a reader should look at in the change: warnings of the request, if it was carried out, and of each repair. */
export function warningsOf({
  requestTree,
  requestWarnings = [],
  unfinished,
  repairs,
}: Pick<HealState, 'requestTree' | 'requestWarnings' | 'unfinished' | 'repairs'>): string[] {
  const asked = requestTree === undefined ? [] : requestWarnings;
  const end = unfinished === undefined ? [] : [unfinishedWarning(unfinished)];
  return [...end, ...asked, ...repairs.flatMap((repair) => repair.warnings ?? [])];
}

function unfinishedWarning(why: string): string {
  return `The agent was not done, so the change may be a part of what was asked. ${why.replace(/\.?$/, '.')}`;
}
