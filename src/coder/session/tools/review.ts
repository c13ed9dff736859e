import { inEachLanguage } from '../../../domain/run/said';
import type { BlobHash } from '../../../domain/ids';
import {
  countFindings,
  findingLine,
  findingsText,
  reviewTrigger,
  sortedFindings,
  type Finding,
} from '../../../domain/session/findings';
import type { HandlerTask } from '../../../domain/session/state';
import { fileFindings, isScript } from '../../static-checks';
import { clip } from '../../material';
import { focusOf, type Focus } from '../focus';
import { keepDetail, keepMaterial } from '../project-files';
import { openTexts, type TreeTexts } from '../texts';
import type { Handler, HandlerContext, HandlerInput, SessionDeps } from '../types';

const DIFF_CHARS = 30_000;
const SOURCE_CHARS = 24_000;
const LISTED_FINDINGS = 100;

const WORDS = inEachLanguage((say) => ({
  by: {
    request: say`named in the request`,
    changes: say`changed in this session`,
    context: say`worked on in this session`,
    rank: say`the most central ones`,
  },
  looked: (files: number, by: string) => say`Files reviewed: ${files} (${by}).`,
  none: say`The project has no source files to review.`,
}));

/** Reviews files without running them: syntax and type errors, static rules, and the session's change for a model. */
export const review: Handler = async (deps, input, context) => {
  const { task, directory } = input;
  const { tree } = task.files;
  const words = WORDS[task.language];
  const navigation = await deps.navigate({ directory, tree }, context.signal);
  const focus = focusOf(task, navigation);
  if (focus.files.length === 0) return { status: 'lacking', answer: words.none };
  const texts = await openTexts(deps, tree);
  const errors = await diagnosed(deps, input, focus.files, context);
  const findings = sortedFindings([...errors.findings, ...(await ruled(texts, focus.files, context))]);
  const looked = words.looked(focus.files.length, words.by[focus.by]);
  const answer = [looked, findingsText(findings, task.language), ...errors.gaps].join('\n');
  const { error } = countFindings(findings);
  return {
    status: 'done',
    answer: deps.redact(answer),
    detail: await keepDetail(deps, { focus, findings, gaps: errors.gaps }),
    material: await material(deps, task, { focus, findings, gaps: errors.gaps, texts }),
    files: [...new Set(findings.length > 0 ? findings.map(({ path }) => path) : focus.files)],
    // Code that no checker has read is not approved.
    ...(error > 0 || errors.gaps.length === 0 ? reviewTrigger(findings, task.language) : {}),
  };
};

async function diagnosed(
  deps: SessionDeps,
  { directory, task }: HandlerInput,
  paths: readonly string[],
  { signal, progress }: HandlerContext,
): Promise<{ findings: Finding[]; gaps: string[] }> {
  progress('looking for syntax and type errors');
  const checked = await deps.diagnose({ directory, tree: task.files.tree, paths }, signal);
  if (checked.status === 'unchecked')
    return { findings: [], gaps: [`Syntax and type errors were not looked for: ${checked.reason}.`] };
  const { problems, more, late } = checked;
  return {
    findings: problems.map(({ path, line, message, code = 'syntax' }) => ({
      ...{ severity: 'error' as const, path, line, rule: code, message },
    })),
    gaps: [
      ...(more > 0 ? [`Further syntax and type errors: ${more}.`] : []),
      ...(late ? ['Not all files could be checked for errors in time.'] : []),
    ],
  };
}

async function ruled(
  texts: TreeTexts,
  paths: readonly string[],
  { signal }: HandlerContext,
): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const path of paths.filter(isScript)) {
    signal.throwIfAborted();
    const text = await texts.text(path);
    if (text !== undefined) found.push(...(await fileFindings(path, text)));
  }
  return found;
}

interface Reviewed {
  focus: Focus;
  findings: readonly Finding[];
  gaps: readonly string[];
  texts: TreeTexts;
}

/** Findings, and the change of the session; without one, the files. */
async function material(
  deps: SessionDeps,
  task: HandlerTask,
  { focus, findings, gaps, texts }: Reviewed,
): Promise<BlobHash> {
  const diff = await pendingDiff(deps, task);
  const lines = findings.slice(0, LISTED_FINDINGS).map(findingLine).join('\n') || '(none)';
  const shown = diff
    ? `Change of this session, as a unified diff:\n${clip(diff, DIFF_CHARS)}`
    : await filesText(texts, focus.files);
  return keepMaterial(deps, [`Findings of the checkers:\n${lines}`, ...gaps, shown].join('\n\n'));
}

async function pendingDiff(
  { blobs, diffTrees }: SessionDeps,
  { base, files, context }: HandlerTask,
): Promise<string | undefined> {
  if (context.pendingChanges.length === 0 || base === undefined || base.tree === files.tree) return undefined;
  const { hash } = await diffTrees(base.tree, files.tree);
  return String(await blobs.load(hash));
}

async function filesText(texts: TreeTexts, paths: readonly string[]): Promise<string> {
  const shown: string[] = [];
  let left = SOURCE_CHARS;
  for (const path of paths) {
    const text = left > 0 ? await texts.text(path) : undefined;
    if (text === undefined) continue;
    const part = clip(text, left);
    left -= part.length;
    shown.push(`${path}\n${part}`);
  }
  return shown.join('\n\n');
}
