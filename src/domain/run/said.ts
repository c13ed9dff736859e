import { z } from 'zod';
import type { Language } from './language';

/** Words on an edit or a reason, as a form with gaps and what stands in them: text is made where the language of the run is known. */
export interface Said {
  readonly form: string;
  readonly values: readonly (string | Said)[];
}

/** Words that reports and histories carry. */
export const Said: z.ZodType<Said> = z.lazy(() =>
  z.object({ form: z.string(), values: z.array(z.union([z.string(), Said])) }),
);

/** Words of a template literal, which has to be a form of the table. Names that people type are values. */
export function said(parts: TemplateStringsArray, ...values: (string | Said)[]): Said {
  return { form: parts.join('{}'), values };
}

/** Several words as one, with commas between them. */
export function saidAll(all: readonly Said[]): Said {
  return { form: all.map(() => '{}').join(', '), values: all };
}

/** Words whose values are changed, as by a redactor. */
export function withValues({ form, values }: Said, change: (value: string) => string): Said {
  const changed = values.map((one) => (typeof one === 'string' ? change(one) : withValues(one, change)));
  return { form, values: changed };
}

/** Text of words in a language; a text alone is a name or a command, the same in all of them. */
export function saidText(words: string | Said, language: Language = 'en'): string {
  if (typeof words === 'string') return words;
  const { form, values } = words;
  const known = language === 'en' ? form : FORMS[language][form];
  const told = values.map((value) => saidText(value, language));
  return (known ?? form)
    .split('{}')
    .map((part, at) => part + (told[at] ?? ''))
    .join('');
}

