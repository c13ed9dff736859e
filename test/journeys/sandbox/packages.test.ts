import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createPackageSource } from '../../../src/sandbox/supervisor/packages';
import type { ProgramContext } from '../../../src/sandbox/types';
import { TestConfig } from '../../../src/domain/verification/test-config';
import { createKit, messages, outcome } from '../../support/sandbox-kit';

const kit = createKit();
const folder = mkdtempSync(path.join(tmpdir(), 'kintsugi-packages-'));
const root = path.join(folder, 'project');

function write(files: Record<string, string>, base = root): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(base, name)), { recursive: true });
    writeFileSync(path.join(base, name), text);
  }
}

/** Files of a package, with its package.json. */
function install(name: string, manifest: object, files: Record<string, string>): void {
  const own = { 'package.json': JSON.stringify({ name, version: '1.0.0', ...manifest }), ...files };
  const base = `node_modules/${name}`;
  write(Object.fromEntries(Object.entries(own).map(([file, text]) => [`${base}/${file}`, text])));
}

beforeAll(() => {
  write({ 'package.json': '{}' });
  install(
    'plain',
    { main: './lib/main' },
    {
      'lib/main.js': `const part = require('./part'); module.exports = { value: part.value + 1, dep: require('dep') };`,
      'lib/part.js': `exports.value = 41;`,
      'data.json': `{"from":"json"}`,
    },
  );
  install('adds', {}, { 'index.js': `Array.prototype.lastOne = function () { return this.at(-1); };` });
  install('jest-diff', {}, { 'index.js': `module.exports = 'diff';` });
  install('set-up', {}, { 'all.js': `beforeEach(() => { globalThis.setUpBy = 'a package'; });` });
  install('dep', {}, { 'index.js': `module.exports = 'dep of the root';` });
  install('plain/node_modules/dep', {}, { 'index.js': `module.exports = 'dep of plain';` });
  install(
    'mapped',
    {
      exports: {
        '.': { import: './esm.mjs', require: './cjs.cjs' },
        './deep/*': './src/*.js',
        './closed/*': null,
      },
      imports: { '#inner': './src/inner.js' },
    },
    {
      'esm.mjs': `export const kind = 'esm'; export default 'esm default';`,
      'cjs.cjs': `exports.kind = 'cjs'; exports.inner = require('#inner');`,
      'src/inner.js': `module.exports = 'inner';`,
      'src/a.js': `module.exports = 'deep a';`,
      'closed/x.js': ``,
    },
  );
  install(
    'only-esm',
    { type: 'module', exports: { import: './index.js' } },
    {
      'index.js': `import { b } from './b.js'; export const a = () => b + 1; export { a as default };`,
      'b.js': `export const b = 1;`,
    },
  );
  install(
    'native',
    {},
    { 'index.js': `module.exports = require('./build/addon.node');`, 'build/addon.node': 'ELF' },
  );
  install(
    'dynamic',
    {},
    {
      'index.js': `module.exports = (name) => require('./locale/' + name);`,
      'locale/en.js': `module.exports = 'English';`,
      'locale/fr.js': `module.exports = 'French';`,
    },
  );
  install(
    'optional',
    {},
    { 'index.js': `try { require('not-there'); } catch (error) { module.exports = error.code; }` },
  );
  install(
    'jest-helper',
    {},
    {
      'index.js': `expect.extend({ toBeNice: (x) => ({ pass: x === 'nice', message: () => 'not nice' }) });`,
    },
  );
  install(
    'prober',
    {},
    { 'index.js': `module.exports = [typeof expect, typeof jest, typeof describe].join();` },
  );
  // A package of the project's own, as workspaces link it, and one that leads out of the project.
  write({
    'packages/own/package.json': '{"name":"own","main":"index.js"}',
    'packages/own/index.js': `module.exports = 'as on disk';`,
  });
  symlinkSync('../packages/own', path.join(root, 'node_modules', 'own'));
  write(
    { 'package.json': '{"name":"outside"}', 'index.js': `module.exports = 'secret';` },
    path.join(folder, 'outside'),
  );
  symlinkSync('../../outside', path.join(root, 'node_modules', 'outside'));
});

afterAll(async () => {
  await kit.close();
  rmSync(folder, { recursive: true, force: true });
});

function context(given: { allow?: string[]; config?: Partial<TestConfig> } = {}): ProgramContext {
  const config = given.config && TestConfig.parse(given.config);
  return { packages: createPackageSource({ root, allow: given.allow }), config };
}

async function run(
  source: string,
  given: Parameters<typeof context>[0] = {},
  files: Record<string, string> = {},
) {
  const { report } = await kit.run(
    { 'demo.test.ts': source, ...files },
    { testFile: 'demo.test.ts', context: context(given) },
  );
  return report.tests;
}

