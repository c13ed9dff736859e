import { shellPath, shellWord } from '../../../domain/shell-word';
import type { TestResult } from '../../../domain/verification/verification';
import type { Compiled, CompileError } from './compiled';
import { inTurn } from './script';

const BATCH = 120;

/** Cargo: the test programs whose tests fail. `folder` is that of the package or the workspace. */
export function cargoCompiled(tests: readonly TestResult[], folder: string): Compiled | undefined {
  const targets = new Map<string, string[]>();
  for (const { file, path } of tests) {
    if (path.length === 0 || !file.endsWith('.rs')) return undefined;
    const local = folder !== '' && file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : file;
    targets.set(local, [...(targets.get(local) ?? []), path.join('::')]);
  }
  const inFolder = folder === '' ? '.' : shellPath(folder);
  const settings =
    'CARGO_PROFILE_TEST_DEBUG=0 CARGO_PROFILE_DEV_DEBUG=0 RUSTFLAGS="$RUSTFLAGS --cap-lints=warn"';
  return {
    dialect: 'rust',
    batch: BATCH,
    extras: () => new Map(),
    build: [
      `(cd ${inFolder} && ${settings} cargo test --no-run --message-format short ${targetWords(targets)} 2>&1 | grep -v ' warning: ' >"$TMPDIR/kintsugi-cargo"; cat "$TMPDIR/kintsugi-cargo"; ! grep -q '^error\\|: error' "$TMPDIR/kintsugi-cargo")`,
    ],
    errors: (output) => errorsIn(output, folder),
    run: (output, isWhole) => runOf(output, targets, { inFolder, isWhole }),
  };
}

function targetWords(targets: ReadonlyMap<string, readonly string[]>): string {
  const words = [...targets.keys()].map((file) => {
    const name = /^(?:.*\/)?tests\/([^/]+)(?:\/main)?\.rs$/.exec(file)?.[1];
    if (name !== undefined) return `--test ${shellWord(name)}`;
    return /(?:^|\/)src\/lib\.rs$/.test(file) ? '--lib' : '--bins';
  });
  return [...new Set(words)].join(' ');
}

/** The programs that cargo names, each with its failing tests. */
function runOf(
  output: string,
  targets: ReadonlyMap<string, readonly string[]>,
  { inFolder, isWhole }: { inFolder: string; isWhole: boolean },
): string | undefined {
  const programs = [...output.matchAll(/^ {2}Executable (?:unittests )?(\S{1,300}) \((\S{1,500})\)$/gm)];
  const runs: string[] = [];
  for (const [file, names] of targets) {
    const program = programs.find(([, name = '']) => file === name || file.endsWith(`/${name}`))?.[2];
    if (program === undefined) return undefined;
    runs.push(`${shellPath(program)} --exact ${names.map((name) => shellWord(name)).join(' ')}`);
  }
  return `cd ${inFolder} && { ${inTurn(runs, isWhole)}; }`;
}

function errorsIn(output: string, folder: string): CompileError[] {
  return [...output.matchAll(/^([\w./-]{1,300}\.rs):(\d{1,7}):\d{1,7}: error/gm)].map(
    ([, file = '', line]) => ({
      file: folder === '' ? file : `${folder}/${file}`,
      line: Number(line),
    }),
  );
}
