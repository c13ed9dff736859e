import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import '../../machine/compile-cache';
import { loadServiceConfig } from '../../config';
import { PROJECT_ROOT } from '../../machine/paths';
import { badInput, type ExitCode, EXIT } from '../../domain/kintsugi-error';
import { runHeal } from './heal-command';
import { exitWith, reportError } from './report-error';
import { inCallersWords } from './command-name';

const EXAMPLES = ['shop', 'booking', 'search'];

/** Heals an example in a temporary copy: `npm run demo [-- shop|booking|search]`. */
async function demo(name = 'shop'): Promise<ExitCode> {
  if (!EXAMPLES.includes(name))
    throw badInput(`There is no example "${name}": use one of ${EXAMPLES.join(', ')}.`);
  const startedMs = performance.now();
  const folder = await mkdtemp(join(tmpdir(), 'kintsugi-demo-'));
  const project = join(folder, name);
  try {
    await cp(join(PROJECT_ROOT, 'examples', name), project, { recursive: true });
    process.stderr.write(`Healing a copy of examples/${name}, whose tests fail.\n`);
    const config = loadServiceConfig();
    const code = await runHeal(config, project, undefined, { approval: 'LOW' });
    const seconds = (performance.now() - startedMs) / 1000;
    process.stdout.write(
      demoEnd(code, seconds, config.idleMinutes)
        .map((line) => `${line}\n`)
        .join(''),
    );
    return code;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

void demo(process.argv[2])
  .catch((error: unknown) => reportError(error))
  .then(exitWith);

/** Last lines of the demo: what is left of it, and what to do next. */
export function demoEnd(code: ExitCode, seconds: number, idleMinutes: number): string[] {
  const healed = code === EXIT.healed;
  const until = idleMinutes === 0 ? '' : `, and stop after ${idleMinutes} minutes without a run`;
  const next = healed
    ? [
        ['heal a project of yours', 'kintsugi heal DIR'],
        ['see this run again', 'kintsugi report last'],
        ['stop them now', 'kintsugi down'],
      ]
    : [['look for the cause', 'kintsugi doctor']];
  return [
    '',
    healed
      ? `The demo took ${seconds.toFixed(1)} s. Its copy of the example is deleted, so nothing is left to undo.`
      : `The demo did not end as it should (after ${seconds.toFixed(1)} s). Its copy of the example is deleted.`,
    `Server and worker keep running${until}.`,
    ...next.map(([what, command]) => `  ${`${what}:`.padEnd(25)}${inCallersWords(command ?? '')}`),
  ];
}
