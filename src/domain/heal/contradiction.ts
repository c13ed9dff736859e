import type { HealState } from './state';

/** Why a run failed whose repairs take the request back: tests and request want opposite things. Undefined: they do not. */
export function contradiction(
  { takenBack, tried }: Pick<HealState, 'takenBack' | 'tried'>,
  error: string,
): string | undefined {
  if (!takenBack || tried.some(({ takesBack }) => takesBack === undefined)) return undefined;
  const places = takenBack.join(', ');
  return `The tests contradict the request: every repair that was found takes back what the request changed at ${places}. They say: ${error} Change the tests, or ask for something else.`;
}
