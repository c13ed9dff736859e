/**
 * `npm run bench:honesty -- --data FILE --projects DIR`: does the gate believe true fixes, and no cheat? DIR holds clones named
 * QuixBugs, hessian.js and eslint (of BugsJS); sets without one are left out.
 */
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readItems } from './repair/items';
import type { Bug, NotRun } from './honesty/bug';
import { bugsOf } from './honesty/bugsjs';
import { humanEvalBug } from './honesty/humaneval';
import { playBug, type Played } from './honesty/play';
import { isAsItShould, playedText, printHonesty } from './honesty/report';
import { quixBugs } from './honesty/quixbugs';
import { startService } from './service';

const HESSIAN_BUGS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const ESLINT_BUGS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

function readOptions() {
  const { values } = parseArgs({
    options: {
      data: { type: 'string', default: '../shared/data/humanevalfix-js.dev.jsonl' },
      projects: { type: 'string' },
      sets: { type: 'string', default: 'HumanEvalFix,QuixBugs,hessian.js,eslint' },
      limit: { type: 'string', default: '1000' },
      only: { type: 'string' },
      parallel: { type: 'string', default: '2' },
      minutes: { type: 'string', default: '600' },
      verbose: { type: 'boolean', default: false },
    },
  });
  return {
    ...values,
    sets: values.sets.split(','),
    limit: Number(values.limit),
    parallel: Number(values.parallel),
    minutes: Number(values.minutes),
  };
}

type Options = ReturnType<typeof readOptions>;

function bugsWanted({ data, projects, sets, limit, only }: Options): Bug[] {
  const has = (set: Bug['set']): boolean =>
    sets.includes(set) && projects !== undefined && existsSync(path.join(projects, set));
  const all: Bug[][] = [
    sets.includes('HumanEvalFix') ? readItems(readFileSync(data, 'utf8')).map(humanEvalBug) : [],
    projects !== undefined && has('QuixBugs') ? quixBugs(projects) : [],
    projects !== undefined && has('hessian.js') ? bugsOf(projects, 'hessian.js', HESSIAN_BUGS) : [],
    projects !== undefined && has('eslint') ? bugsOf(projects, 'eslint', ESLINT_BUGS) : [],
  ];
  const ids = only?.split(',');
  const wanted = all.map((bugs) => bugs.filter(({ id }) => !ids || ids.includes(id)).slice(0, limit));
  // A run that is cut short has bugs of each set.
  const rank = new Map(wanted.flatMap((bugs) => bugs.map((bug, at) => [bug, at / bugs.length] as const)));
  return wanted.flat().sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function main(): Promise<void> {
  const options = readOptions();
  const bugs = bugsWanted(options);
  const started = performance.now();
  // A Python of a version manager is found by the home of its user.
  const service = await startService({ backing: { HOME: homedir() }, say });
  const played: Played[] = [];
  const notRun: NotRun[] = [];
  try {
    let next = 0;
    let done = 0;
    const lane = async (): Promise<void> => {
      for (let at = next++; at < bugs.length; at = next++) {
        if (performance.now() - started > options.minutes * 60_000) return;
        const bug = bugs[at] as Bug;
        const why = await playBug(service.client, bug, at, (one) => {
          played.push(one);
          if (options.verbose || !isAsItShould(one)) say(playedText(one));
        }).catch((error: unknown) => (error instanceof Error ? error.message.slice(0, 300) : String(error)));
        if (why !== undefined) notRun.push({ set: bug.set, id: bug.id, why });
        done += 1;
        if (done % 20 === 0) say(`${done} of ${bugs.length} bugs`);
      }
    };
    await Promise.all(Array.from({ length: options.parallel }, lane));
    say(`${done} of ${bugs.length} bugs, ${Math.round((performance.now() - started) / 1000)} s`);
    printHonesty(played, notRun, say);
  } finally {
    await service.close();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
});
