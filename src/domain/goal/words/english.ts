import { plural } from '../../text';
import type { FoldersLeft, GoalWords } from './lines';

const FOLDERS: Readonly<Record<FoldersLeft, string>> = {
  changed: ', and your folders are changed',
  restored: ', and your folders are as they were before the run',
  'dry-run': ', as a dry run: your folders are unchanged',
  nothing: ', and there was nothing to change',
  unchanged: '; your folders are unchanged',
};

const stepsDone = (done: number, total: number): string =>
  `${done} of ${plural(total, 'step')} ${done === 1 ? 'is' : 'are'} done`;

export const english: GoalWords = {
  stop: '.',
  questions: {
    which: (phrase) => `Which one do you mean by "${phrase}"?`,
    whichOf: (step) => `Step ${step} found several: which one is meant?`,
    whichFolder: (what) => `Which folder is meant by "${what}"?`,
    plan: (steps) =>
      `Carry out a plan of ${plural(steps, 'step')}. Your folders change at its end, after another question.`,
    planWritten: (steps) =>
      `Carry out a plan of ${plural(steps, 'step')}, and change your folders after each step.`,
    otherArgs: (step) => `Try step ${step} with other arguments, and change your folders.`,
    publish: (changes, done, total) => `Publish ${plural(changes, 'change')}: ${stepsDone(done, total)}.`,
    goOn: (step) => `The files are as before step ${step}. How shall the run go on?`,
    goOnFrom: 'go on from there',
    endHere: 'end here',
  },
  warnings: {
    tooFew: (done, total, share) => `Only ${stepsDone(done, total)}, and ${share} are needed`,
    stepFailed: (step, why) => `Step ${step} failed: ${why}`,
    stopped: (why) => `The run was ended before its plan was: ${why}`,
    notReached: (why) => `The model says that the goal is not reached: ${why}`,
    unshown: (files) => `The new content of ${plural(files, 'file')} cannot be shown`,
  },
  refusals: {
    onlyFirstPlan:
      'Only the first plan can be changed: reject this one, and start again with a plan of your own.',
    onePlanFile: (file) => `A plan is changed as one file: give an edit that creates or modifies ${file}.`,
    editedPlan: (why) => `The edited plan cannot be used: ${why}`,
    noEdits: 'Edits can be given when a plan is approved: change the files after the run.',
  },
  results: {
    steps: (done, total, folders) => `${stepsDone(done, total)}${FOLDERS[folders]}`,
    notBegun: 'the run could not begin',
    unchecked: (why) => `nobody has checked that the goal is reached: ${why}`,
  },
  reasons: {
    noModel:
      'The worker has no model to make a plan: set KINTSUGI_MODEL and start it again, or give a plan of your own with --plan.',
    noPlan: (why) => `There is no plan: ${why}`,
    noMeaning: (phrase) => `Nobody said what "${phrase}" means.`,
    nobodyAnswered: 'nobody answered',
    rejected: (why) => `the question was rejected: ${why}`,
    notAllowed: (why) => `it is not allowed: ${why}`,
    mostCalls: (calls) => `the run has made ${plural(calls, 'call')} of tools, as many as it may`,
    outOfTime: 'the time of the run is over',
    wentBack: 'you went back, and ended it there',
    needsStep: (step) => `it takes the items of step ${step}, which is not done`,
    noItems: (step) => `Step ${step} found nothing, so there are no items.`,
    noPath: (step) => `Step ${step} found nothing, and one path is needed.`,
    manyItems: (step, items) => `Step ${step} gives ${items} items, and one path is needed.`,
    notLooked: 'The run has not looked at its folders.',
    tookLonger: (seconds) => `it took longer than ${seconds} s`,
    otherThanSaid: (why) => `the step did something else than it said: ${why}`,
    changedMeanwhile: (path, why) => `your folders changed meanwhile: ${path} ${why}`.trim(),
    notTakenBack: (why, reason) => `${why}; what was changed could not be taken back: ${reason}`,
    stepFailed: (step, why) => `step ${step} failed: ${why}`,
    notReached: (why) => `all steps are over, and the goal is not reached: ${why}`,
  },
  report: {
    plan: 'Plan',
    goal: (holds, why) => `Goal ${holds ? 'reached' : 'not reached'}: ${why}`,
    phrases: 'What phrases meant',
    steps: 'Steps',
    conflicts: 'Conflicts',
    changes: 'Changes',
    of: (done, total) => `${done} of ${total}`,
    seconds: (seconds) => `${seconds} s`,
    nothingFound: 'nothing found',
    more: (count) => `… and ${count} more`,
    failed: 'it failed',
  },
};
