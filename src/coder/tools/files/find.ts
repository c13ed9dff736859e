import type { TreeHash } from '../../../domain/ids';
import type { ItemOutcome, ToolOutcome } from '../../../domain/goal/outcome';
import type { ResolvedArgs } from '../../../domain/goal/tool-args';
import { findWords } from '../../../domain/goal/text-search';
import { sentence, wordsOf } from '../../../domain/goal/words';
import { forEachOf } from '../../../machine/for-each-of';
import { Pace } from '../../../machine/pace';
import { type TreeFile, readIdentity, type TreeEntry } from '../../../store';
import { joinPath, foldName } from '../../../domain/files/paths';
import { shownPath } from '../directory/context';
import type { FilesContext, FileTool } from './context';
import { documentText, pageAt } from './document-text';
import { entryOf, folderMark, type FoundSpot, TreeWork } from './tree-work';
import { failedCall, failureLines, type FileWords } from './words';
import { argsProblem, timeMs } from '../../../domain/goal/plan';
import { compileGlob } from '../../../domain/files/globs';

/** When something was changed and made, ms since 1970; undefined where nobody knows. */
interface EntryTimes {
  changedMs?: number;
  madeMs?: number;
}

type FindArgs = ResolvedArgs<'find'>;

/** Files that are read at once while others are searched. */
const AT_ONCE = 4;
const LISTED = 50;
const SNIPPET_CHARS = 160;
/** Files that could not be read and are named in the first line. */
const NAMED = 3;

/** Finds files and folders by name, kind, size, time and the words in them. */
export const findTool: FileTool<'find'> = async (context, args) => {
  const work = new TreeWork(context);
  const spot = await work.found(args.path);
  if ('problem' in spot) return failedCall([args.path], spot.problem);
  const filter = filterOf(context, args);
  if ('problem' in filter) return failedCall([spot.shown], filter.problem);
  const candidates = await candidatesIn(context, spot, filter);
  const search = new Search(context, work, args);
  if (args.content === undefined) for (const file of candidates) search.hit(file);
  else await search.read(candidates, args.content);
  return search.outcome(spot, candidates.length);
};

/** Entries that everything but their content speaks for: below a folder, or the file itself. */
async function candidatesIn(context: FilesContext, spot: FoundSpot, { fits }: Filter): Promise<TreeFile[]> {
  const found: TreeFile[] = [];
  const pace = new Pace(context.signal);
  const down = async (hash: TreeHash, folder: string): Promise<void> => {
    if (pace.due) await pace.rest();
    for (const entry of await context.trees.readDir(hash)) {
      const file = { ...entry, path: joinPath(folder, entry.name) };
      if (await fits(file, file.path.slice(spot.path.length + 1))) found.push(file);
      if (entry.type === 'dir') await down(entry.hash, file.path);
    }
  };
  const top = { ...entryOf(spot), path: spot.path };
  if (top.type === 'dir') await down(top.hash, spot.path);
  else if (await fits(top, top.name)) found.push(top);
  return found;
}

/** Hits and failures of one call, in the order of the tree. */
class Search {
  private readonly items: (ItemOutcome | undefined)[] = [];
  private wordless = 0;
  private secret = 0;
  private done = 0;
  private misses = 0;

  constructor(
    private readonly context: FilesContext,
    private readonly work: TreeWork,
    private readonly args: FindArgs,
  ) {}

  hit(file: TreeFile): void {
    this.items.push({ path: this.work.shown(file.path), ok: true, ...folderMark(file) });
  }

  async read(files: readonly TreeFile[], words: string): Promise<void> {
    const numbered = files.map((file, index) => ({ file, index }));
    await forEachOf(numbered, AT_ONCE, async ({ file, index }) => {
      this.items[index] = await this.looked(file, words);
      this.done += 1;
      if (this.done % 20 === 0) this.context.progress?.(`${this.done}/${files.length}`);
    });
  }

