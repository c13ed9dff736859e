import type { CommitOfHistory, HistoryAsk, HistoryOutcome } from '../../domain/session/history';
import { firstLine } from '../../domain/text';
import type { Git } from './run-git';

const FIELD = '\u001f';
const RECORD = '\u001e';
const FORMAT = `--format=${RECORD}%h${FIELD}%an${FIELD}%aI${FIELD}%s${FIELD}`;

/** Commits of a directory's repository, the newest first. A repository that can't be read is a value. */
export async function historyOf(
  git: Git,
  { paths, lines, since, until, limit }: HistoryAsk,
  redact: (text: string) => string,
): Promise<HistoryOutcome> {
  const inside = await git.try(['rev-parse', '--is-inside-work-tree']);
  if (inside.code === null)
    return { status: 'unfit', reason: `Git could not be started (${firstLine(inside.stderr)}): install it.` };
  if (inside.stdout.trim() !== 'true')
    return { status: 'unfit', reason: 'the directory is in no git repository.' };
  const times = [...(since ? [`--since=${since}`] : []), ...(until ? [`--until=${until}`] : [])];
  const log = ['log', `--max-count=${limit}`, FORMAT, ...times];
  const ofLines = lines && [...log, '--no-patch', `-L${lines.from},${lines.to}:${lines.path}`];
  const ofFiles = [...log, '--name-only', '--relative', '--', ...paths];
  // Lines that are not committed yet have no history of their own: then their file has the word.
  const ends = ofLines ? [await git.try(ofLines)] : [];
  const read = ends.find(({ code }) => code === 0) ?? (await git.try(['--literal-pathspecs', ...ofFiles]));
  if (read.code !== 0) return { status: 'unfit', reason: firstLine(redact(read.stderr)) };
  return {
    status: 'fit',
    commits: read.stdout
      .split(RECORD)
      .slice(1)
      .map((one) => commitOf(redact(one))),
  };
}

function commitOf(record: string): CommitOfHistory {
  const [hash = '', author = '', date = '', subject = '', files = ''] = record.split(FIELD);
  return { hash, author, date, subject, files: files.split('\n').filter(Boolean) };
}
