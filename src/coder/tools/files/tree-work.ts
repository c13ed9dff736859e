import type { TreeHash } from '../../../domain/ids';
import type { ItemOutcome, ToolOutcome } from '../../../domain/goal/outcome';
import { findPlace, type RootPath, placeOf, shownPlace, treePath } from '../../../domain/goal/places';
import { charsetOf } from '../../../domain/files/editorconfig';
import { foldName, joinPath } from '../../../domain/files/paths';
import { said } from '../../../domain/saying';
import { Pace } from '../../../machine/pace';
import type { TreeEntry } from '../../../store';
import { type DraftEntry, TreeDraft } from './tree-draft';
import { shownPath } from '../directory/context';
import type { FilesContext } from './context';
import { type FileWords, fileWords } from './words';

/** A path of a call, found in the run's tree as far as it is there. */
export interface Spot {
  place: RootPath;
  /** Path in the run's tree. */
  path: string;
  /** Path as people see it, raw. */
  shown: string;
  entry?: DraftEntry;
  /** File or link on the way, as people see it: nothing can be below it. */
  blockedBy?: string;
}

/** A spot where something is. */
export interface FoundSpot extends Spot {
  entry: DraftEntry;
}

export interface FoundFolder extends Spot {
  entry: Extract<DraftEntry, { type: 'dir' }>;
}

export type Problem = { problem: string };

/** The run's tree during one call of a tool. */
export class TreeWork {
  readonly draft: TreeDraft;
  readonly words: FileWords;
  private readonly pace: Pace;

  constructor(readonly context: FilesContext) {
    this.draft = new TreeDraft(context, context.tree);
    this.words = fileWords(context);
    this.pace = new Pace(context.signal);
  }

  /** The spot that a path names, whether something is there or not. */
  async spot(given: string): Promise<Spot | Problem> {
    if (this.pace.due) await this.pace.rest();
    const place = findPlace(this.context.roots, given);
    return 'problem' in place ? { problem: said(this.words, place.problem) } : this.walk(treePath(place));
  }

  /** The thing that a path names, or why there is none. */
  async found(given: string): Promise<FoundSpot | Problem> {
    const spot = await this.spot(given);
    if ('problem' in spot) return spot;
    if (spot.blockedBy !== undefined) return { problem: this.blockedText(spot) };
    return spot.entry ? { ...spot, entry: spot.entry } : { problem: await this.missingText(spot) };
  }

  /** The folder that a path names, or why there is none. */
  async folder(given: string): Promise<FoundFolder | Problem> {
    const spot = await this.found(given);
    if ('problem' in spot) return spot;
    const { entry } = spot;
    if (entry.type === 'dir') return { ...spot, entry };
    return { problem: this.words[entry.type === 'link' ? 'isLink' : 'isFile'](shownPath(spot.shown)) };
  }

  /** Encoding that `.editorconfig` declares for a path as people see it. */
  charset(shown: string): Promise<string | undefined> {
    return charsetOf(shown, async (path) => {
      const spot = await this.found(path);
      if ('problem' in spot || spot.entry.type !== 'file') return undefined;
      const bytes = await this.context.contents.read(entryOf(spot), 64 * 1024);
      return Buffer.isBuffer(bytes) ? bytes.toString('utf8') : undefined;
    });
  }

  /** A path in the run's tree as people see it. */
  shown(path: string): string {
    return shownPlace(this.context.roots, placeOf(path));
  }

  /** Result of the call, with the tree that it made. */
  async outcome(items: readonly ItemOutcome[], text: string): Promise<ToolOutcome> {
    const tree = await this.draft.write();
    const said = this.context.redact(text);
    return { ...(tree === this.context.tree ? {} : { tree }), items: [...items], text: said };
  }

  private async walk(path: string): Promise<Spot> {
    let at = '';
    let entry: DraftEntry | undefined = await this.draft.find('');
    let blockedBy: string | undefined;
    for (const part of path.split('/')) {
      const names = entry?.type === 'dir' ? await this.draft.entries(at) : undefined;
      if (entry && !names) blockedBy ??= this.shown(at);
      const name = names ? nameIn(names, part) : part;
      at = joinPath(at, name);
      entry = names?.get(name);
    }
    return { place: placeOf(at), path: at, shown: this.shown(at), entry, blockedBy };
  }

  private async missingText({ path, shown }: Spot): Promise<string> {
    const slash = path.lastIndexOf('/');
    const names = slash < 0 ? undefined : await this.draft.entries(path.slice(0, slash));
    const wanted = foldName(path.slice(slash + 1));
    const twin = [...(names?.keys() ?? [])].find((name) => foldName(name) === wanted);
    const there = twin === undefined ? undefined : this.shown(joinPath(path.slice(0, slash), twin));
    return this.words.missing(shownPath(shown), there === undefined ? undefined : shownPath(there));
  }

  blockedText({ shown, blockedBy = '' }: Spot): string {
    return this.words.below(shownPath(shown), shownPath(blockedBy));
  }
}

/** True for a root: it has no place to go to. */
export function isRoot({ place }: Spot): boolean {
  return place.path === '';
}

export function folderMark({ type }: Pick<DraftEntry, 'type'>): Pick<ItemOutcome, 'folder'> {
  return type === 'dir' ? { folder: true } : {};
}

/** A draft's entry as one of a tree, for its content. */
export function entryOf(spot: FoundSpot): TreeEntry {
  const { entry, path } = spot;
  const name = path.slice(path.lastIndexOf('/') + 1);
  return entry.type === 'dir' ? { name, ...entry, hash: writtenHash(entry) } : { name, ...entry };
}

/** Listing of a folder that nothing has changed since the draft was begun. */
export function writtenHash({ hash }: FoundFolder['entry']): TreeHash {
  if (hash === undefined) throw new Error('The folder was changed and is not written yet.');
  return hash;
}

/** The same name, or the one that differs in how its accents are composed: 한글 is written in two ways. */
function nameIn(names: ReadonlyMap<string, unknown>, part: string): string {
  // Names of ASCII are composed in one way.
  if (names.has(part) || /^[\x00-\x7f]*$/.test(part)) return part;
  const wanted = part.normalize('NFC');
  const alike = [...names.keys()].filter((name) => name.normalize('NFC') === wanted);
  return alike.length === 1 ? (alike[0] ?? part) : part;
}
