'use strict';
// ci-summary FOLDER CHECK…: counts what `.ci/run` left in the folder: shows what failed, the slowest test files, the seconds by folder and what
// could not be run here, and ends with the line `N passed, N failed`. Each check counts as one; tests that could not start count as one
// failure.
const fs = require('node:fs');
const path = require('node:path');
const { readText } = require('./lib/atomic.cjs');

const SHOWN_LINES = 60;
const SLOWEST = 30;
const [folder, ...checks] = process.argv.slice(2);

const print = (lines) => process.stdout.write(lines.map((line) => `${line}\n`).join(''));

function succeeded(name) {
  return readText(path.join(folder, `${name}.code`))?.trim() === '0';
}

/** Jest's report (--json); empty where there is none. */
function readReport() {
  const text = readText(path.join(folder, 'tests.json'));
  return text ? JSON.parse(text) : {};
}

/** Jest's counts; a failure beyond them (a suite that does not load, no test at all) counts as one. */
function countTests({ numPassedTests: passed = 0, numFailedTests: failed = 0 }) {
  const unseen = failed === 0 && (passed === 0 || !succeeded('tests')) ? 1 : 0;
  return { passed, failed: failed + unseen };
}

function showFailure(check) {
  const lines = (readText(path.join(folder, `${check}.log`)) ?? '').trim().split('\n');
  const left = lines.length - SHOWN_LINES;
  print([
    `${check} failed:`,
    ...lines.slice(0, SHOWN_LINES),
    ...(left > 0 ? [`… and ${left} more lines`] : []),
  ]);
}

function showTimes({ testResults = [] }) {
  const files = testResults.map(({ name, startTime, endTime }) => ({
    name: path.relative(process.cwd(), name),
    seconds: (endTime - startTime) / 1000,
  }));
  const folders = new Map();
  for (const { name, seconds } of files) {
    const room = name.split('/').slice(0, 3).join('/');
    folders.set(room, (folders.get(room) ?? 0) + seconds);
  }
  const slowest = [...files].sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  const row = (name, seconds) => `${seconds.toFixed(1).padStart(8)} s  ${name}`;
  print(['', 'The slowest test files:', ...slowest.map(({ name, seconds }) => row(name, seconds))]);
  const rooms = [...folders].sort(([, a], [, b]) => b - a);
  print(['', 'Seconds by folder:', ...rooms.map(([name, seconds]) => row(name, seconds))]);
}

/** Tests that skipped themselves, and the programs that are not here, which is why. */
function showSkipped({ numPendingTests: skipped = 0 }) {
  const found = (program) =>
    (process.env.PATH ?? '').split(path.delimiter).some((one) => fs.existsSync(path.join(one, program)));
  const missing = ['bwrap', 'python3', 'go', 'cargo', 'git'].filter((program) => !found(program));
  const why = missing.length > 0 ? ` (not on PATH: ${missing.join(', ')})` : '';
  if (skipped > 0) print(['', `${skipped} tests could not be run here${why}.`]);
}

const report = readReport();
const tests = countTests(report);
const failedChecks = checks.filter((check) => !succeeded(check));
if (report.testResults) showTimes(report);
failedChecks.forEach(showFailure);
showSkipped(report);
const failed = tests.failed + failedChecks.length;
print(['', `${tests.passed + checks.length - failedChecks.length} passed, ${failed} failed`]);
process.exitCode = failed === 0 ? 0 : 1;
