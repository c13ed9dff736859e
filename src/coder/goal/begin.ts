import type { GivenPlan } from '../../domain/goal/plan';
import type { ConversationTurn } from '../../domain/goal/conversation';
import { mostTelling, type LearnedRow } from '../../domain/goal/learning';
import { findReferences, resolveReference, withPaths, type Reference } from '../../domain/goal/references';
import type { BegunGoal, OpenReference, ResolvedReference } from '../../domain/goal/state';
import type { Language } from '../../domain/run/input';
import type { BlobHash, EffectKey, TreeHash } from '../../domain/ids';
import { sizeText } from '../../domain/text';
import type { BlobStore, TreeStore } from '../../store';
import { type TimeRange, type GoalTask, type KnownFolder, keep } from './task';
import { recalled } from './mentions';
import { placeOf, shownPlace } from '../../domain/goal/places';
import { timesOf } from '../tools/files/find';
import { folderTimes } from './run-step';
import { joinPath } from '../../domain/files/paths';
import { knownFolderOf } from '../../domain/goal/locate';

export interface BeginGoalInput {
  key: EffectKey;
  request?: string;
  plan?: GivenPlan;
  roots: readonly string[];
  language: Language;
  conversation?: string;
  model?: string;
  /** ISO 8601, workflow time. */
  now: string;
}

/** Parts of a worker that a goal begins with. */
export interface BeginDeps {
  blobs: BlobStore;
  trees: TreeStore;
  capture(request: {
    roots: readonly string[];
    signal: AbortSignal;
    progress(detail: unknown): void;
  }): Promise<{ tree: TreeHash; times: BlobHash; entries: number; bytes: number }>;
  /** Earlier turns of a conversation, oldest first. */
  turnsOf(conversation: string): Promise<readonly ConversationTurn[]>;
  /** Ways that went well or badly in these roots, the best first. */
  learnedRows(roots: readonly string[], now: string): Promise<readonly LearnedRow[]>;
  /** Desktop, documents and the like among the folders of a tree. */
  knownFolders(roots: readonly string[], tree: TreeHash): Promise<KnownFolder[]>;
  timeRange: TimeRange;
}

const MOST_LEARNED = 100;

/** Looks at the folders, resolves what the request speaks of, and keeps the task. Nothing is read or copied. */
export async function beginGoal(
  deps: BeginDeps,
  input: BeginGoalInput,
  context: { signal: AbortSignal; progress(detail: unknown): void },
): Promise<BegunGoal> {
  const { request, plan, roots, language, conversation, model, now } = input;
  const { tree, times, entries, bytes } = await deps.capture({ roots, ...context });
  const remembered = conversation === undefined ? [] : await deps.turnsOf(conversation);
  const turns = await recalled(deps.trees, { roots, tree }, remembered);
  const task: GoalTask = {
    ...{ version: 1, request, plan, roots: [...roots], language, now, model },
    conversation,
    knownFolders: await deps.knownFolders(roots, tree),
    folders: await foldersText(deps.trees, roots, tree),
    conversationText: turnsText(turns),
    learned: mostTelling(await deps.learnedRows(roots, now), MOST_LEARNED),
  };
  const { references, open } = await resolved(deps, request ?? '', turns, {
    roots,
    tree,
    times,
    now,
    language,
  });
  return { task: await keep(deps.blobs, task), tree, times, entries, bytes, references, open };
}

/** Paths that phrases of the request mean by the earlier turns, and by the times of what is on disk. */
async function resolved(
  deps: BeginDeps,
  request: string,
  turns: readonly ConversationTurn[],
  at: OnDisk & { language: Language },
): Promise<{ references: ResolvedReference[]; open: OpenReference[] }> {
  const references: ResolvedReference[] = [];
  const open: OpenReference[] = [];
  for (const reference of findReferences(request)) {
    const { phrase, when } = reference;
    const range = when === undefined ? undefined : deps.timeRange(when, at);
    const known = resolveReference(reference, turns, range);
    const found = range ? withPaths(known, reference, await pathsOnDisk(deps, reference, range, at)) : known;
    const paths = 'path' in found ? [found.path] : 'paths' in found ? found.paths : [];
    references.push(...paths.map((path) => ({ phrase, path })));
    if ('ambiguous' in found) open.push({ phrase, choices: found.ambiguous });
  }
  return { references, open };
}

