import { z } from 'zod';
import type { Spectrum } from '../../search/suspects';
import { JobFolder, runScript } from '../trials/script';
import { shellPath, shellWord } from '../../../domain/shell-word';
import type { TestResult } from '../../../domain/verification/verification';
import type { Bench } from '../types';

export interface CoverageTask {
  bench: Bench;
  /** Command line that runs the failing tests alone; `all` runs every test. */
  line: string;
  all: string;
  failing: readonly TestResult[];
  passing: readonly TestResult[];
  /** Folder of the tests in the tree. */
  folder: string;
  timeoutMs: number;
  signal: AbortSignal;
  isMutable(path: string): boolean;
  /** Paths of the tree whose lines count. */
  paths: readonly string[];
  texts: ReadonlyMap<string, string>;
}

/** Lines that tests ran. Undefined: nothing is known of them here. */
export type Coverage = (task: CoverageTask) => Promise<readonly Spectrum[] | undefined>;

const MOST_TESTS = 40;
const MARK = 'kintsugi-test';

const Range = z.object({ startOffset: z.number(), endOffset: z.number(), count: z.number() });
const Script = z.object({ path: z.string(), functions: z.array(z.array(Range)) });
type Script = z.infer<typeof Script>;

/** Prints what V8 has seen of the project's own files, in few words. */
const READER = `
const fs = require('node:fs'), path = require('node:path');
const root = fs.realpathSync(process.argv[2]) + path.sep, folder = process.argv[3];
const known = new Set(JSON.parse(fs.readFileSync(process.argv[4], 'utf8')));
let left = 60000;
for (const name of fs.existsSync(folder) ? fs.readdirSync(folder) : []) {
  let data;
  try { data = JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')); } catch { continue; }
  for (const { url, functions } of data.result) {
    if (!url.startsWith('file://')) continue;
    const file = decodeURIComponent(url.slice(7)).split('?')[0];
    const local = file.startsWith(root) ? file.slice(root.length) : undefined;
    if (!known.has(local)) continue;
    const line = JSON.stringify({ path: local, functions: functions.map((one) => one.ranges.map(({ startOffset, endOffset, count }) => ({ startOffset, endOffset, count }))) });
    left -= line.length;
    if (left > 0) process.stdout.write('kintsugi-script ' + line + '\\n');
  }
}
`;

/** Lines that the failing tests run, by the coverage of V8: of plain files, whose texts run as they stand. */
export async function nodeCoverage(task: CoverageTask): Promise<readonly Spectrum[] | undefined> {
  const { bench, line, timeoutMs, signal, paths, isMutable, texts } = task;
  const folder = await JobFolder.make(bench);
  await folder.write('reader.cjs', READER);
  await folder.write('paths.json', JSON.stringify(paths.filter(isMutable)));
  await folder.write('check', line);
  const lines = [
    `NODE_V8_COVERAGE=${folder.file('v8')} sh ${folder.file('check')} >/dev/null 2>&1 </dev/null`,
    `node ${folder.file('reader.cjs')} "$PWD" ${folder.file('v8')} ${folder.file('paths.json')}`,
  ];
  const { stdout } = await runScript(bench, folder, lines, { timeoutMs, signal });
  const ran = new Map<string, number[]>();
  for (const [, json = ''] of stdout.matchAll(/^kintsugi-script (.+)$/gm)) {
    const script = scriptOf(json);
    if (!script) continue;
    const own = linesOf(script, texts.get(script.path) ?? '');
    ran.set(script.path, [...new Set([...(ran.get(script.path) ?? []), ...own])]);
  }
  return ran.size === 0 ? undefined : [{ failed: true, lines: ran }];
}

function scriptOf(json: string): Script | undefined {
  try {
    const parsed = Script.safeParse(JSON.parse(json));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** Lines of functions that ran, without the blocks that did not; what ran as the file was loaded is no function's. */
function linesOf({ functions }: Script, text: string): number[] {
  const counts = new Int8Array(text.length).fill(-1);
  const ranges = functions.flatMap((one) =>
    one[0]?.startOffset === 0 && one[0].endOffset >= text.length - 1 ? [] : one,
  );
  // Inner ranges come later and win.
  for (const { startOffset, endOffset, count } of [...ranges].sort(
    (a, b) => b.endOffset - b.startOffset - (a.endOffset - a.startOffset),
  ))
    counts.fill(count > 0 ? 1 : 0, startOffset, Math.min(endOffset, text.length));
  const found: number[] = [];
  let line = 1;
  let has = false;
  for (let at = 0; at <= text.length; at++) {
    if (at === text.length || text[at] === '\n') {
      if (has) found.push(line);
      line += 1;
      has = false;
    } else if (counts[at] === 1 && text[at]?.trim() !== '') has = true;
  }
  return found;
}

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
