/** Findings and tests in the formats that CI reads. */
export { junitText, type JunitCase, sarifText, type SarifResult, type SarifRule } from './junit';
