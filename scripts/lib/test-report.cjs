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

/** Names of the tests of these files that ended like this. */
function testsOf({ testResults = [] }, files, wanted) {
  return testResults
    .filter(({ name }) => files.includes(name))
    .flatMap(({ assertionResults = [] }) => assertionResults)
    .filter(({ status }) => status === wanted)
    .map(({ fullName }) => fullName);
}

module.exports = { failedFiles, readReport, testsOf };
