import { existsSync } from 'node:fs';
import { Pace } from '../../machine/pace';
import {
  branchNode,
  DamageError,
  IN_PAGES,
  IS_TABLE,
  leafNode,
  LmdbFile,
  nodePlaces,
  tableRecord,
  type LeafNode,
  type Page,
  type TableRecord,
} from './lmdb-file';

const MOST_LEVELS = 32;
const LOOKS = 5;

/**
 * Damage in the head of a database's file, as the end of a sentence; undefined if there is none, or no file. Cheap
 * enough for every open, and safe while others write.
 */
export function headProblem(path: string): string | undefined {
  // Between two reads another process may have written twice, and used a page for something else.
  for (let look = 1; ; look += 1) {
    const problem = problemInHead(path);
    if (problem === undefined || look === LOOKS) return problem;
  }
}

/**
 * The same for all of the file: every page that is reached has to be what leads there says, and tables have to hold as much as
 * they say. Values are not looked at: blobs are known by their hashes. Nobody may have the database open.
 */
export async function databaseProblem(path: string): Promise<string | undefined> {
  if (!existsSync(path)) return undefined;
  let file: LmdbFile | undefined;
  try {
    file = new LmdbFile(path);
    await new Walk(file).all();
    return undefined;
  } catch (error) {
    return sentenceEnd(error);
  } finally {
    file?.close();
  }
}

function problemInHead(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  let file: LmdbFile | undefined;
  try {
    file = new LmdbFile(path);
    for (const { root } of [file.meta.free, file.meta.main]) if (root !== undefined) file.page(root);
    return undefined;
  } catch (error) {
    return sentenceEnd(error);
  } finally {
    file?.close();
  }
}

function sentenceEnd(error: unknown): string {
  if (error instanceof DamageError) return error.message;
  throw error;
}

interface Counts {
  branchPages: number;
  leafPages: number;
  entries: number;
}

class Walk {
  private readonly seen = new Set<number>();
  private readonly pace = new Pace();

  constructor(private readonly file: LmdbFile) {}

  async all(): Promise<void> {
    await this.table(this.file.meta.free);
    await this.table(this.file.meta.main);
  }

  private async table(record: TableRecord): Promise<void> {
    const { root, depth } = record;
    const found: Counts = { branchPages: 0, leafPages: 0, entries: 0 };
    if (depth > MOST_LEVELS) throw new DamageError('a table is impossibly deep');
    if (root !== undefined) await this.subtree(root, depth, found);
    for (const what of ['branchPages', 'leafPages', 'entries'] as const)
      if (found[what] !== record[what]) throw new DamageError('a table holds more or less than it says');
  }

  private async subtree(number: number, depth: number, found: Counts): Promise<void> {
    const page = this.once(number);
    if (this.pace.due) await this.pace.rest();
    if (page.kind !== (depth > 1 ? 'branch' : 'leaf'))
      throw new DamageError(`page ${number} is of another kind than it should be`);
    if (depth <= 1) return this.leaf(page, found);
    found.branchPages += 1;
    for (const at of nodePlaces(page)) await this.subtree(branchNode(page, at).child, depth - 1, found);
  }

  private async leaf(page: Page, found: Counts): Promise<void> {
    found.leafPages += 1;
    for (const at of nodePlaces(page)) {
      const node = leafNode(page, at);
      found.entries += 1;
      if (node.flags & IN_PAGES) this.large(node);
      if (node.flags & IS_TABLE) await this.table(tableRecord(node.data));
    }
  }

  private large(node: LeafNode): void {
    this.mark(this.file.largeHead(node));
  }

  /** A page that two places lead to is one that was given away twice. */
  private once(number: number): Page {
    this.mark(number);
    return this.file.page(number);
  }

  private mark(number: number): void {
    if (this.seen.has(number)) throw new DamageError(`page ${number} is used twice`);
    this.seen.add(number);
  }
}
