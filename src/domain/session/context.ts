import { z } from 'zod';
import { FileChange } from '../files/workspace';
import { BlobHash } from '../ids';
import { ApprovalLevel } from '../run/input';
import { excerpt } from '../text';
import { AgentMode } from './modes';

/** A change is large above so many files. */
export const LARGE_ABOVE_FILES = 5;

/** Most entries of a list of the context: the oldest leave first. */
export const MOST_ENTRIES = 100;
/** Most characters of an action's line. */
const SUMMARY_CHARS = 200;

/** Most rejections that the next proposal is told. */
export const MOST_REJECTIONS = 20;

const Texts = z.array(z.string()).max(MOST_ENTRIES).default([]);

/** A task as people gave it. */
export const SessionTask = z.object({ text: z.string(), id: z.string().optional() });
export type SessionTask = z.infer<typeof SessionTask>;

/** An act of a handler, in one line. */
export const SessionAction = z.object({ mode: AgentMode, kind: z.string(), summary: z.string() });
export type SessionAction = z.infer<typeof SessionAction>;

/** Counts of the newest test run. */
export const SessionTestResults = z.object({
  passed: z.number().int().nonnegative(),
  failed: z.number().int().nonnegative(),
  allPassed: z.boolean(),
});
export type SessionTestResults = z.infer<typeof SessionTestResults>;

/** Covered lines of the newest run that measured them. */
export const SessionCoverage = z.object({
  covered: z.number().int().nonnegative(),
  total: z.number().int().nonnegative(),
});
export type SessionCoverage = z.infer<typeof SessionCoverage>;

/** An error that debugging begins at. */
export const SessionError = z.object({
  message: z.string(),
  type: z.string().optional(),
  file: z.string().optional(),
  line: z.number().int().positive().optional(),
});
export type SessionError = z.infer<typeof SessionError>;

/** A "no" of people: the next proposal takes it into account. */
export const Rejection = z.object({ mode: AgentMode, reason: z.string() });
export type Rejection = z.infer<typeof Rejection>;

/** Context that the modes of a session share: plain data that survives continue-as-new. */
export const ModeContext = z.object({
  currentTask: SessionTask.optional(),
  currentFiles: Texts,
  currentSymbols: Texts,
  /** Blob of the graph of code around what was asked about last, by `graphAround`. */
  graphDoc: BlobHash.optional(),
  impactNodes: Texts,
  dependencyChain: Texts,
  modeHistory: z.array(AgentMode).max(MOST_ENTRIES).default([]),
  actionHistory: z.array(SessionAction).max(MOST_ENTRIES).default([]),
  approvalLevel: ApprovalLevel.default('MEDIUM'),
  autoTest: z.boolean().default(true),
  autoCommit: z.boolean().default(false),
  pendingChanges: z.array(FileChange).max(MOST_ENTRIES).default([]),
  stagedFiles: Texts,
  lastTestResults: SessionTestResults.optional(),
  coverageData: SessionCoverage.optional(),
  lastError: SessionError.optional(),
  errorStackTrace: z.string().optional(),
  rejections: z.array(Rejection).max(MOST_REJECTIONS).default([]),
});
export type ModeContext = z.infer<typeof ModeContext>;

export function newContext(): ModeContext {
  return ModeContext.parse({});
}

/** The context with a file that is worked on; one that is listed keeps its place. */
export function addFile(context: ModeContext, path: string): ModeContext {
  if (context.currentFiles.includes(path)) return context;
  return { ...context, currentFiles: appended(context.currentFiles, path) };
}

/** The context with a symbol that was found; one that is listed keeps its place. */
export function addSymbol(context: ModeContext, symbol: string): ModeContext {
  if (context.currentSymbols.includes(symbol)) return context;
  return { ...context, currentSymbols: appended(context.currentSymbols, symbol) };
}

/** The context with a change that is not committed yet. */
export function addChange(context: ModeContext, change: FileChange): ModeContext {
  return { ...context, pendingChanges: appended(context.pendingChanges, change) };
}

export function addAction(context: ModeContext, action: SessionAction): ModeContext {
  return {
    ...context,
    actionHistory: appended(context.actionHistory, {
      ...action,
      summary: excerpt(action.summary, SUMMARY_CHARS),
    }),
  };
}

export function recordMode(context: ModeContext, mode: AgentMode): ModeContext {
  return { ...context, modeHistory: appended(context.modeHistory, mode) };
}

/** The context with a rejection: the newest stands last. */
export function addRejection(context: ModeContext, { mode, reason }: Rejection): ModeContext {
  return {
    ...context,
    rejections: appended(context.rejections, { mode, reason: excerpt(reason) }, MOST_REJECTIONS),
  };
}

/** Flags that conditions and people read, named as seed 003 names them. */
export interface ContextFlags {
  has_pending_changes: boolean;
  has_errors: boolean;
  test_passed: boolean;
  num_files: number;
  is_large_change: boolean;
}

export function toDict(context: ModeContext): ContextFlags {
  return {
    has_pending_changes: context.pendingChanges.length > 0,
    has_errors: context.lastError !== undefined,
    test_passed: context.lastTestResults?.allPassed ?? false,
    num_files: context.currentFiles.length,
    is_large_change: context.currentFiles.length > LARGE_ABOVE_FILES,
  };
}

function appended<T>(list: readonly T[], entry: T, most = MOST_ENTRIES): T[] {
  return [...list, entry].slice(-most);
}
