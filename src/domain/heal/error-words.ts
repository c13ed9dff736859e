import type { Language } from '../run/input';
import { spoken } from '../run/outcomes';
import { errorTypeLabel } from '../verification/analysis';
import { FailureKind } from '../verification/failure';

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

/** Kind of an error as people read it: `logic error` for `logic_error`. */
export function errorTypeText(language: Language, errorType: string): string {
  const kind = FailureKind.options.find((option) => errorTypeLabel(option) === errorType);
  return kind && language !== 'en' ? KINDS[language][kind] : spoken(errorType);
}

/** Advice for a failure of each kind, before anybody has found its cause. */
const FIXES: Record<Language, Record<FailureKind, string>> = {
  en: {
    syntax: 'correct the text so that it parses',
    import: 'correct the import, or create what it names',
    type: 'make the types agree',
    reference: 'declare or import the name, or correct its spelling',
    logic: 'make the code do what the failed expectation says',
    runtime: 'handle the case that throws',
    timeout: 'make the code end in time',
    memory: 'hold less in memory',
    build: 'correct the source or the settings that the build names',
    lint: 'follow the rule that the linter names',
    environment: 'repair the environment',
    flaky: 'make the test give the same result each time',
  },
  ko: {
    syntax: '구문 오류가 없도록 고치기',
    import: '가져오기를 고치거나, 가져올 대상을 만들기',
    type: '타입이 서로 맞도록 고치기',
    reference: '이름을 선언하거나 가져오거나, 철자를 고치기',
    logic: '실패한 기대대로 동작하도록 고치기',
    runtime: '오류가 나는 경우를 처리하기',
    timeout: '제시간에 끝나도록 고치기',
    memory: '메모리를 덜 쓰도록 고치기',
    build: '빌드가 알려 준 소스나 설정을 고치기',
    lint: '린터가 알려 준 규칙을 따르기',
    environment: '환경을 복구하기',
    flaky: '매번 같은 결과가 나오도록 테스트를 고치기',
  },
  zh: {
    syntax: '修正文本，使其能够解析',
    import: '修正导入，或创建所导入的内容',
    type: '使类型一致',
    reference: '声明或导入该名称，或更正拼写',
    logic: '使代码符合失败的期望',
    runtime: '处理抛出错误的情况',
    timeout: '使代码及时结束',
    memory: '减少内存占用',
    build: '修正构建所指出的源代码或设置',
    lint: '遵守代码检查所指出的规则',
    environment: '修复环境',
    flaky: '使测试每次结果一致',
  },
};

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

/** Cause of an environment that no edit repairs, as people read it. */
export function causeText(language: Language, cause: string): string {
  return (language === 'en' ? undefined : CAUSES[language][cause]) ?? spoken(cause);
}

/** Advice against a failure; `cause`: that of an environment that no edit repairs. */
export function fixText(language: Language, kind: FailureKind, cause?: string): string {
  return cause === undefined
    ? FIXES[language][kind]
    : `${FIXES[language].environment}: ${causeText(language, cause)}`;
}
