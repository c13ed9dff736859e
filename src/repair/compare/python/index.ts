import { z } from 'zod';
import type { Answers, ProbedCall } from '../groups';
import { shellPath } from '../../../domain/shell-word';
import type { CheckReport } from '../../../domain/verification/verification';
import type { FailedCommand } from '../../commands/check-target';
import { startModuleIn, withStartModule } from '../../commands/python-path';
import { JobFolder, put, runScript } from '../../commands/trials/script';
import type { Bench } from '../../commands/types';
import { compared, type Behaviour, type ComparedRepair, type Comparison } from '..';
import { parsedLine } from '../replay/program';
import { PYTHON_PROGRAMS, PYTHON_RECORDER } from './recorder';
import { PYTHON_REPLAY } from './replay';
import { PYTHON_SHOW } from './show';
import { PYTHON_VARY } from './vary';

/** Time for the tests that calls are recorded in, and for the answers of all programs. */
const RECORDING_MS = 5_000;
const ANSWERS_MS = 4_000;
/** Tests take longer where each call is looked at. */
const SLOWER = 3;
const MOST_CHARS = 60_000;

const Told = z.object({
  text: z.string(),
  origin: z.enum(['passing', 'failing', 'varied']),
  foreign: z.boolean(),
  answers: z.array(z.string()),
  /** The answer of each program, by its place among these; -1: none is known. */
  by: z.array(z.number().int()),
});

/** Runners of tests whose calls are recorded. */
const RUNNERS: readonly (string | undefined)[] = ['pytest', 'unittest'];

/** True for a check whose tests are run by a Python of the project. */
export function runsPython({ check }: FailedCommand): boolean {
  return RUNNERS.includes(check.selection?.by);
}

/** Compares repairs by the calls that tests of Python make of what they change; undefined where these can't be recorded. */
export async function comparePython<T>(
  bench: Bench,
  failed: FailedCommand,
  files: ReadonlyMap<string, string>,
  repairs: readonly ComparedRepair<T>[],
  signal: AbortSignal,
): Promise<Comparison<T> | undefined> {
  const isComparable =
    runsPython(failed) &&
    repairs.every(({ texts }) => [...texts.keys()].every((path) => path.endsWith('.py')));
  if (!isComparable || repairs.length < 2) return undefined;
  const texts = repairs.map((one) => one.texts);
  return compared(await pythonBehaviour(bench, failed, files, texts, signal), repairs);
}

/**
 * Answers of programs to the calls that tests make of the functions in which they differ, and to calls near these. `originals`:
 * texts of the program in the bench. Without calls where nothing could be recorded.
 */
export async function pythonBehaviour(
  bench: Bench,
  failed: FailedCommand,
  originals: ReadonlyMap<string, string>,
  repairs: readonly ReadonlyMap<string, string>[],
  signal: AbortSignal,
): Promise<Behaviour> {
  const folder = await JobFolder.make(bench);
  const paths = [...new Set(repairs.flatMap((texts) => [...texts.keys()]))];
  const programs = [new Map<string, string>(), ...repairs].map((texts) =>
    paths.map((path) => [path, texts.get(path) ?? originals.get(path)] as const),
  );
  const named = new Map<string, string>();
  for (const text of programs.flatMap((program) => program.map(([, one]) => one))) {
    if (text === undefined || named.has(text)) continue;
    named.set(text, `p${named.size}`);
    await folder.write(named.get(text) ?? '', text);
  }
  const nameOf = (text: string | undefined): string | undefined =>
    text === undefined ? undefined : named.get(text);
  const plan = programs.map((program) =>
    Object.fromEntries(program.map(([path, text]) => [path, nameOf(text) ?? null])),
  );
  const [before = {}, first = {}] = plan;
  const failing = failed.failed.map(({ path }) => path.at(-1));
  await folder.write('plan.json', JSON.stringify({ programs: plan, failing, seconds: ANSWERS_MS / 1_000 }));
  for (const [name, text] of MODULES) await folder.write(name, text);
  await folder.write('check', withStartModule(lineOf(failed)));
  const lines = [
    ...putting(folder, first),
    `export KINTSUGI_COMPARE="$PWD"; ${startModuleIn(folder.word)}`,
    `sh ${folder.file('check')} >/dev/null 2>&1 </dev/null`,
    ...putting(folder, before),
    `head -c ${MOST_CHARS} ${folder.file('told')}`,
  ];
  const timeoutMs = RECORDING_MS + ANSWERS_MS;
  return behaviourIn(await runScript(bench, folder, lines, { timeoutMs, signal }), programs.length);
}

const MODULES = [
  ['sitecustomize.py', PYTHON_RECORDER],
  ['kintsugi_programs.py', PYTHON_PROGRAMS],
  ['kintsugi_replay.py', PYTHON_REPLAY],
  ['kintsugi_show.py', PYTHON_SHOW],
  ['kintsugi_vary.py', PYTHON_VARY],
] as const;

/** All tests say most of what is right; of a slow project those that fail have to do. */
function lineOf({ all, line, usualMs }: FailedCommand): string {
  return usualMs * SLOWER <= RECORDING_MS ? all : line;
}

function putting(folder: JobFolder, program: Readonly<Record<string, string | null>>): string[] {
  return Object.entries(program).map(([path, name]) =>
    name === null ? `rm -f ${shellPath(path)}` : put(folder, name, path),
  );
}

/** The calls and answers that a bench told, as far as they can be read. */
export function behaviourIn({ stdout }: Pick<CheckReport, 'stdout'>, programs: number): Behaviour {
  const told = stdout
    .split('\n')
    .flatMap((line) => parsedLine(Told, line) ?? [])
    .filter(({ by }) => by.length === programs);
  const [before = [], ...answers] = Array.from({ length: programs }, (_, at): Answers =>
    told.map(({ answers: kinds, by }) => kinds[by[at] ?? -1]),
  );
  const calls = told.map(({ text, origin, foreign }): ProbedCall => ({ text, origin, foreign }));
  return { calls, before, answers };
}
