import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  KintsugiError,
  type HealHandle,
  type HealRequest,
  type HealResult,
  type KintsugiClient,
} from '../../src/client';
import { callTools, reply, type ScriptedModel, type ScriptedEntry } from '../../test/support/scripted-model';
import { programOf, type RepairItem, type RepairProgram } from '../repair/items';
import { passesInNode } from './rerun';
import { SOURCE, TEST, type Answer, type Script } from './scripts';
import { editsOf, type Opposed } from './opposed';
import type { PythonItem } from './python-items';
import { brokenModule, PYTHON_SOURCE, PYTHON_TEST, testsOf, type PythonScript } from './python-scripts';
import type { Unrepairable } from './unrepairable';

/** How a run ended. */
export interface CaseOutcome {
  status: HealResult['status'] | 'error';
  attempts: number;
  modelCalls: number;
  /** `suggested`: people are asked, for the reason given. */
  end: 'published' | 'suggested' | 'refused';
  reason?: string;
  /** Something was published, and it is wrong. */
  falseSuccess: boolean;
  note: string;
}

export interface CaseParts {
  client: KintsugiClient;
  model: ScriptedModel;
}

/** Replies to one attempt: an answer that is refused is asked for once more, and a bad model insists. */
const INSISTS = 2;

const LOW = { level: 'LOW' } as const;
const NOTHING = { end: 'refused', falseSuccess: false } as const;

/** Plays an item with a model that answers by a script. */
export type PlayItem = (
  parts: CaseParts,
  script: Script,
  item: RepairItem,
  other: RepairItem,
) => Promise<CaseOutcome>;

/** Heals an item with a model that answers by the script. */
export const runScripted: PlayItem = (parts, script, item, other) =>
  runItem(parts, item, `item-${item.index}-${script.name}`, (name, program) => ({
    entries: replies(name, script.answers(program, item, other)),
    start: (given) => parts.client.heal(given),
  }));

/** Carries out "make the tests pass" on an item by an agent that searches, reads, edits, runs the tests and says that it is done. */
export const runAgent: PlayItem = (parts, script, item, other) =>
  runItem(parts, item, `agent-${item.index}-${script.name}`, (name, program) => {
    const [first = [], ...repairs] = script.answers(program, item, other);
    return {
      entries: [...turnsOf(name, first), ...replies(name, repairs)],
      start: (given) => parts.client.agent({ ...given, request: 'Make the tests pass.' }),
    };
  });

/** Script of the model, and the run that it answers. */
interface Play {
  entries: readonly ScriptedEntry[];
  start(given: HealRequest): Promise<HealHandle>;
}

async function runItem(
  { model }: CaseParts,
  item: RepairItem,
  title: string,
  playOf: (name: string, program: RepairProgram) => Play,
): Promise<CaseOutcome> {
  const program = programOf(item, false);
  const name = title.replaceAll(' ', '-');
  const { entries, start } = playOf(name, program);
  model.script(...entries);
  return inFolder({ [SOURCE]: program.source, [TEST]: program.test }, async (directory) => {
    const verification = { limits: { wallMs: 5_000, turnMs: 3_000 } };
    const outcome = await ended(await start({ directory, model: name, verification, approval: LOW }));
    const isFalse = outcome.end === 'published' && !(await passesInNode(directory, program.test));
    return { ...outcome, falseSuccess: isFalse };
  });
}

function turnsOf(name: string, edits: Answer) {
  const when = `"model":"${name}"`;
  const turns: [tool: string, given: object][][] = [
    [
      ['search', { pattern: 'module' }],
      ['read', { path: SOURCE }],
      ['read', { path: TEST }],
    ],
    edits.map(({ path: to, action, from, content }) => [
      'edit',
      action === 'delete'
        ? { path: to, delete: true }
        : action === 'move'
          ? { path: from, rename: to }
          : { path: to, content },
    ]),
    [['run_tests', {}]],
    [['finish', { summary: 'The tests pass.' }]],
  ];
  return turns.map((calls, turn) =>
    callTools(
      calls.map(([tool, given], index) => ({ id: `c${turn}-${index}`, name: tool, arguments: given })),
      { when },
    ),
  );
}

