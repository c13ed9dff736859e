import type { CommitOfHistory, HistoryAsk, HistoryOutcome } from '../../domain/session/history';
import { firstLine } from '../../domain/text';
import type { Git } from './run-git';

const FIELD = '\u001f';
const RECORD = '\u001e';
const FORMAT = `--format=${RECORD}%h${FIELD}%an${FIELD}%aI${FIELD}%s${FIELD}`;

/** Commits of a directory's repository, the newest first. A repository that can't be read is a value. */
export async function historyOf(
  git: Git,
  wanted: HistoryAsk,
  redact: (text: string) => string,
): Promise<HistoryOutcome> {
  const inside = await git.try(['rev-parse', '--is-inside-work-tree']);
  if (inside.code === null)
    return { status: 'unfit', reason: `Git could not be started (${firstLine(inside.stderr)}): install it.` };
  if (inside.stdout.trim() !== 'true')
    return { status: 'unfit', reason: 'the directory is in no git repository.' };
  let read = { code: 0 as number | null, stdout: '', stderr: '' };
  for (const ask of waysTo(wanted)) {
    read = await git.try(['--literal-pathspecs', 'log', ...ask]);
    if (read.code === 0 && read.stdout !== '') break;
  }
  if (read.code !== 0) return { status: 'unfit', reason: firstLine(redact(read.stderr)) };
  return {
    status: 'fit',
    commits: read.stdout
      .split(RECORD)
      .slice(1)
      .map((one) => commitOf(redact(one))),
  };
}

/** Calls of `git log` that may answer, the likeliest first: the first that tells commits has the word. */
function waysTo({ paths, lines, since, until, words = [], limit }: HistoryAsk): string[][] {
  const times = [...(since ? [`--since=${since}`] : []), ...(until ? [`--until=${until}`] : [])];
  // A merge only brings what its commits have changed.
  const of = ['--no-merges', `--max-count=${limit}`, FORMAT, ...times];
  const files = ['--name-only', '--relative', '--', ...paths];
  const said = ['--regexp-ignore-case', '--fixed-strings', '--all-match'];
  const last = words.at(-1);
  return [
    ...(lines ? [[...of, '--no-patch', `-L${lines.from},${lines.to}:${lines.path}`]] : []),
    ...(last === undefined
      ? // Lines that are not committed yet have no history of their own: then their file has the word.
        [[...of, ...files]]
      : [
          [...of, ...said, ...words.map((word) => `--grep=${word}`), ...files],
          [...of, '--regexp-ignore-case', `-S${last}`, ...files],
        ]),
  ];
}

function commitOf(record: string): CommitOfHistory {
  const [hash = '', author = '', date = '', subject = '', files = ''] = record.split(FIELD);
  return { hash, author, date, subject, files: files.split('\n').filter(Boolean) };
}