const LISTED = 200;

/** Entries at the top of the roots, and how many there are one level below, a line each. */
async function foldersText(trees: TreeStore, roots: readonly string[], tree: TreeHash): Promise<string> {
  const lines: string[] = [];
  for (const { name: root, ...folder } of await trees.readDir(tree)) {
    if (folder.type !== 'dir') continue;
    lines.push(`${roots[Number(root)] ?? root}:`);
    const entries = await trees.readDir(folder.hash);
    for (const { name, size, ...entry } of entries.slice(0, LISTED)) {
      if (entry.type !== 'dir') lines.push(`  ${name}  ${sizeText(size)}`);
      else lines.push(`  ${name}/  ${(await trees.readDir(entry.hash)).length} entries`);
    }
    if (entries.length > LISTED) lines.push(`  … and ${entries.length - LISTED} more`);
  }
  return lines.join('\n');
}

const TURNS = 10;
const MENTIONS = 10;

function turnsText(turns: readonly ConversationTurn[]): string {
  return turns
    .slice(-TURNS)
    .map(({ at, request, mentions }) => {
      const paths = mentions.slice(0, MENTIONS).map(({ how, path }) => `${how} ${path}`);
      return `- ${at}: ${request}${paths.length > 0 ? ` (${paths.join('; ')})` : ''}`;
    })
    .join('\n');
}

/** Folders of a run as they are before it. */
interface OnDisk {
  roots: readonly string[];
  tree: TreeHash;
  times: BlobHash;
  /** ISO 8601. */
  now: string;
}

/** More are searched for, and not asked about. */
const MOST_ON_DISK = 12;

/**
 * Files or folders that a phrase with a time means by their own times: of birth for `the file made yesterday`, else of the last
 * change. Hidden ones are none, and things that were moved, read or found have no such time.
 */
async function pathsOnDisk(
  stores: { blobs: BlobStore; trees: TreeStore },
  { type, how }: Reference,
  range: { from: string; to: string },
  { roots, tree, times, now }: OnDisk,
): Promise<string[]> {
  if (how !== undefined && how !== 'made' && how !== 'written') return [];
  const folderMs = folderTimes(stores, { tree, onDisk: tree, times, now });
  const found: string[] = [];
  for (const entry of await stores.trees.list(tree, { dirs: true })) {
    const isFolder = entry.type === 'dir';
    if ((type === 'folder') !== isFolder || isHidden(entry.path) || !entry.path.includes('/')) continue;
    const { changedMs, madeMs } = timesOf(entry, now);
    const ms = isFolder ? await folderMs(entry.path) : how === 'made' ? madeMs : changedMs;
    if (ms === undefined || ms < Date.parse(range.from) || ms >= Date.parse(range.to)) continue;
    if (found.length === MOST_ON_DISK) return [];
    found.push(shownPlace(roots, placeOf(entry.path)));
  }
  return found;
}

function isHidden(path: string): boolean {
  return path.split('/').some((name) => name.startsWith('.'));
}

/** Desktop, documents, downloads and the like: the roots themselves, or folders at their top, by their names in many languages. */
export async function goalFolders(
  { trees }: { trees: Pick<TreeStore, 'readDir'> },
  roots: readonly string[],
  tree: TreeHash,
): Promise<KnownFolder[]> {
  const found: KnownFolder[] = [];
  const note = (name: string, root: number, path: string) => {
    const of = knownFolderOf(name);
    if (of !== undefined) found.push({ path: shownPlace(roots, { root, path }), of });
  };
  for (const { name, ...folder } of await trees.readDir(tree)) {
    if (folder.type !== 'dir') continue;
    const root = Number(name);
    note(roots[root]?.split('/').at(-1) ?? '', root, '');
    for (const entry of await trees.readDir(folder.hash))
      if (entry.type === 'dir') note(entry.name, root, joinPath('', entry.name));
  }
  return found;
}
