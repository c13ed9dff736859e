export { checkCode, type StaticVerdict, findFunction } from './check';
export { fileFindings, isScript } from './file-findings';
export { metricsOf, type Metrics } from './metrics';
export { securityFindings, type Finding } from './security';
