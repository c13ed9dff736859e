import type { Language } from '../run/input';

const english = {
  /** `why`: of a schema. */
  plan: (why: string) =>
    `The plan cannot be used: ${why}. A plan is a JSON array of steps like {"tool": "make_folder", "args": {"path": "new"}}.`,
  commands: (characters: number, most: number) =>
    `The commands of the plan have ${characters} characters, and ${most} may be: put them in a script.`,
  /** `problem` is a sentence, or one without its end. */
  step: (number: number, problem: string) => `Step ${number}: ${problem}`,
  /** A step by its number and its line, as the object of a sentence. */
  named: (number: number, line: string) => `step ${number}: ${line}`,
  noTool: (tool: string, tools: string) => `there is no tool ${tool}; use ${tools}.`,
  args: (tool: string, why: string) => `the arguments of ${tool} cannot be used: ${why}.`,
  notBefore: (step: number) => `takes the items of step ${step}, which is not before it.`,
  givesNone: (step: number, tool: string) => `takes the items of step ${step}, and ${tool} gives none.`,
  noName: (name: string) => `${name} is no name: give another one`,
  noTime: (text: string) => `${text} is no time: give it as 2026-03-01 or 2026-03-01T14:05`,
  emptyTime: (from: string, to: string) =>
    `no time is from ${from} to ${to}, which is excluded: give a later \`to\``,
  emptySize: (least: number, most: number) => `no file has at least ${least} and at most ${most} bytes`,
  folders: 'folders have neither words nor a size: look for files',
  unreadTime: (words: string) =>
    `${words} is not understood as one time: say it as "last week", or give from and to`,
  pattern: (pattern: string, why: string) => `the pattern ${pattern} ${why}`,
  fewItems: (done: number, total: number, needed: string, first: string) =>
    `only ${done} of ${total} items went well (${needed} are needed): ${first}`,
  noItem: 'none of its items went well',
  /** Of what a step is said to have done, each after the path. */
  moved: 'is not as it was where it is said to be',
  replaced: 'has taken the place of something else',
  stays: 'is still there',
  changedCopy: 'has changed, and was only to be copied',
  noFolder: 'is no folder',
  noFile: 'is no file',
  shorter: 'is shorter than the text',
  unsaid: (path: string) => `${path} has changed, and the call says nothing of it.`,
  before: 'before the run',
};

export type ProblemWords = typeof english;

const korean: ProblemWords = {
  plan: (why) =>
    `계획을 사용할 수 없습니다: ${why}. 계획은 {"tool": "make_folder", "args": {"path": "new"}}와 같은 단계의 JSON 배열입니다.`,
  commands: (characters, most) =>
    `계획의 명령이 ${characters}자인데 ${most}자까지 쓸 수 있습니다. 스크립트에 넣으십시오.`,
  step: (number, problem) => `${number}단계: ${problem}`,
  named: (number, line) => `${number}단계: ${line}`,
  noTool: (tool, tools) => `${tool} 도구가 없습니다. 다음 중에서 고르십시오: ${tools}.`,
  args: (tool, why) => `${tool}의 인수를 사용할 수 없습니다: ${why}.`,
  notBefore: (step) => `앞에 있지 않은 ${step}단계의 항목을 가져옵니다.`,
  givesNone: (step, tool) => `${step}단계의 항목을 가져오지만 ${tool}은(는) 항목을 내지 않습니다.`,
  noName: (name) => `${name}은(는) 이름이 아닙니다. 다른 이름을 주십시오`,
  noTime: (text) => `${text}은(는) 시각이 아닙니다. 2026-03-01이나 2026-03-01T14:05처럼 주십시오`,
  emptyTime: (from, to) => `${from}부터 ${to} 전까지는 시간이 없습니다. \`to\`를 더 늦게 주십시오`,
  emptySize: (least, most) => `${least}바이트 이상이면서 ${most}바이트 이하인 파일은 없습니다`,
  folders: '폴더에는 내용도 크기도 없습니다. 파일을 찾으십시오',
  unreadTime: (words) =>
    `${words}을(를) 한 시기로 이해하지 못했습니다. "지난주"처럼 말하거나 from과 to를 주십시오`,
  pattern: (pattern, why) => `패턴 ${pattern}: ${why}`,
  fewItems: (done, total, needed, first) =>
    `항목 ${total}개 중 ${done}개만 잘되었습니다 (${needed} 필요): ${first}`,
  noItem: '잘된 항목이 없습니다',
  moved: '옮겼다고 한 곳에 그대로 있지 않습니다',
  replaced: '다른 것이 있던 자리를 차지했습니다',
  stays: '아직 그 자리에 있습니다',
  changedCopy: '복사만 해야 하는데 바뀌었습니다',
  noFolder: '폴더가 아닙니다',
  noFile: '파일이 아닙니다',
  shorter: '쓰려던 글보다 짧습니다',
  unsaid: (path) => `${path}이(가) 바뀌었지만 호출 결과에는 없습니다.`,
  before: '실행 전',
};

const chinese: ProblemWords = {
  plan: (why) =>
    `计划不可用: ${why}。计划是由步骤组成的 JSON 数组，例如 {"tool": "make_folder", "args": {"path": "new"}}。`,
  commands: (characters, most) => `计划中的命令共 ${characters} 个字符，最多 ${most} 个：请写入脚本。`,
  step: (number, problem) => `第 ${number} 步: ${problem}`,
  named: (number, line) => `第 ${number} 步: ${line}`,
  noTool: (tool, tools) => `没有工具 ${tool}；可用的有 ${tools}。`,
  args: (tool, why) => `${tool} 的参数不可用: ${why}。`,
  notBefore: (step) => `使用第 ${step} 步的条目，但该步骤不在它之前。`,
  givesNone: (step, tool) => `使用第 ${step} 步的条目，但 ${tool} 不产生条目。`,
  noName: (name) => `${name} 不是名称：请另给一个`,
  noTime: (text) => `${text} 不是时间：请写成 2026-03-01 或 2026-03-01T14:05`,
  emptyTime: (from, to) => `从 ${from} 到 ${to}（不含）没有时间：请给出更晚的 \`to\``,
  emptySize: (least, most) => `没有文件至少 ${least} 字节且最多 ${most} 字节`,
  folders: '文件夹没有文字和大小：请查找文件',
  unreadTime: (words) => `${words} 无法理解为一段时间：请说“上周”，或给出 from 和 to`,
  pattern: (pattern, why) => `模式 ${pattern}: ${why}`,
  fewItems: (done, total, needed, first) =>
    `${total} 个条目中只有 ${done} 个成功（需要 ${needed}）: ${first}`,
  noItem: '没有条目成功',
  moved: '不在所说的位置，或已不是原样',
  replaced: '占用了其他内容的位置',
  stays: '仍在原处',
  changedCopy: '本应只被复制，却发生了变化',
  noFolder: '不是文件夹',
  noFile: '不是文件',
  shorter: '比要写入的文字短',
  unsaid: (path) => `${path} 发生了变化，而调用结果没有提到。`,
  before: '运行前',
};

export const PROBLEM_WORDS: Record<Language, ProblemWords> = { en: english, ko: korean, zh: chinese };
