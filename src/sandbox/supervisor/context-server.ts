/** Parent's side of a program's context: sends it to the child and answers the child's questions. */
import { isPackageFile } from '../links';
import type { Link } from '../links';
import type { Answer, AskFrame, ContextMessage, FileEntry } from '../protocol';
import type { PackageSource, ProgramContext } from '../types';

/** Contexts and package sources a child keeps, see the child's own limits. */
const KEPT = 2;

/** Bytes of package files and assets that one child may be sent for one request. */
const ANSWER_LIMIT = 128 * 1024 * 1024;

let lastId = 0;
const ids = new WeakMap<object, number>();

function idOf(value: object | undefined): number {
  if (!value) return 0;
  const id = ids.get(value) ?? ++lastId;
  ids.set(value, id);
  return id;
}

const NO_CONTEXT: ProgramContext = {};

/** Keeps account of what one child knows. */
export class ContextServer {
  private readonly contexts: number[] = [];
  /** Package files that the child has, by the id of their source. */
  private readonly sent = new Map<number, Set<string>>();
  private current: ProgramContext = NO_CONTEXT;
  private budget = ANSWER_LIMIT;

  /** The message that tells the child of the context; undefined when it knows it. */
  enter(context: ProgramContext | undefined): { id: number; message: ContextMessage | undefined } {
    this.current = context ?? NO_CONTEXT;
    this.budget = ANSWER_LIMIT;
    const id = idOf(this.current);
    if (this.contexts.includes(id)) return { id, message: undefined };
    this.contexts.push(id);
    if (this.contexts.length > KEPT) this.contexts.shift();
    const { packages, config, assets } = this.current;
    const source = idOf(packages);
    this.keep(source);
    return {
      id,
      message: { t: 'context', id, packages: source, config, assetPaths: [...(assets?.paths ?? [])] },
    };
  }

  private keep(source: number): void {
    if (this.sent.has(source)) return;
    this.sent.set(source, new Set());
    for (const oldest of this.sent.keys()) {
      if (this.sent.size <= KEPT) break;
      this.sent.delete(oldest);
    }
  }

  /** Rejects when the child asks for more than a program can need. */
  async answer(ask: AskFrame): Promise<Answer> {
    const { packages, assets } = this.current;
    const files: FileEntry[] = [];
    const links = await Promise.all(ask.links.map((wanted) => this.link(packages, wanted, files)));
    const bytes = await Promise.all(
      ask.assets.map(async (path): Promise<FileEntry> => {
        if (!assets?.paths.includes(path)) throw new Error('the child asked for what it was not told of');
        return [path, Buffer.from(await assets.read(path)).toString('base64')];
      }),
    );
    for (const [, text] of [...files, ...bytes]) this.budget -= text.length;
    if (this.budget < 0) throw new Error('the child asked for too much');
    return { links, files, assets: bytes };
  }

  private async link(
    packages: PackageSource | undefined,
    wanted: AskFrame['links'][number],
    files: FileEntry[],
  ): Promise<Link> {
    if (!packages) return { missing: 'the packages of the project are not at hand on this machine.' };
    const link = await packages.resolve(wanted);
    if ('missing' in link || !isPackageFile(link.path)) return link;
    const sent = this.sent.get(idOf(packages));
    if (sent?.has(link.path)) return link;
    sent?.add(link.path);
    const reading = await packages.read(link.path);
    if ('refused' in reading) {
      sent?.delete(link.path);
      return { missing: reading.refused };
    }
    files.push([link.path, reading.text]);
    return link;
  }
}
