/**
 * `npm run bench:projects -- [--data FILE] [--only ID,…] [--limit N] [--verify]`: heals small broken projects in several languages as a
 * user would, with no flag but the approval. `--verify` heals nothing and checks the projects themselves.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { PROJECT_ROOT } from '../src/machine/paths';
import { startHealer } from './healer';
import { healProject } from './projects/heal-project';
import { readProjects, type BrokenProject } from './projects/project';
import { lineOf, summaryOf, tableOf, type Outcome } from './projects/report';
import { faultsOf } from './projects/verify';

const OWN_DATA = path.join(PROJECT_ROOT, 'bench', 'projects', 'data');

function readOptions(): { projects: BrokenProject[]; verify: boolean } {
  const { values } = parseArgs({
    options: {
      data: { type: 'string', default: OWN_DATA },
      only: { type: 'string' },
      limit: { type: 'string', default: 'Infinity' },
      verify: { type: 'boolean', default: false },
    },
  });
  const limit = Number(values.limit);
  if (!(limit > 0)) throw new Error(`--limit ${values.limit}: give a number from 1.`);
  if (!existsSync(values.data)) throw new Error(`There is no ${values.data}: name a file with --data FILE.`);
  const only = values.only?.split(',');
  const projects = readProjects(values.data).filter(({ id }) => only?.includes(id) ?? true);
  if (projects.length === 0) throw new Error(`--only ${values.only}: no project has this id.`);
  return { projects: projects.slice(0, limit), verify: values.verify };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function heal(projects: readonly BrokenProject[]): Promise<void> {
  const healer = await startHealer();
  const outcomes: Outcome[] = [];
  try {
    for (const project of projects) {
      const outcome = await healProject(healer, project);
      outcomes.push(outcome);
      say(lineOf(outcome));
    }
  } finally {
    await healer.close();
  }
  say(`\n${tableOf(outcomes)}\n`);
  say(summaryOf(outcomes));
}

async function verify(projects: readonly BrokenProject[]): Promise<void> {
  let faulty = 0;
  for (const project of projects) {
    const faults = await faultsOf(project);
    faulty += Number(faults.length > 0);
    say(`${project.id.padEnd(18)} ${faults.length === 0 ? 'as it should be' : faults.join('\n  ')}`);
  }
  const kinds = new Set(projects.map(({ bug }) => bug)).size;
  say(JSON.stringify({ bench: 'projects', verified: projects.length - faulty, faulty, kinds }));
  if (faulty > 0) process.exitCode = 1;
}

async function main(): Promise<void> {
  const { projects, verify: isVerifying } = readOptions();
  await (isVerifying ? verify(projects) : heal(projects));
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
