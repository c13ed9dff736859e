import { sentence } from '../../../domain/goal/words';
import { argsProblem, timeMs } from '../../../domain/goal/args-problem';
import type { ResolvedArgs } from '../../../domain/goal/tool-args';
import { compileGlob } from '../../../domain/files/globs';
import { foldName } from '../../../domain/files/paths';
import type { TreeFile } from '../../../store';
import type { FilesContext } from './context';
import { timesOf } from './times';

/** Everything but the content that a search asks for. */
export interface Filter {
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
export function filterOf(context: FilesContext, args: ResolvedArgs<'find'>): Filter | { problem: string } {
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
