/** Form of a project's own tests: new ones have to run under the command that its people type. */
import { isTestable, isUnitTest } from '../domain/verification/protected-paths';
import type { Material } from './material';

/** Where the test API comes from. */
type Api = 'jest' | 'vitest' | 'vitest-globals' | 'node' | 'mocha' | 'pytest' | 'unittest' | 'go';

export interface TestStyle {
  api: Api;
  /** Form of a test's name: `<module>.test.ts`. */
  name: string;
  /** Folder that the project keeps its tests in; absent: beside the modules. */
  folder?: string;
  /** An existing test to write like. */
  example?: string;
}

/** The files of a project, as far as its style is in them. */
export type StyledFiles = Pick<Material, 'paths' | 'text' | 'has'>;

/** Files whose text says which runner a project has. */
const CONFIGS = /(^|\/)(vite|vitest)\.config\.[cm]?[jt]s$/;
const GLOBALS = /\bglobals\s{0,9}:\s{0,9}true\b/;

/** Form of a project's tests: by those that are there, else by its manifest and settings. */
export async function testStyleOf(material: StyledFiles, changed: readonly string[]): Promise<TestStyle> {
  const language = languageOf(changed.find(isTestable) ?? '');
  const tests = material.paths.filter((path) => isUnitTest(path) && languageOf(path) === language).sort();
  const example = nearest(tests, changed);
  const text = example === undefined ? '' : ((await material.text(example)) ?? '');
  const like = example === undefined ? {} : { example };
  // Go tests a package from within its folder.
  if (language === 'go') return { api: 'go', name: '<module>_test.go', ...like };
  const folder = folderOf(tests);
  if (language === 'py')
    return { api: await pythonApi(material, text), name: 'test_<module>.py', folder, ...like };
  const manifest = (await material.text('package.json')) ?? '';
  const config = material.paths.find((path) => CONFIGS.test(path));
  const globals = config !== undefined && GLOBALS.test((await material.text(config)) ?? '');
  const ending = example === undefined ? endingFor(material, changed) : endingOf(example);
  return { api: apiIn(text, manifest, globals), name: `<module>${ending}`, folder, ...like };
}

/** `py`, `go`, or `js` for all that the sandbox runs. */
function languageOf(path: string): string {
  return /\.(py|go)$/.exec(path)?.[1] ?? 'js';
}

/** Files of Python projects that ask for pytest. */
const PYTEST_ASKED =
  /(^|\/)(conftest\.py|pytest\.ini|pyproject\.toml|setup\.(cfg|py)|tox\.ini|Pipfile|requirements[\w-]*\.txt)$/;

async function pythonApi(material: StyledFiles, example: string): Promise<Api> {
  if (example !== '') return /^\s{0,99}(?:import|from) unittest\b/m.test(example) ? 'unittest' : 'pytest';
  for (const path of material.paths.filter((one) => PYTEST_ASKED.test(one)))
    if (/conftest\.py$|\bpytest\b/.test(`${path}\n${(await material.text(path)) ?? ''}`)) return 'pytest';
  return 'unittest';
}

/** The rule of a prompt on how the tests are written. */
export function styleText({ api, name, folder, example }: TestStyle): string {
  const place = folder === undefined ? 'beside the module' : `in ${folder}/, as the others are`;
  const like = example === undefined ? '' : ` Write them in the style of ${example}, which is shown.`;
  return `${API_TEXT[api]} Name each \`${name}\`, ${place}, in the language of that ending.${like}`;
}

