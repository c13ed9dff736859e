import { posix } from 'node:path';
import { z } from 'zod';
import { ANSWER_CHARS } from '../domain/heal/outcome';
import { excerpt } from '../domain/text';
import type { ChatInput, ChatOutcome, ExecuteInput, ExecuteOutcome } from './types';
import { askEdits, type AskedEdits } from './ask-edits';
import {
  applyModifications,
  changeFindings,
  inspected,
  ModificationReply,
  type LlmContext,
  type LlmDeps,
} from './edits';
import { ProjectInstructions } from './instructions';
import { clip, Material, type Exhibit } from './material';
import { renderPrompt } from './prompts';
import { withinContext, type Question } from '../model';
import { requestRules } from './request-rules';

const CodeReply = z.object({ summary: z.string(), fileModifications: z.array(ModificationReply).min(1) });

/** A request for edits, as it is first put to a model. */
export function editsQuestion(
  material: Material,
  { impactedFiles, request }: Pick<ExecuteInput, 'impactedFiles' | 'request'>,
  redact: LlmDeps['redact'],
): Question {
  const exhibits = exhibitsFor(material, impactedFiles, request);
  return {
    purpose: 'code',
    messages: async (budget) =>
      renderPrompt('code.generation.v2', {
        projectStructure: clip(material.structure(), budget / 4),
        instructions: (await ProjectInstructions.for(material, impactedFiles, redact)).text(budget / 8),
        impactedFiles: impactedFiles.join('\n') || '(not named: choose the smallest set)',
        files: await material.show(exhibits, budget),
        request: clip(request, budget),
      }),
  };
}

/** Edits of the impacted files that do what the request says (FR-AC-01). A reply of no use is an outcome. */
export async function generateEdits(
  deps: LlmDeps,
  input: ExecuteInput,
  context: LlmContext,
): Promise<ExecuteOutcome> {
  const material = await Material.of(deps, input.tree);
  const question = editsQuestion(material, input, deps.redact);
  const forbidden = await requestRules(deps, input);
  const call = { model: deps.model, key: input.key, prompt: question.messages };
  const asked = await withinContext(call, (given) =>
    askEdits(deps.model, {
      ...given,
      redact: deps.redact,
      purpose: question.purpose,
      schema: CodeReply,
      schemaName: 'code_generation',
      ...context,
      apply: async (value) =>
        inspected(
          deps,
          await applyModifications(deps, input.tree, value.fileModifications, forbidden, input.heavyFolders),
          changeOf(input),
        ),
    }),
  );
  const instructions = await ProjectInstructions.for(material, input.impactedFiles, deps.redact);
  return toOutcome(deps, input, asked, instructions.files);
}

async function toOutcome(
  deps: LlmDeps,
  input: ExecuteInput,
  asked: AskedEdits<z.output<typeof CodeReply>>,
  instructions: string[],
): Promise<ExecuteOutcome> {
  const { usage } = asked;
  if (!asked.ok)
    return { status: 'refused', reason: `The model gave no edits that apply: ${asked.note}`, usage };
  const diff = await deps.workspace.diffTrees(input.tree, asked.tree);
  const { signs } = await changeFindings(deps, { ...changeOf(input), tree: asked.tree });
  return {
    status: 'edited',
    tree: asked.tree,
    changedFiles: diff.files.map(({ path }) => path),
    summary: deps.redact(asked.value.summary).slice(0, 500),
    usage,
    ...(signs.length > 0 && { signs: signs.map(({ sign }) => sign) }),
    ...(instructions.length > 0 && { instructions }),
  };
}

/** Starting point of an inspection. */
function changeOf({ tree, spec, directory, report, impactedFiles, request }: ExecuteInput) {
  return { base: tree, spec, directory, report, impactedFiles, isAsked: true, asked: request };
}

/** The named files and others of the project; with none named, its sources. What the request speaks of comes first. */
export function exhibitsFor(material: Material, impacted: readonly string[], request: string): Exhibit[] {
  const named = impacted.flatMap((path) => material.resolve(path) ?? []);
  const rest = material.paths
    .filter(
      (path) => !named.includes(path) && (impacted.length === 0 || /\.(d\.ts|[cm]?[jt]sx?)$/.test(path)),
    )
    .map((path) => ({ path, meant: speaksOf(request, path) }))
    .sort(
      (a, b) =>
        Number(b.meant) - Number(a.meant) || depth(a.path) - depth(b.path) || (a.path < b.path ? -1 : 1),
    )
    .slice(0, impacted.length === 0 ? 60 : 20);
  return [
    ...named.map((path) => ({ path, lines: [], essential: true })),
    ...rest.map(({ path, meant }) => ({ path, lines: [], essential: meant })),
  ];
}

const depth = (path: string): number => path.split('/').length;

/** True if a request names a file: its path, or its name as a word. */
function speaksOf(request: string, path: string): boolean {
  if (request.includes(path)) return true;
  const name = posix.basename(path);
  const stem = name.split('.')[0] ?? '';
  const words = request.split(/[^\w.$-]+/);
  return (
    words.includes(name) ||
    (stem.length >= 3 && words.some((word) => word.replace(/(?<!\.)\.+$/, '') === stem))
  );
}

/** A question about the project, as it is first put to a model. */
export function chatQuestion(
  material: Material,
  { request }: Pick<ChatInput, 'request'>,
  redact: LlmDeps['redact'],
): Question {
  const exhibits = exhibitsFor(material, [], request);
  return {
    purpose: 'chat',
    messages: async (budget) =>
      renderPrompt('chat.reply.v1', {
        projectStructure: clip(material.structure(), budget / 4),
        instructions: (await ProjectInstructions.for(material, [], redact)).text(budget / 8),
        files: await material.show(exhibits, budget),
        request: clip(request, budget),
      }),
  };
}

/** An answer to a question about the project. What cannot be used is said instead. */
export async function chatReply(deps: LlmDeps, input: ChatInput, context: LlmContext): Promise<ChatOutcome> {
  const material = await Material.of(deps, input.tree);
  const question = chatQuestion(material, input, deps.redact);
  const call = { model: deps.model, key: input.key, prompt: question.messages };
  const reply = await withinContext(call, (given) =>
    deps.model.text({
      ...given,
      purpose: question.purpose,
      ...context,
    }),
  );
  context.signal.throwIfAborted();
  const { files: instructions } = await ProjectInstructions.for(material, [], deps.redact);
  const given = instructions.length > 0 ? { instructions } : {};
  if (reply.ok)
    return { reply: excerpt(deps.redact(reply.text), ANSWER_CHARS), usage: reply.usage, ...given };
  return { reply: `The model gave no usable answer: ${reply.error}`, usage: reply.usage, ...given };
}
