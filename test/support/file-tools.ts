import type { ToolOutcome } from '../../src/domain/goal/outcome';
import {
  type FilesContext,
  type FileToolName,
  runFileTool,
  goalContents,
  verifyOutcome,
} from '../../src/coder/tools/files';
import { TOOL_ARGS } from '../../src/domain/goal/tool-args';
import type { TreeHash } from '../../src/domain/ids';
import type { Documents } from '../../src/documents';
import { decodeText } from '../../src/machine/text/guess-encoding';
import { parentPath } from '../../src/domain/files/paths';
import { type DraftEntry, TreeDraft } from '../../src/coder/tools/files/tree-draft';
import type { TreeEntry } from '../../src/store';
import { createMemoryStore } from './memory-store';
import { asBlob, asTree } from './hashes';

/** Path → text of a file; `null`, or a path that ends in a slash, is a folder. */
export type FolderTexts = Readonly<Record<string, string | null>>;

/** Documents that are plain text all: no process is started for them. */
export const PLAIN_DOCUMENTS: Documents = {
  textOf: (bytes) => {
    const decoded = decodeText(bytes);
    return Promise.resolve(
      decoded ? { text: decoded.text, truncated: false } : { reason: 'no-text' as const },
    );
  },
  close: () => undefined,
};

/** A goal's run on a small tree in memory, whose tools are called one after the other. */
export class FilesRun {
  private context: FilesContext;

  constructor(
    given: Partial<FilesContext> = {},
    readonly store = createMemoryStore(),
  ) {
    this.context = {
      ...this.store,
      roots: ['/home/ann'],
      tree: asTree(''),
      contents: goalContents(this.store.blobs),
      documents: PLAIN_DOCUMENTS,
      now: '2026-03-02T12:00:00.000Z',
      language: 'en',
      signal: new AbortController().signal,
      redact: (text) => text,
      timeRange: () => undefined,
      chooseFolder: () => ({ none: true }),
      knownFolders: [],
      ...given,
    };
  }

  /** Begins with these things in the roots: one record for each. */
  static async on(
    roots: FolderTexts | readonly FolderTexts[],
    given: Partial<FilesContext> = {},
    store = createMemoryStore(),
  ): Promise<FilesRun> {
    const run = new FilesRun(given, store);
    const all = Array.isArray(roots) ? (roots as readonly FolderTexts[]) : [roots as FolderTexts];
    const entries = [];
    for (const [index, texts] of all.entries()) {
      const hash = await run.folder(texts);
      entries.push({ name: String(index), type: 'dir' as const, mode: 0o755, size: 0, hash });
    }
    run.context = { ...run.context, tree: await run.store.trees.writeDir(entries) };
    return run;
  }

  get tree(): TreeHash {
    return this.context.tree;
  }

  set tree(tree: TreeHash) {
    this.context = { ...this.context, tree };
  }

  /** Calls a tool with arguments as a plan gives them; the tree must be as the outcome says. */
  async call<T extends FileToolName>(tool: T, given: object): Promise<ToolOutcome> {
    const args = TOOL_ARGS[tool].parse(given) as never;
    const { roots, language, tree: before } = this.context;
    const outcome = await runFileTool(this.context, tool, args);
    const wrong = await verifyOutcome(this.store, before, { tool, args, roots, outcome, language });
    if (wrong !== undefined) throw new Error(wrong);
    if (outcome.tree !== undefined) this.tree = outcome.tree;
    return outcome;
  }

  /** The first root: path → text, folders with a slash at the end and `null`. */
  async texts(root = 0): Promise<Record<string, string | null>> {
    const { trees, blobs } = this.store;
    const listed = await trees.list(this.tree, { dirs: true });
    const texts: Record<string, string | null> = {};
    for (const { path, type, hash } of listed) {
      if (!path.startsWith(`${root}/`)) continue;
      const inside = path.slice(String(root).length + 1);
      if (type === 'dir') texts[`${inside}/`] = null;
      else
        texts[inside] = type === 'identity' ? `identity ${hash}` : (await blobs.load(hash)).toString('utf8');
    }
    return texts;
  }

  /** Puts files of the disk into the first root: path → hash of the identity. */
  async plantIdentities(hashes: ReadonlyMap<string, string>, size = 1): Promise<void> {
    const draft = new TreeDraft(this.store, this.tree);
    for (const [path, hash] of hashes) {
      await draft.makeFolder(parentPath(`0/${path}`));
      await draft.put(`0/${path}`, { type: 'identity', mode: 0o644, size, hash: asTree(hash) });
    }
    this.tree = await draft.write();
  }

  /** Puts a file into the first root. */
  async plantBytes(path: string, bytes: Buffer): Promise<void> {
    await this.plant(path, {
      type: 'file',
      mode: 0o644,
      size: bytes.length,
      hash: await this.store.blobs.put(bytes),
    });
  }

  /** Puts a link into the first root. */
  async plantLink(path: string, target: string): Promise<void> {
    await this.plant(path, {
      type: 'link',
      mode: 0,
      size: 0,
      hash: await this.store.blobs.put(Buffer.from(target)),
    });
  }

  /** The bytes of a file of the first root. */
  async bytes(path: string): Promise<Buffer> {
    const found = await this.store.trees.find(this.tree, `0/${path}`);
    return this.store.blobs.load(found?.hash ?? asBlob(''));
  }

  private async plant(path: string, entry: DraftEntry): Promise<void> {
    const draft = new TreeDraft(this.store, this.tree);
    await draft.makeFolder(parentPath(`0/${path}`));
    await draft.put(`0/${path}`, entry);
    this.tree = await draft.write();
  }

  private async folder(texts: FolderTexts): Promise<TreeHash> {
    const below = new Map<string, Record<string, string | null>>();
    const entries: TreeEntry[] = [];
    for (const [path, text] of Object.entries(texts)) {
      const [name = '', ...rest] = path.split('/');
      if (text !== null && rest.length === 0) {
        const bytes = Buffer.from(text);
        const hash = await this.store.blobs.put(bytes);
        entries.push({ name, type: 'file', mode: 0o644, size: bytes.length, hash });
        continue;
      }
      const inner = below.get(name) ?? {};
      below.set(name, inner);
      if (rest.join('/') !== '') inner[rest.join('/')] = text;
    }
    for (const [name, inner] of below)
      entries.push({ name, type: 'dir', mode: 0o755, size: 0, hash: await this.folder(inner) });
    return this.store.trees.writeDir(entries);
  }
}
