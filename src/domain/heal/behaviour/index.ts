/** Comparison of repairs by behaviour, whatever tests they passed: candidates, calls and answers → ranked groups and confidence. */
export { differences, type Answers, type Contender, type ProbedCall } from './calls';
export { changeOf, groupRepairs, type RepairGroup } from './groups';
export {
  Confidence,
  confidenceIn,
  decidingCall,
  decidingQuestion,
  letterOf,
  type DecidingCall,
} from './confidence';
export { functionAt, mirroredCondition } from './home';
export { normalForm, withoutDetours } from './normal-form';
export { twinsOf } from './twins';
export { TESTED_COMPARISON, signsOf, type EditedText } from './signs';
export { likenessOf, pairsOf, type TokenPairs } from './likeness';
export { ignoresValue, leavesUnused, mayHoldAnswers, signsOfChange } from './change-signs';
export { linesOnlyIn, type ChangedFile } from './changed-lines';
export { BROKEN, brokenText } from './broken-text';
