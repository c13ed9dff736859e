/**
 * `npm run bench:edits -- [--data FILE] [--limit N] [--verbose]`: edits derived from pairs of a broken and a right
 * program, perturbed as models and time perturb them: how many find their place, are refused, or go wrong.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { applyEdits } from '../src/workspace/trees/apply-edits';
import { createMemoryStore } from '../test/support/memory-store';
import { readTreeFile } from '../src/store/tree-store';
import { readPairs } from './edits/pairs';
import { PERTURBATIONS } from './edits/perturbations';
import { printReport, type Verdict } from './edits/report';
import { scenesOf } from './edits/scenes';
import { PATH, type Scene, type Trial } from './edits/trial';

interface Options {
  data: string;
  limit: number;
  verbose: boolean;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      data: { type: 'string', default: path.join('..', 'shared', 'data', 'humanevalfix-js.dev.jsonl') },
      limit: { type: 'string', default: 'Infinity' },
      verbose: { type: 'boolean', default: false },
    },
  });
  const limit = Number(values.limit);
  if (!(limit > 0)) throw new Error(`--limit ${values.limit}: give a number from 1.`);
  if (!existsSync(values.data))
    throw new Error(`There is no file ${values.data}: name one with --data FILE.`);
  return { ...values, limit };
}

function trialsOf(scene: Scene): Trial[] {
  return Object.entries(PERTURBATIONS).flatMap(([perturbation, { perturb, forms }]) => {
    if (forms && !forms.includes(scene.form)) return [];
    const made = perturb(scene);
    return made ? [{ name: scene.name, form: scene.form, perturbation, ...made }] : [];
  });
}

/** Through the real store, as a run applies an edit. */
async function verdictOn(trial: Trial): Promise<{ verdict: Verdict; said: string }> {
  const store = createMemoryStore();
  const content: Trial['file'] = trial.file;
  const planted = await applyEdits(store, await store.trees.emptyTree(), [
    { action: 'create', path: PATH, content },
  ]);
  if (!('tree' in planted)) throw new Error(`${PATH} cannot be made: ${planted.refusals[0]?.message ?? ''}`);
  const outcome = await applyEdits(store, planted.tree, [trial.edit]);
  if (!('tree' in outcome)) return { verdict: 'refused', said: outcome.refusals[0]?.message ?? '' };
  const text = String(await readTreeFile(store, outcome.tree, PATH));
  return { verdict: text === trial.right ? 'correct' : 'wrong', said: text };
}

async function main(): Promise<void> {
  const { data, limit, verbose } = readOptions();
  const pairs = readPairs(readFileSync(data, 'utf8')).slice(0, limit);
  const outcomes: { trial: Trial; verdict: Verdict }[] = [];
  for (const scene of pairs.flatMap((_, index) => scenesOf(pairs, index))) {
    for (const trial of trialsOf(scene)) {
      const { verdict, said } = await verdictOn(trial);
      outcomes.push({ trial, verdict });
      const told = verdict === 'wrong' || (verbose && verdict === 'refused' && trial.unique);
      if (told)
        process.stdout.write(`${verdict}: ${trial.name}, ${trial.perturbation}\n${detail(trial, said)}\n`);
    }
  }
  printReport(outcomes);
}

function detail({ edit, file, right }: Trial, said: string): string {
  return Object.entries({ edit, file, right, said })
    .map(([name, value]) => `  ${name}: ${JSON.stringify(value)}`)
    .join('\n');
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
