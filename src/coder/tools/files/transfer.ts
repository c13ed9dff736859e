/** Moving and copying into a folder: many items in one call, each with its own success. */
import type { ItemOutcome, ToolOutcome } from '../../../domain/goal/outcome';
import { findPlace } from '../../../domain/goal/places';
import { PROBLEM_WORDS } from '../../../domain/goal/problem-words';
import { sentence } from '../../../domain/goal/words';
import { said } from '../../../domain/saying';
import { ancestorPaths, baseName, joinPath, parentPath } from '../../../domain/files/paths';
import { Pace } from '../../../machine/pace';
import type { DraftEntry } from './tree-draft';
import { shownPath } from '../directory/context';
import type { FilesContext, FileTool } from './context';
import { folderMark, type FoundSpot, isRoot, type Problem, type Spot, TreeWork } from './tree-work';
import { failedCall, summaryOf } from './words';

type Kind = 'move' | 'copy';

export const moveTool: FileTool<'move'> = (context, args) => transfer(context, 'move', args);
export const copyTool: FileTool<'copy'> = (context, args) => transfer(context, 'copy', args);

interface Request {
  items: readonly string[];
  to: string;
  name?: string;
}

async function transfer(
  context: FilesContext,
  kind: Kind,
  { items, to, name }: Request,
): Promise<ToolOutcome> {
  const work = new TreeWork(context);
  const target = await work.spot(to);
  const things = await thingsOf(work, items);
  const problem =
    ('problem' in target ? target.problem : undefined) ??
    requestProblem(work, target as Spot, things, name) ??
    (name === undefined ? undefined : nameProblem(work, (target as Spot).shown, name));
  if ('problem' in target || problem !== undefined) return failedCall(things.map(pathOf), problem ?? '');
  const moving = new Transfer(work, kind, target, name, new Set(things.flatMap(treePathOf)));
  const outcomes: ItemOutcome[] = [];
  for (const thing of things) outcomes.push(await moving.one(thing));
  const settled = outcomes.map((outcome, index) => moving.settled(outcome, things[index]));
  const made = moving.made.map((path) => `${work.words.made([shownPath(work.shown(path))])}\n`).join('');
  return work.outcome(settled, made + summaryOf(work.words, kind, settled, shownPath(target.shown)));
}

type Thing = { given: string; at: FoundSpot | Problem };

/** The things that are named, each once. */
async function thingsOf(work: TreeWork, items: readonly string[]): Promise<Thing[]> {
  const things = new Map<string, Thing>();
  for (const given of items) {
    const at = await work.found(given);
    const key = 'problem' in at ? `?${given}` : at.path;
    if (!things.has(key)) things.set(key, { given, at });
  }
  return [...things.values()];
}

function pathOf({ given, at }: Thing): string {
  return 'problem' in at ? given : at.shown;
}

function treePathOf({ at }: Thing): string[] {
  return 'problem' in at ? [] : [at.path];
}

function requestProblem(
  work: TreeWork,
  target: Spot,
  things: readonly Thing[],
  name?: string,
): string | undefined {
  const { words } = work;
  const shown = shownPath(target.shown);
  if (name !== undefined && things.length > 1) return words.oneName(things.length);
  if (target.blockedBy !== undefined) return work.blockedText(target);
  if (target.entry && target.entry.type !== 'dir') return words.notFolder(shown);
  const [only] = things;
  if (target.entry || !only || things.length > 1 || 'problem' in only.at) return undefined;
  // `to: "b/new.txt"` for a file means a new name: a folder of that name is what nobody wants.
  const suffix = suffixOf(only.at.path);
  if (only.at.entry.type === 'dir' || suffix === '' || suffixOf(target.path) !== suffix) return undefined;
  const [folder, file] = [parentPath(target.shown) || '.', baseName(target.shown)];
  return words.looksFile(shown, JSON.stringify(folder), JSON.stringify(file));
}

function suffixOf(path: string): string {
  return /\.[^.]+$/.exec(baseName(path).slice(1))?.[0].toLowerCase() ?? '';
}

