import { inEachLanguage } from '../../../domain/run/said';

/** Words of the answers to questions. `of`: what is asked about; `count`: how many were found. */
export const QUESTION_WORDS = inEachLanguage((say) => ({
  unnamed: say`Name the function, class or file that is meant.`,
  unknown: (name: string, nearest: string) =>
    say`The project has no ${name}.${nearest === '' ? '' : say` The nearest: ${nearest}.`}`,
  callers: (of: string, count: number) =>
    count === 0 ? say`Nothing in the project calls ${of}.` : say`${of} is called from:`,
  callees: (of: string, count: number) => (count === 0 ? say`${of} calls nothing.` : say`${of} calls:`),
  dependents: (of: string, count: number) =>
    count === 0 ? say`No file of the project imports ${of}.` : say`Files that import ${of} (${count}):`,
  dependencies: (of: string, count: number) =>
    count === 0 ? say`${of} imports no file of the project.` : say`${of} imports (${count}):`,
  tests: (of: string, count: number) =>
    count === 0 ? say`No test reaches ${of}.` : say`Tests that reach ${of} (${count}):`,
  unused: (count: number) =>
    count === 0
      ? say`Every exported name is used by another file.`
      : say`Exported, and named by no other file (${count}); users of the package may still need them:`,
  commits: (of: string, count: number) =>
    count === 0 ? say`No commit changed ${of} in that time.` : say`Commits to ${of}:`,
  author: (of: string, name: string, when: string, commit: string) =>
    say`${name} changed ${of} last, on ${when} (${commit}).`,
  frames: (count: number) =>
    count === 0
      ? say`No frame of this stack lies in the project.`
      : say`Frames of this stack in the project, the innermost first:`,
  project: say`the project`,
  byName: say`found by its name alone`,
  noHistory: (reason: string) => say`The history can't be read: ${reason}`,
}));

export type QuestionWords = (typeof QUESTION_WORDS)['en'];
