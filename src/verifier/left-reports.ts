import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { compileGlob } from '../domain/files/globs';
import { COVERAGE_FILE, readCoverage, type FileCoverage } from '../domain/verification/coverage';
import { isTest } from '../domain/verification/protected-paths';
import { REPORT_FILE, type Reporting } from '../domain/verification/reporting';
import { type ReadReport, type ReadTest, readReports } from './reports';

/** Most bytes of a report, and of all that a runner leaves in the tree. */
const REPORT_LIMIT = 32 * 1024 * 1024;
const MOST_LEFT = 2_000;
/** Most bytes of a source that is looked through for its tests. */
const SOURCE_LIMIT = 512 * 1024;

/** Reads what a command left: its report, or those that its runner writes to the tree. `roots` are paths of the tree. */
export async function readLeft(
  { form, folder, files, left }: Reporting,
  work: string,
  { tmp, roots }: { tmp: string; roots: readonly string[] },
): Promise<ReadReport | undefined> {
  const here = join(work, folder);
  const texts = [
    (await readHead(join(tmp, REPORT_FILE), REPORT_LIMIT)) ?? '',
    ...(left.length > 0 ? await leftIn(here, left) : []),
  ];
  const isGo = form === 'go';
  const module = isGo ? await goModule(here) : undefined;
  const read = readReports({
    ...{ form, texts, folder, module, files },
    roots: roots.map((root) => join(root, folder)),
  });
  return read && isGo ? { ...read, tests: await withGoFiles(read.tests, work) } : read;
}

/** Lines of the tree's programs that a command says it executed; undefined where it measures none. */
export async function readLeftCoverage(
  { coverage: form, folder }: Reporting,
  work: string,
  { tmp, roots }: { tmp: string; roots: readonly string[] },
): Promise<FileCoverage[] | undefined> {
  if (!form) return undefined;
  const place = join(tmp, COVERAGE_FILE);
  const text =
    (await readHead(place, REPORT_LIMIT)) ?? (await readHead(join(place, 'lcov.info'), REPORT_LIMIT));
  const module = form === 'go' ? ((await goModule(join(work, folder))) ?? '') : '';
  return readCoverage(form, text ?? '').flatMap((file) => {
    const root = roots.find((one) => file.path.startsWith(`${one}/`));
    const local =
      module !== '' && file.path.startsWith(`${module}/`) ? file.path.slice(module.length + 1) : file.path;
    const path = root === undefined ? posix.join(folder, local) : file.path.slice(root.length + 1);
    const isOwn = !/^\/|^\.\.|(?:^|\/)node_modules\//.test(path) && !isTest(path);
    return isOwn ? [{ ...file, path }] : [];
  });
}

async function goModule(folder: string): Promise<string | undefined> {
  return /^module\s+(\S+)/m.exec((await readHead(join(folder, 'go.mod'), 65_536)) ?? '')?.[1];
}

/** Text of a file, which a command may have made a link or a pipe: then undefined. */
async function readHead(path: string, limit: number): Promise<string | undefined> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch(() => undefined);
  try {
    const found = await file?.stat();
    if (!file || !found?.isFile() || found.size > limit) return undefined;
    return await file.readFile('utf8');
  } finally {
    await file?.close();
  }
}

async function leftIn(folder: string, globs: readonly string[]): Promise<string[]> {
  const matchers = globs.map((glob) => compileGlob(glob));
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const meant = names.filter((name) => matchers.some(({ matches }) => matches(name))).sort();
  const texts: string[] = [];
  let room = REPORT_LIMIT;
  for (const name of meant.slice(0, MOST_LEFT)) {
    const text = (await readHead(join(folder, name), room)) ?? '';
    room -= text.length;
    texts.push(text);
  }
  return texts;
}

const GO_TEST = /^func ((?:Test|Example|Fuzz|Benchmark)\w{0,200})\(/gm;

/** Go tells the package of a test: its file is the one that declares it. */
async function withGoFiles(tests: readonly ReadTest[], work: string): Promise<ReadTest[]> {
  const declared = new Map<string, ReadonlyMap<string, string>>();
  const result: ReadTest[] = [];
  for (const test of tests) {
    const known = declared.get(test.file) ?? (await goTestsIn(work, test.file));
    declared.set(test.file, known);
    result.push({ ...test, file: known.get(test.path[0] ?? '') ?? test.file });
  }
  return result;
}

async function goTestsIn(work: string, folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  if (folder.startsWith('/') || folder.split('/').includes('..')) return found;
  const names = await readdir(join(work, folder)).catch(() => []);
  for (const name of names.filter((one) => one.endsWith('_test.go'))) {
    const text = (await readHead(join(work, folder, name), SOURCE_LIMIT)) ?? '';
    const path = folder === '.' || folder === '' ? name : `${folder}/${name}`;
    for (const [, test = ''] of text.matchAll(GO_TEST)) found.set(test, path);
  }
  return found;
}
