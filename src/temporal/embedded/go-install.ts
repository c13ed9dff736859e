import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { runTool } from './run-tool';

const BUILD_DEADLINE_MS = 25 * 60_000;
const PROGRESS_MS = 10_000;

export interface GoInstall {
  go: string;
  /** PATH for the build: Go may call git or a C compiler. */
  path: string;
  /** Package of the program, without its version. */
  package: string;
  version: string;
  /** Name of the program, for the lines of progress. */
  name: string;
  /** The binary; it is put into its folder under this name when it is whole. */
  target: string;
  /** Folder for the build and its log. */
  binDir: string;
  log: (line: string) => void;
}

/** Builds a program with Go. Resolves to undefined, or to why it failed in one phrase. */
export async function goInstall(install: GoInstall): Promise<string | undefined> {
  const { go, path, binDir, target, log, name } = install;
  const temporary = await mkdtemp(join(binDir, 'new-'));
  const progress = reportProgress(log);
  try {
    const module = `${install.package}@v${install.version}`;
    const result = await runTool({
      // `env` sets the variables and passes on all the others.
      command: 'env',
      args: [`PATH=${path}`, `GOBIN=${temporary}`, go, 'install', '-v', module],
      // Outside of any module, whose go.mod would be heeded.
      cwd: temporary,
      deadlineMs: BUILD_DEADLINE_MS,
      onLine: progress.note,
    });
    if (!result.ok) {
      const output = join(binDir, 'go-install.log');
      await writeFile(output, `${result.lines.join('\n')}\n`);
      return `${result.reason} (all of its output: ${output})`;
    }
    await rename(join(temporary, basename(install.package)), target);
    log(`Built ${name} in ${progress.seconds()} s.`);
    return undefined;
  } finally {
    progress.stop();
    await rm(temporary, { recursive: true, force: true });
  }
}

/** A line every few seconds with the time so far and what Go works on. */
function reportProgress(log: (line: string) => void) {
  const started = performance.now();
  const seconds = () => Math.round((performance.now() - started) / 1000);
  let packages = 0;
  let last = 'starting';
  const timer = setInterval(
    () => log(`  ${seconds()} s, ${packages} packages compiled, ${last}`),
    PROGRESS_MS,
  );
  return {
    note: (line: string) => {
      if (line.startsWith('go: ')) last = line.slice('go: '.length);
      else {
        packages += 1;
        last = line;
      }
    },
    seconds,
    stop: () => clearInterval(timer),
  };
}
