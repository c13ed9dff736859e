export {
  codeInput,
  type CodeRequest,
  healInput,
  type AgentRequest,
  type HealRequest,
  gateInput,
  type GateRequest,
  sessionInput,
  type SessionRequest,
} from './kinds';
export { completeInput } from './complete';
export { goalInput, goalText, refuseUnusable, requireRoots, type GoalRequest } from './goal';
export { configuredRules, rulesFor, startFacts, type StartFacts } from './start-facts';
export { requireDirectory } from './paths';
export {
  refuseSecretCode,
  refuseSecretEdits,
  refuseSecretGate,
  refuseSecretGoal,
  refuseSecretInput,
} from './secrets';
export { usableInput } from './settings';
