import { execFileSync } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { REPORT_FILE } from '../../../../src/domain/verification/reporting';
import { MOCHA_REPORTER } from '../../../../src/verifier/reports/mocha-reporter';
import { readMochaJson } from '../../../../src/verifier/reports/json-reports';
import { tempFolder } from '../../../support/temp-folder';

it('the reporter for old versions of mocha tells failures whose errors have a circle', () => {
  const folder = tempFolder('mocha-reporter');
  execFileSync('/bin/sh', ['-c', MOCHA_REPORTER.write], { env: { TMPDIR: folder } });
  const load = createRequire(__filename);
  const reporter = load(join(folder, 'kintsugi-mocha.cjs')) as new (runner: EventEmitter) => object;
  const runner = new EventEmitter();
  new reporter(runner);
  const test = (title: string) => ({
    title,
    fullTitle: () => `res ${title}`,
    file: '/a/test/res.js',
    duration: 3,
  });
  const response: { self?: object } = {};
  response.self = response;
  const error = Object.assign(new Error('expected 200, got 500'), {
    response,
    expected: 200,
    actual: response,
  });
  const [passes, fails, waits] = [test('sends'), test('fails'), test('waits')];
  runner.emit('test end', passes);
  runner.emit('fail', fails, error);
  runner.emit('test end', fails);
  runner.emit('pending', waits);
  runner.emit('test end', waits);
  runner.emit('end');
  const report = readMochaJson(readFileSync(join(folder, REPORT_FILE), 'utf8'));
  expect(report?.tests).toMatchObject([
    { file: '/a/test/res.js', path: ['res', 'sends'], status: 'passed' },
    {
      path: ['res', 'fails'],
      status: 'failed',
      failure: { name: 'Error', message: 'expected 200, got 500', expected: '200' },
    },
    { path: ['res', 'waits'], status: 'skipped' },
  ]);
});
