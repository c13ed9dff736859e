import { shellPath, shellWord } from '../../../domain/shell-word';
import type { TestResult } from '../../../domain/verification/verification';
import type { Compiled, CompileError } from './compiled';
import { GO_VARIABLE, MUTANT_VARIABLE } from './schemata';
import { inTurn } from './script';

const BATCH = 160;
const EXTRA = 'kintsugi_mutant.go';

/** Go: a test program for each package that has failing tests. `folder` is that of the module. */
export function goCompiled(
  tests: readonly TestResult[],
  folder: string,
  originals: ReadonlyMap<string, string>,
): Compiled | undefined {
  const packages = new Map<string, string[]>();
  for (const { file, path } of tests) {
    const [name] = path;
    if (name === undefined || file === '') return undefined;
    const local = packageOf(file, folder);
    packages.set(local, [...(packages.get(local) ?? []), name]);
  }
  const all = [...packages];
  const out = (at: number): string => `"$TMPDIR/kintsugi-go-${at}"`;
  const inFolder = folder === '' ? '.' : shellPath(folder);
  const builds = all.map(
    ([path], at) => `go test -c -vet=off '-gcflags=./...=-e' -o ${out(at)} ${shellPath(path)} 2>&1`,
  );
  return {
    dialect: 'go',
    batch: BATCH,
    extras: (paths) =>
      new Map(
        paths.map((path) => [
          [...path.split('/').slice(0, -1), EXTRA].join('/'),
          extraOf(originals.get(path) ?? ''),
        ]),
      ),
    build: [`(cd ${inFolder} && ${builds.join(' && ')})`],
    errors: (output) => errorsIn(output, folder),
    run: (_output, isWhole) =>
      inTurn(
        all.map(([path, names], at) => {
          const pattern = shellWord(`^(?:${[...new Set(names)].join('|')})$`);
          const place = folder === '' ? path : `${folder}/${path}`;
          return `(cd ${shellPath(place)} && ${out(at)} -test.run ${pattern}${isWhole ? '' : ' -test.failfast'})`;
        }),
        isWhole,
      ),
  };
}

function packageOf(file: string, folder: string): string {
  const path = file.endsWith('.go') ? file.split('/').slice(0, -1).join('/') : file;
  const local = folder !== '' && path.startsWith(folder) ? path.slice(folder.length + 1) : path;
  return local === '' || local === '.' ? '.' : `./${local}`;
}

function extraOf(text: string): string {
  const name = /^package\s+(\w+)/m.exec(text)?.[1] ?? 'main';
  const value = `func() int { n, _ := strconv.Atoi(os.Getenv("${MUTANT_VARIABLE}")); return n }()`;
  return `package ${name}\n\nimport (\n\t"os"\n\t"strconv"\n)\n\nvar ${GO_VARIABLE} = ${value}\n`;
}

function errorsIn(output: string, folder: string): CompileError[] {
  return [...output.matchAll(/^(?:\.\/)?([\w./@-]{1,300}\.go):(\d{1,7}):\d/gm)].map(
    ([, file = '', line]) => ({
      file: folder === '' ? file : `${folder}/${file}`,
      line: Number(line),
    }),
  );
}
