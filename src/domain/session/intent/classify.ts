import type { AgentMode } from '../modes';
import { INTENT_TRIGGERS } from '../transitions/index';
import type { Cue, Cues } from './cue';
import { normalised, type NormalisedText } from './normalise';
import { CHINESE } from './rules/chinese/index';
import { ENGLISH } from './rules/english/index';
import { KOREAN } from './rules/korean/index';

/** Intent of a text of people. */
export interface Intent {
  /** Mode that the text asks for; idle where it asks for nothing. */
  readonly mode: AgentMode;
  /** Trigger that takes idle to the mode; undefined for idle. */
  readonly trigger: string | undefined;
  /** 0 to 1: how far the mode is ahead of the next one. */
  readonly confidence: number;
  /** Words that spoke for the mode, the heaviest first. */
  readonly reasons: readonly string[];
}

/** Least score of a mode that is asked for. */
const LEAST_SCORE = 1.5;
const MOST_REASONS = 5;

/** Sentences that ask, whatever they ask. */
const QUESTION =
  /^(?:what|which|how|who|whose|where)\b.{8,}|^(?:does|is|are|do|can|could|should|when)\b.{8,}\?|(?:나요|까요?|니|는지|는가|을까|[가-힣]지)\?$|어떻게|뭐가|무슨|어디|언제|누구|왜|什么|怎么|如何|吗[??]?$|哪/;
/** Questions about the one who is asked are small talk. */
const ABOUT_US = /\b(?:you|your|are you|up)\b|너|당신|你/;
/** Sentences that ask for something to be done. */
const REQUEST =
  /(?:해|[가-힣]) ?(?:줘|주세요|줄래|주라|주실|줬으면)|부탁|합시다|[가-힣]하자|帮我|请|麻烦|把|给.{1,12}(?:加|做|写|换)|\bplease\b|^(?!(?:i|i'm|i'll|i've|that|that's|this|it|it's|the|we|we're|you|you're|so|oh|well|wow|what|what's|how|who|just|there|my|are|is|am|was|sorry|no|yes|ok|fine|maybe|one|much|many|every|some|something|all|both|they|he|she|his|her|their|these|those|if|as|but|and|or|because|for|with|in|on|at|to|from|not|still|now|today|let me|be|back|give me a|hold|wait|same|good|see)\b)[a-z]{2,20} \S{1,30} \S{2,}/;

/** Parts of programs that people see and complain about. */
const PART =
  /\b(?:pages?|buttons?|apps?|sites?|log ?in|forms?|servers?|apis?|lists?|tables?|images?|files?|users?|dates?|numbers?|totals?|menus?|modals?|screens?|requests?|responses?|quer(?:y|ies)|e?mails?|data|cookies?|sessions?|values?|orders?|prices?|cart|checkout|search|results?|reports?|links?|urls?|fields?|inputs?|dropdowns?|uploads?|downloads?|videos?|notifications?|messages?|charts?|labels?|icons?|graphs?|titles?|tooltips?|rows?|columns?|filters?|tabs?)\b|페이지|버튼|화면|로그인|로그아웃|세션|서버|목록|이미지|사진|파일|사용자|날짜|숫자|금액|합계|메뉴|데이터|주문|가격|장바구니|검색|결과|링크|입력|업로드|다운로드|메시지|메일|알림|쿠키|회원|页面|按钮|登录|界面|服务器|列表|图片|文件|用户|日期|数字|金额|总数|菜单|数据|订单|价格|购物车|搜索|结果|链接|输入|上传|下载|消息|邮件|通知|会话/;
/** Sentences that begin with what a program does or when: nobody asks for anything in them. */
const STATEMENT =
  /^(?:after|since|when|whenever|every time|as soon as)\b[^?]{3,80}$|^(?:the|our|some|all|these|those)? ?(?:pages|users|buttons|images|files|dates|numbers|totals|emails|orders|prices|links|fields|requests|notifications|messages|sessions|cookies|uploads|downloads|videos|charts|labels|icons|graphs|titles|tooltips|rows|columns|filters|tabs)\b[^?]{3,80}$/;
