'use strict';
// ci-failed REPORT: the test files that failed by jest's report, a line each. None where more failed than a busy machine explains.
const path = require('node:path');
const { failedFiles, readReport } = require('./lib/test-report.cjs');

const MOST = 8;
const failed = failedFiles(readReport(process.argv[2]));
if (failed.length <= MOST)
  for (const file of failed) process.stdout.write(`${path.relative(process.cwd(), file)}\n`);
