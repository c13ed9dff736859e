/** Findings and tests in the formats that CI reads. */
export { junitText, type JunitCase } from './junit';
export { sarifText, type SarifResult, type SarifRule } from './sarif';
