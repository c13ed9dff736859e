import { z } from 'zod';
import type { CallAct } from '../../../domain/agent/calls';
import type { ApprovalLevel } from '../../../domain/run/input';
import type { EditPolicy } from '../../../domain/run/policy/kept-files';
import { SeenFile } from '../../../domain/files/seen';
import type { HeavyRules } from '../../../domain/files/heavy-rules';
import type { EditRefusal, HostDirectory } from '../../../domain/files/workspace';
import { BlobHash, TreeHash } from '../../../domain/ids';
import type { VerificationSpec } from '../../../domain/verification/verification';
import type { Diagnostics } from '../../../codebase/diagnostics';
import type { RunCheck, VerifierDeps } from '../../../verifier';
import type { Inspect } from '../../../verifier/integrity';
import type { Forbidden } from '../../request-rules';
import type { WorkspacePort } from '../../edits';
import type { CodeDeps } from '../../session/types';
import type { Tool } from '../tool';
import { bounded } from '../bounded';

/** A workspace that takes over into a tree what a command left in a folder. */
export interface KeepingWorkspace extends WorkspacePort {
  keepPaths(request: {
    tree: TreeHash;
    directory: string;
    paths: readonly string[];
    protect?: Forbidden;
    heavyFolders?: HeavyRules;
    signal?: AbortSignal;
  }): Promise<{ tree: TreeHash; left: string[] } | { refusals: EditRefusal[] }>;
}

/** Parts of a worker that the tools work with. */
export interface DirectoryDeps extends CodeDeps {
  workspace: KeepingWorkspace;
  verifier: Pick<VerifierDeps, 'sandbox' | 'loadProgram' | 'dependenciesOf'>;
  diagnostics: Diagnostics;
  /** Absent: only paths are looked at. */
  inspect?: Inspect;
  /** Takes secrets out of texts. */
  redact(text: string): string;
}

/** A run and its present tree, as one call of a tool sees them. */
export interface DirectoryContext extends DirectoryDeps, EditPolicy {
  /** The run's tree now. */
  tree: TreeHash;
  /** The tree that the run began with. */
  base: TreeHash;
  spec: VerificationSpec;
  /** Level by which the project's own checks are found; absent: `spec` was declared by the user. */
  finds?: ApprovalLevel;
  directory: HostDirectory;
  heavyFolders?: HeavyRules;
  request: string;
  impactedFiles: readonly string[];
  /** Report of the base: the judges that it names are not changed. */
  report?: BlobHash;
  /** Path → what the model knows of the file; `seenTogether` adds what a call shows. A file that it does not know is not written anew. */
  seen: ReadonlyMap<string, SeenFile>;
  /** Runs a command on a copy of a tree. */
  runCheck: RunCheck;
  signal: AbortSignal;
  progress?(note: string): void;
}

/** Result of every tool: the text for the model, and facts for the run. */
export const DirectoryResult = z.object({
  ok: z.boolean(),
  text: z.string(),
  /** Blobs with the whole of what was cut. */
  stored: z.array(BlobHash).optional(),
  /** The run's tree from now on, where the call changed it. */
  tree: TreeHash.optional(),
  /** Files that the call shows or writes. */
  seen: z.array(SeenFile.extend({ path: z.string() })).optional(),
});
export type DirectoryResult = z.infer<typeof DirectoryResult>;

/** A tool on the tree of a run. */
export type DirectoryTool<I extends z.ZodObject = z.ZodObject> = Tool<
  DirectoryContext,
  I,
  typeof DirectoryResult
>;

/** Parts of a tool that are its own; the words of an act are its summary. */
type Given<I extends z.ZodObject> = Omit<DirectoryTool<I>, 'output' | 'act'> & {
  act?(input: z.output<I>): Omit<CallAct, 'summary'>;
};

/** The tool with types that a list of tools has. Its input is checked where it is called. */
export function tool<I extends z.ZodObject>({ act, ...given }: Given<I>): DirectoryTool<I> {
  return {
    succeeded: ({ ok }) => ok,
    shown: ({ text }) => text,
    facts: (_, __, { tree }) => Promise.resolve(tree === undefined ? undefined : { of: 'tree', tree }),
    ...given,
    act: act && ((input) => ({ ...act(input), summary: given.summary(input) })),
    output: DirectoryResult,
  };
}

/** A result of a call: without secrets, and cut where it is long. */
export async function answer(
  { blobs, redact }: Pick<DirectoryContext, 'blobs' | 'redact'>,
  text: string,
  facts: Partial<DirectoryResult> = {},
): Promise<DirectoryResult> {
  const { text: shown, stored } = await bounded(blobs, redact(text));
  return { ok: true, ...facts, text: shown, ...(stored === undefined ? {} : { stored: [stored] }) };
}

/** A call that could not be done, in a sentence with the way out. */
export function failure(
  context: Pick<DirectoryContext, 'blobs' | 'redact'>,
  text: string,
): Promise<DirectoryResult> {
  return answer(context, text, { ok: false });
}

/** A path on one line: quoted where it holds a control character, a quote or half a character. */
export function shownPath(path: string): string {
  return /[\p{Cc}"\\\p{Cs}\p{Zl}\p{Zp}]/u.test(path) ? JSON.stringify(path) : path;
}
