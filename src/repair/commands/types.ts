import type { Evidence } from '../../domain/heal/proposal';
import type { TreeHash } from '../../domain/ids';
import type {
  CheckReport,
  CommandCheck,
  VerificationReport,
  VerificationSpec,
} from '../../domain/verification/verification';
import type { HostDirectory } from '../../domain/files/workspace';
import type { HeavyRules } from '../../domain/files/heavy-rules';
import type { ProgramContext, ProgramFiles } from '../../sandbox';
import type { RunCheckOptions } from '../../verifier';
import type { ProposeContext } from '../types';
import { isSourceFile } from '../../domain/verification/protected-paths';
import { programText } from '../../machine/text/program-text';
import { languageOf } from './languages';

/** Files and characters of one search: more take longer to read than a search has. */
const MOST_FILES = 1_500;
const MOST_CHARS = 12_000_000;

/** A checkout that lives for a whole search. Commands run in it one after another. */
export interface Bench {
  /** Private temporary folder, out here; commands find it as `$TMPDIR`. */
  readonly tmp: string;
  run(check: CommandCheck, signal: AbortSignal, options?: RunCheckOptions): Promise<CheckReport>;
  dispose(): Promise<void>;
}

/** Opens a bench on a tree; a string says why commands cannot run. */
export type OpenBench = (tree: TreeHash, signal: AbortSignal) => Promise<Bench | string>;

export type BenchesOf = (task: {
  directory?: HostDirectory;
  spec: VerificationSpec;
  heavyFolders?: HeavyRules;
}) => OpenBench;

/** A program that a command of the project says is broken. */
export interface CommandTask {
  evidence: Evidence;
  context: ProposeContext;
  report: VerificationReport;
  files: ProgramFiles;
  surroundings: ProgramContext;
  /** May a repair change this path? */
  mayChange(path: string): boolean;
}

/** Sources of all languages that mutants are made of, path → text. */
export async function readSources(
  files: ProgramFiles,
  context: ProgramContext,
): Promise<Map<string, string>> {
  const sources = new Map<string, string>();
  let chars = 0;
  const add = (path: string, text: string): void => {
    chars += text.length;
    if (chars <= MOST_CHARS && sources.size < MOST_FILES) sources.set(path, text);
  };
  for (const [path, text] of files) if (isSourceFile(path)) add(path, text);
  for (const path of context.assets?.paths ?? []) {
    if (!languageOf(path) || chars > MOST_CHARS) continue;
    const bytes = await context.assets?.read(path);
    if (bytes) add(path, programText(bytes));
  }
  return sources;
}
