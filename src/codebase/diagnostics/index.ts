/** New syntax and type errors of files, found by a process of its own that starts with the first question. */
import { readableText } from '../../machine/text/text-form';
import type { BlobHash, TreeHash } from '../../domain/ids';
import { ARTEFACTS } from '../../machine/paths';
import type { BlobStore, TreeStore } from '../../store';
import { createAsker } from '../sources/asker';
import type { NamedSources } from '../sources/source-process';
import type { CheckAnswer, CheckQuestion, Problem } from './protocol';

export type { Problem } from './protocol';

export interface DiagnosticsTask {
  tree: TreeHash;
  /** Tree whose problems are known already: only new ones are told. */
  before?: TreeHash;
  paths: readonly string[];
  /** Path → the path that it had in the tree before, for files that have another one now. */
  renamed?: Readonly<Record<string, string>>;
  /** Real path of the directory with the installed packages, where it is on this machine. */
  directory?: string;
  signal: AbortSignal;
}

/**
 * Problems of the paths, 200 at most; `more`: how many others there are. `unread`: paths that no checker knows, or could read;
 * `late`: some for want of time.
 */
export type Checked =
  | { status: 'checked'; problems: Problem[]; more: number; unread: string[]; late: boolean }
  | { status: 'unchecked'; reason: string };

export interface Diagnostics {
  /** Rejects only with the signal's reason: sources that can't be checked are an answer. */
  check(task: DiagnosticsTask): Promise<Checked>;
  close(): void;
}

type Stores = { blobs: BlobStore; trees: TreeStore };

const DEFAULTS = { deadlineMs: 20_000, idleMs: 60_000, memoryMb: 2_048 };
const ANSWERED_BYTES = 4_000_000;

/** Checkers over one store. Nothing is started before the first question. */
export function createDiagnostics(
  stores: Stores,
  options: { deadlineMs?: number; memoryMb?: number } = {},
): Diagnostics {
  const asker = createAsker<CheckQuestion, CheckAnswer>(
    ARTEFACTS.checkerProcess,
    { ...DEFAULTS, ...options },
    ({ late }) => !late,
  );
  return {
    check: async ({ signal, ...question }) => {
      const { tree, before, paths, directory } = question;
      if (paths.length === 0) return { status: 'checked', problems: [], more: 0, unread: [], late: false };
      const sources = [...(before === undefined ? [] : [before]), tree].map((one) =>
        treeSources(stores, one),
      );
      const outcome = await asker.ask({ project: directory ?? '', sources, question, signal });
      return outcome.status === 'answered'
        ? { status: 'checked', ...outcome.answer }
        : { status: 'unchecked', reason: outcome.reason };
    },
    close: () => asker.close(),
  };
}

function treeSources({ blobs, trees }: Stores, tree: TreeHash): NamedSources {
  const load: NamedSources['load'] = async () => {
    const listed = (await trees.list(tree)).filter(({ type }) => type === 'file');
    const files = new Map(listed.map(({ path, hash }) => [path, hash]));
    return { name: tree, files, text: (path) => textOf(blobs, files.get(path)) };
  };
  return { name: tree, load };
}

async function textOf(blobs: BlobStore, hash: BlobHash | undefined): Promise<string | undefined> {
  if (hash === undefined) return undefined;
  const bytes = await blobs.load(hash);
  return bytes.length <= ANSWERED_BYTES ? readableText(bytes) : undefined;
}
