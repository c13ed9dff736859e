/** Form of a project's own tests: new ones have to run under the command that its people type. */

import { z } from 'zod';
import { NO_USAGE } from '../domain/run/budget';
import { isSourceFile, isTest, isTestable, isUnitTest } from '../domain/verification/protected-paths';
import type { WeakTests } from '../domain/verification/test-score';
import type { GenerateTestsInput, GenerateTestsOutcome } from './types';
import { askEdits } from './ask-edits';
import { applyModifications, type Applied, type LlmContext, type LlmDeps } from './edits';
import { ProjectInstructions } from './instructions';
import { clip, Material, type Exhibit } from './material';
import { renderPrompt } from './prompts';
import { withinContext, type Question } from '../model';

/** Where the test API comes from. */
type Api = 'jest' | 'vitest' | 'vitest-globals' | 'node' | 'mocha' | 'pytest' | 'unittest' | 'go';

interface TestStyle {
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

/** Files of Python projects that ask for pytest. */
const PYTEST_ASKED =
  /(^|\/)(conftest\.py|pytest\.ini|pyproject\.toml|setup\.(cfg|py)|tox\.ini|Pipfile|requirements[\w-]*\.txt)$/;

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

const TestsReply = z.object({
  summary: z.string(),
  tests: z.array(z.object({ path: z.string().min(1), content: z.string().min(1) })).min(1),
});
type TestsReply = z.infer<typeof TestsReply>;

/**
 * Writes unit tests for changed code (FR-AC-03) as new files of the tree. If the model names an existing file, the new
 * one gets another name. Without a usable reply the tree stays as it was and the note says why.
 */
export async function generateTests(
  deps: LlmDeps,
  input: GenerateTestsInput,
  context: LlmContext,
): Promise<GenerateTestsOutcome> {
  const material = await Material.of(deps, input.tree);
  const question = await testsQuestion(material, input, deps.redact);
  if (!question) {
    const usage = NO_USAGE;
    return { tree: input.tree, files: [], note: 'no changed code to test', usage };
  }
  const call = { model: deps.model, key: input.key, prompt: question.messages };
  const asked = await withinContext(call, (given) =>
    askEdits(deps.model, {
      ...given,
      redact: deps.redact,
      purpose: question.purpose,
      schema: TestsReply,
      schemaName: 'test_generation',
      ...context,
      apply: (value) => applyTests(deps, input, value, material),
    }),
  );
  const { usage } = asked;
  const { files: told } = await ProjectInstructions.for(material, input.changedFiles, deps.redact);
  const given = told.length > 0 ? { instructions: told } : {};
  if (!asked.ok) return { tree: input.tree, files: [], note: asked.note, usage, ...given };
  const diff = await deps.workspace.diffTrees(input.tree, asked.tree);
  const note = deps.redact(asked.value.summary).slice(0, 500);
  return { tree: asked.tree, files: diff.files.map(({ path }) => path), note, usage, ...given };
}

/** A request for tests, as it is first put to a model; undefined where no code was changed. */
export async function testsQuestion(
  material: Material,
  input: Pick<GenerateTestsInput, 'changedFiles' | 'request' | 'weak'>,
  redact: LlmDeps['redact'],
): Promise<Question | undefined> {
  const changed = input.changedFiles.filter((path) => material.has(path) && isTestable(path));
  if (changed.length === 0) return undefined;
  const style = await testStyleOf(material, changed);
  const shown = await exhibits(material, changed, [
    ...(input.weak?.files ?? []),
    ...(style.example === undefined ? [] : [style.example]),
  ]);
  return {
    purpose: 'test',
    messages: async (budget) =>
      renderPrompt('test.generation.v1', {
        request: clip(wanted(input), budget),
        projectStructure: clip(material.structure(), budget / 4),
        instructions: (await ProjectInstructions.for(material, changed, redact)).text(budget / 8),
        style: styleText(style),
        existingTests: clip(material.paths.filter(isTest).join('\n') || '(none)', budget / 8),
        files: await material.show(shown, budget),
      }),
  };
}

/** The changed files, then what they import: tests need the types of their neighbours. */
async function exhibits(
  material: Material,
  changed: readonly string[],
  weak: readonly string[] = [],
): Promise<Exhibit[]> {
  const essential = [...changed, ...weak.filter((path) => material.has(path))];
  const imported = await Promise.all(changed.map((path) => material.imports(path)));
  return [...new Set([...essential, ...imported.flat()])].map((path) => ({
    path,
    lines: [],
    essential: essential.includes(path),
  }));
}

function wanted({ request, weak }: Pick<GenerateTestsInput, 'request' | 'weak'>): string {
  const asked = request || '(nothing in words: test what the doc comments promise)';
  return weak ? `${asked}\n\n${complaint(weak)}` : asked;
}

/** Complaint that asks for new tests, with the mistakes that the old ones let pass. */
function complaint({ files, killed, sampled, survived }: WeakTests): string {
  const found = sampled > 0 ? `notice ${killed} of ${sampled} deliberate mistakes` : 'do not run';
  const missed = survived.map((one) => `- ${one}`);
  return [
    `The tests in ${files.join(', ')} are too weak: on the changed code they ${found}. Write them anew, whole and under the same paths, so that a wrong implementation fails them.`,
    ...(missed.length > 0 ? ['No test fails where one of these mistakes is made:', ...missed] : []),
  ].join('\n');
}

async function applyTests(
  deps: LlmDeps,
  input: GenerateTestsInput,
  value: TestsReply,
  material: Material,
): Promise<Applied> {
  const anew = new Set(input.weak?.files);
  const taken = new Set(material.paths.filter((path) => !anew.has(path)));
  const modifications = value.tests.map(({ path, content }) => {
    const free = freePath(path.replace(/^(\.\/)+/, ''), taken);
    taken.add(free);
    return { path: free, action: 'create' as const, from: null, content, replacements: null };
  });
  const style = await testStyleOf(material, input.changedFiles);
  const problems = new Map(
    modifications.map(({ path, content }) => [path, styleProblem(style, content)] as const),
  );
  const forbidden = (path: string) =>
    isUnitTest(path) ? problems.get(path) : `is not named like a test (${style.name})`;
  return applyModifications(deps, input.tree, modifications, forbidden, input.heavyFolders);
}

/** `cart.test.ts`, or `cart.generated.test.ts`, `cart.generated-2.test.ts` … where that stands; `test_cart_generated.py`. */
function freePath(path: string, taken: ReadonlySet<string>): string {
  if (!taken.has(path)) return path;
  const [, stem = path, suffix = ''] = /^(.*?)((?:\.(?:test|spec)|_test)?\.[^./]+)$/.exec(path) ?? [];
  // Names of modules of Python and Go hold no points.
  const [before, between] = isSourceFile(path) ? ['.', '-'] : ['_', '_'];
  for (let n = 1; ; n += 1) {
    const free = `${stem}${before}generated${n === 1 ? '' : `${between}${n}`}${suffix}`;
    if (!taken.has(free)) return free;
  }
}

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
