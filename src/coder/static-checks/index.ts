export { checkCode } from './check';
export { fileFindings, isScript } from './file-findings';
export { metricsOf } from './metrics';
export { securityFindings } from './security';
