import type { Verification } from '../verification/verification';
import type { HealState } from './state';

/** Things that a reader should look at in the change: warnings of the request, if it was carried out, and of each repair. */
export function warningsOf({
  requestTree,
  requestWarnings = [],
  requestSigns = [],
  unfinished,
  repairs,
  verification,
  delivery,
}: Pick<
  HealState,
  'requestTree' | 'requestWarnings' | 'requestSigns' | 'unfinished' | 'repairs' | 'verification' | 'delivery'
>): string[] {
  const asked = requestTree === undefined ? [] : [...requestSigns.map(signWarning), ...requestWarnings];
  const end = unfinished === undefined ? [] : [unfinishedWarning(unfinished)];
  return [
    ...end,
    ...asked,
    ...unexecutedNotes(verification),
    ...repairs.flatMap(({ signs = [] }) => signs.map(signWarning)),
    ...(delivery?.diff?.unkept ?? []),
  ];
}

/** A sign of a change, as a warning to its reader. */
export function signWarning(sign: string): string {
  return `The change has ${sign}: look whether it solves the problem or only the tests.`;
}

/** Says which files of a change no test executes: a green verdict says nothing of them. */
function unexecutedNotes(verification: Pick<Verification, 'unexecuted'> | undefined): string[] {
  return (verification?.unexecuted ?? []).map((path) => `No test executes the changed lines of ${path}.`);
}

function unfinishedWarning(why: string): string {
  return `The agent was not done, so the change may be a part of what was asked. ${why.replace(/\.?$/, '.')}`;
}
