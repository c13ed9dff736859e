/**
 * `npm run bench:fixes -- --data FILE --projects DIR [--only ID,…] [--limit N]`: heals real bugs of public libraries, whose fix commits
 * are known. The projects stand ready in `DIR/<id>`, with their packages and the sources from before the fix.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { healFix, RealFix } from './fixes/heal-fix';
import { lineOf, summaryOf, type FixOutcome } from './fixes/report';
import { startHealer } from './healer';

interface Options {
  fixes: { fix: RealFix; project: string }[];
  missing: string[];
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      data: { type: 'string', default: path.join('..', 'shared', 'data', 'real-fixes.dev.json') },
      projects: { type: 'string' },
      only: { type: 'string' },
      limit: { type: 'string', default: 'Infinity' },
    },
  });
  const { data, projects } = values;
  const limit = Number(values.limit);
  if (!(limit > 0)) throw new Error(`--limit ${values.limit}: give a number from 1.`);
  if (projects === undefined) throw new Error('Name the folder of the projects with --projects DIR.');
  if (!existsSync(data)) throw new Error(`There is no file ${data}: name one with --data FILE.`);
  const only = values.only?.split(',');
  const all = z
    .array(RealFix)
    .parse(JSON.parse(readFileSync(data, 'utf8')))
    .filter(({ id }) => only?.includes(id) ?? true)
    .map((fix) => ({ fix, project: path.resolve(projects, fix.id) }));
  const fixes = all.filter(({ project }) => existsSync(project)).slice(0, limit);
  if (fixes.length === 0) throw new Error(`${projects} has none of the projects of ${data}.`);
  return { fixes, missing: all.filter(({ project }) => !existsSync(project)).map(({ fix }) => fix.id) };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function main(): Promise<void> {
  const { fixes, missing } = readOptions();
  if (missing.length > 0) say(`not laid out, and left out: ${missing.join(', ')}`);
  const healer = await startHealer();
  const outcomes: FixOutcome[] = [];
  try {
    for (const { fix, project } of fixes) {
      const outcome = await healFix(healer, fix, project);
      outcomes.push(outcome);
      say(lineOf(outcome));
    }
  } finally {
    await healer.close();
  }
  say(summaryOf(outcomes));
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