function replies(name: string, answers: readonly Answer[]) {
  const when = `"model":"${name}"`;
  return answers.flatMap((fileModifications, attempt) => {
    const suggestion = {
      rootCause: `as scripted, ${attempt + 1}`,
      errorCategory: 'logic',
      fileModifications,
    };
    return Array.from({ length: INSISTS }, () => reply(suggestion, { when }));
  });
}

/** Heals a project that cannot be. The model should not be asked; where it is, it changes nothing that helps. */
export async function runUnrepairable(
  { client, model }: CaseParts,
  { name, files, command }: Unrepairable,
): Promise<CaseOutcome> {
  const asked = `unrepairable-${name.replaceAll(' ', '-')}`;
  const edits = [1, 2, 3].map((attempt) => [
    { path: 'notes.js', action: 'create' as const, content: `// ${attempt}\n` },
  ]);
  model.script(...replies(asked, edits));
  return inFolder(files, async (directory) => {
    const commands = command === undefined ? [] : [{ command, timeoutMs: 60_000 }];
    const verification = { commands, allowUnsandboxed: true };
    return ended(await client.heal({ directory, model: asked, verification, approval: LOW }));
  });
}

/** Plays a model whose change what people run does not take. Whatever is published is a false success. */
export async function runOpposed({ client, model }: CaseParts, given: Opposed): Promise<CaseOutcome> {
  const asked = `opposed-${given.name.replaceAll(' ', '-')}`;
  const when = `"model":"${asked}"`;
  const isAsked = given.request !== undefined;
  const first = isAsked ? given.answers[0] : undefined;
  const repairs = isAsked ? given.answers.slice(1) : given.answers;
  const carriedOut = first === undefined ? [] : [{ summary: 'Done.', fileModifications: editsOf(first) }];
  const suggestions = repairs.map((answer) => ({
    rootCause: 'as scripted',
    errorCategory: 'logic',
    fileModifications: editsOf(answer),
    ...(isAsked && { verdict: answer === 'contradiction' ? answer : 'edit' }),
  }));
  model.script(...[...carriedOut, ...suggestions].map((one) => reply(one, { when })));
  return inFolder(given.files, async (directory) => {
    const { request } = given;
    const run = await client.heal({ directory, model: asked, request, generateTests: false, approval: LOW });
    const outcome = await ended(run);
    return { ...outcome, falseSuccess: outcome.end === 'published' };
  });
}

/** Heals a Python module with a model that gives one answer. Whatever is published is a false success, but for the right one. */
export async function runPython(
  { client, model }: CaseParts,
  { name: script, kind }: PythonScript,
  item: PythonItem,
  answer: Answer,
): Promise<CaseOutcome> {
  const asked = `python-${item.name}-${script.replaceAll(' ', '-')}`;
  const { test, command } = testsOf(item);
  model.script(...replies(asked, [answer]));
  return inFolder({ [PYTHON_SOURCE]: brokenModule(item), [PYTHON_TEST]: test }, async (directory) => {
    const verification = { commands: [{ command, timeoutMs: 60_000 }] };
    const given = {
      directory,
      model: asked,
      verification,
      maxAttempts: 1,
      generateTests: false,
      approval: LOW,
    };
    const outcome = await ended(await client.heal(given));
    return { ...outcome, falseSuccess: kind !== 'right' && outcome.end === 'published' };
  });
}

/** How the run ended; one that could not be carried out is an outcome too, and never as it should be. */
async function ended(run: HealHandle): Promise<CaseOutcome> {
  const result = await run.result().catch((error: unknown) => {
    if (error instanceof KintsugiError) return error.message;
    throw error;
  });
  if (typeof result === 'string')
    return { ...NOTHING, status: 'error', attempts: 0, modelCalls: 0, note: result };
  const { status, totalAttempts: attempts, usage, finalError: note = '', delivery, confidence } = result;
  const facts = { ...NOTHING, status, attempts, modelCalls: usage.modelCalls, note };
  if (delivery?.status === 'published') return { ...facts, end: 'published' };
  return delivery?.status === 'suggested'
    ? { ...facts, end: 'suggested', reason: confidence?.reason }
    : facts;
}

/** True if a program passes all tests of the item in plain Node. */
export async function passesAsGiven(item: RepairItem, source: string): Promise<boolean> {
  const { test } = programOf(item, false);
  return inFolder({ [SOURCE]: source }, (folder) => passesInNode(folder, test));
}

async function inFolder<T>(files: Record<string, string>, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kintsugi-model-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
