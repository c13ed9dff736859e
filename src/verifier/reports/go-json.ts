import { z } from 'zod';
import { parseJson, type ReadReport, type ReadTest } from './read-test';

const Event = z.object({
  Action: z.string(),
  Package: z.string().optional(),
  ImportPath: z.string().optional(),
  Test: z.string().optional(),
  Output: z.string().optional(),
  Elapsed: z.number().optional(),
});

interface Seen {
  package: string;
  test: string;
  status?: ReadTest['status'];
  output: string;
  elapsed: number;
}

const ENDS: Record<string, ReadTest['status']> = { pass: 'passed', fail: 'failed', skip: 'skipped' };
const PLACE = /^ {4,}([\w./-]{1,200}\.go):(\d{1,7}): /m;
const GIVEN = /\bgot |= /i;
const WANTED = /[,;] (?:want|wanted|expected) /i;
/** Lines of a test's output that are read for its values, and characters of each. */
const MOST_LINES = 200;
const LINE_CHARS = 1_000;
const VALUE_CHARS = 200;

/** Tests by the events of `go test -json`; `module` is the module's name, without which a package is a folder. */
export function readGoJson(text: string, module: string): ReadReport | undefined {
  const seen = new Map<string, Seen>();
  const builds = new Map<string, string>();
  const printed: string[] = [];
  for (const line of text.split('\n')) {
    const parsed = Event.safeParse(parseJson(line));
    if (!parsed.success) continue;
    const {
      Action: action,
      Package: of = '',
      ImportPath: built,
      Test: test = '',
      Output: output = '',
      Elapsed,
    } = parsed.data;
    printed.push(output);
    if (action === 'build-output') builds.set(built ?? '', (builds.get(built ?? '') ?? '') + output);
    const key = `${of}\n${test}`;
    const one = seen.get(key) ?? { package: of, test, output: '', elapsed: 0 };
    seen.set(key, one);
    one.output += action === 'output' ? output : '';
    one.status = ENDS[action] ?? one.status;
    one.elapsed = Elapsed ?? one.elapsed;
  }
  if (seen.size === 0) return undefined;
  const all = [...seen.values()].filter((one) => one.package !== '');
  const tests = all.flatMap((one): ReadTest[] => {
    const file = folderOf(one.package, module);
    if (one.test === '') return packageFailure(one, all, builds, file);
    const children = all.some(
      ({ package: of, test }) => of === one.package && test.startsWith(`${one.test}/`),
    );
    const path = one.test.split('/');
    // A test that failed only by its subtests says nothing of its own.
    if (children && !PLACE.test(one.output) && !one.output.includes('panic:')) return [];
    return [
      {
        file,
        path,
        status: one.status ?? 'failed',
        durationMs: one.elapsed * 1_000,
        ...((one.status ?? 'failed') === 'failed' && { failure: failureOf(one.output, file) }),
      },
    ];
  });
  return { tests, printed: printed.join('') };
}

/** A package that failed without a failed test: it does not compile, or ended by itself. */
function packageFailure(
  one: Seen,
  all: readonly Seen[],
  builds: ReadonlyMap<string, string>,
  file: string,
): ReadTest[] {
  const tested = all.some(
    ({ package: of, test, status }) =>
      of === one.package && test !== '' && status !== 'passed' && status !== 'skipped',
  );
  if (one.status !== 'failed' || tested) return [];
  const built = [...builds].filter(
    ([path]) =>
      path === one.package || path.startsWith(`${one.package} [`) || path.startsWith(`${one.package}_test [`),
  );
  const said = [...built, ...(built.length > 0 ? [] : builds)].map(([, output]) => output).join('');
  const message = (said === '' ? one.output : said).trim();
  return [{ file, path: [], status: 'failed', failure: { message, phase: 'collect' } }];
}

/** Folder of a package: `.` for the root of the module. */
function folderOf(name: string, module: string): string {
  if (name === module) return '.';
  return module !== '' && name.startsWith(`${module}/`) ? name.slice(module.length + 1) : name;
}

function failureOf(output: string, folder: string): NonNullable<ReadTest['failure']> {
  const told = output
    .split('\n')
    .filter((line) => !/^\s*(?:=== |--- )/.test(line))
    .join('\n')
    .trimEnd();
  const panic = /^panic: (.{1,2000})$/m.exec(told)?.[1];
  const place = PLACE.exec(told);
  const [received, expected] = valuesIn(told) ?? [];
  const base = folder === '.' ? '' : `${folder}/`;
  const location =
    place && panic === undefined ? { location: { file: `${base}${place[1]}`, line: Number(place[2]) } } : {};
  const message =
    panic === undefined
      ? told.replaceAll(/^ {4,}[\w./-]{1,200}\.go:\d{1,7}: /gm, '').trim()
      : `panic: ${panic}`;
  return {
    name: panic === undefined ? 'AssertionError' : 'panic',
    message,
    stack: told,
    ...location,
    received,
    expected,
  };
}

/** Values of the first line such as `Sum(1, 2) = 4, want 3` or `got 4, expected 3`. */
function valuesIn(told: string): [received: string, expected: string] | undefined {
  for (const line of told.split('\n', MOST_LINES)) {
    const read = line.slice(0, LINE_CHARS);
    const wanted = WANTED.exec(read);
    const before = read.slice(0, wanted?.index ?? 0);
    const given = GIVEN.exec(before);
    if (!wanted || !given) continue;
    const received = before.slice(given.index + given[0].length);
    const expected = read.slice(wanted.index + wanted[0].length);
    const all = [received, expected];
    if (all.every(({ length }) => length > 0 && length <= VALUE_CHARS)) return [received, expected];
  }
  return undefined;
}