/** Reason why nothing may be called so, in one sentence. */
export function nameProblem({ context, words }: TreeWork, folder: string, name: string): string | undefined {
  if (name === '.' || name === '..')
    return sentence(PROBLEM_WORDS[context.language].noName(name), context.language);
  const place = findPlace(context.roots, folder === '.' ? `./${name}` : `${folder}/${name}`);
  return 'problem' in place ? said(words, place.problem) : undefined;
}

/** One call: what it has made so far. */
class Transfer {
  /** Folders that the call has made, as paths of the tree. */
  made: string[] = [];
  private readonly pace: Pace;
  private readonly arrived = new Map<string, { from: string; outcome: ItemOutcome }>();

  constructor(
    private readonly work: TreeWork,
    private readonly kind: Kind,
    private readonly target: Spot,
    private readonly name: string | undefined,
    private readonly all: ReadonlySet<string>,
  ) {
    this.pace = new Pace(work.context.signal);
  }

  async one({ given, at }: Thing): Promise<ItemOutcome> {
    if ('problem' in at) return { path: given, ok: false, reason: at.problem };
    // What lies in a folder that goes too goes with it.
    if (this.aboveOf(at.path) !== undefined) return { path: at.shown, ok: true };
    const outcome = await this.alone(at);
    this.arrived.set(at.path, { from: at.shown, outcome });
    return outcome;
  }

  /** Outcome of an item when all is done: one that goes along with its folder fares as that does. */
  settled(outcome: ItemOutcome, thing: Thing | undefined): ItemOutcome {
    if (!thing || 'problem' in thing.at) return outcome;
    const above = this.aboveOf(thing.at.path);
    const leader = above === undefined ? undefined : this.arrived.get(above);
    if (above === undefined || !leader) return outcome;
    const { ok, to } = leader.outcome;
    const reason = this.work.words[ok ? 'wentWith' : 'staysWith'](shownPath(leader.from));
    const path = thing.at.shown;
    return ok && to !== undefined
      ? { path, ok, to: to + thing.at.path.slice(above.length), reason }
      : { path, ok, reason };
  }

  private async alone(at: FoundSpot): Promise<ItemOutcome> {
    const { words } = this.work;
    const path = at.shown;
    const to = joinPath(this.target.path, this.name ?? baseName(at.path));
    const problem = isRoot(at) ? words.isRoot(shownPath(path)) : this.intoItself(at);
    if (problem !== undefined) return { path, ok: false, reason: problem };
    if (to === at.path && this.kind === 'move')
      return { path, ok: true, to: path, reason: words.wasThere(shownPath(path)) };
    if (await this.work.draft.find(to))
      return { path, ok: false, reason: words.taken(shownPath(this.work.shown(to))) };
    const uncopied = this.kind === 'copy' ? await this.copyProblem(at.path, at.entry) : undefined;
    if (uncopied !== undefined) return { path, ok: false, reason: uncopied };
    this.made.push(...(await this.work.draft.makeFolder(this.target.path)));
    await this.work.draft[this.kind](at.path, to);
    return { path, ok: true, to: this.work.shown(to), ...folderMark(at.entry) };
  }

  /** Reason why a thing can't be copied, or what it holds: one such file would fail the publish of the whole run. */
  private async copyProblem(path: string, entry: DraftEntry): Promise<string | undefined> {
    const { words, context } = this.work;
    const { contents } = context;
    if (!contents.copyProblem) return undefined;
    if (this.pace.due) await this.pace.rest();
    if (entry.type === 'identity') {
      const problem = await contents.copyProblem({ hash: entry.hash ?? '', size: entry.size });
      if (problem === undefined) return undefined;
      return words.uncopied(shownPath(this.work.shown(path)), problem);
    }
    if (entry.type !== 'dir') return undefined;
    for (const [name, below] of (await this.work.draft.entries(path)) ?? []) {
      const problem = await this.copyProblem(joinPath(path, name), below);
      if (problem !== undefined) return problem;
    }
    return undefined;
  }

  private intoItself({ path, shown }: FoundSpot): string | undefined {
    const { path: to } = this.target;
    if (to !== path && !to.startsWith(`${path}/`)) return undefined;
    return this.work.words.intoItself(shownPath(shown));
  }

  /** The outermost folder around a path that is an item too. */
  private aboveOf(path: string): string | undefined {
    return ancestorPaths(path).find((above) => this.all.has(above));
  }
}
