export { codeInput, type CodeRequest } from './code';
export { completeInput } from './complete';
export { gateInput, type GateRequest } from './gate';
export { goalInput, goalText, refuseUnusable, requireRoots, type GoalRequest } from './goal';
export { healInput, type AgentRequest, type HealRequest } from './heal';
export { configuredRules, rulesFor } from './heavy-rules';
export { requireDirectory } from './paths';
export {
  refuseSecretCode,
  refuseSecretEdits,
  refuseSecretGate,
  refuseSecretGoal,
  refuseSecretInput,
} from './secrets';
export { sessionInput, type SessionRequest } from './session';
export { startFacts, type StartFacts } from './start-facts';
export { usableInput } from './usable';
