import type { CodeInput } from '../domain/agent/input';
import type { GateInput } from '../domain/gate/input';
import type { GoalInput } from '../domain/goal/input';
import type { HealInput } from '../domain/heal/input';
import { redactor, type Redact } from '../domain/redact';
import { redactJson } from '../domain/redact/json';
import type { FileEdit } from '../domain/files/workspace';
import { badInput } from '../domain/kintsugi-error';

const HOLDS = 'seems to hold a secret, which the history of the run would keep';

/**
 * Throws a sentence for input that holds a secret: history would hold it redacted. Only a request may lose a secret;
 * everything else is executed or searched for as it stands.
 */
export function refuseSecretInput(input: HealInput, secrets: readonly string[] = []): void {
  const redact = redactor(secrets);
  const { directory, verification, fork } = input;
  if (holdsSecret(directory, redact))
    throw badInput(`The path of the directory ${HOLDS}: rename or move the directory.`);
  if (holdsSecret(verification.commands, redact))
    throw badInput(`A check ${HOLDS}: put the command into a script of the project and name that.`);
  refuseSecretEdits(fork?.edits, secrets);
  const rest = Object.entries({ ...input, ...verification, request: undefined });
  const secret = rest.find(([, value]) => holdsSecret(value, redact));
  if (secret) throw badInput(`The setting ${secret[0]} ${HOLDS}: give it without the secret.`);
}

/** Throws a sentence for input of the coding agent that holds a secret: the function would be written for, and run with, other data. */
export function refuseSecretCode(input: CodeInput, secrets: readonly string[] = []): void {
  const redact = redactor(secrets);
  if (holdsSecret(input.testData, redact))
    throw badInput(`The test data ${HOLDS}: give it as a file, which stays out of history.`);
  const rest = Object.entries({ ...input, testData: undefined });
  const secret = rest.find(([, value]) => holdsSecret(value, redact));
  if (secret) throw badInput(`The setting ${secret[0]} ${HOLDS}: give it without the secret.`);
}

/** Throws a sentence for input of a gate that holds a secret. */
export function refuseSecretGate(input: GateInput, secrets: readonly string[] = []): void {
  const redact = redactor(secrets);
  const secret = Object.entries(input).find(([, value]) => holdsSecret(value, redact));
  if (secret) throw badInput(`The setting ${secret[0]} ${HOLDS}: give it without the secret.`);
}

/** Throws a sentence for input of a goal that holds a secret: what a plan writes would be redacted. */
export function refuseSecretGoal(input: GoalInput, secrets: readonly string[] = []): void {
  const redact = redactor(secrets);
  if (holdsSecret(input.roots, redact))
    throw badInput(`The path of a folder ${HOLDS}: rename or move the folder.`);
  if (holdsSecret(input.plan, redact))
    throw badInput(`The plan ${HOLDS}: put such a text into a file in one of the folders, and copy that.`);
  const rest = Object.entries({ ...input, request: undefined, plan: undefined });
  const secret = rest.find(([, value]) => holdsSecret(value, redact));
  if (secret) throw badInput(`The setting ${secret[0]} ${HOLDS}: give it without the secret.`);
}

/** Throws a sentence for edits that hold a secret: history would redact it, and the mark must not be written to files. */
export function refuseSecretEdits(
  edits: readonly FileEdit[] | undefined,
  secrets: readonly string[] = [],
): void {
  if (!edits || !holdsSecret(edits, redactor(secrets))) return;
  throw badInput(`An edit ${HOLDS}: leave it out and make it in the directory when the run has ended.`);
}

function holdsSecret(value: unknown, redact: Redact): boolean {
  if (value === undefined) return false;
  const json = JSON.stringify(value);
  return redactJson(json, redact) !== json;
}
