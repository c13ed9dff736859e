'use strict';
const { readText } = require('./atomic.cjs');

/** Jest's report (--json). Empty where there is none. */
function readReport(file) {
  const text = readText(file);
  return text ? JSON.parse(text) : {};
}

/** Files with a test that failed, and files that did not load. */
function failedFiles({ testResults = [] }) {
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
}

/** Names of the tests of a file that ended like this. */
function testsOf({ testResults = [] }, file, wanted) {
  const { assertionResults = [] } = testResults.find(({ name }) => name === file) ?? {};
  return assertionResults.filter(({ status }) => status === wanted).map(({ fullName }) => fullName);
}

module.exports = { failedFiles, readReport, testsOf };