  async outcome(spot: FoundSpot, looked: number): Promise<ToolOutcome> {
    const items = this.items.filter((item) => item !== undefined);
    const hits = items.filter(({ ok }) => ok);
    const rows = hits.slice(0, LISTED).map(rowOf);
    const more =
      hits.length > rows.length
        ? [wordsOf(this.context.language).report.more(hits.length - rows.length)]
        : [];
    const { words } = this.work;
    const { name, content } = this.args;
    const unread = items.flatMap(({ ok, path }) => (ok ? [] : [shownPath(path)]));
    const head = words.found(
      hits.length,
      shownPath(spot.shown),
      content === undefined ? undefined : looked,
      unread.length > 0 ? listed(words, unread) : undefined,
    );
    const end = hits.length > 0 ? ':' : wordsOf(this.context.language).stop;
    const hints = [
      this.secret > 0 ? words.secret(this.secret) : '',
      this.wordless > 0 ? words.wordless(this.wordless) : '',
      hits.length === 0 && name !== undefined && !/[*?[{]/.test(name)
        ? words.wholeName(JSON.stringify(`*${name}*`))
        : '',
    ].filter(Boolean);
    const text = [head + end, ...rows, ...more, ...failureLines(words, items), ...hints].join('\n');
    return { ...(await this.work.outcome(items, text)), looked: this.misses };
  }

  private async looked(file: TreeFile, words: string): Promise<ItemOutcome | undefined> {
    const { words: said } = this.work;
    const path = this.work.shown(file.path);
    const document = await documentText(this.context, file);
    if ('problem' in document) {
      if (document.reason === 'no-text') this.wordless += 1;
      else if (document.reason === 'secret') this.secret += 1;
      else return { path, ok: false, reason: document.problem };
      this.misses += 1;
      return undefined;
    }
    const match = findWords(document.text, words);
    if (match) {
      const page = pageAt(document, match.start);
      const text = snippet(match.text, words);
      const reason = page === undefined ? said.line(match.line, text) : said.page(page, text);
      return { path, ok: true, reason };
    }
    if (document.truncated) return { path, ok: false, reason: said.moreText(shownPath(path)) };
    this.misses += 1;
    return undefined;
  }
}

/** `a.pdf, b.pdf and 3 more` */
function listed(words: FileWords, paths: readonly string[]): string {
  const shown = paths.slice(0, NAMED).join(', ');
  return paths.length > NAMED ? words.andMore(shown, paths.length - NAMED) : shown;
}

function rowOf({ path, reason }: ItemOutcome): string {
  return reason === undefined ? shownPath(path) : `${shownPath(path)}  ${reason}`;
}

/** The line, or the part of a long one around the words. */
function snippet(line: string, words: string): string {
  if (line.length <= SNIPPET_CHARS) return line;
  const at = Math.max(0, line.toLowerCase().indexOf(words.toLowerCase()) - 40);
  const part = line.slice(at, at + SNIPPET_CHARS).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
  return `${at > 0 ? '…' : ''}${part}…`;
}

/** Everything but the content that a search asks for. */
interface Filter {
  /** `inside`: the path from the folder that is searched. */
  fits(entry: TreeFile, inside: string): Promise<boolean>;
}

/** Times in ms; `to` is excluded. `made`: the time of birth counts. */
interface TimeRange {
  from: number;
  to: number;
  made: boolean;
}

/** The filter of a search, or why there is none, in one sentence. */
function filterOf(context: FilesContext, args: ResolvedArgs<'find'>): Filter | { problem: string } {
  const { language } = context;
  const readsTime = (words: string) => context.timeRange(words) !== undefined;
  const problem = argsProblem('find', args, { readsTime, language });
  if (problem !== undefined) return { problem: sentence(problem, language) };
  const ranges = rangesOf(context, args);
  const name = args.name === undefined ? undefined : nameFilter(args.name);
  const { minBytes, maxBytes } = args;
  const bySize = minBytes !== undefined || maxBytes !== undefined;
  const type = args.content === undefined && !bySize ? args.type : 'file';
  const fits = async (entry: TreeFile, inside: string): Promise<boolean> => {
    const isFile = entry.type === 'file' || entry.type === 'identity';
    if ((type === 'file' && !isFile) || (type === 'folder' && entry.type !== 'dir')) return false;
    if (name && !name(inside)) return false;
    if (entry.size < (minBytes ?? 0) || entry.size > (maxBytes ?? Infinity)) return false;
    for (const range of ranges) if (!(await isWithin(context, entry, range))) return false;
    return true;
  };
  return { fits };
}

/** Names as people mean them: whatever their case, and how accents are composed. A glob with a slash is for paths. */
function nameFilter(glob: string): (inside: string) => boolean {
  const { matches } = compileGlob(foldName(glob), { dot: true });
  const isPath = glob.includes('/');
  return (inside) => matches(foldName(isPath ? inside : inside.slice(inside.lastIndexOf('/') + 1)));
}

function rangesOf({ timeRange }: FilesContext, { from, to, when }: ResolvedArgs<'find'>): TimeRange[] {
  const ranges: TimeRange[] = [];
  if (from !== undefined || to !== undefined)
    ranges.push({ from: startMs(from), to: endMs(to), made: false });
  const meant = when === undefined ? undefined : timeRange(when);
  if (when === undefined || !meant) return ranges;
  return [...ranges, { from: timeMs(meant.from), to: timeMs(meant.to), made: isOfMaking(when) }];
}

function startMs(text: string | undefined): number {
  return text === undefined ? -Infinity : timeMs(text);
}

function endMs(text: string | undefined): number {
  return text === undefined ? Infinity : timeMs(text);
}

/** True for words that ask when something came to be, and not when it was changed last. */
function isOfMaking(words: string): boolean {
  return /\b(made|created|downloaded)\b|만든|만들|생성|작성한|받은|创建|新建|建立|制作|做的|下载/iu.test(
    words,
  );
}

async function isWithin(
  { now, folderTimeMs }: FilesContext,
  entry: TreeFile,
  { from, to, made }: TimeRange,
): Promise<boolean> {
  const times = timesOf(entry, now);
  const at = entry.type === 'dir' ? await folderTimeMs?.(entry.path) : made ? times.madeMs : times.changedMs;
  return at !== undefined && at >= from && at < to;
}

/** Times of an entry. What the run itself has written is as new as the call. */
export function timesOf({ type, hash }: Pick<TreeEntry, 'type' | 'hash'>, now: string): EntryTimes {
  if (type === 'identity') {
    const { mtimeNs, birthtimeNs } = readIdentity(hash);
    const changedMs = Number(mtimeNs / 1_000_000n);
    // Some file systems know no time of birth.
    return { changedMs, madeMs: birthtimeNs > 0n ? Number(birthtimeNs / 1_000_000n) : changedMs };
  }
  if (type !== 'file') return {};
  const nowMs = Date.parse(now);
  return { changedMs: nowMs, madeMs: nowMs };
}

/** `2026-03-01 14:05` in the time zone of this machine. */
export function minuteText(ms: number): string {
  const at = new Date(ms);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`;
}
