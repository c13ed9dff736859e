import type { HealInput } from '../domain/heal/input';
import { redactor, type Redact } from '../domain/redact';
import { redactJson } from '../domain/redact/json';
import type { FileEdit } from '../domain/files/workspace';
import { badInput } from '../domain/kintsugi-error';

const HOLDS = 'holds what looks like a secret, which the history of the run would keep';

/**
 * Throws a sentence where history could not hold the input of a run as it is given: only a request may lose a secret on
 * its way, everything else is executed or looked for as it stands.
 */
export function refuseSecretInput(input: HealInput, secrets: readonly string[] = []): void {
  const redact = redactor(secrets);
  const { directory, verification, fork } = input;
  if (holdsSecret(directory, redact))
    throw badInput(`The path of the directory ${HOLDS}: move it to another path, or rename it.`);
  if (holdsSecret(verification.commands, redact))
    throw badInput(`A check ${HOLDS}: put it into a script or file of the project, and name that.`);
  refuseSecretEdits(fork?.edits, secrets);
  const rest = Object.entries({ ...input, ...verification, request: undefined });
  const secret = rest.find(([, value]) => holdsSecret(value, redact));
  if (secret) throw badInput(`The setting ${secret[0]} ${HOLDS}: give it without.`);
}

/** Throws a sentence where history could not hold edits as they are given: a mark must not be written to files. */
export function refuseSecretEdits(
  edits: readonly FileEdit[] | undefined,
  secrets: readonly string[] = [],
): void {
  if (!edits || !holdsSecret(edits, redactor(secrets))) return;
  throw badInput(
    `An edit ${HOLDS}: leave that edit out, and make it in the directory when the run has ended.`,
  );
}

function holdsSecret(value: unknown, redact: Redact): boolean {
  if (value === undefined) return false;
  const json = JSON.stringify(value);
  return redactJson(json, redact) !== json;
}
