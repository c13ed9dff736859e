export { readGoalTask } from './task';
export type { GoalThinkDeps } from './ask';
export { beginGoal, type BeginDeps, type BeginGoalInput, goalFolders } from './begin';
export {
  checkGoal,
  type CheckGoalInput,
  type GoalVerdict,
  rethink,
  type RethinkInput,
  type RethinkOutcome,
} from './rethink';
export { beginChild, endChild, type ChildBegun, type ChildInput } from './child';
export { endGoal, type EndDeps, type EndGoalInput } from './end';
export { makePlan, type MadePlanOutcome, type MakePlanInput } from './make-plan';
export { goalQuestion, planQuestion, stepQuestion, type GoalQuestionDeps } from './question';
export { runStep, type RunStepInput, type StepDeps } from './run-step';
