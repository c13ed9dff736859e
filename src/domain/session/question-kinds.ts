/** Questions that the tools of a project answer without a model, by the words that ask them. */

import { PURPOSES } from '../dependencies/purposes';
import { MODES, type AgentMode } from './modes';
import { testsAsked } from './tests-asked';

/** Kinds of questions, by what is asked for. `where`: any other question about the code. */
export type QuestionKind =
  | 'where'
  | 'callers'
  | 'callees'
  /** Files that import it, and files that it imports. */
  | 'dependents'
  | 'dependencies'
  | 'impact'
  /** Tests that reach it. */
  | 'tests'
  /** Lines that no test executes, by a run of the tests. */
  | 'coverage'
  /** Commits, and the author of the newest one. */
  | 'changes'
  | 'author'
  /** Exported names that nothing uses. */
  | 'unused'
  /** Libraries in use for one purpose. */
  | 'alternatives'
  /** Places of a pasted stack, frame by frame. */
  | 'trace';

/** Kind of the question that the tools of the project answer in place of a mode's own work; undefined where its own is asked for. */
export function askedKind(
  mode: AgentMode,
  {
    text,
    isChained,
    isQuestion,
  }: { readonly text: string; readonly isChained: boolean; readonly isQuestion: boolean },
): QuestionKind | undefined {
  // In its own mode a request to run tests may name which.
  if (isChained || (mode === 'test' && testsAsked(text).of !== 'all')) return undefined;
  if (hasTrace(text)) return mode === 'debug' || mode === 'context_navigation' ? 'trace' : undefined;
  const kind = questionKind(text);
  if (mode === 'context_navigation') return kind;
  if (!isQuestion || OWN_WORK[mode]?.includes(kind)) return undefined;
  // Why something fails is the work of debugging.
  if (mode === 'debug' && FAILS.test(text)) return undefined;
  // Where a mode's own work is to change code, any question is one about the code.
  return kind === 'where' && MODES[mode].tool !== 'survey' && !LOCATES.test(text) ? undefined : kind;
}

const FAILS = /\bwhy\b|\bfail|\berror|왜|실패|오류|에러|为什么|失败|报错|错误/i;

