import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { EXIT, KintsugiError, type ExitCode } from '../domain/kintsugi-error';
import { PROJECT_ROOT } from '../machine/paths';
import { startProcess } from '../machine/processes';

const COMMAND = join(PROJECT_ROOT, 'bin', 'kintsugi.cjs');

/** True for the package as npm installs it, under any Node and without what the service needs, which its command brings. */
export function isBarePackage(): boolean {
  return existsSync(COMMAND) && !existsSync(join(PROJECT_ROOT, 'src'));
}

/** Runs `kintsugi up` of the package; `say` gets its progress. Throws `KintsugiError` with what it said last. */
export async function launchUp(say: (line: string) => void): Promise<void> {
  const child = startProcess(process.execPath, [COMMAND, 'up'], { stdio: ['ignore', 'ignore', 'pipe'] });
  let last = 'kintsugi up could not be started.';
  if (child.stderr)
    createInterface(child.stderr).on('line', (line) => {
      last = line.replace(/^kintsugi: /, '');
      say(last);
    });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new KintsugiError(last, (code ?? EXIT.infrastructure) as ExitCode);
}
