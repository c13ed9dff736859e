export {
  analyzeEach,
  analyzeFailure,
  analyzeFailures,
  analyzeReported,
  type AnalyzeOptions,
} from './analyze';
export { boundedText } from './bounded';
export { failureSection } from './focus';
export { isForeign } from './locate';
export { errorLogLine, errorTypeLabel, rankOf } from './rank';
export type { FailureRow } from './row';
export { FAILURE_TABLE } from './table';
export { withKind, withKinds } from './kinds';
