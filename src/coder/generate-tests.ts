import { z } from 'zod';
import { NO_USAGE } from '../domain/run/usage';
import { isSourceFile, isTest, isTestable, isUnitTest } from '../domain/verification/protected-paths';
import type { WeakTests } from '../domain/verification/test-score';
import type { GenerateTestsInput, GenerateTestsOutcome } from './types';
import { askEdits } from './ask-edits';
import { applyModifications, type Applied, type LlmContext, type LlmDeps } from './edits';
import { ProjectInstructions } from './instructions';
import { clip, Material, type Exhibit } from './material';
import { renderPrompt } from './prompts';
import { withinContext, type Question } from '../model';
import { styleProblem, styleText, testStyleOf } from './test-style';

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
