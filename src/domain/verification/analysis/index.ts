export { analyzeEach, analyzeFailure, analyzeFailures, analyzeReported, listed } from './analyze';
export { boundedText } from './bounded';
export { failureSection } from './focus';
export { isForeign, projectPath } from './locate';
export { errorLogLine, errorTypeLabel, rankOf } from './rank';
export { FAILURE_TABLE } from './table';
export { withKind, withKinds } from './kinds';
export { USERNS_CAUSE } from './environment-rows';
