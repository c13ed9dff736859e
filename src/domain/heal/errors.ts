import { inEachLanguage } from '../run/said';
import { analyzeFailures, errorTypeLabel } from '../verification/analysis';
import { type FailureAnalysis, FailureKind } from '../verification/failure';
import { isGreen } from './choose';
import type { Language } from '../run/language';
import { DOING_WORDS } from './words/doing';
import { runnerOf } from '../verification/own-runner';
import type { ErrorContext, VerificationResult } from './proposal';
import { excerpt, firstLine } from '../text';
import type { FailedCheck, TestRunner, Verification, ListedFailure } from '../verification/verification';
import type { ErrorAnalysis } from './result';
import { spoken } from '../run/outcomes';

/** Most files that an error context names as changed lately. */
export const RECENT_FILES = 20;

/** Files that the run has changed; none yet: the files that were written last before it. */
export function changedLately({
  changedFiles,
  recentFiles = [],
}: {
  changedFiles: readonly string[];
  recentFiles?: readonly string[];
}): readonly string[] {
  return changedFiles.length > 0 ? changedFiles : recentFiles;
}

/** Seed 002's error context of a failed verification. Texts are excerpts of 2 KiB. */
export function errorContext(
  verification: Verification,
  analysis: FailureAnalysis,
  changedFiles: readonly string[],
): ErrorContext {
  const failed = leadingFailure(verification, analysis);
  return {
    errorType: errorTypeLabel(analysis.kind),
    errorMessage: excerpt(failed ? namedMessage(failed, failed.failure.message) : analysis.summary),
    errorStack: failed?.failure.stack === undefined ? undefined : excerpt(failed.failure.stack),
    failedCommand: failed ? commandOf(failed) : undefined,
    failedOutput: failed && outputOf(verification, failed.check),
    recentFileChanges: changedFiles.slice(0, RECENT_FILES),
  };
}

/** First 2 KiB that a check printed; undefined where it printed nothing. */
function outputOf({ outputs = [] }: Verification, check: string): string | undefined {
  return outputs.find((one) => one.check === check)?.text;
}

/** Seed 002's verdict on a repair. It names the check that was repaired, or the one that fails now. */
export function verificationResult(
  verification: Verification,
  repaired: FailedCheck | undefined,
  verdict: string,
  language: Language,
): VerificationResult {
  const told = isGreen(verification) ? repaired : leadingFailure(verification, analyzeFailures(verification));
  const output = told && outputOf(verification, told.check);
  return {
    command: told ? commandOf(told) : DOING_WORDS[language].allChecks,
    success: isGreen(verification),
    output: [verdict, output].filter(Boolean).join('\n'),
  };
}

/** The failure that the analysis describes: by its own analysis, else by its words, else the first. */
export function leadingFailure(
  verification: Verification,
  analysis: FailureAnalysis,
): FailedCheck | undefined {
  const { kind, cause, summary } = analysis;
  return (
    verification.failures.find(
      ({ analysis: own }) => own?.kind === kind && own.cause === cause && own.summary === summary,
    ) ??
    verification.failures.find((failed) => failed.failure.message.includes(analysis.summary)) ??
    verification.failures[0]
  );
}

/** First line of the analysed error, with its class: `TypeError: x is undefined`. */
export function errorSummary(verification: Verification, analysis: FailureAnalysis): string {
  const failed = leadingFailure(verification, analysis);
  return failed ? namedMessage(failed, withoutHeading(failed, analysis)) : analysis.summary;
}

