import { isAbsolute } from 'node:path';
import { badInput } from '../domain/kintsugi-error';
import type { RunInput } from '../domain/run/input';
import {
  codeInput,
  type CodeRequest,
  healInput,
  type HealRequest,
  gateInput,
  type GateRequest,
  sessionInput,
  type SessionRequest,
} from './kinds';
import { goalInput, type GoalRequest } from './goal';
import { refuseSecretCode, refuseSecretGate, refuseSecretGoal, refuseSecretInput } from './secrets';
import type { StartFacts } from './start-facts';

/** Input as somebody gave it; the schema of its kind reads it. */
type Given = Readonly<Record<string, unknown>>;

const COMPLETE: Readonly<Record<string, (given: Given, facts: StartFacts) => Promise<RunInput>>> = {
  heal: async (given, facts) => {
    const input = await healInput(
      { ...(given as HealRequest), directory: pathOf(given, 'directory') },
      facts,
    );
    refuseSecretInput(input, facts.secrets);
    return input;
  },
  codingAgent: async (given, facts) => {
    const data = given['data'] === undefined ? undefined : pathOf(given, 'data');
    const input = await codeInput({ ...(given as unknown as CodeRequest), data }, facts);
    refuseSecretCode(input, facts.secrets);
    return input;
  },
  goal: async ({ directory, ...given }, facts) => {
    const { roots = [pathOf({ directory }, 'directory')] } = given;
    const paths = Array.isArray(roots) ? roots.map((root: unknown) => pathOf({ root }, 'root')) : [];
    const input = await goalInput({ ...(given as unknown as GoalRequest), roots: paths }, facts);
    refuseSecretGoal(input, facts.secrets);
    return input;
  },
  gate: async (given, facts) => {
    const directory = pathOf(given, 'directory');
    const input = await gateInput({ ...(given as GateRequest), directory }, facts);
    refuseSecretGate(input, facts.secrets);
    return input;
  },
  session: (given, facts) =>
    sessionInput({ ...(given as SessionRequest), directory: pathOf(given, 'directory') }, facts),
};

/**
 * The whole input of a run of a kind, from what `KintsugiClient` takes to start one: paths of this machine in place of what names
 * them for all machines, this machine's settings where none are given. Throws a sentence for what can't be used, and for a field that there is not.
 */
export async function completeInput(kind: string, given: Given, facts: StartFacts): Promise<RunInput> {
  const complete = COMPLETE[kind];
  if (!complete) throw badInput(`A run of the kind ${kind} is started by kintsugi alone.`);
  const input = await complete(given, facts);
  const unknown = unknownField(given, { ...TAKEN_OVER, ...input });
  if (unknown !== undefined)
    throw badInput(`The input of the run has a field that there is not: ${unknown}. Correct or remove it.`);
  return input;
}

/** Fields that the input has in another form. */
const TAKEN_OVER = { data: '', allowHome: false };
/** Fields whose own fields are the caller's, or are read strictly. */
const FREE = new Set(['plan', 'policy', 'executionSpec', 'currentStep', 'testData']);

/** The first field that a schema has not taken over. */
function unknownField(given: Given, read: Given): string | undefined {
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || FREE.has(name)) continue;
    if (read[name] === undefined) return name;
    const inner = isObject(value) && isObject(read[name]) ? unknownField(value, read[name]) : undefined;
    if (inner !== undefined) return `${name}.${inner}`;
  }
  return undefined;
}

function isObject(value: unknown): value is Given {
  return typeof value === 'object' && value !== null;
}

/** An absolute path: a worker has no folder that a relative one could begin at. */
function pathOf(given: Given, name: string): string {
  const path = given[name];
  if (typeof path !== 'string' || path === '')
    throw badInput(`The input of the run needs ${name}: a path, like {"${name}": "/home/ann/shop"}.`);
  if (!isAbsolute(path)) throw badInput(`${path} is no absolute path: begin it with /.`);
  return path;
}
