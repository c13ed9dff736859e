import type { Language } from '../../domain/run/language';

/** Words about an edit, as a form with gaps and what stands in them: its text is made where the language of the run is known. */
export interface Said {
  readonly form: string;
  readonly values: readonly (string | Said)[];
}

/** Words of a template literal, which has to be a form of the table. */
export function said(parts: TemplateStringsArray, ...values: (string | Said)[]): Said {
  return { form: parts.join('{}'), values };
}

/** Text of words about an edit. */
export function saidText({ form, values }: Said, language: Language = 'en'): string {
  const known = language === 'en' ? form : FORMS[language][form];
  const parts = (known ?? form).split('{}');
  const told = values.map((value) => (typeof value === 'string' ? value : saidText(value, language)));
  return parts.map((part, at) => part + (told[at] ?? '')).join('');
}

/** Forms by their English text; the gaps are in the order of the values. */
export const FORMS: Readonly<Record<Exclude<Language, 'en'>, Readonly<Record<string, string>>>> = {
  ko: {
    '{} should be {}': '{} 대신 {}이어야 함',
    '{} is missing': '{}이(가) 빠져 있음',
    '{} is missing at the end': '끝에 {}이(가) 빠져 있음',
    '{} is missing before {}': '{}이(가) {} 앞에 빠져 있음',
    '{} is missing after {}': '{}이(가) {} 뒤에 빠져 있음',
    '{}: the `return` is missing': '{}: `return`이 빠져 있음',
    '{} should not be there': '{}은(는) 없어야 함',
    '{}, nor the statement after it': '{}. 그다음 문도 마찬가지',
    '{} and {} should change places': '{}와(과) {}의 자리를 바꿔야 함',
    'the branches of {} should change places': '{}의 두 갈래를 서로 바꿔야 함',
    '{} should come before {}': '{}은(는) {}보다 앞에 와야 함',
    '{} should come after {}': '{}은(는) {}보다 뒤에 와야 함',
    '{} should come after the block': '{}은(는) 블록 뒤에 와야 함',
    '{} belongs into the block before it': '{}은(는) 앞 블록 안에 있어야 함',
    '{} should run only if {}': '{}은(는) {}일 때만 실행되어야 함',
    '{} should be an `else if`': '{}은(는) `else if`여야 함',
    'the `else` branch should always run': '`else` 부분은 항상 실행되어야 함',
    '`else if` should be `if`': '`else if` 대신 `if`여야 함',
    '{} may be missing: optional access': '{}이(가) 없을 수 있음: 선택적 접근이 필요함',
    '{} should be spread': '{}을(를) 펼쳐야 함',
    'the result of {} is not used': '{}의 결과가 쓰이지 않음',
    'its truth values are the wrong way round': '참과 거짓이 뒤바뀌어 있음',
    'a table should inherit no names': '표는 이름을 물려받지 않아야 함',
    '`:=` should be `=`: it declares another variable of that name':
      '`:=` 대신 `=`여야 함: 같은 이름의 다른 변수를 선언함',
    'the same as on line {}': '{}번째 줄과 같음',
    '{}, and so on the lines like it': '{}. 비슷한 줄들도 같음',
  },
  zh: {
    '{} should be {}': '{} 应改为 {}',
    '{} is missing': '缺少 {}',
    '{} is missing at the end': '末尾缺少 {}',
    '{} is missing before {}': '缺少 {}，应在 {} 之前',
    '{} is missing after {}': '缺少 {}，应在 {} 之后',
    '{}: the `return` is missing': '{}：缺少 `return`',
    '{} should not be there': '{} 不应存在',
    '{}, nor the statement after it': '{}，其后的语句也一样',
    '{} and {} should change places': '{} 和 {} 应互换位置',
    'the branches of {} should change places': '{} 的两个分支应互换',
    '{} should come before {}': '{} 应在 {} 之前',
    '{} should come after {}': '{} 应在 {} 之后',
    '{} should come after the block': '{} 应在代码块之后',
    '{} belongs into the block before it': '{} 应放入它前面的代码块',
    '{} should run only if {}': '{} 只应在 {} 时执行',
    '{} should be an `else if`': '{} 应为 `else if`',
    'the `else` branch should always run': '`else` 分支应始终执行',
    '`else if` should be `if`': '`else if` 应改为 `if`',
    '{} may be missing: optional access': '{} 可能不存在：应使用可选访问',
    '{} should be spread': '{} 应展开',
    'the result of {} is not used': '{} 的结果没有被使用',
    'its truth values are the wrong way round': '真假值颠倒了',
    'a table should inherit no names': '查找表不应继承名称',
    '`:=` should be `=`: it declares another variable of that name':
      '`:=` 应改为 `=`：它声明了另一个同名变量',
    'the same as on line {}': '与第 {} 行相同',
    '{}, and so on the lines like it': '{}，类似的行也一样',
  },
};
