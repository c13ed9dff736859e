/**
 * `npm run bench:model -- [--by agent] [--language python] [--data FILE] [--limit N] [--parallel N] [--verbose]`: whether the loop believes a
 * model that it should, and none that it should not, through the embedded server, the worker and the sandbox. No other proposer is asked.
 */
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ScriptedModel } from '../test/support/scripted-model';
import {
  passesAsGiven,
  runAgent,
  runOpposed,
  runPython,
  runScripted,
  runUnrepairable,
  type CaseOutcome,
  type CaseParts,
} from './model/run-case';
import { PYTHON_ITEMS } from './model/python-items';
import { PYTHON_SCRIPTS } from './model/python-scripts';
import { OPPOSED } from './model/opposed';
import { printModelReport, type PlayedCase } from './model/report';
import { SCRIPTS } from './model/scripts';
import { UNREPAIRABLE } from './model/unrepairable';
import { asModule, readItems, type RepairItem } from './repair/items';
import { startService } from './service';

interface Options {
  /** Who answers: a proposer of repairs, or an agent with tools. */
  by: 'proposer' | 'agent';
  language: 'javascript' | 'python';
  data: string;
  limit: number;
  parallel: number;
  verbose: boolean;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      by: { type: 'string', default: 'proposer' },
      language: { type: 'string', default: 'javascript' },
      data: { type: 'string', default: path.join('..', 'shared', 'data', 'humanevalfix-js.dev.jsonl') },
      limit: { type: 'string', default: 'Infinity' },
      parallel: { type: 'string', default: '4' },
      verbose: { type: 'boolean', default: false },
    },
  });
  const numbers = { limit: Number(values.limit), parallel: Number(values.parallel) };
  for (const [name, value] of Object.entries(numbers))
    if (!(value >= 1)) throw new Error(`--${name}: give a number from 1.`);
  const { by, language } = values;
  if (by !== 'proposer' && by !== 'agent') throw new Error('--by: give proposer or agent.');
  if (language !== 'javascript' && language !== 'python')
    throw new Error('--language: give javascript or python.');
  if (language === 'python' && by === 'agent')
    throw new Error('--language python: there is no agent for it.');
  if (language === 'javascript' && !existsSync(values.data))
    throw new Error(`There is no file ${values.data}: name one with --data FILE.`);
  return { ...values, ...numbers, by, language };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Does all the work, so many at a time, in order. */
async function inParallel<T, R>(
  list: readonly T[],
  lanes: number,
  work: (one: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < list.length; index = next++)
      results[index] = await work(list[index] as T);
  };
  await Promise.all(Array.from({ length: Math.min(lanes, list.length) }, lane));
  return results;
}

/** Items of which plain Node can tell the right program from the broken one: of the others nobody could say what is right. */
async function usableItems(items: readonly RepairItem[], lanes: number): Promise<RepairItem[]> {
  const told = await inParallel(items, lanes, async (item) => {
    const [right, broken] = [asModule(item.canonical), asModule(item.source)];
    return (await passesAsGiven(item, right)) && !(await passesAsGiven(item, broken));
  });
  const left = items.filter((_, index) => !told[index]);
  for (const { name } of left)
    say(`${name}: plain Node does not tell its right program from the broken one, so it is left out`);
  return items.filter((_, index) => told[index]);
}

type Case = Omit<PlayedCase, 'outcome'> & { run(): Promise<CaseOutcome> };

/** Each item with each kind of answer: its ways take turns. */
function pythonCases({ limit }: Options, parts: CaseParts): Case[] {
  return PYTHON_SCRIPTS.flatMap((script) => {
    const { kind, name, ways } = script;
    let turn = 0;
    return PYTHON_ITEMS.slice(0, limit).flatMap((item) => {
      const answers = ways.map((way) => way(item)).filter((answer) => answer !== undefined);
      const at = turn % Math.max(1, answers.length);
      const answer = answers[at];
      if (!answer) return [];
      turn += 1;
      const run = (): Promise<CaseOutcome> => runPython(parts, script, item, answer);
      return [{ kind, script: name, item: `${item.name} by way ${at + 1}`, run }];
    });
  });
}

async function javascriptCases(options: Options, parts: CaseParts): Promise<Case[]> {
  const all = readItems(readFileSync(options.data, 'utf8')).slice(0, options.limit);
  const items = await usableItems(all, options.parallel);
  const play = options.by === 'agent' ? runAgent : runScripted;
  return [
    ...SCRIPTS.flatMap((script) =>
      items.map((item, index) => {
        const other = items[(index + 1) % items.length] ?? item;
        const { name, right, cheat } = script;
        const kind = right ? ('right' as const) : cheat ? ('cheat' as const) : ('wrong' as const);
        return { kind, script: name, item: item.name, run: () => play(parts, script, item, other) };
      }),
    ),
    ...(options.by === 'agent' ? [] : OPPOSED).map((project) => {
      const [kind, script] = ['cheat' as const, 'opposed'];
      return { kind, script, item: project.name, run: () => runOpposed(parts, project) };
    }),
    ...(options.by === 'agent' ? [] : UNREPAIRABLE).map((project) => {
      const kind = 'unrepairable' as const;
      return { kind, script: kind, item: project.name, run: () => runUnrepairable(parts, project) };
    }),
  ];
}

async function playAll(options: Options, parts: CaseParts): Promise<PlayedCase[]> {
  const cases =
    options.language === 'python' ? pythonCases(options, parts) : await javascriptCases(options, parts);
  let done = 0;
  return inParallel(cases, options.parallel, async ({ run, ...facts }) => {
    const outcome = await run();
    done += 1;
    if (done % 100 === 0) say(`${done} of ${cases.length} runs`);
    return { ...facts, outcome };
  });
}

async function main(): Promise<void> {
  const options = readOptions();
  const started = performance.now();
  const model = await ScriptedModel.start();
  // A Python of a version manager is found by the home of its user.
  const backing: Record<string, string> = options.language === 'python' ? { HOME: homedir() } : {};
  const service = await startService({ modelUrl: model.baseUrl, proposers: 'llm', backing, say });
  try {
    const played = await playAll(options, { client: service.client, model });
    printModelReport(played, {
      by: options.by,
      language: options.language,
      verbose: options.verbose,
      seconds: (performance.now() - started) / 1000,
      say,
    });
    if (played.some(({ outcome }) => outcome.falseSuccess)) process.exitCode = 1;
  } finally {
    await service.close();
    await model.close();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
});
