import type { FileChange } from '../files/workspace';
import type { Language } from '../run/input';
import { firstLine, plural } from '../text';
import { STATE_WORDS } from './state-words';
import type { CommitPlan, RepositoryLook } from './commit-plan';
import type { AgentMode } from './modes';
import type { HandlerTask } from './state';
import { testsAsked } from './tests-asked';
import { touchedPaths } from '../files/touched-paths';

const QUOTED_BRANCH =
  /(?:branch|브랜치|分支)[^\S\n]{0,3}[`'"“]([\w./-]{1,100})[`'"”]|[`'"“]([\w./-]{1,100})[`'"”][^\S\n]{0,3}(?:branch|브랜치|分支)/i;
const BARE_BRANCH = /(?:branch|브랜치|分支)[^\S\n]{1,3}([\w.-]{1,50}[/-][\w./-]{1,50})/i;
const MESSAGE = /(?:message|메시지|信息|消息)[^\S\n]{0,3}[:：]?[^\S\n]{0,3}["“`']([^"”`'\n]{1,200})["”`']/i;
const PUSH = /\bpush\b|푸시|推送/i;
const PULL_REQUEST = /\bpull[ -]request\b|\bPR\b|풀 ?리퀘스트|拉取请求/i;

/** Branch that a request names; undefined where it names none. */
export function wantedBranch(text: string): string | undefined {
  const quoted = QUOTED_BRANCH.exec(text);
  return quoted?.[1] ?? quoted?.[2] ?? BARE_BRANCH.exec(text)?.[1];
}

/** Words for changes of people, whoever made them, in place of those of the session. */
const OWN =
  /\b(?:my|our|all|everything|(?:I|we)(?:'ve| have)? (?:changed|edited|made|wrote|did|added))\b|(?:^|\s)(?:내|내가|제|제가|우리|모두|모든|전부|다)\s|我(?:的|们|改|修改)|全部|所有/i;

/** True for a text that asks for what people changed themselves. The message that it gives is no part of what it asks. */
export function isOfPeople(text: string): boolean {
  return OWN.test(text.slice(0, 1_000).replace(MESSAGE, ''));
}

/** Look at the repository that a mode needs; without paths at all that differs from the last commit. */
export function repositoryAsk(
  mode: AgentMode,
  { text, context }: Pick<HandlerTask, 'text' | 'context'>,
): { readonly paths?: readonly string[]; readonly branch?: string } | undefined {
  // Tests of what people changed: all that differs.
  if (mode === 'test' && testsAsked(text).of === 'changes') return {};
  if (mode !== 'git_workflow') return undefined;
  const branch = wantedBranch(text);
  return isOfPeople(text) ? { branch } : { branch, paths: touchedPaths(context.pendingChanges) };
}

const TRUNKS = ['main', 'master', 'trunk', 'develop'];

export function commitPlan(
  task: Pick<HandlerTask, 'text' | 'earlier'>,
  look: Extract<RepositoryLook, { status: 'fit' }>,
): CommitPlan {
  const { text } = task;
  const pullRequest = PULL_REQUEST.test(text);
  const isOnTrunk = look.branch === undefined || TRUNKS.includes(look.branch);
  const own =
    pullRequest && isOnTrunk && look.head !== undefined ? `kintsugi/${look.tree.slice(0, 8)}` : undefined;
  const branch = wantedBranch(text) ?? own ?? look.branch ?? `kintsugi/${look.tree.slice(0, 8)}`;
  const { tree, files, excerpt, head } = look;
  return {
    branch,
    isNewBranch: branch !== look.branch,
    ...(head !== undefined && { parent: head }),
    ...{ tree, files, excerpt },
    message: commitMessage(task, files),
    paths: look.paths,
    // A pull request is made of a branch that its remote has.
    push: pullRequest || PUSH.test(text),
    pullRequest,
  };
}

/** Message of a commit: the one that the request has, else the newest task that changed something, with the files. */
export function commitMessage(
  { text, earlier }: Pick<HandlerTask, 'text' | 'earlier'>,
  files: readonly FileChange[],
): string {
  const given = MESSAGE.exec(text)?.[1];
  if (given !== undefined) return `${given}\n`;
  const task = isOfPeople(text) ? undefined : earlier.findLast(({ changed }) => changed)?.text;
  const [first] = files;
  const others = files.length > 1 ? ` and ${plural(files.length - 1, 'more file')}` : '';
  const subject = task === undefined ? `Change ${first?.path ?? 'files'}${others}` : firstLine(task, 72);
  const body = files.slice(0, 20).map(({ path, change }) => `- ${change}: ${path}`);
  return `${[subject, '', ...body].join('\n')}\n`;
}

/** The plan with the message of a model's answer, which stands in a block of its own; the plan as it is without one. */
export function withMessageOf(plan: CommitPlan, answer: string): CommitPlan {
  const block = blockIn(answer);
  return block === '' || block.length > MOST_MESSAGE ? plan : { ...plan, message: `${block}\n` };
}

/** Longest message of a commit that a model's answer may give. */
const MOST_MESSAGE = 2_000;

/** Text of the first block between fences; '' where there is none. */
function blockIn(answer: string): string {
  const [, opened = ''] = split(`\n${answer}`, '\n```');
  const [block, rest] = split(split(opened, '\n')[1] ?? '', '\n```');
  return rest === undefined ? '' : block.trim();
}

/** The text before and after the first separator; nothing after it where there is none. */
function split(text: string, separator: string): [before: string, after?: string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}

/** `commit 2 files to main: Add a login` */
export function planSummary(
  { branch, isNewBranch: isNew, files, message, push, pullRequest }: CommitPlan,
  language: Language,
): string {
  const then = pullRequest ? 'pull-request' : push ? 'push' : undefined;
  return STATE_WORDS[language].commit(files.length, branch, firstLine(message, 100), { isNew, then });
}