/** The value that an expression in a test file has. */
async function value(expression: string, ...rest: [Parameters<typeof context>[0]?, Record<string, string>?]) {
  const tests = await run(
    `test('x', async () => { expect(${expression}).toBe(Symbol.iterator); });`,
    ...rest,
  );
  return tests[0]?.failure?.received;
}

describe('packages of the project', () => {
  it('loads main files, nested dependencies and JSON', async () => {
    expect(await value(`require('plain').value`)).toBe('42');
    expect(await value(`require('plain').dep`)).toBe('"dep of plain"');
    expect(await value(`require('dep')`)).toBe('"dep of the root"');
    expect(await value(`require('plain/data.json').from`)).toBe('"json"');
  });

  it('follows maps of exports and imports', async () => {
    expect(await value(`require('mapped').kind`)).toBe('"cjs"');
    expect(await value(`require('mapped').inner`)).toBe('"inner"');
    expect(await value(`require('mapped/deep/a')`)).toBe('"deep a"');
    const [test] = await run(`require('mapped/closed/x'); test('x', () => {});`);
    expect(test?.failure?.message).toContain(`Cannot find module 'mapped/closed/x'`);
  });

  it('loads packages that are ES modules only', async () => {
    const tests = await run(
      `import a from 'only-esm'; import { a as b } from 'only-esm'; test('x', () => { expect(a()).toBe(2); expect(b).toBe(a); });`,
    );
    expect(outcome(tests)).toEqual(['x: passed']);
  });

  it('finds modules that only the running program names', async () => {
    const source = `const load = require('dynamic'); test('x', () => { expect(load('fr')).toBe('French'); expect(load('en')).toBe('English'); const name = 'pl' + 'ain'; expect(require(name).value).toBe(42); });`;
    expect(outcome(await run(source))).toEqual(['x: passed']);
  });

  it('takes a linked package from the program, not from the disk', async () => {
    const files = { 'packages/own/index.js': `module.exports = 'as the candidate has it';` };
    expect(await value(`require('own')`, {}, files)).toBe('"as the candidate has it"');
  });

  it(`takes a mock of any folder for a package, installed or not`, async () => {
    const files = {
      'test/__mocks__/absent.js': `module.exports = 'here instead';`,
      'src/a.js': `module.exports = require('absent');`,
    };
    expect(await value(`require('./src/a')`, {}, files)).toBe('"here instead"');
  });

  it('takes all of a folder when a module of it is named at run time', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 80 }, (_, n) => [`src/part${n}.js`, `module.exports = ${n};`]),
    );
    const source = `test('x', () => { let sum = 0; for (let n = 0; n < 80; n++) sum += require('./src/part' + n); expect(sum).toBe(3160); });`;
    expect(outcome(await run(source, {}, files))).toEqual(['x: passed']);
  });

  it('mocks packages: by factory, automatically and by a neighbour of node_modules', async () => {
    const factory = `jest.mock('dep', () => 'mocked'); test('x', () => { expect(require('dep')).toBe('mocked'); expect(jest.requireActual('dep')).toBe('dep of the root'); });`;
    expect(outcome(await run(factory))).toEqual(['x: passed']);
    const auto = `import { a } from 'only-esm'; jest.mock('only-esm'); test('x', () => expect(a()).toBe(undefined));`;
    expect(outcome(await run(auto))).toEqual(['x: passed']);
    expect(await value(`require('dep')`, {}, { '__mocks__/dep.js': `module.exports = 'stand-in';` })).toBe(
      '"stand-in"',
    );
  });
});

