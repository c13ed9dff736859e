import '../../machine/compile-cache';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadServiceConfig } from '../../config';
import { PROJECT_ROOT } from '../../machine/paths';
import { badInput, type ExitCode } from '../../domain/kintsugi-error';
import { demoEnd } from './demo-end';
import { runHeal } from './heal-command';
import { exitWith, reportError } from './report-error';

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
