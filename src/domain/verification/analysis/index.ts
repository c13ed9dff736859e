export {
  analyzeEach,
  analyzeFailure,
  analyzeFailures,
  analyzeReported,
  listed,
  withKind,
  withKinds,
} from './analyze';
export { boundedText } from './row';
export { failureSection } from './focus';
export { isForeign, projectPath } from './locate';
export { errorLogLine, errorTypeLabel, rankOf } from './rank';
export { FAILURE_TABLE } from './table';
export { USERNS_CAUSE } from './environment-rows';
