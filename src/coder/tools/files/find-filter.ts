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
  const ranges = rangesOf(context, args);
  if ('problem' in ranges) return ranges;
  const name = args.name === undefined ? undefined : nameFilter(args.name);
  const { minBytes, maxBytes } = args;
  const bySize = minBytes !== undefined || maxBytes !== undefined;
  const type = args.content === undefined && !bySize ? args.type : 'file';
  // What is asked for is never there: a folder has neither content nor size.
  const isNone = args.type === 'folder' && type === 'file';
  const fits = async (entry: TreeFile, inside: string): Promise<boolean> => {
    const isFile = entry.type === 'file' || entry.type === 'identity';
    if (isNone || (type === 'file' && !isFile) || (type === 'folder' && entry.type !== 'dir')) return false;
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

function rangesOf(
  { timeRange }: FilesContext,
  { from, to, when }: ResolvedArgs<'find'>,
): TimeRange[] | { problem: string } {
  const ranges: TimeRange[] = [];
  if (from !== undefined || to !== undefined) {
    const range = { from: timeMs(from) ?? -Infinity, to: timeMs(to) ?? Infinity, made: false };
    for (const [value, ms] of [
      [from, range.from],
      [to, range.to],
    ] as const)
      if (Number.isNaN(ms))
        return { problem: `${JSON.stringify(value)} is no time: give it as 2026-03-01 or 2026-03-01T14:05.` };
    ranges.push(range);
  }
  if (when === undefined) return ranges;
  const meant = timeRange(when);
  if (!meant)
    return {
      problem: `${JSON.stringify(when)} names no time: say it as "last week", or give from and to.`,
    };
  return [
    ...ranges,
    { from: timeMs(meant.from) ?? -Infinity, to: timeMs(meant.to) ?? Infinity, made: isOfMaking(when) },
  ];
}

/** A day without a time begins at midnight here; NaN for what is no time. */
function timeMs(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return Date.parse(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00` : text);
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