const API_TEXT: Record<Api, string> = {
  jest: 'The runner is Jest: `describe`, `test`, `expect` and `jest` are globals.',
  vitest:
    "The runner is Vitest, without globals: import `describe`, `test`, `expect` and `vi` from 'vitest', and mock with `vi`.",
  'vitest-globals':
    'The runner is Vitest, with globals: `describe`, `test`, `expect` and `vi` are there; mock with `vi`.',
  node: "The runner is Node's own: import `describe` and `test` from 'node:test', and `assert` from 'node:assert/strict'. There is no `expect`.",
  mocha:
    "The runner is Mocha: `describe` and `it` are globals; import `assert` from 'node:assert/strict'. There is no `expect`; set up with `beforeEach` alone.",
  pytest:
    'The runner is pytest, from the root of the project: functions `test_…` with `assert` and `pytest.raises`; mock with `monkeypatch`.',
  unittest:
    "The runner is Python's own unittest, from the root of the project: methods of a class of `unittest.TestCase`; mock with `unittest.mock`. There is no pytest.",
  go: 'The runner is `go test`: functions `TestX(t *testing.T)` in the package of the module, which say by `t.Errorf` what they got and wanted.',
};

/** Modules that a test has to load for its API, and what speaks for a use of it. */
const IMPORTED: Partial<Record<Api, { module: string; needed: RegExp; wrong?: RegExp }>> = {
  unittest: { module: 'unittest', needed: /\bunittest\b/, wrong: /^\s{0,99}(?:import|from) pytest\b/m },
  go: { module: 'testing', needed: /"testing"/ },
  vitest: { module: 'vitest', needed: /['"]vitest['"]/ },
  node: { module: 'node:test', needed: /['"]node:test['"]/, wrong: /\bexpect\s{0,9}\(/ },
  mocha: { module: 'node:assert', needed: /['"](node:)?(assert|chai)\b/, wrong: /\bjest\s{0,9}\./ },
};

/** Why a test would not run under the project's own command; undefined: nothing speaks against it. */
export function styleProblem({ api }: TestStyle, content: string): string | undefined {
  const rule = IMPORTED[api];
  if (rule && !rule.needed.test(content)) return `does not import from '${rule.module}'. ${API_TEXT[api]}`;
  if (rule?.wrong?.test(content)) return `uses what this runner does not have. ${API_TEXT[api]}`;
  return undefined;
}

function apiIn(example: string, manifest: string, globals: boolean): Api {
  const vitest = globals ? 'vitest-globals' : 'vitest';
  if (/['"]node:test['"]/.test(example)) return 'node';
  if (/['"]vitest['"]/.test(example)) return 'vitest';
  if (/['"]@jest\/globals['"]/.test(example)) return 'jest';
  if (/"vitest"\s{0,9}:|\bvitest\b/.test(manifest)) return vitest;
  if (/"(ts-)?jest"\s{0,9}:|\bjest\b/.test(manifest)) return 'jest';
  if (/"mocha"\s{0,9}:|\bmocha\b/.test(manifest)) return 'mocha';
  if (/"test"\s{0,9}:\s{0,9}"[^"\n]{0,200}--test\b/.test(manifest)) return 'node';
  return 'jest';
}

/** The test whose path has most in common with what was changed. */
function nearest(tests: readonly string[], changed: readonly string[]): string | undefined {
  const words = new Set(changed.flatMap((path) => path.split(/[/.]/)));
  const score = (path: string): number => path.split(/[/.]/).filter((word) => words.has(word)).length;
  return [...tests].sort((a, b) => score(b) - score(a))[0];
}

function endingOf(path: string): string {
  return /\.(?:test|spec)\.[cm]?[jt]sx?$/.exec(path)?.[0] ?? '.test.ts';
}

function endingFor(material: StyledFiles, changed: readonly string[]): string {
  const [, ending = 'ts'] = changed.map((path) => /\.([cm]?[jt]s)x?$/.exec(path)).find(Boolean) ?? [];
  return `.test.${ending.endsWith('js') && material.has('tsconfig.json') ? 'ts' : ending}`;
}

/** Folder that all tests lie in: `test`. */
function folderOf(tests: readonly string[]): string | undefined {
  const folders = new Set(
    tests.map((path) => /^((?:.{1,200}\/)?(?:tests?|spec|__tests__))\//.exec(path)?.[1]),
  );
  const [folder] = folders;
  return folders.size === 1 ? folder : undefined;
}
