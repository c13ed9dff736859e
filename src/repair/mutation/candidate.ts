import type { TreeHash } from '../../domain/ids';
import type { EditRefusal, FileEdit, TreeDiff } from '../../domain/files/workspace';
import type { BlobStore } from '../../store';
import type { Sandbox } from '../../sandbox';
import type { LoadProgram } from '../../verifier';
import type { BenchesOf } from '../commands';
import { commandOf } from '../../domain/heal/errors';
import type { Candidate, DebuggerSuggestion, Evidence } from '../../domain/heal/proposal';
import type { Language } from '../../domain/run/language';
import type { FailedCheck } from '../../domain/verification/verification';
import { saidText } from '../../domain/run/said';
import type { Edits } from './trials';

/** Parts that the mutation proposer is built from. */
export interface MutationDeps {
  sandbox: Sandbox;
  blobs: BlobStore;
  loadProgram: LoadProgram;
  /** Checkouts in which edits are tried with commands. Absent: commands cannot be run here. */
  benchesOf?: BenchesOf;
  applyEdits(
    tree: TreeHash,
    edits: readonly FileEdit[],
  ): Promise<{ tree: TreeHash } | { refusals: EditRefusal[] }>;
  diffTrees(base: TreeHash, tree: TreeHash): Promise<TreeDiff>;
}

/** The tree with the texts in place of its files. Undefined where the workspace refuses an edit. */
export async function treeOf(
  deps: Pick<MutationDeps, 'applyEdits'>,
  base: TreeHash,
  texts: ReadonlyMap<string, string>,
): Promise<TreeHash | undefined> {
  const edits = [...texts].map(([path, content]): FileEdit => ({ action: 'modify', path, content }));
  const outcome = await deps.applyEdits(base, edits);
  return 'tree' in outcome ? outcome.tree : undefined;
}

/** Edits as a candidate: its diff, and the whole suggestion in the store with a bounded copy beside it. */
export async function candidateOf(
  deps: MutationDeps,
  evidence: Evidence,
  given: {
    edits: Edits;
    texts: ReadonlyMap<string, string>;
    tree: TreeHash;
    failures: readonly FailedCheck[];
    language?: Language;
  },
): Promise<Candidate> {
  const { edits, texts, tree, language } = given;
  const rootCause = causeOf(edits, language);
  const whole: DebuggerSuggestion = {
    rootCause,
    errorCategory: evidence.errorContext.errorType,
    fileModifications: [...texts].map(([path, content]) => ({ path, action: 'modify', content })),
    verificationCommands: [...new Set(given.failures.map(commandOf))].slice(0, 10),
  };
  const { errorCategory, verificationCommands } = whole;
  return {
    proposer: 'mutation',
    tree,
    diff: await deps.diffTrees(evidence.tree, tree),
    suggestion: { rootCause, errorCategory, verificationCommands },
    suggestionRef: await deps.blobs.put(Buffer.from(JSON.stringify(whole))),
    summary: summaryOf(edits, language),
  };
}

/** `src/page.ts:14: `<` should be `<=``. */
function causeOf(edits: Edits, language?: Language): string {
  return edits.map((edit) => `${edit.file}:${edit.line}: ${saidText(edit.description, language)}`).join('; ');
}

function summaryOf(edits: Edits, language?: Language): string {
  const text = edits
    .map((edit) => `${saidText(edit.description, language)} (${edit.file}:${edit.line})`)
    .join('; ');
  return text.length > 300 ? `${text.slice(0, 299)}…` : text;
}
