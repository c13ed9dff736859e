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
