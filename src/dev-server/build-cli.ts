import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runTool } from './run-tool';

/** The newest version that `go install` takes: from 1.6 on its module has a replace directive, which that refuses. */
export const BUILT_VERSION = '1.5.1';

const BUILD_DEADLINE_MS = 25 * 60_000;
const PROGRESS_MS = 10_000;

export interface BuildCli {
  go: string;
  /** PATH for the build: Go may call git or a C compiler. */
  path: string;
  /** Folder the binary is put into, under its final name when it is whole. */
  binDir: string;
  target: string;
  log: (line: string) => void;
}

/** Builds the Temporal CLI with Go. Resolves to undefined, or to why it failed in one phrase. */
export async function buildTemporalCli({
  go,
  path,
  binDir,
  target,
  log,
}: BuildCli): Promise<string | undefined> {
  log(`Building the Temporal CLI ${BUILT_VERSION} with Go, once: about 4 minutes on 2 cores.`);
  const temporary = await mkdtemp(join(binDir, 'new-'));
  const progress = reportProgress(log);
  try {
    const module = `github.com/temporalio/cli/cmd/temporal@v${BUILT_VERSION}`;
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
    await rename(join(temporary, 'temporal'), target);
    log(`Built the Temporal CLI in ${progress.seconds()} s.`);
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
