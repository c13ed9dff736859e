import { goInstall } from './go-install';

/** The newest version that `go install` takes: from 1.6 on its module has a replace directive, which that refuses. */
export const BUILT_VERSION = '1.5.1';

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
export function buildTemporalCli(build: BuildCli): Promise<string | undefined> {
  build.log(`Building the Temporal CLI ${BUILT_VERSION} with Go, once: about 4 minutes on 2 cores.`);
  return goInstall({
    ...build,
    package: 'github.com/temporalio/cli/cmd/temporal',
    version: BUILT_VERSION,
    name: 'the Temporal CLI',
  });
}
