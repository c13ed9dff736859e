import type { TestConfig } from '../../../src/domain/verification/test-config';
import { readTestConfig } from '../../../src/verifier/test-config';
import { createKit, program } from '../../support/sandbox-kit';
import type { Kit } from '../../support/sandbox-kit';

const manifest = (fields: object) => JSON.stringify({ name: 'demo', ...fields });
const WITH_JEST = manifest({ scripts: { test: 'jest' } });

describe('reading hostile configuration', () => {
  let kit: Kit;
  beforeAll(() => {
    kit = createKit(2);
  });
  afterAll(() => kit.close());

  const read = (files: Record<string, string>): Promise<TestConfig> =>
    readTestConfig(program(files), { sandbox: kit.sandbox });

  const hostile = (text: string, name = 'jest.config.js') =>
    read({ 'package.json': WITH_JEST, [name]: text, 'a.test.ts': '' });

  it.each([
    ['an endless loop', 'for (;;);'],
    ['an endless function', 'module.exports = async () => { for (;;) await null; };'],
    ['a wait for nothing', 'module.exports = new Promise(() => {});'],
    ['an error', 'throw new Error("no settings today");'],
    ['a thrown Proxy', 'throw new Proxy({}, { get() { throw 1; } });'],
    ['too much memory', 'const a = []; for (;;) a.push(new Array(1e5).fill(1));'],
    [
      'too many settings',
      'module.exports = { globals: Object.fromEntries(Array.from({ length: 1e6 }, (_, i) => ["k" + i, i])) };',
    ],
    ['a syntax error', 'module.exports = {;'],
    ['no settings', 'module.exports = 7;'],
    ['functions without end', 'const f = () => f; module.exports = f;'],
    ['the end of the process', "'a'.repeat(2 ** 28).split('');"],
    ['a missing file', 'module.exports = require("./gone");'],
    ['an exit', 'process.exit(0);'],
  ])('%s is a note', async (_, text) => {
    const config = await hostile(text);
    expect(config.notes).toEqual([
      expect.stringMatching(/^jest\.config\.js can not be evaluated in the sandbox \(.*--check "npm test"/s),
    ]);
    expect(config).toMatchObject({
      source: 'jest.config.js',
      testFiles: ['a.test.ts'],
      environment: 'node',
    });
  });

  it('of Babel that never ends gives no JSX', async () => {
    const config = await read({ 'package.json': manifest({ jest: {} }), 'babel.config.js': 'for (;;);' });
    expect(config.compiler.jsx).toBeUndefined();
  });

  it('settings of wrong types are as good as absent', async () => {
    const config = await hostile(`
      const settings = { testMatch: 7, testRegex: {}, roots: { 0: 'src' }, moduleNameMapper: [['a', 'b']], setupFiles: { length: 2 },
        testEnvironment: [], globals: 'all', projects: 9, testTimeout: -1, clearMocks: 'yes', preset: {}, transform: 3, rootDir: 5, fakeTimers: 'x',
        snapshotFormat: [], moduleFileExtensions: null, testPathIgnorePatterns: () => {} };
      module.exports = settings;`);
    expect(config).toMatchObject({
      testFiles: ['a.test.ts'],
      roots: [''],
      moduleNameMapper: [],
      setupFiles: [],
      environment: 'node',
      notes: [],
    });
  });

  it('tricks with prototypes stay in their isolate', async () => {
    const config = await hostile(`
      module.exports = JSON.parse('{"__proto__": {"testTimeout": 1}, "globals": {"__proto__": {"a": 1}, "constructor": 2}, "moduleNameMapper": {"__proto__": "x"}}');
      module.exports.run = { get testTimeout() { return 1; } };`);
    expect(config.run.testTimeout).toBeUndefined();
    expect(({} as { a?: number }).a).toBeUndefined();
    expect(config.notes).toEqual([]);
  });

  it.each([
    ['testRegex', '(a+)+$'],
    ['testPathIgnorePatterns', '(a+)+$'],
  ])('an expression of %s that takes for ever is a note', async (name, expression) => {
    const config = await read({
      'package.json': manifest({ jest: { [name]: [expression] } }),
      [`${'a'.repeat(40)}!.test.ts`]: '',
    });
    expect(config.notes).toEqual([expect.stringContaining('took too long')]);
  });

  it('paths that lead out of the tree are dropped', async () => {
    const config = await hostile(
      'module.exports = { rootDir: "../../..", roots: ["../../etc", "src"], modulePaths: ["../x"] };',
    );
    expect(config).toMatchObject({ rootDir: '', roots: ['src'], modulePaths: [] });
  });

  it("a configuration can not read what is not the tree's", async () => {
    const config = await hostile(`
      const fs = require('fs');
      module.exports = { globals: { there: fs.existsSync('/etc/passwd'), own: fs.existsSync('/package.json') } };`);
    expect(config.run.globals).toEqual({ there: false, own: true });
  });
});
