/** The settings that hold for a test file: a tree may have several projects, each with its own. */
import { configFor } from '../../domain/verification/test-config';
import type { TrialRequest, ProgramContext, VariantVerdict } from '../types';
import { putLater } from '../verdicts';

const contexts = new WeakMap<ProgramContext, Map<object, ProgramContext>>();

/** The context with the settings of one test file's project; the same object for all files of a project. */
export function contextFor(
  context: ProgramContext | undefined,
  testFile: string,
): ProgramContext | undefined {
  const config = context?.config;
  if (!context || !config) return context;
  const project = configFor(config, testFile);
  const known = contexts.get(context) ?? new Map<object, ProgramContext>();
  contexts.set(context, known);
  // Which files are tests is of no use to a child, and long.
  const own = { ...project, testFiles: undefined, projects: [], readFrom: [], notes: [] };
  const made = known.get(project) ?? { ...context, config: own };
  known.set(project, made);
  return made;
}

/** Requests for each project's test files, those with failing tests first. */
function byProject(request: TrialRequest): TrialRequest[] {
  const groups = new Map<ProgramContext | undefined, string[]>();
  for (const testFile of request.testFiles) {
    const context = contextFor(request.context, testFile);
    groups.set(context, [...(groups.get(context) ?? []), testFile]);
  }
  const failing = [...(request.failingTests ?? [])];
  const fails = ({ testFiles }: TrialRequest): boolean =>
    testFiles.some((file) => failing.some((id) => id === file || id.startsWith(`${file} > `)));
  return [...groups]
    .map(([context, testFiles]): TrialRequest => ({ ...request, context, testFiles }))
    .sort((a, b) => Number(fails(b)) - Number(fails(a)));
}

/** Tries variants project by project: what has failed in one is not run in the next. */
export async function tryByProject(
  request: TrialRequest,
  tryPart: (part: TrialRequest) => Promise<VariantVerdict[]>,
): Promise<VariantVerdict[]> {
  const [first, ...rest] = byProject(request);
  const verdicts = await tryPart(first ?? request);
  for (const part of rest) {
    const left = verdicts.filter((verdict) => verdict.passed);
    const variants = left.flatMap(({ index }) => request.variants[index] ?? []);
    if (variants.length === 0) break;
    putLater(verdicts, left, await tryPart({ ...part, variants }));
  }
  return verdicts;
}
