export { checkCode, type StaticVerdict } from './check';
export { findFunction } from './find-function';
export { fileFindings, isScript } from './file-findings';
export { metricsOf, type Metrics } from './metrics';
export { securityFindings, type Finding } from './security';
