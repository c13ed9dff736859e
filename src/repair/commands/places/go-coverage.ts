import { shellPath, shellWord } from '../../../domain/shell-word';
import type { Spectrum } from '../../search/suspects';
import type { TestResult } from '../../../domain/verification/verification';
import { JobFolder, runScript } from '../trials/script';
import type { CoverageTask } from './coverage-task';

const MOST_TESTS = 40;
const MARK = 'kintsugi-test';

/** Lines that each test of the failing packages runs: the coverage of Go's own tools. */
export async function goCoverage(task: CoverageTask): Promise<readonly Spectrum[] | undefined> {
  const { bench, folder: root, failing, passing, timeoutMs, signal } = task;
  const folder = await JobFolder.make(bench);
  const packages = [...new Set(failing.map(({ file }) => packageOf(file, root)))];
  const lines = [`cd ${root === '' ? '.' : shellPath(root)}`];
  packages.forEach((path, at) => {
    const program = `"$TMPDIR/kintsugi-cover-${at}"`;
    lines.push(`go test -c -vet=off -cover -coverpkg=./... -o ${program} ${shellPath(path)} >/dev/null 2>&1`);
    for (const { test, isFailing } of testsOf(path, root, failing, passing))
      lines.push(
        `echo "${MARK} ${isFailing ? 1 : 0}"`,
        `(cd ${shellPath(path)} && ${program} -test.run ${shellWord(`^${test}$`)} -test.coverprofile=${folder.file('profile')}) >/dev/null 2>&1 </dev/null`,
        `grep -v ' 0$' ${folder.file('profile')} | head -c 40000; rm -f ${folder.file('profile')}`,
      );
  });
  lines.push(`sed -n 's/^module //p' go.mod | sed 's/^/kintsugi-module /'`);
  const { stdout } = await runScript(bench, folder, lines, { timeoutMs, signal });
  const module = /^kintsugi-module (\S+)$/m.exec(stdout)?.[1];
  return module === undefined ? undefined : spectraOf(stdout, module, task);
}

function testsOf(
  path: string,
  root: string,
  failing: readonly TestResult[],
  passing: readonly TestResult[],
): { test: string; isFailing: boolean }[] {
  const heads = (tests: readonly TestResult[]): string[] =>
    tests.filter(({ file }) => packageOf(file, root) === path).map((test) => test.path[0] ?? '');
  const failed = new Set(heads(failing).slice(0, 8));
  const passed = new Set(
    heads(passing)
      .filter((name) => !failed.has(name))
      .slice(0, MOST_TESTS),
  );
  return [
    ...[...failed].map((test) => ({ test, isFailing: true })),
    ...[...passed].map((test) => ({ test, isFailing: false })),
  ];
}

function packageOf(file: string, root: string): string {
  const path = file.endsWith('.go') ? file.split('/').slice(0, -1).join('/') : file;
  const local = root !== '' && path.startsWith(root) ? path.slice(root.length + 1) : path;
  return local === '' || local === '.' ? '.' : `./${local}`;
}

function spectraOf(text: string, module: string, { folder, isMutable }: CoverageTask): Spectrum[] {
  return text
    .split(`${MARK} `)
    .slice(1)
    .map((part) => {
      const lines = new Map<string, number[]>();
      for (const [, name = '', from, to] of part.matchAll(
        /^(\S{1,300}\.go):(\d{1,7})\.\d{1,7},(\d{1,7})\.\d{1,7} \d+ \d+$/gm,
      )) {
        const local = name.startsWith(`${module}/`) ? name.slice(module.length + 1) : name;
        const path = folder === '' ? local : `${folder}/${local}`;
        if (!isMutable(path)) continue;
        const own = lines.get(path) ?? [];
        for (let line = Number(from); line <= Math.min(Number(to), Number(from) + 200); line++)
          own.push(line);
        lines.set(path, own);
      }
      return { failed: part.startsWith('1'), lines };
    })
    .filter(({ lines }) => lines.size > 0);
}
