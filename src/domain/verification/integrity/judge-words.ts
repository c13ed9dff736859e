/** Words in the names and folders of judges. */
const JUDGE_WORDS = new Set([
  ...[
    'test',
    'tests',
    'testing',
    'tester',
    'spec',
    'specs',
    'check',
    'checks',
    'checker',
    'verify',
    'verifier',
  ],
  ...['judge', 'judges', 'qa', 'validate', 'validator', 'validation', 'verification', 'assert', 'asserts'],
  ...['assertion', 'assertions', 'expect', 'expectation', 'expectations', 'acceptance', 'e2e', 'smoke', 'ci'],
  ...['script', 'scripts', 'tool', 'tools', 'tooling', 'lint', 'coverage', 'harness', 'matcher', 'matchers'],
]);

/** Words of names and folders that hold what tests compare with: data of these names is a judge by itself. */
const MATERIAL_WORDS = new Set([
  ...['test', 'tests', 'testing', 'testdata', 'fixture', 'fixtures', 'golden', 'goldens'],
  ...['expected', 'expectation', 'expectations', 'oracle', 'snapshot', 'snapshots', 'approved', 'testcases'],
  ...['mock', 'mocks', 'stub', 'stubs', 'double', 'doubles', 'fake', 'fakes', 'helper', 'helpers'],
]);

/** Below these the name of a file says nothing (`src/spell-check.js`); folders still tell. */
const SOURCE_FOLDER = /^((packages|apps|libs|crates|modules)\/[^/]+\/)?(src|lib|app)\//;
const PROGRAM_FOLDER = /^((packages|apps|libs|crates|modules)\/[^/]+\/)?(src|lib|app|bin|cmd|internal|pkg)\//;

/** Names of files that a program begins with. */
const ENTRY = /^(main|index|cli|app|application|server|program|start|manage|wsgi|asgi|__main__|__init__)$/i;

/** True for a place where programs keep their sources. */
export function isInProgramFolder(path: string): boolean {
  return PROGRAM_FOLDER.test(path);
}

/** True for names such as `main.js` and `index.ts`. */
export function isNamedLikeEntry(path: string): boolean {
  return ENTRY.test(stemOf(path));
}

/** True where a name or a folder says that the file judges. `inPackage`: its folder is a package, so its own name says nothing. */
export function isNamedLikeJudge(path: string, inPackage = false): boolean {
  return tellingParts(path, inPackage).some((part) => wordsOf(part).some((word) => JUDGE_WORDS.has(word)));
}

/** True where a name or a folder says that the file is what tests compare with, or a helper of tests. */
export function isNamedLikeMaterial(path: string): boolean {
  return tellingParts(path).some((part) =>
    wordsOf(part).some(
      (word) => MATERIAL_WORDS.has(word) || /^test(util|helper|kit|lib|case|suite)s?$/.test(word),
    ),
  );
}

/** The name of a file without folder and endings: `sum` of `src/sum.d.ts`. */
export function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.indexOf('.', 1);
  return dot < 0 ? name : name.slice(0, dot);
}

/** Folders, and outside of source folders and packages the name too; in these a name tells that begins or ends with `test`. */
function tellingParts(path: string, inPackage = false): string[] {
  const folders = path.split('/');
  const name = folders.pop() ?? '';
  // Go compiles all of a folder into one package, but for the tests.
  const isSource = SOURCE_FOLDER.test(path) || inPackage || name.endsWith('.go');
  if (!isSource) return [...folders, name];
  const words = wordsOf(stemOf(name));
  const telling =
    words.length > 1 && [words[0], words.at(-1)].some((word) => /^test(s|ing)?$/.test(word ?? ''));
  return telling ? [...folders, name] : folders;
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/);
}
