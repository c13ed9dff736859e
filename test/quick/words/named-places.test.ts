import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../..');
const SOURCES = ['src', 'test', 'bench'].flatMap((part) =>
  readdirSync(join(ROOT, part), { recursive: true, encoding: 'utf8' }).map((path) => `${part}/${path}`),
);

const FILE = /^[\w@.-]+\.(?:ts|mts|mjs|cjs|js|json|jsonl|md)$/;
const PATH = /^(?:\.?[\w@.-]+\/)+[\w@.-]*$/;
/** Texts in backticks with a slash that are no paths of the project. */
const NO_PATHS = ['__tests__/', 'round-2/propose-llm'];

interface Place {
  text: string;
  /** From the root; several for a bare name that several folders have. */
  paths: readonly string[];
}

/** Places that a page names in backticks, by where they stand. `base`: folder that its paths are below. */
function placesOf(page: string, base: string): Map<number, Place> {
  const found = new Map<number, Place>();
  for (const { 1: text = '', index } of page.matchAll(/`([^`\n]+)`/g)) {
    if (!(FILE.test(text) || PATH.test(text)) || NO_PATHS.includes(text)) continue;
    const whole = [text, join(base, text)].filter((path) => existsSync(join(ROOT, path)));
    const paths = whole.length > 0 ? whole : SOURCES.filter((path) => path.endsWith(`/${text}`));
    found.set(index, { text, paths });
  }
  return found;
}

function isFolder(path: string): boolean {
  return existsSync(`${join(ROOT, path)}/`);
}

function textOf(path: string): string {
  const whole = join(ROOT, path);
  if (!isFolder(path)) return readFileSync(whole, 'utf8');
  const files = readdirSync(whole, { recursive: true, encoding: 'utf8' });
  return files.map((file) => (isFolder(join(path, file)) ? '' : textOf(join(path, file)))).join('\n');
}

function hasName(code: string, name: string): boolean {
  const isLetter = (sign = ' '): boolean => /[\w$]/.test(sign);
  for (let at = code.indexOf(name); at >= 0; at = code.indexOf(name, at + 1))
    if (!isLetter(code[at - 1]) && !isLetter(code[at + name.length])) return true;
  return false;
}

/** One or several names in backticks, and the place that follows them: `a` and `b` in `c.ts`, `a` (`c.ts`), a row of a table. */
const BESIDE =
  /((?:\*{0,2}`[^`\n]+`\*{0,2}(?:, | and |\s+)?)+)(?:\s*\|\s*|\s*\(|\s+in |\s+of )(?=`([^`\n]+)`)/g;

/** Names of code that stand beside a place, and are not there. */
function misplaced(page: string, places: ReadonlyMap<number, Place>): string[] {
  return [...page.matchAll(BESIDE)].flatMap(({ 0: whole, 1: names = '', index }) => {
    const { paths = [], text = '' } = places.get(index + whole.length) ?? {};
    if (paths.length === 0) return [];
    const words = [...names.matchAll(/`([A-Za-z_$'][\w.$'-]*)(?:\(…\))?`/g)].map(([, name = '']) => name);
    const code = paths.map(textOf).join('\n');
    return words
      .filter((name) => !FILE.test(name))
      .flatMap((name) => name.replaceAll("'", '').split('.'))
      .filter((name) => !hasName(code, name))
      .map((name) => `${name}: ${text}`);
  });
}

describe.each([
  ['docs/architecture.md', 'src', 120],
  ['docs/recipes.md', '', 100],
])('%s', (file, base, least) => {
  const page = readFileSync(join(ROOT, file), 'utf8');
  const places = placesOf(page, base);

  test('names paths that exist', () => {
    expect([...places.values()].filter(({ paths }) => paths.length === 0)).toEqual([]);
    expect(places.size).toBeGreaterThan(least);
  });

  test('names code where it is', () => {
    expect(misplaced(page, places)).toEqual([]);
    expect(page.match(BESIDE)?.length).toBeGreaterThan(least / 4);
  });
});

test('a name that is not in the file beside it is found, and so is a path that does not exist', () => {
  const page = '`RunHost` and `NoSuchName` in `workflows/run/host.ts`, `NoRow` (`workflows/no-file.ts`)';
  const places = placesOf(page, 'src');
  expect(misplaced(page, places)).toEqual(['NoSuchName: workflows/run/host.ts']);
  expect([...places.values()].flatMap(({ paths, text }) => (paths.length === 0 ? [text] : []))).toEqual([
    'workflows/no-file.ts',
  ]);
});
