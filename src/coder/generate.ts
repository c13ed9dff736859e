import { posix } from 'node:path';
import { z } from 'zod';
import { keptReason } from '../domain/run/policy/kept-files';
import { protectedReason } from '../domain/verification/protected-paths';
import { ANSWER_CHARS } from '../domain/heal/outcome';
import { excerpt } from '../domain/text';
import type { ChatInput, ChatOutcome, ExecuteInput, ExecuteOutcome } from './types';
import { askEdits, type AskedEdits } from './ask-edits';
import { applyModifications, inspected, ModificationReply, type LlmContext, type LlmDeps } from './edits';
import { clip, Material, type Exhibit } from './material';
import { renderPrompt } from './prompts';
import { withinContext, type Question } from '../model';
import { readReport } from '../verifier';

const CodeReply = z.object({ summary: z.string(), fileModifications: z.array(ModificationReply).min(1) });

/** A request for edits, as it is first put to a model. */
export function editsQuestion(
  material: Material,
  { impactedFiles, request }: Pick<ExecuteInput, 'impactedFiles' | 'request'>,
): Question {
  const exhibits = exhibitsFor(material, impactedFiles, request);
  return {
    purpose: 'code',
    messages: async (budget) =>
      renderPrompt('code.generation.v2', {
        projectStructure: clip(material.structure(), budget / 4),
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
  const question = editsQuestion(material, input);
  const forbidden = outsideImpact(input, await judgeOf(deps, input));
  const asked = await withinContext({ model: deps.model, step: input.step }, async (budget, compactable) =>
    askEdits(deps.model, {
      ...compactable,
      redact: deps.redact,
      purpose: question.purpose,
      schema: CodeReply,
      schemaName: 'code_generation',
      messages: await question.messages(budget),
      step: input.step,
      ...context,
      apply: async (value) =>
        inspected(
          deps,
          await applyModifications(deps, input.tree, value.fileModifications, forbidden, input.heavyFolders),
          changeOf(input),
        ),
    }),
  );
  return toOutcome(deps, input, asked);
}

async function toOutcome(
  deps: LlmDeps,
  input: ExecuteInput,
  asked: AskedEdits<z.output<typeof CodeReply>>,
): Promise<ExecuteOutcome> {
  const { usage } = asked;
  if (!asked.ok)
    return { status: 'refused', reason: `The model gave no edits that apply: ${asked.note}`, usage };
  const diff = await deps.workspace.diffTrees(input.tree, asked.tree);
  const inspection = await deps.inspect?.({ ...changeOf(input), tree: asked.tree, changes: diff.files });
  const warnings = inspection?.warnings.map((warning) => deps.redact(warning).slice(0, 400)) ?? [];
  return {
    status: 'edited',
    tree: asked.tree,
    changedFiles: diff.files.map(({ path }) => path),
    summary: deps.redact(asked.value.summary).slice(0, 500),
    usage,
    ...(warnings.length > 0 && { warnings }),
  };
}

/** Starting point of an inspection. */
function changeOf({ tree, spec, directory, report, impactedFiles, request }: ExecuteInput) {
  return { base: tree, spec, directory, report, impactedFiles, isAsked: true, asked: request };
}

/** Judges of the unchanged program, from the report of its baseline. */
interface Judge {
  /** Paths that decide what its tests mean. */
  paths: ReadonlySet<string>;
  /** Files that judge by what uses them: path → why they may not change. */
  files: ReadonlyMap<string, string>;
  /** It has tests. */
  present: boolean;
}

async function judgeOf(deps: LlmDeps, { report }: ExecuteInput): Promise<Judge> {
  if (report === undefined) return { paths: new Set(), files: new Map(), present: false };
  const read = await readReport(deps.blobs, report);
  return {
    paths: new Set(read.judging),
    files: new Map(read.judges?.files.map(({ path, why }) => [path, why])),
    present: read.checks.some((check) => check.kind === 'tests') || Boolean(read.judges?.files.length),
  };
}

/** A request may change what it names, and add files; nothing else that is there, and nothing that the policy keeps. */
function outsideImpact(
  { impactedFiles: impacted, policy, mode }: ExecuteInput,
  judge: Judge,
): (path: string, exists: boolean) => string | undefined {
  const kept = keptReason({ policy, mode });
  return (path, exists) => {
    const denied = kept(path);
    if (denied !== undefined) return denied;
    if (impacted.includes(path)) return undefined;
    const why = judge.files.get(path);
    if (why !== undefined) return `judges the program (${why}, and --impacted does not name it)`;
    const reason = judge.paths.has(path) ? 'judges the program' : protectedReason(path);
    // New tests are welcome; settings that come with a change would judge it in place of those that are there.
    if (!exists) return judge.present && reason !== 'is a test' ? reason : undefined;
    return reason ?? (impacted.length > 0 ? 'is not among the files to change' : undefined);
  };
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
export function chatQuestion(material: Material, { request }: Pick<ChatInput, 'request'>): Question {
  const exhibits = exhibitsFor(material, [], request);
  return {
    purpose: 'chat',
    messages: async (budget) =>
      renderPrompt('chat.reply.v1', {
        projectStructure: clip(material.structure(), budget / 4),
        files: await material.show(exhibits, budget),
        request: clip(request, budget),
      }),
  };
}

/** An answer to a question about the project. What cannot be used is said instead. */
export async function chatReply(deps: LlmDeps, input: ChatInput, context: LlmContext): Promise<ChatOutcome> {
  const material = await Material.of(deps, input.tree);
  const question = chatQuestion(material, input);
  const reply = await withinContext({ model: deps.model, step: input.step }, async (budget, compactable) =>
    deps.model.text({
      ...compactable,
      purpose: question.purpose,
      messages: await question.messages(budget),
      step: input.step,
      ...context,
    }),
  );
  context.signal.throwIfAborted();
  if (reply.ok) return { reply: excerpt(deps.redact(reply.text), ANSWER_CHARS), usage: reply.usage };
  return { reply: `The model gave no usable answer: ${reply.error}`, usage: reply.usage };
}