/** Forms by their English text, those of edits and then those of reasons; the gaps are in the order of the values. */
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
    '{} needs the test environment {}, which the sandbox does not have: run it by a command check (for example {}).':
      '{}에는 샌드박스에 없는 테스트 환경 {}이(가) 필요합니다. 명령 검사로 실행하세요 (예: {}).',
    'Commands can be isolated on {} only, so here pass {} to run them without isolation.':
      '명령은 {}에서만 격리할 수 있습니다. 여기서는 {}을(를) 주어 격리 없이 실행하세요.',
    'Commands need {}, which is not on {}: install it ({}), or pass {} to run commands without isolation.':
      '명령에 필요한 {}이(가) {}에 없습니다. 설치하거나 ({}), {}을(를) 주어 격리 없이 실행하세요.',
    'Commands need {}, which is installed but does not work here ({}): allow user namespaces, or pass {} to run commands without isolation.':
      '명령에 필요한 {}이(가) 설치되어 있지만 여기서 작동하지 않습니다 ({}). 사용자 네임스페이스를 허용하거나, {}을(를) 주어 격리 없이 실행하세요.',
    'Commands run isolated only, unless {} is given.': '{}을(를) 주지 않으면 명령은 격리해서만 실행합니다.',
    'The sandbox could not be set up: {}': '샌드박스를 준비하지 못했습니다: {}',
    'its dependencies are on another machine': '프로젝트의 패키지가 다른 컴퓨터에 있음',
    '{} is not installed in its {}': '{}이(가) {}에 설치되어 있지 않음',
    'the sandbox ran no test file': '샌드박스에서 실행한 테스트 파일이 없음',
    'the time limit of the run was reached': '실행 시간 제한에 이름',
    'it needs {}': '필요한 것: {}',
    '{} needs {}': '{}에 필요한 것: {}',
    '{} does not run them on the unchanged files as the sandbox does ({})':
      '변경 전 파일에서 {}의 결과가 샌드박스와 다름 ({})',
    '{} does not run {} of them on the unchanged files as the sandbox does ({})':
      '변경 전 파일에서 {}의 결과가 테스트 파일 {}개에서 샌드박스와 다름 ({})',
    'the right to run it': '실행할 권한',
    'the right to run it ({})': '실행할 권한 ({})',
    'more time than it has': '주어진 것보다 많은 시간',
    'a program': '어떤 프로그램',
    'install it': '설치하세요',
    'correct {}': '{} 수정',
    'valid text of {} in {}{}': '올바른 {} 형식의 {}{}',
    'a folder {} with {} ({} keeps its packages in {})': '{} 폴더와 그 안의 {} ({}의 패키지는 {}에 있음)',
    '{}, or let {} run the tests: {}': '{} 또는 {}(으)로 테스트 실행: {}',
    'it changes {} files, more than a repair should': '복구로는 너무 많은 파일 {}개를 바꿈',
    'the model says that the test forbids what was asked for': '모델에 따르면 테스트가 요청한 것을 금지함',
    '{} {}': '{}: {}',
    '{} {} and must not be changed.': '{}: {}. 바꾸어서는 안 됩니다.',
    '{} {}: choose another name.': '{}: {}. 다른 이름을 고르세요.',
    '{} {}: change that file, or choose another name.': '{}: {}. 그 파일을 바꾸거나 다른 이름을 고르세요.',
    '{} {}: a test must not be weakened.': '{}: {}. 테스트를 약하게 해서는 안 됩니다.',
    '{} has another {}, which says how the project is tested: name it by {} if that is meant.':
      '{}에서 프로젝트를 테스트하는 방법을 정하는 {}이(가) 바뀌었습니다. 의도한 것이면 {}(으)로 지정하세요.',
    '{} looks at whether it is being tested: {}.': '{}에서 테스트 중인지 살펴봅니다: {}.',
    'it takes back what the request changed at {}': '요청이 {}에서 바꾼 것을 되돌림',
    'it changes what the request changed at {}': '요청이 {}에서 바꾼 것을 바꿈',
    'it makes up for what the request changed at {}': '요청이 {}에서 바꾼 것을 상쇄함',
    'is a test': '테스트임',
    'is a snapshot': '스냅샷임',
    'is an installed package': '설치된 패키지임',
    'holds the package scripts': '패키지 스크립트가 들어 있음',
    'configures the compiler': '컴파일러 설정임',
    'is a lock file': '잠금 파일임',
    'configures a tool that verifies': '검증하는 도구의 설정임',
    'is a manifest that says how the project is built': '프로젝트를 빌드하는 방법을 정하는 파일임',
    'lies in vendor, which holds packages and git submodules of others,':
      '다른 이의 패키지와 하위 모듈을 두는 폴더에 있음',
    'is kept as it is by the policy ({})': '정책에 따라 그대로 둠 ({})',
    'judges the program': '프로그램을 판정함',
    'judges the program ({}, and {} does not name it)': '프로그램을 판정함 ({}. {}(으)로 지정되지 않음)',
    'would judge the program (all of {} does, and {} does not name it)':
      '프로그램을 판정하게 됨 ({} 전체가 판정하며, {}(으)로 지정되지 않음)',
    'a configuration or a glob names it': '설정이나 글로브가 지정함',
    'a step of the test command runs it': '테스트 명령의 한 단계가 실행함',
    'the tests load it as a plugin': '테스트가 플러그인으로 불러옴',
    'a check opened it and it is kept where tests keep theirs': '검사가 열었고, 테스트의 것을 두는 곳에 있음',
    'a check opened it and it can tell of a failure': '검사가 열었고, 실패를 알릴 수 있음',
    'a check opened it and the program does not name it': '검사가 열었고, 프로그램은 언급하지 않음',
    'its name says so and the program does not name it': '이름이 그러하고, 프로그램은 언급하지 않음',
    'it lies beside judges and the program does not name it':
      '판정하는 파일 옆에 있고, 프로그램은 언급하지 않음',
    'a test names it and the program does not': '테스트가 언급하고, 프로그램은 언급하지 않음',
    'takes the place of {}': '{}을(를) 대신함',
    'takes the place of {}, which {} imports': '{}을(를) 대신함 (가져오는 파일: {})',
    'takes the place of the package {}, which {} imports': '패키지 {}을(를) 대신함 (가져오는 파일: {})',
    'may take the place of another file (the patterns of {} take more than 5 s, correct them)':
      '다른 파일을 대신할 수 있음 ({}의 패턴에 5초 넘게 걸리므로 고치세요)',
    'would be found in place of {}, which judges the program': '프로그램을 판정하는 {} 대신 쓰이게 됨',
    'would be loaded in place of the module {} from outside of the project':
      '프로젝트 밖의 모듈 {} 대신 불러오게 됨',
    'has the name of a command that the checks run': '검사가 실행하는 명령과 이름이 같음',
    'would be started or read by other tools, and no check shows what it does':
      '다른 도구가 실행하거나 읽게 되며, 그 영향을 보여 주는 검사가 없음',
    'deletes {} test': '테스트 {}개를 삭제함',
    'deletes {} tests': '테스트 {}개를 삭제함',
    'and {} more': '그 밖에 {}건',
    'runs only {}': '{}만 실행함',
    'puts a mock in the place of {}': '{}을(를) 모의 객체로 바꿈',
    'sets {}': '{}을(를) 설정함',
    'declares its own {}': '자체 {}을(를) 선언함',
    'no longer has the test {}': '테스트 {}이(가) 없어짐',
    'skips {}': '{}을(를) 건너뜀',
    'has fewer assertions in {} ({}, not {})': '{}의 단언이 줄어듦 ({}개, 이전 {}개)',
    'has looser assertions in {}': '{}의 단언이 느슨해짐',
    'lets a wider difference pass in {}': '{}에서 더 큰 차이를 허용함',
    'may leave out assertions in {}': '{}의 단언이 실행되지 않을 수 있음',
    'the module {}': '모듈 {}',
    'the test files ({})': '테스트 파일 ({})',
    'the test API ({})': '테스트 도구 ({})',
    'the stack': '호출 스택',
    'the stack ({})': '호출 스택 ({})',
    'its caller ({})': '호출한 쪽 ({})',
    '{}, which it changes': '{} (프로그램이 바꿈)',
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
    '{} needs the test environment {}, which the sandbox does not have: run it by a command check (for example {}).':
      '{} 需要沙箱没有的测试环境 {}：请用命令检查运行它 (例如 {})。',
    'Commands can be isolated on {} only, so here pass {} to run them without isolation.':
      '命令只能在 {} 上隔离：这里请用 {} 不隔离地运行。',
    'Commands need {}, which is not on {}: install it ({}), or pass {} to run commands without isolation.':
      '命令需要 {}，但 {} 中没有：请安装 ({})，或用 {} 不隔离地运行命令。',
    'Commands need {}, which is installed but does not work here ({}): allow user namespaces, or pass {} to run commands without isolation.':
      '命令需要 {}，它已安装，但在这里不起作用 ({})：请允许用户命名空间，或用 {} 不隔离地运行命令。',
    'Commands run isolated only, unless {} is given.': '除非给出 {}，命令只在隔离中运行。',
    'The sandbox could not be set up: {}': '沙箱未能建立: {}',
    'its dependencies are on another machine': '项目的依赖在另一台计算机上',
    '{} is not installed in its {}': '{} 没有安装在 {} 中',
    'the sandbox ran no test file': '沙箱没有运行任何测试文件',
    'the time limit of the run was reached': '已到运行的时间限制',
    'it needs {}': '它需要: {}',
    '{} needs {}': '{} 需要: {}',
    '{} does not run them on the unchanged files as the sandbox does ({})':
      '在未更改的文件上，{} 的结果与沙箱不同 ({})',
    '{} does not run {} of them on the unchanged files as the sandbox does ({})':
      '在未更改的文件上，{} 对 {} 个测试文件的结果与沙箱不同 ({})',
    'the right to run it': '运行它的权限',
    'the right to run it ({})': '运行它的权限 ({})',
    'more time than it has': '比所给更多的时间',
    'a program': '某个程序',
    'install it': '请安装',
    'correct {}': '更正 {}',
    'valid text of {} in {}{}': '有效的 {} 格式的 {}{}',
    'a folder {} with {} ({} keeps its packages in {})': '文件夹 {} 和其中的 {} ({} 将软件包放在 {} 中)',
    '{}, or let {} run the tests: {}': '{}，或让 {} 运行测试: {}',
    'it changes {} files, more than a repair should': '它更改了 {} 个文件，超出修复应有的范围',
    'the model says that the test forbids what was asked for': '模型认为测试禁止所请求的内容',
    '{} {}': '{}: {}',
    '{} {} and must not be changed.': '{}: {}，不得更改。',
    '{} {}: choose another name.': '{}: {}。请换一个名称。',
    '{} {}: change that file, or choose another name.': '{}: {}。请更改那个文件，或换一个名称。',
    '{} {}: a test must not be weakened.': '{}: {}。不得削弱测试。',
    '{} has another {}, which says how the project is tested: name it by {} if that is meant.':
      '{} 中决定项目如何测试的 {} 已改变：如果有意为之，请用 {} 指明。',
    '{} looks at whether it is being tested: {}.': '{} 查看自己是否在被测试: {}。',
    'it takes back what the request changed at {}': '它撤回了请求在 {} 所作的更改',
    'it changes what the request changed at {}': '它改动了请求在 {} 所作的更改',
    'it makes up for what the request changed at {}': '它抵消了请求在 {} 所作的更改',
    'is a test': '是测试',
    'is a snapshot': '是快照',
    'is an installed package': '是已安装的软件包',
    'holds the package scripts': '含有软件包脚本',
    'configures the compiler': '是编译器的配置',
    'is a lock file': '是锁定文件',
    'configures a tool that verifies': '是验证工具的配置',
    'is a manifest that says how the project is built': '是规定项目如何构建的清单',
    'lies in vendor, which holds packages and git submodules of others,':
      '位于存放他人软件包和子模块的文件夹中',
    'is kept as it is by the policy ({})': '按策略保持原样 ({})',
    'judges the program': '它判定程序',
    'judges the program ({}, and {} does not name it)': '它判定程序 ({}，且 {} 没有指明它)',
    'would judge the program (all of {} does, and {} does not name it)':
      '会判定程序 ({} 全部都判定程序，且 {} 没有指明它)',
    'a configuration or a glob names it': '配置或通配符指明了它',
    'a step of the test command runs it': '测试命令的某一步运行它',
    'the tests load it as a plugin': '测试把它作为插件加载',
    'a check opened it and it is kept where tests keep theirs': '检查打开过它，它位于存放测试内容的地方',
    'a check opened it and it can tell of a failure': '检查打开过它，它能报告失败',
    'a check opened it and the program does not name it': '检查打开过它，程序没有提到它',
    'its name says so and the program does not name it': '名称如此，程序没有提到它',
    'it lies beside judges and the program does not name it': '它在判定文件旁边，程序没有提到它',
    'a test names it and the program does not': '测试提到它，程序没有提到',
    'takes the place of {}': '取代了 {}',
    'takes the place of {}, which {} imports': '取代了 {} (导入它的文件: {})',
    'takes the place of the package {}, which {} imports': '取代了软件包 {} (导入它的文件: {})',
    'may take the place of another file (the patterns of {} take more than 5 s, correct them)':
      '可能取代另一个文件 ({} 的模式耗时超过 5 秒，请更正)',
    'would be found in place of {}, which judges the program': '会取代判定程序的 {}',
    'would be loaded in place of the module {} from outside of the project': '会取代项目之外的模块 {} 被加载',
    'has the name of a command that the checks run': '与检查所运行的命令同名',
    'would be started or read by other tools, and no check shows what it does':
      '会被其他工具启动或读取，没有检查能说明它的作用',
    'deletes {} test': '删除了 {} 个测试',
    'deletes {} tests': '删除了 {} 个测试',
    'and {} more': '另有 {} 处',
    'runs only {}': '只运行 {}',
    'puts a mock in the place of {}': '用模拟对象取代了 {}',
    'sets {}': '设置了 {}',
    'declares its own {}': '声明了自己的 {}',
    'no longer has the test {}': '不再有测试 {}',
    'skips {}': '跳过 {}',
    'has fewer assertions in {} ({}, not {})': '{} 中的断言变少 ({} 个，原为 {} 个)',
    'has looser assertions in {}': '{} 中的断言变松',
    'lets a wider difference pass in {}': '{} 中允许更大的差异',
    'may leave out assertions in {}': '{} 中的断言可能不执行',
    'the module {}': '模块 {}',
    'the test files ({})': '测试文件 ({})',
    'the test API ({})': '测试接口 ({})',
    'the stack': '调用栈',
    'the stack ({})': '调用栈 ({})',
    'its caller ({})': '调用者 ({})',
    '{}, which it changes': '{} (程序改动了它)',
  },
};
