import { said } from '../../domain/run/said';
import { literalGlob } from '../../domain/files/literal-glob';
import type { FoundCheck } from '../../domain/verification/detected';
import { TestRunner, type Gate, type VerificationSpec } from '../../domain/verification/verification';
import type { DetectedCheck } from './project';

/** Reason why a command may not run; undefined: it may. */
export type Denied = (command: string) => string | undefined;

/** Result of a detection: the checks that are verified, and those that people are told of. */
export interface Settled {
  spec: VerificationSpec;
  checks: FoundCheck[];
}

/**
 * The specification that runs what was found. Tests that the sandbox can run are its own; whatever else is found is a
 * command. A project of which nothing is found keeps its usual names.
 */
export function specOf(found: readonly DetectedCheck[], given: VerificationSpec, denied: Denied): Settled {
  const told = found.map((one) => toldOf(one, denied(one.command)));
  if (found.length === 0) return { spec: given, checks: [] };
  const commands = found.flatMap(({ check }, index) =>
    check && told[index]?.by === 'command' ? [check] : [],
  );
  const tests = sandboxTests(found);
  const gates = found.flatMap((one) => (denied(one.command) === undefined ? gateOf(one, found) : []));
  return { spec: { ...given, ...(tests && { tests }), commands, gates }, checks: told };
}

/** Whole commands, and the runners of the sandbox's tests that are no part of one. */
function gateOf(
  { role, check, inSandbox, runner, folder }: DetectedCheck,
  all: readonly DetectedCheck[],
): Gate[] {
  if (!check || role === 'step') return [];
  if (role === 'whole') return [{ check }];
  const isPart = all.some((one) => one.role === 'whole' && one.folder === folder);
  const known = TestRunner.safeParse(runner === 'borp' ? 'node' : runner);
  return inSandbox && !isPart && known.success ? [{ check, runner: known.data }] : [];
}

/** Globs for the sandbox; undefined: the project's settings choose, or the usual names. */
function sandboxTests(found: readonly DetectedCheck[]): string[] | undefined {
  const own = found.filter(({ inSandbox }) => inSandbox);
  if (own.some(({ files }) => files === undefined)) return undefined;
  return own.flatMap(({ files = [] }) => files.map(literalGlob));
}

function toldOf(one: DetectedCheck, reason: string | undefined): FoundCheck {
  const { runner, command, folder, why, missing, check, inSandbox, role } = one;
  const isRun = check !== undefined && reason === undefined;
  const by = inSandbox ? 'sandbox' : role !== undefined ? 'gate' : isRun ? 'command' : 'nobody';
  const lack =
    reason === undefined
      ? missing
      : { what: said`the right to run it (${reason})`, get: 'kintsugi policy list' };
  return { runner, command, folder, why, by, ...(lack && { missing: lack }) };
}