/** The summary with the next line of a linter's output, if the first names only the file; for a matcher of Jest its two values. */
function withoutHeading({ failure }: FailedCheck, { summary, location }: FailureAnalysis): string {
  const values = failure.message
    .split('\n')
    .filter((line) => /^(?:Expected|Received)[^:]{0,40}: /.test(line));
  if (summary.startsWith('expect(') && values.length > 0)
    return values.map((line) => firstLine(line.replace(/: +/, ': '))).join(', ');
  if (location?.line === undefined || !summary.endsWith(location.file)) return summary;
  const place = `${location.line}:${location.column ?? ''}`;
  const said = failure.message.split('\n').find((line) => line.trimStart().startsWith(place));
  const heading = summary.replace(/^\.\//, '');
  return said === undefined ? heading : `${heading}: ${firstLine(said.replace(/\s+/g, ' '))}`;
}

/** Error classes worth naming beside the message, as in `KeyError: 'b'`: not plain errors, and not those of expectations. */
const TELLING_CLASS = /^(?!Jest|Assertion)(?:\w{1,80}(?:Error|Iteration|Exit|Interrupt)|\w{0,80}Exception)$/;

/** The message with its error class if a test threw it; a command as a whole has no class. */
export function namedMessage({ kind, failure }: FailedCheck, message: string): string {
  const { errorName, phase } = failure;
  const telling = (kind === 'tests' || phase !== 'run') && TELLING_CLASS.test(errorName);
  return telling && !message.includes(errorName) ? `${errorName}: ${message}` : message;
}

/** Command of each runner; the paths of test files follow it. */
const RUNNER_COMMANDS: Record<TestRunner, string> = {
  jest: 'npx jest',
  vitest: 'npx vitest run',
  node: 'node --test',
};

/** Command that shows a person the failure. */
export function commandOf(failed: FailedCheck): string {
  return failed.kind === 'command' ? failed.check : `${RUNNER_COMMANDS[runnerOf(failed)]} ${failed.check}`;
}

/** Seed 000's error analysis: type, location and advice. `found`: the fix that a repair has found since. */
export function errorAnalysisOf(
  analysis: FailureAnalysis,
  language: Language,
  found?: string,
): ErrorAnalysis {
  const { location, kind, cause, repairable } = analysis;
  const place = location
    ? [location.file, location.line, location.column].filter((part) => part !== undefined).join(':')
    : 'unknown';
  const fix = fixText(language, kind, repairable ? undefined : cause);
  return { errorType: kind, errorLocation: place, suggestedFix: found ?? fix };
}

const KINDS: Record<Exclude<Language, 'en'>, Record<FailureKind, string>> = {
  ko: {
    syntax: '구문 오류',
    import: '가져오기 오류',
    type: '타입 오류',
    reference: '참조 오류',
    logic: '논리 오류',
    runtime: '실행 오류',
    timeout: '시간 초과',
    memory: '메모리 부족',
    build: '빌드 오류',
    lint: '린트 오류',
    environment: '환경 오류',
    flaky: '불안정한 테스트',
  },
  zh: {
    syntax: '语法错误',
    import: '导入错误',
    type: '类型错误',
    reference: '引用错误',
    logic: '逻辑错误',
    runtime: '运行错误',
    timeout: '超时',
    memory: '内存不足',
    build: '构建错误',
    lint: '代码检查错误',
    environment: '环境错误',
    flaky: '不稳定的测试',
  },
};

/** Name of an error type for people: `logic error` for `logic_error`. */
export function errorTypeText(language: Language, errorType: string): string {
  const kind = FailureKind.options.find((option) => errorTypeLabel(option) === errorType);
  return kind && language !== 'en' ? KINDS[language][kind] : spoken(errorType);
}

/** Advice for a failure of each kind, before anybody has found its cause. */
const FIXES = inEachLanguage((say) => ({
  syntax: say`correct the text so that it parses`,
  import: say`correct the import, or create what it names`,
  type: say`make the types agree`,
  reference: say`declare or import the name, or correct its spelling`,
  logic: say`make the code do what the failed expectation says`,
  runtime: say`handle the case that throws`,
  timeout: say`make the code end in time`,
  memory: say`hold less in memory`,
  build: say`correct the source or the settings that the build names`,
  lint: say`follow the rule that the linter names`,
  environment: say`repair the environment`,
  flaky: say`make the test give the same result each time`,
}));

const CAUSES: Record<Exclude<Language, 'en'>, Readonly<Record<string, string>>> = {
  ko: {
    network: '네트워크',
    permission: '권한',
    'missing-tool': '없는 프로그램',
    'disk-full': '디스크 부족',
    sandbox: '샌드박스',
    'user-namespace': '사용자 네임스페이스',
  },
  zh: {
    network: '网络',
    permission: '权限',
    'missing-tool': '缺少程序',
    'disk-full': '磁盘已满',
    sandbox: '沙箱',
    'user-namespace': '用户命名空间',
  },
};

/** Name of a broken environment's cause for people. */
export function causeText(language: Language, cause: string): string {
  return (language === 'en' ? undefined : CAUSES[language][cause]) ?? spoken(cause);
}

/** Advice against a failure. `cause`: of a broken environment, which no edit repairs. */
export function fixText(language: Language, kind: FailureKind, cause?: string): string {
  return cause === undefined
    ? FIXES[language][kind]
    : `${FIXES[language].environment}: ${causeText(language, cause)}`;
}

/** Tests that a group names, and characters of a title and of an error. */
const TESTS_SHOWN = 3;
const TITLE_CHARS = 120;
const ERROR_CHARS = 200;

/** All failures, grouped by error, with tests and location: `test_app.py > test_b: KeyError: 'b' (app.py:4)`. */
export function failureSummary({ failures, failed }: Verification): string {
  const groups = new Map<string, string[]>();
  for (const failure of failures) {
    const error = errorOf(failure);
    groups.set(error, [...(groups.get(error) ?? []), firstLine(failure.id, TITLE_CHARS)]);
  }
  const unlisted = failed - failures.length;
  return [
    ...[...groups].map(([error, tests]) => `${namesOf(tests)}: ${error}`),
    ...(unlisted > 0 ? [`… ${unlisted}`] : []),
  ].join('; ');
}

function namesOf(tests: readonly string[]): string {
  const more = tests.length - TESTS_SHOWN;
  return [...tests.slice(0, TESTS_SHOWN), ...(more > 0 ? [`… ${more}`] : [])].join(', ');
}

/** The error of a failure; an expectation becomes `received ≠ expected`, which says more than its first line. */
function errorOf(failed: ListedFailure): string {
  const { failure, analysis } = failed;
  const { expected, received } = failure;
  const isCompared = expected !== undefined && received !== undefined;
  const error = isCompared
    ? `${firstLine(received, ERROR_CHARS)} ≠ ${firstLine(expected, ERROR_CHARS)}`
    : excerpt(namedMessage(failed, analysis.summary), ERROR_CHARS);
  const { file, line } = analysis.location ?? {};
  const isTold = file === undefined || failed.id.startsWith(file) || error.includes(file);
  return isTold ? error : `${error} (${line === undefined ? file : `${file}:${line}`})`;
}