/** Words that ask for a place, so for no work of a mode. */
const LOCATES =
  /^[^?]{0,40}\b(?:where(?:'?s)?|which (?:files?|functions?|modules?|class(?:es)?|methods?))\b|어디|어느 ?파일|哪里|哪儿|在哪|哪个(?:文件|函数|模块)/i;

const OWN_WORK: Readonly<Partial<Record<AgentMode, readonly QuestionKind[]>>> = {
  dependency_intelligence: ['unused', 'dependencies'],
  impact_analysis: ['impact'],
  test: ['coverage'],
  exploratory_research: ['alternatives'],
};

/** Kinds that read the history of a repository: it is on the machine of the directory. */
export const HISTORY_KINDS: ReadonlySet<QuestionKind> = new Set<QuestionKind>(['changes', 'author']);

/** Words of a kind in English, Korean and Chinese. The first row that fits has the word: what breaks is asked of calls too. */
const ASKED: readonly (readonly [kind: QuestionKind, ...words: RegExp[]])[] = [
  [
    'coverage',
    /\b(?:what(?:'s| is)|how (?:much|good|high) is|show|tell)\b[^?]{0,30}\bcoverage\b|\b(?:not|never)(?: \w{1,8})? covered\b|\buncovered\b|\bno tests? (?:covers?|executes?)\b/i,
    /커버리지[^?]{0,8}(?:얼마|몇|어때|보여|알려)|커버(?:되지|하지) ?(?:않|못)|커버가? ?안/,
    /覆盖率[^？?]{0,4}(?:多少|怎么样|如何|多高)|(?:没|未|没有)(?:被)?(?:测试)?覆盖/,
  ],
  [
    'impact',
    /\b(?:breaks?|affect(?:s|ed)?|impact|blast radius|fallout|safe to (?:change|remove|delete|rename)|(?:has|have|need|needs) to (?:change|touch|update|adapt|follow)|do I need to (?:change|touch|update)|stops? (?:compiling|working|building)|if (?:i|we|you|someone) (?:change|rename|remove|delete|touch|modify|drop|edit|move))\b/i,
    /영향|깨지|깨질|망가|(?:바꾸|변경하|수정하|고치|지우|삭제하|제거하|건드리|옮기)면/,
    /影响|会坏|破坏|波及|(?:改|修改|删除|删掉|重命名|更改|改动|动|去掉).{0,30}(?:会|的话|后果|要改|需要)/,
  ],
  [
    'author',
    /\bwho (?:\w{1,12} )?(?:wrote|changed|edited|touched|authored|modified|committed|added|introduced|created|removed)\b|\bblame\b|\bauthors?\b/i,
    /누가[^?]{0,60}(?:작성|수정|바꿨|바꾼|변경|고쳤|고친|만들었|만든|추가|짰|커밋|건드)|작성자|저자/,
    /谁[^？?]{0,20}(?:写|改|修改|提交|添加|加|创建|引入|动)[^？?]{0,3}(?:的|了|过)?|作者/,
  ],
  [
    'changes',
    /\b(?:changed|changes|history|git log|commits?|committed|diff|modified|touched|landed|happened (?:to|in))\b(?![^?]{0,20}\bdepend)|\b(?:last|latest|newest|recent) (?:changes?|fix(?:es)?|edits?|updates?|modifications?|work)\b/i,
    /변경(?:됐|되었|된|점|사항|내역|이력)|바뀌었|바뀐|바뀜|커밋|이력|히스토리|최근[^?]{0,20}(?:수정|변경)|수정된/,
    /改了(?:什么|哪些|啥)|(?:最近|上周|昨天|今天|这周|本周|上次)[^？?]{0,20}(?:改|变|提交|修改|更新)|变(?:更|化|动)(?:了|过|记录|历史)?|提交|历史|改动/,
  ],
  [
    'unused',
    /\b(?:unused|dead code|never (?:used|called|imported)|(?:nobody|nothing|no one) (?:uses|calls)|not used)\b/i,
    /안 ?쓰(?:는|이)|(?:사용|호출)(?:되지|하지) 않는|미사용|죽은 코드/,
    /(?:未|没(?:有)?|不)(?:被)?(?:使用|用到|用过|调用)|没人用|死代码/,
  ],
  [
    'callees',
    /\bwhat (?:does|do|is|are|functions?|methods?|else) .{1,80}\b(?:calls?|called by|invokes?|call)\b(?! (?:it|this|that|them)\b)|\bwhich (?:functions|methods|helpers) (?:does|do)\b|\bcallees?\b/i,
    /(?:이|가|은|는|에서) ?(?:무엇을|뭘|뭐를|어떤 ?(?:함수|메서드|것)[을를]?|무슨 함수를) ?(?:호출|부르)|호출하는 (?:함수|것|메서드)(?:들)?(?:은|는|이|을)? ?(?:뭐|무엇|어떤|알려)/,
    /调用了?(?:什么|哪些|啥)/,
  ],
  [
    'callers',
    /\bwho(?:'s| is| else)? (?:else )?(?:calls?|calling|uses?|using|invokes?|references?)\b|\bcallers?\b|\bcall sites?\b|\busages?\b|\buses of\b|\b(?:called|used|invoked|referenced)\b|\bwhat (?:else )?(?:calls|uses|invokes)\b|\bwhich (?:\w{1,20} ){1,3}(?:calls?|uses?|invokes?)\b/i,
    /호출|누가[^?]{0,60}(?:쓰|써|사용|부르|불러)|어디(?:에서|서|에)[^?]{0,40}(?:쓰|써|사용|불러|부르|참조)|사용(?:처|되|하는 (?:곳|데|코드))|쓰이|쓰는 (?:곳|데|코드)|참조/,
    /调用|谁(?:在|会|还)?(?:用|使用|引用)|被.{0,30}(?:使用|引用|用)|(?:哪里|哪儿|哪些(?:地方|文件|函数))[^？?]{0,20}(?:用|使用|引用)|使用(?:处|的地方)|用(?:到|在)/,
  ],
  [
    'tests',
    /\b(?:(?:which|what|any|its|their|and the) (?:\w{1,12} )?(?:tests?|specs?)|tests? (?:for|of|cover\w{0,5})|covered by|covers|is .{1,60} tested)\b/i,
    /테스트(?:는|가|도|들은|들이|를)?[^?]{0,12}(?:어디|어느|어떤|있|뭐|\?|$)|(?:어떤|어느|무슨) 테스트|테스트(?:하는|되는)/,
    /(?:哪些|什么|哪个|有没有|它的|的|有)(?:单元)?测试|测试(?:呢|在哪|覆盖|文件)|(?:被|在)[^？?]{0,20}测试/,
  ],
  [
    'dependents',
    /\b(?:who|what|which (?:files?|modules?|packages?)) (?:\w{1,12} )?(?:imports?|requires?|depends? on|includes?)\b|\bimported (?:by|from|in)\b|\bdependents?\b/i,
    /(?:import|임포트|의존|가져다|불러오)[^?]{0,6}(?:하는|쓰는|오는) ?(?:파일|모듈|곳|것|코드|데)|누가[^?]{0,60}(?:import|임포트|의존)/i,
    /(?:谁|哪些|哪个)[^？?]{0,20}(?:导入|引入|依赖|import)|被[^？?]{0,30}(?:导入|引入|依赖)/i,
  ],
  [
    'dependencies',
    /\bwhat (?:does|do) .{1,80}\b(?:import|require|depend on|need)\b|\bdependenc(?:y|ies) of\b/i,
    /(?:이|가|은|는) ?(?:무엇|뭘|뭐|어떤|무슨)[^?]{0,16}(?:import|임포트|의존|가져)/i,
    /(?:依赖|导入|引入)了?(?:什么|哪些|啥)/,
  ],
];

/** Kind of a question about the code of a project. */
export function questionKind(text: string): QuestionKind {
  if (hasTrace(text)) return 'trace';
  const asked = text.slice(0, LONGEST);
  if (IN_USE.test(asked) && !LOCATES.test(asked) && PURPOSES.some(({ words }) => words.test(asked)))
    return 'alternatives';
  return ASKED.find(([, ...words]) => words.some((one) => one.test(asked)))?.[0] ?? 'where';
}

/** Words that ask what is in use; what for, the text has to say in the words of a purpose. */
const IN_USE =
  /\b(?:which|what) (?:\w{1,20} ){1,4}?(?:do|does|are|is) (?:we|you|they|this|it|the project) (?:\w{1,12} )?us(?:e|ing)\b|\b(?:which|what) (?:\w{1,20} ){1,4}?(?:is|are) in use\b|(?:어떤|무슨|어느) (?:[\w가-힣]{1,20}(?<![이가]) ){0,3}[\w가-힣]{1,20}[을를] ?(?:쓰|써|사용)|[은는] (?:뭘|뭐를?|무엇을|어떤 ?(?:것|거)[을를]?) ?(?:쓰|써|사용)|(?:我们|项目|这里)[^？?]{0,8}(?:用|使用)(?:的是|了)?(?:什么|哪些|哪个|哪种)/i;

/** Longest text that is read, in characters: a question stands at its beginning. */
const LONGEST = 1_000;

/** True for a text with frames of a stack: `at f (a.js:1:2)`, `File "a.py", line 3`, `a.go:4 +0x1d`. */
export function hasTrace(text: string): boolean {
  return FRAME.test(text.slice(0, 20_000));
}

const FRAME =
  /(?:^|\n)[^\S\n]{0,20}(?:at [^\n]{1,300}:\d{1,7}|File "[^"\n]{1,300}", line \d|[^\s:]{1,300}\.(?:go|rs|py):\d{1,7}(?: \+0x|:\d|: ))/;

/** True for a text that asks by its form: it begins or ends as questions do, or has a word that only they have, and is no polite request. */
export function asks(text: string): boolean {
  const asked = text.trim().slice(0, LONGEST);
  return !REQUESTS.test(asked) && [ENDS, BEGINS, WORDS].some((one) => one.test(asked));
}

const REQUESTS =
  /^(?:please|(?:can|could|would|will) you)\b|(?:줄래|주실래|줄 수 있|주시겠|주세요|해 ?줘|할까요)|^(?:请|能(?:不能|否)?(?:请|帮)|可以(?:请|帮)|帮)/i;
const ENDS = /[?？]\s{0,3}$|(?:까|나요|가요|는지|니|냐)\s{0,3}$/;
const BEGINS =
  /^(?:who|what|whom|whose|where|which|why|when|how|is|are|was|were|does|do|did|has|have|and (?:its|the|who|what|where))(?:'?s)?\b/i;
const WORDS =
  /누가|누구|어디|무엇|뭐(?:야|지|예|가|를)|뭘|어떤|어느|왜 |언제|谁|哪|什么|怎么|为什么|多少|[吗呢]/;
