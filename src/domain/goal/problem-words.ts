import { inEachLanguage } from '../run/said';

export type ProblemWords = (typeof PROBLEM_WORDS)['en'];

export const PROBLEM_WORDS = inEachLanguage((say) => ({
  /** `why`: of a schema. */
  plan: (why: string) =>
    say`The plan cannot be used: ${why}. A plan is a JSON array of steps like {"tool": "make_folder", "args": {"path": "new"}}.`,
  commands: (characters: number, most: number) =>
    say`The commands of the plan have ${characters} characters, and ${most} may be: put them in a script.`,
  /** `problem` is a sentence, or one without its end. */
  step: (number: number, problem: string) => say`Step ${number}: ${problem}`,
  /** A step by its number and its line, as the object of a sentence. */
  named: (number: number, line: string) => say`step ${number}: ${line}`,
  noTool: (tool: string, tools: string) => say`there is no tool ${tool}; use ${tools}.`,
  args: (tool: string, why: string) => say`the arguments of ${tool} cannot be used: ${why}.`,
  notBefore: (step: number) => say`takes the items of step ${step}, which is not before it.`,
  givesNone: (step: number, tool: string) => say`takes the items of step ${step}, and ${tool} gives none.`,
  noName: (name: string) => say`${name} is no name: give another one`,
  noTime: (text: string) => say`${text} is no time: give it as 2026-03-01 or 2026-03-01T14:05`,
  emptyTime: (from: string, to: string) =>
    say`no time is from ${from} to ${to}, which is excluded: give a later \`to\``,
  emptySize: (least: number, most: number) => say`no file has at least ${least} and at most ${most} bytes`,
  folders: say`folders have neither words nor a size: look for files`,
  unreadTime: (words: string) =>
    say`${words} is not understood as one time: say it as "last week", or give from and to`,
  pattern: (pattern: string, why: string) => say`the pattern ${pattern} ${why}`,
  fewItems: (done: number, total: number, needed: string, first: string) =>
    say`only ${done} of ${total} items went well (${needed} are needed): ${first}`,
  noItem: say`none of its items went well`,
  /** Of what a step is said to have done, each after the path. */
  moved: say`is not as it was where it is said to be`,
  replaced: say`has taken the place of something else`,
  stays: say`is still there`,
  changedCopy: say`has changed, and was only to be copied`,
  noFolder: say`is no folder`,
  noFile: say`is no file`,
  shorter: say`is shorter than the text`,
  unsaid: (path: string) => say`${path} has changed, and the call says nothing of it.`,
  before: say`before the run`,
}));
