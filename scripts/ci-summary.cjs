'use strict';
// ci-summary FOLDER CHECK…: counts what `.ci/run` left in the folder, shows what failed, and ends with the line
// `N passed, N failed`. Each check counts as one; tests that could not be run count as one failure.
const path = require('node:path');
const { readText } = require('./lib/atomic.cjs');
const { failedFiles, readReport, testsOf } = require('./lib/test-report.cjs');

const SHOWN_LINES = 60;
const [folder, ...checks] = process.argv.slice(2);

function succeeded(name) {
  return readText(path.join(folder, `${name}.code`))?.trim() === '0';
}

/** Jest's counts; a failure beyond them (a suite that does not load, no test at all) counts as one. */
function countTests() {
  const first = readReport(path.join(folder, 'tests.json'));
  const { numPassedTests: passed = 0, numFailedTests: failed = 0 } = first;
  const again = readReport(path.join(folder, 'again.json'));
  if (again.numPassedTests === undefined) return { passed, failed: failed + unseen(passed, failed, 'tests') };
  const files = failedFiles(first);
  const early = files.flatMap((file) => testsOf(first, file, 'passed')).length;
  const both = passed - early + again.numPassedTests;
  for (const file of files) showAlone(file, first, again);
  return { passed: both, failed: again.numFailedTests + unseen(both, again.numFailedTests, 'again') };
}

function unseen(passed, failed, run) {
  return failed === 0 && (passed === 0 || !succeeded(run)) ? 1 : 0;
}

/** Names what passed only by itself, or the file where it did not load at first: it may be slow, or wrong now and then. */
function showAlone(file, first, again) {
  const failed = testsOf(first, file, 'failed');
  const passed = testsOf(again, file, 'passed');
  const names = failed.length > 0 ? failed.filter((name) => passed.includes(name)) : [path.basename(file)];
  if (passed.length === 0) return;
  for (const name of names) process.stdout.write(`Failed beside other tests, passed by itself: ${name}\n`);
}

function showFailure(check) {
  const lines = (readText(path.join(folder, `${check}.log`)) ?? '').trim().split('\n');
  const left = lines.length - SHOWN_LINES;
  const more = left > 0 ? [`… and ${left} more lines`] : [];
  process.stdout.write([`${check} failed:`, ...lines.slice(0, SHOWN_LINES), ...more, ''].join('\n'));
}

const tests = countTests();
const failedChecks = checks.filter((check) => !succeeded(check));
failedChecks.forEach(showFailure);
const failed = tests.failed + failedChecks.length;
process.stdout.write(`\n${tests.passed + checks.length - failedChecks.length} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
