/** Work of the modes of a session. */
import type { Handled } from '../../domain/session/handling';
import { MODES, type AgentMode, type ModeToolName } from '../../domain/session/modes';
import { examineDependencies } from './tools/dependencies';
import { analyseImpact } from './tools/impact';
import { examineModels } from './tools/ml';
import { navigate } from './tools/navigate';
import { outline } from './tools/outline';
import { research } from './tools/research';
import { review } from './tools/review';
import { compareSpecification } from './tools/specification';
import { benchmark } from './tools/benchmark';
import { reproduceEnvironment } from './tools/environment';
import { proposeCommit } from './tools/git';
import { checkOps } from './tools/ops';
import { profile } from './tools/profile';
import { runTests, verifyProject } from './tools/run-tests';
import { survey } from './tools/survey';
import { graphAround, exportedDeclarations } from '../../codebase';
import { keepDetail, keepMaterial } from './project-files';
import { answerByTools } from './questions';
import type { Handler, HandlerContext, HandlerInput, SessionDeps } from './types';
import type { TreeHash } from '../../domain/ids';
import { exportDifferences, type ExportDifference, type ExportsByFile } from '../../domain/session/exports';
import { textAt } from './project-files';

export { beginTalk, endTalk, type BeginTalkInput, type EndTalkInput } from './talk';
export { intentQuestion, openClassifier, readIntent, type IntentInput } from './intent';
export { readSession } from './project-files';
export type { HandlerInput, SessionDeps } from './types';

const TOOLS: Readonly<Record<ModeToolName, Handler>> = {
  analyseImpact,
  benchmark,
  checkOps,
  compareSpecification,
  examineDependencies,
  examineModels,
  navigate,
  outline,
  profile,
  proposeCommit,
  reproduceEnvironment,
  research,
  review,
  runTests,
  survey,
  verifyProject,
};

/**
 * Does the work of a mode on the files of a session; what it writes is thrown away. A tool that reads and finds nothing to
 * begin with leaves the message to a model, where there is one.
 */
export async function handleTask(
  deps: SessionDeps,
  input: HandlerInput,
  context: HandlerContext,
): Promise<Handled> {
  const { asked, mode, directory, task } = input;
  const handled = asked
    ? await answerByTools(asked, deps, input, context)
    : await toolOf(mode)(deps, input, context);
  if (handled.status === 'lacking' && (!MODES[mode].writes || asked))
    return { ...handled, material: handled.material ?? (await keepMaterial(deps, handled.answer)) };
  const { answers, files = [] } = handled;
  if (answers === undefined || files.length === 0) return handled;
  const navigation = await deps.navigate({ directory, tree: task.files.tree }, context.signal);
  return { ...handled, graphDoc: await keepDetail(deps, graphAround(navigation, files)) };
}

function toolOf(mode: AgentMode): Handler {
  const { tool } = MODES[mode];
  if (!tool) throw new Error(`the mode ${mode} has no tool`);
  return TOOLS[tool];
}

/** Exported names of TypeScript and JavaScript whose declarations differ between two trees. */
export async function compareExports(
  deps: Pick<SessionDeps, 'blobs' | 'trees'>,
  { before, after }: { before: TreeHash; after: TreeHash },
): Promise<readonly ExportDifference[]> {
  const [was, is] = await Promise.all([deps.trees.list(before), deps.trees.list(after)]);
  const changedIn = (one: typeof was, other: typeof was): string[] => {
    const hashes = new Map(other.map(({ path, hash }) => [path, hash]));
    return one.filter(({ path, hash }) => hashes.get(path) !== hash).map(({ path }) => path);
  };
  return exportDifferences(
    await exportsOf(deps, before, changedIn(was, is)),
    await exportsOf(deps, after, changedIn(is, was)),
  );
}

async function exportsOf(
  deps: Pick<SessionDeps, 'blobs' | 'trees'>,
  tree: TreeHash,
  paths: readonly string[],
): Promise<ExportsByFile> {
  const read = await Promise.all(
    paths.map(async (path) => {
      const text = await textAt(deps, tree, path);
      const declared = text === undefined ? undefined : exportedDeclarations(path, text);
      return declared ? [[path, declared] as const] : [];
    }),
  );
  return Object.fromEntries(read.flat());
}
