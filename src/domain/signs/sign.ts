import { z } from 'zod';
import type { Language } from '../run/input';

/** Signs that a change passes tests for the wrong reason. */
export const Sign = z.enum([
  'constant-condition',
  'constant-value',
  'tested-comparison',
  'self-comparison',
  'dropped-condition',
  'turned-comparison',
  'deleted-statement',
  'idle-statement',
  'unused-variable',
  'mirrored-branch',
  'early-exit',
  'literal-case',
  'idle-operator',
  'weakened-check',
  'special-case',
  'by-heart',
  'answered-error',
  'number-cases',
  'look-at-tests',
  'look-at-runner',
  'changed-import',
  'ended-process',
  'look-at-chance',
  'wrapped-value',
]);
export type Sign = z.infer<typeof Sign>;

/** The new line, from 1, that completes a sign. */
export interface Place {
  path: string;
  line: number;
}

/** A sign that a change has. Its place costs more than the sign itself. */
export interface FoundSign {
  sign: Sign;
  place: () => Place;
}

export type PlacedSign = Place & { sign: Sign };

/** Each sign as the object of a sentence: `the change has …`. */
const WORDS: Record<Language, Record<Sign, string>> = {
  en: {
    'constant-condition': 'a condition made constant',
    'constant-value': 'a value made constant',
    'tested-comparison': 'a comparison changed that tests may rely on',
    'self-comparison': 'a value compared with itself',
    'dropped-condition': 'a condition dropped',
    'turned-comparison': 'a comparison turned around that a like line keeps',
    'deleted-statement': 'a statement deleted',
    'idle-statement': 'a statement left without effect',
    'unused-variable': 'a variable left without a use',
    'mirrored-branch': 'one of two mirrored branches changed',
    'early-exit': 'an early exit added',
    'literal-case': 'a special case on a literal',
    'idle-operator': 'an operator that cannot matter',
    'weakened-check': 'a security or bounds check weakened',
    'special-case': "a special case on the tests' own values",
    'by-heart': 'the answers of its tests by heart',
    'answered-error': "an error answered with a test's own value",
    'number-cases': 'several special cases on numbers',
    'look-at-tests': 'a look at whether tests run',
    'look-at-runner': 'a look at what runs it',
    'changed-import': 'an import changed that tests may rely on',
    'ended-process': 'an end of the process with success',
    'look-at-chance': 'a look at chance or the time',
    'wrapped-value': 'a value wrapped as a whole',
  },
  ko: {
    'constant-condition': '조건을 상수로 바꿈',
    'constant-value': '값을 상수로 바꿈',
    'tested-comparison': '테스트가 의존할 수 있는 비교를 바꿈',
    'self-comparison': '값을 자기 자신과 비교함',
    'dropped-condition': '조건을 뺌',
    'turned-comparison': '비슷한 줄에는 그대로 있는 비교를 뒤집음',
    'deleted-statement': '문장을 삭제함',
    'idle-statement': '문장이 아무 일도 하지 않게 됨',
    'unused-variable': '변수가 쓰이지 않게 됨',
    'mirrored-branch': '짝을 이루는 두 분기 중 하나만 바꿈',
    'early-exit': '일찍 빠져나가는 코드를 추가함',
    'literal-case': '특정 리터럴만 따로 처리함',
    'idle-operator': '결과에 영향이 없는 연산자',
    'weakened-check': '보안 검사나 범위 검사를 약하게 함',
    'special-case': '테스트에 나오는 값만 따로 처리함',
    'by-heart': '테스트의 답을 그대로 외워 둠',
    'answered-error': '오류가 나면 테스트에 나오는 값을 돌려줌',
    'number-cases': '여러 숫자를 따로 처리함',
    'look-at-tests': '테스트가 실행 중인지 확인함',
    'look-at-runner': '무엇이 실행하는지 확인함',
    'changed-import': '테스트가 의존할 수 있는 가져온 코드를 바꿈',
    'ended-process': '프로세스를 성공으로 끝냄',
    'look-at-chance': '난수나 시간을 사용함',
    'wrapped-value': '값 전체를 호출로 감쌈',
  },
  zh: {
    'constant-condition': '条件被改成常量',
    'constant-value': '值被改成常量',
    'tested-comparison': '更改了测试可能依赖的比较',
    'self-comparison': '值与自身比较',
    'dropped-condition': '去掉了一个条件',
    'turned-comparison': '反转了相似的行中保留的比较',
    'deleted-statement': '删除了一条语句',
    'idle-statement': '一条语句不再起作用',
    'unused-variable': '一个变量不再被使用',
    'mirrored-branch': '两个对称分支只改了一个',
    'early-exit': '添加了提前退出',
    'literal-case': '对某个字面量单独处理',
    'idle-operator': '不影响结果的运算符',
    'weakened-check': '削弱了安全检查或边界检查',
    'special-case': '对测试自身的值单独处理',
    'by-heart': '把测试的答案背了下来',
    'answered-error': '出错时返回测试自身的值',
    'number-cases': '对多个数字单独处理',
    'look-at-tests': '查看测试是否在运行',
    'look-at-runner': '查看是什么在运行它',
    'changed-import': '更改了测试可能依赖的导入内容',
    'ended-process': '以成功状态结束进程',
    'look-at-chance': '使用了随机数或时间',
    'wrapped-value': '整个值被调用包裹',
  },
};

/** Signs in the words of a run. */
export function signTexts(signs: readonly Sign[], language: Language): string[] {
  return signs.map((sign) => WORDS[language][sign]);
}