/** People who speak of themselves ask for nothing. */
const OURSELVES = /^(?:i|i'm|i'll|i've|we|we're|we'll|my|our)\b|^(?:나|저|난|전|내가|제가)(?:는|도|도)? |^我/;

/** Earlier modes win at equal scores: the special before the general. */
const ORDER: readonly AgentMode[] = [
  'benchmark',
  'ml_integration',
  'environment_reproduction',
  'spec_compliance',
  'dependency_intelligence',
  'impact_analysis',
  'migration',
  'multi_file_editing',
  'git_workflow',
  'ops_infra',
  'performance_profiling',
  'documentation',
  'test',
  'agent_planning',
  'design',
  'exploratory_research',
  'qa',
  'verification',
  'refactor',
  'debug',
  'context_navigation',
  'implementation',
];

/** Tables that a text is read by: English for all, because all languages borrow its words. */
function tablesFor(words: string): readonly Cues[] {
  return [ENGLISH, ...(HANGUL.test(words) ? [KOREAN] : []), ...(HAN.test(words) ? [CHINESE] : [])];
}

const HANGUL = /\p{Script=Hangul}/u;
const HAN = /\p{Script=Han}/u;

interface Score {
  mode: AgentMode;
  score: number;
  reasons: readonly string[];
}

/** The intent of a text in English, Korean, Chinese, or a mixture of them. */
export function classifyIntent(text: string): Intent {
  const read = normalised(text);
  const scores = ORDER.map((mode) => scoreOf(mode, read)).sort((one, other) => other.score - one.score);
  const [best, next] = scores;
  if (!best || best.score < LEAST_SCORE || scoreOf('idle', read).score > best.score) return withoutCue(read);
  return {
    mode: best.mode,
    trigger: triggerOf(best.mode),
    confidence: best.score / (best.score + Math.max(next?.score ?? 0, 0)),
    reasons: best.reasons,
  };
}

function triggerOf(mode: AgentMode): string | undefined {
  return mode === 'idle' ? undefined : INTENT_TRIGGERS[mode];
}

/** Nothing speaks for a mode: a question is a search, a request is for code, and all else asks for nothing. */
function withoutCue(read: NormalisedText): Intent {
  const idle = scoreOf('idle', read);
  const form = idle.score > 0 ? undefined : formOf(read);
  const mode = form ?? 'idle';
  return {
    mode,
    trigger: triggerOf(mode),
    confidence: idle.score > 0 ? 1 : 0.5,
    reasons: form === undefined ? idle.reasons : ['the form of the sentence'],
  };
}

/** Mode that the form of a sentence alone asks for: what is said of a part of a program, and asks nothing, is a complaint. */
function formOf({ words, namesCode }: NormalisedText): AgentMode | undefined {
  if (STATEMENT.test(words)) return 'debug';
  const isQuestion = QUESTION.test(words) && !ABOUT_US.test(words);
  if (isQuestion) return 'context_navigation';
  if (PART.test(words) && !REQUEST.test(words) && !OURSELVES.test(words)) return 'debug';
  return namesCode || REQUEST.test(words) ? 'implementation' : undefined;
}

function scoreOf(mode: AgentMode, read: NormalisedText): Score {
  const found = tablesFor(read.whole).flatMap((cues) =>
    cues[mode].flatMap((cue) => matchOf(cue, mode, read)),
  );
  return {
    mode,
    score: found.reduce((sum, { weight }) => sum + weight, 0),
    reasons: found
      .filter(({ weight }) => weight > 0)
      .sort((one, other) => other.weight - one.weight)
      .slice(0, MOST_REASONS)
      .map(({ words }) => words),
  };
}

/** Errors are quoted, and named by code: debugging reads the whole text. */
function matchOf([pattern, weight]: Cue, mode: AgentMode, { words, whole }: NormalisedText) {
  const match = pattern.exec(words) ?? (mode === 'debug' ? pattern.exec(whole) : null);
  return match ? [{ weight, words: match[0].trim() }] : [];
}
