import { adaptedFile } from '../../../../src/repair/adapters';
import { createSandbox } from '../../../../src/sandbox';
import { SandboxLimits } from '../../../../src/domain/verification/verification';

const sandbox = createSandbox({ children: 1 });
const signal = new AbortController().signal;

afterAll(() => sandbox.close());

/** Verdicts of a test file of another runner, as the sandbox runs it. */
async function verdicts(path: string, text: string, by: string): Promise<Record<string, string>> {
  const adapted = adaptedFile(path, text, by);
  if (!adapted) throw new Error('no adapter');
  const files = new Map([
    ['package.json', '{"type":"module"}'],
    ['sum.cjs', 'exports.sum = (a, b) => a + b;'],
    [path, adapted.text],
    [adapted.module.path, adapted.module.text],
  ]);
  const request = { files, context: {}, testFile: path, limits: SandboxLimits.parse({}) };
  const { report } = await sandbox.run(request, signal);
  if (report.end !== 'completed') throw new Error(`${report.end}: ${report.stderr}`);
  const broken = report.tests.find((test) => test.path.join('') === '');
  if (broken) throw new Error(broken.failure?.message);
  return Object.fromEntries(report.tests.map((test) => [test.path.join(' '), test.status]));
}

describe('tests of other runners in the sandbox', () => {
  it("run as mocha runs them, with its globals, hooks, 'this' and callbacks", async () => {
    const text = `const { strictEqual } = require('node:assert');
const { sum } = require('../sum.cjs');
describe('sum', function () {
  this.timeout(500);
  before(function () { this.base = 1; });
  beforeEach((done) => setTimeout(done, 1));
  it('adds', function () { strictEqual(sum(this.base, 2), 3); });
  it('waits', (done) => { setTimeout(() => done(), 1); });
  it('fails', () => { strictEqual(sum(1, 1), 3); });
  it('fails later', (done) => { setTimeout(() => done(new Error('late')), 1); });
  it('is planned');
  context('deeper', () => { specify('subtracts', async () => { strictEqual(sum(1, -1), 0); }); });
  it.skip('is left out', () => { throw new Error('never'); });
});
`;
    expect(await verdicts('spec/sum.cjs', text, 'mocha')).toEqual({
      'sum adds': 'passed',
      'sum waits': 'passed',
      'sum fails': 'failed',
      'sum fails later': 'failed',
      'sum is planned': 'todo',
      'sum deeper subtracts': 'passed',
      'sum is left out': 'skipped',
    });
  });

  it('run as ava runs them, with contexts, macros and thrown errors', async () => {
    const text = `import test from 'ava';
import { sum } from '../sum.cjs';
test.before((t) => { t.context.base = 1; });
test.beforeEach((t) => { t.context.own = [1]; });
const adds = test.macro({ exec: (t, a, b, all) => { t.is(sum(a, b), all); }, title: (own, a, b) => own + ' ' + a + ' and ' + b });
test('adds', (t) => { t.plan(2); t.is(sum(t.context.base, 2), 3); t.deepEqual(t.context.own, [1]); });
test('adds by a macro', adds, 1, 2, 3);
test('fails by a macro', adds, 1, 2, 4);
test('throws', async (t) => {
  t.throws(() => { throw new TypeError('no sum'); }, { instanceOf: TypeError, message: /sum/ });
  await t.throwsAsync(Promise.reject(new Error('late')));
});
test('fails where nothing is thrown', (t) => { t.throws(() => sum(1, 1)); });
test('fails without assertions', () => {});
test('fails by its plan', (t) => { t.plan(2); t.pass(); });
test.failing('is wrong, and known to be', (t) => { t.is(sum(1, 1), 3); });
test.todo('is planned');
`;
    expect(await verdicts('test/sum.js', text, 'ava')).toEqual({
      adds: 'passed',
      'adds by a macro 1 and 2': 'passed',
      'fails by a macro 1 and 2': 'failed',
      throws: 'passed',
      'fails where nothing is thrown': 'failed',
      'fails without assertions': 'failed',
      'fails by its plan': 'failed',
      'is wrong, and known to be': 'passed',
      'is planned': 'todo',
    });
  });

  it('run as tape runs them, with plans, ends and subtests', async () => {
    const text = `const test = require('tape');
const { sum } = require('../sum.cjs');
test('adds', (t) => { t.equal(sum(1, 2), 3); t.deepEqual([sum(1, 1)], [2], 'in a list'); t.end(); });
test('plans', (t) => { t.plan(1); setTimeout(() => t.ok(sum(1, 1)), 1); });
test('fails and goes on', (t) => { t.equal(sum(1, 2), 4); t.ok(true); t.end(); });
test('waits', async (t) => { t.throws(() => { throw new Error('no sum'); }, /sum/); });
test('groups', (t) => {
  t.test('one', (st) => { st.notEqual(sum(1, 1), 3); st.end(); });
  t.test('two', (st) => { st.error(new Error('wrong')); st.end(); });
  t.end();
});
test('is left out', { skip: true }, (t) => { t.fail(); t.end(); });
`;
    expect(await verdicts('test/sum.cjs', text, 'each')).toEqual({
      adds: 'passed',
      plans: 'passed',
      'fails and goes on': 'failed',
      waits: 'passed',
      groups: 'skipped',
      'groups one': 'passed',
      'groups two': 'failed',
      'is left out': 'skipped',
    });
  });

  it('run as uvu runs them, with suites and hooks', async () => {
    const text = `import { suite, test } from 'uvu';
import { strictEqual } from 'node:assert';
import { sum } from '../sum.cjs';
test('adds', () => { strictEqual(sum(1, 2), 3); });
test('fails', () => { strictEqual(sum(1, 2), 4); });
test.run();
const more = suite('more', { base: 1 });
more.before.each((context) => { context.base += 1; });
more('has its context', (context) => { strictEqual(sum(context.base, 0), 2); });
more.run();
`;
    expect(await verdicts('test/sum.js', text, 'each')).toEqual({
      adds: 'passed',
      fails: 'failed',
      'more has its context': 'passed',
    });
  });

  it('are left alone where no adapter knows their runner', () => {
    expect(adaptedFile('a.test.js', "import { test } from 'tap';", 'each')).toBeUndefined();
  });
});