describe('what is not there', () => {
  it('may be what a package adds to built-ins: a failure that names it says so', async () => {
    const tests = await run(
      `require('adds'); test('x', () => { [1].lastOne(); }); test('y', () => { expect(1).toBe(2); });`,
    );
    expect(messages(tests)[0]).toMatch(/^Adding Array\.prototype\.lastOne to built-ins is not available/);
    expect(messages(tests)[1]).not.toContain('not available');
  });

  it.each([
    ['nowhere', /package 'nowhere' is not installed: install the project's packages \(npm install\)/],
    ['plain/nothing', /installed package 'plain' has no such file/],
    ['native', /native code, which the sandbox does not run. Use a command check/],
    ['outside', /outside of the project/],
    ['../demo', /no file of the project has this path/],
    ['child_process', /not available in the sandbox\. Use a command check/],
  ])('says why there is no %s', async (name, why) => {
    const tests = await run(`test('x', () => { require('${name}').spawn('x'); });`);
    expect(tests[0]?.status).toBe('failed');
    expect(messages(tests)[0]).toMatch(why);
  });

  it('lets a program try for an optional package', async () => {
    expect(await value(`require('optional')`)).toBe('"MODULE_NOT_FOUND"');
  });

  it('keeps to the packages that a run allows', async () => {
    const [test] = await run(`require('dep'); test('x', () => {});`, { allow: ['plain'] });
    expect(test?.failure?.message).toContain(`allow it with --packages dep`);
    // What an allowed package needs is allowed with it.
    expect(await value(`require('plain').dep`, { allow: ['plain'] })).toBe('"dep of plain"');
  });

  it('says that packages are on another machine', async () => {
    const { report } = await kit.run({ 'demo.test.ts': `require('dep'); test('x', () => {});` });
    expect(messages(report.tests)[0]).toContain('not at hand on this machine');
  });
});

describe('the test API and packages', () => {
  it('gives the test API to helpers of tests and to nobody else', async () => {
    expect(outcome(await run(`require('jest-helper'); test('x', () => expect('nice').toBeNice());`))).toEqual(
      ['x: passed'],
    );
    expect(await value(`require('prober')`)).toBe('"undefined,undefined,undefined"');
  });

  it('does not let the program load such helpers', async () => {
    const files = { 'program.ts': `export const load = () => require('jest-helper');` };
    const tests = await run(`import { load } from './program'; test('x', () => { load(); });`, {}, files);
    expect(messages(tests)[0]).toContain('code under test may not load test files');
  });

  it('lets the program load those that only compute', async () => {
    const files = { 'program.ts': `export const diff = require('jest-diff');` };
    const source = `import { diff } from './program'; test('x', () => expect(diff).toBe('diff'));`;
    expect(outcome(await run(source, {}, files))).toEqual(['x: passed']);
  });

  it('takes no package from the tree', async () => {
    const files = {
      'node_modules/jest-evil/index.js': `module.exports = { reach: expect };`,
      'program.ts': `export const load = () => require('./node_modules/jest-evil/index.js');`,
    };
    const tests = await run(`import { load } from './program'; test('x', () => { load(); });`, {}, files);
    expect(messages(tests)[0]).toContain('no file of the project has this path');
  });

  it('runs setup files with the test API, before the tests', async () => {
    const config = { setupFilesAfterEnv: ['./setup.ts'] };
    const files = { 'setup.ts': `beforeEach(() => { globalThis.ready = 'yes'; });` };
    expect(await value(`globalThis.ready`, { config }, files)).toBe('"yes"');
  });

  it("takes setup files from the project's packages, and says which one is missing", async () => {
    const config = { setupFilesAfterEnv: ['set-up/all'] };
    expect(await value(`globalThis.setUpBy`, { config })).toBe('"a package"');
    const gone = { setupFilesAfterEnv: ['jest-gone/all'] };
    const [test] = await run(`test('x', () => {});`, { config: gone });
    expect(test?.failure?.message).toContain(
      "Cannot find module 'jest-gone/all' from 'the test configuration': the package 'jest-gone' is not installed",
    );
  });
});

describe('aliases', () => {
  const files = { 'src/lib/a.ts': `export const a = 'a';`, 'stub.js': `module.exports = 'stub';` };

  it('follows moduleNameMapper, in relative names too', async () => {
    const config: Partial<TestConfig> = {
      moduleNameMapper: [
        ['\\.css$', ['./stub.js']],
        ['^@/(.*)$', ['./nowhere/$1', './src/$1']],
        ['^old$', ['dep']],
        ['^gone$', ['./gone']],
        ['^(\\.{1,2}/.*)\\.js$', ['$1']],
      ],
    };
    expect(await value(`require('./style.css')`, { config }, files)).toBe('"stub"');
    expect(await value(`require('@/lib/a').a`, { config }, files)).toBe('"a"');
    const other = { ...files, 'src/lib/b.ts': `import { a } from './a.js'; export const b = a + 'b';` };
    expect(await value(`require('./src/lib/b').b`, { config }, other)).toBe('"ab"');
    expect(await value(`require('old')`, { config }, files)).toBe('"dep of the root"');
    const [test] = await run(`require('gone'); test('x', () => {});`, { config }, files);
    expect(test?.failure?.message).toContain('correct moduleNameMapper');
  });

  it(`follows the compiler's paths and base`, async () => {
    const compiler = { paths: [{ base: '', pattern: '~/*', targets: ['src/*'] }], baseUrl: 'src' };
    const config = TestConfig.parse({ compiler });
    expect(await value(`require('~/lib/a').a`, { config }, files)).toBe('"a"');
    expect(await value(`require('lib/a').a`, { config }, files)).toBe('"a"');
  });
});
