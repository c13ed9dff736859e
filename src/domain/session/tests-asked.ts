import { saidText } from '../run/said';
import { capital } from '../run/outcomes';
import type { Language } from '../run/input';
import { firstLine } from '../text';
import { flakyWords } from '../verification/chance';
import type { ListedFailure, Verification } from '../verification/verification';
import type { SessionTestResults } from './context';
import { STATE_WORDS } from './state-words';

const SHOWN_FAILURES = 5;

/** Part of the tests that a message asks to run. */

/** `subject`: the tests that reach what the text names. */
export interface TestsAsked {
  readonly of: 'all' | 'changes' | 'name' | 'subject';
  /** Words of the titles, or the text that names the subject. */
  readonly text: string;
  readonly coverage: boolean;
}

const COVERAGE = /\bcoverage\b|\buncovered\b|\bnot (?:\w{1,8} )?covered\b|커버|覆盖/i;
const RUNS = /\b(?:re-?run|run|execute|launch)\b|실행|돌려|돌리|수행|运行|跑|执行/i;
const CHANGED = [
  /\b(?:I|we|you)(?:'ve| have)?(?: just)? (?:changed|edited|touched|modified)\b|\b(?:changed|modified|edited|touched|uncommitted) (?:files?|code|parts?|lines?|modules?)\b/i,
  /\b(?:my|our|these|those|the|uncommitted|recent|latest) (?:changes?|edits?)\b|\bwhat(?:'s| has| was| is| have)? (?:been )?(?:changed|edited|modified)\b/i,
  /(?:바꾼|변경한|변경된|바뀐|고친|수정한|수정된|건드린|변경 ?(?:사항|내용))/,
  /改(?:动|过|了|的)|修改|更改|变更/,
];
/** Quotes around more than one word are a title. */
const NAMED = [
  /\b(?:named|called|titled|whose (?:name|title) (?:is|has|contains)|with the (?:name|title)|matching)\s{1,3}["'`“]?([^"'`”\n]{2,200})/i,
  /["'`“「]([^"'`”」\n]{2,200})["'`”」]\s?(?:이?라는|란|(?:이라고 )?(?:이름|제목)(?:의|인)?)/,
  /([\w가-힣]{1,40}(?: [\w가-힣]{1,40}){0,5}) ?(?:이?라는|이름의|제목의) (?:이름의 |제목의 )?테스트/,
  /(?:名为|名叫|叫做?|名称(?:为|是)|标题(?:为|是))\s?["'`“「]?([^"'`”」\n的]{2,200})/,
  /["`“「]([^\S\n]{0,3}[^\s"`”」]{1,100}(?:[^\S\n][^\s"`”」]{0,100}){1,40})["`”」]/,
];
const OF =
  /\b(?:tests?|specs?|coverage) (?:of|for|about|covering|that (?:cover|reach|touch|use)s?)\s{1,3}(?!(?:me|us|now|everything|all|(?:this|the)(?: whole)? (?:project|repo\w{0,10}|code ?base))\b)([^\n]{1,300})/i;
const POINTS =
  /\b(?:its|their|those|these) (?:\w{1,12} )?tests?\b|(?:그|이) ?(?:것|함수|파일)[^\n]{0,6}테스트|(?:它|这个|那个)[^\n]{0,6}测试/i;
/** The middle of a path, or the end of a name of a file. */
const PATH = /[\w@.-]\/[\w@.-]|\w-{0,100}\.(?:[cm]?[jt]sx?|py|go|rs)\b/;
/** Names in Latin letters within a text of another script, but for those of runners. */
const LATIN =
  /(?<![\w.])(?!(?:jest|vitest|mocha|ava|npm|npx|pnpm|yarn|node|pytest|unittest|go|cargo|test|tests|e2e|ci|ui|api)\b)[A-Za-z_$][\w$.]{1,100}/i;
const OTHER_SCRIPT = /[가-힣\p{Script=Han}]/u;
const TAIL =
  /[,，]?\s{0,3}(?:with|and (?:show|tell|measure)|그리고|并)[^\n]{0,300}$|\s{1,3}(?:only|please|again)$|[.?!。？！]{1,3}$/i;

/** The tests that a text asks to run: all, unless it names some of them. */
export function testsAsked(given: string): TestsAsked {
  const text = given.trim().slice(0, 1_000);
  const coverage = COVERAGE.test(text);
  const all = { of: 'all', text: '', coverage } as const;
  if (!RUNS.test(text)) return all;
  const name = NAMED.map((one) => one.exec(text)?.[1]?.replace(TAIL, '').trim()).find(Boolean);
  if (name !== undefined) return { of: 'name', text: name, coverage };
  if (CHANGED.some((one) => one.test(text))) return { of: 'changes', text: '', coverage };
  const of = OF.exec(text)?.[1]?.replace(TAIL, '').replace(TAIL, '');
  const subject = of ?? (POINTS.test(text) || PATH.test(text) ? text : latinIn(text));
  return subject === undefined ? all : { of: 'subject', text: subject, coverage };
}

function latinIn(text: string): string | undefined {
  return OTHER_SCRIPT.test(text) ? LATIN.exec(text)?.[0] : undefined;
}

/** Counts of a verification, as the context keeps them. */
export function testCounts({ passed, failed, success }: Verification): SessionTestResults {
  return { passed, failed, allPassed: success };
}

/** A verification for people: its counts, the first failures, and notes on what did not run. */
export function testText(verification: Verification, language: Language): string {
  const { failures, notes = [] } = verification;
  const flaky = flakyWords(verification, language);
  return [
    countsText(verification, language),
    ...failures.slice(0, SHOWN_FAILURES).map(failureText),
    ...(flaky === undefined ? [] : [`${capital(flaky)}.`]),
    ...notes,
  ].join('\n');
}

/** `3 passed, 1 failed` */
export function countsText({ passed, failed, skipped, notRun }: Verification, language: Language): string {
  const unrun = notRun && { ...notRun, reason: saidText(notRun.reason, language) };
  return STATE_WORDS[language].tests(passed, failed, skipped, unrun);
}

/** A failing test with its place and message, as a line of a list. */
export function failureText({ id, failure, analysis }: ListedFailure): string {
  const { location } = analysis;
  const at = location ? ` (${location.file}:${location.line})` : '';
  return `- ${id}${at}: ${firstLine(failure.message)}`;
}
