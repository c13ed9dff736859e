/** History of a repository, as questions ask for it. */

/** Commits that are asked for. Times are ISO 8601. */
export interface HistoryAsk {
  /** Of these files alone; empty: of all. */
  readonly paths: readonly string[];
  /** Of these lines of a file alone, from 1, both included. */
  readonly lines?: { readonly path: string; readonly from: number; readonly to: number };
  readonly since?: string;
  readonly until?: string;
  /** With all of these words in their messages; where none has, with the last of them in their changes. */
  readonly words?: readonly string[];
  readonly limit: number;
}

export interface CommitOfHistory {
  /** Short. */
  readonly hash: string;
  readonly author: string;
  /** ISO 8601. */
  readonly date: string;
  readonly subject: string;
  /** Files that it changed; empty where lines were asked about. */
  readonly files: readonly string[];
}

/** `unfit`: there is no repository, or git fails; `reason` is one sentence. */
export type HistoryOutcome =
  | { readonly status: 'fit'; readonly commits: readonly CommitOfHistory[] }
  | { readonly status: 'unfit'; readonly reason: string };

const COUNT =
  /\b(?:last|latest|newest|recent|past|previous) (\d{1,3}|two|three|four|five|ten) (?:commits?|changes?)\b|(?:최근|마지막) ?(\d{1,3}) ?(?:개|번)?의? ?커밋|커밋 ?(\d{1,3}) ?개|(?:最近|最后|最新)的? ?(\d{1,3}|[一二三四五十两]) ?(?:次|个|条)/i;
const NUMBERS: Readonly<Record<string, number>> = {
  ...{ two: 2, three: 3, four: 4, five: 5, ten: 10 },
  ...{ 一: 1, 两: 2, 二: 2, 三: 3, 四: 4, 五: 5, 十: 10 },
};
const ONE =
  /\b(?:last|latest|newest|most recent) commit\b|마지막 커밋|가장 최근 커밋|최근 커밋(?!들)|(?:最后|最近|最新)(?:的)?(?:一次|一个|一条)?提交/i;
/** Number of commits that a question asks for; undefined where it names none. */
export function commitsAsked(text: string): number | undefined {
  const counted = COUNT.exec(text)?.slice(1).find(Boolean);
  if (counted !== undefined) return NUMBERS[counted.toLowerCase()] ?? Math.max(1, Number(counted));
  return ONE.test(text) ? 1 : undefined;
}
