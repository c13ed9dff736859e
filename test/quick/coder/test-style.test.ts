import { styleProblem, styleText, testStyleOf, type StyledFiles } from '../../../src/coder/generate-tests';

/** A project of these files. */
function project(texts: Record<string, string>): StyledFiles {
  return {
    paths: Object.keys(texts),
    has: (path) => Object.hasOwn(texts, path),
    text: (path) => Promise.resolve(texts[path]),
  };
}

const style = (texts: Record<string, string>, changed = ['src/cart.ts']) =>
  testStyleOf(project(texts), changed);
const manifest = (content: object) => ({ 'package.json': JSON.stringify(content) });

describe('tests for a change', () => {
  it.each([
    ['Jest', manifest({ devDependencies: { jest: '30' } }), 'jest'],
    ['Vitest, without globals', manifest({ devDependencies: { vitest: '3' } }), 'vitest'],
    [
      'Vitest, with globals',
      {
        ...manifest({ devDependencies: { vitest: '3' } }),
        'vite.config.ts': 'export default { test: { globals: true } };',
      },
      'vitest-globals',
    ],
    ["Node's own runner", manifest({ scripts: { test: 'node --import tsx --test test/*.ts' } }), 'node'],
    ['Mocha', manifest({ scripts: { test: 'mocha' } }), 'mocha'],
    ['no runner at all', {}, 'jest'],
  ])('are for the runner of a project that has %s', async (_, files, api) => {
    expect((await style(files)).api).toBe(api);
  });

  it('are like the test that is nearest to what was changed: in its language, its folder and for its runner', async () => {
    const found = await style({
      ...manifest({ devDependencies: { jest: '30' } }),
      'test/other.spec.js': "const test = require('node:test');\n",
      'test/cart.spec.js': "import { test } from 'vitest';\n",
    });
    expect(found).toEqual({
      api: 'vitest',
      name: '<module>.spec.js',
      folder: 'test',
      example: 'test/cart.spec.js',
    });
    expect(styleText(found)).toContain('Name each `<module>.spec.js`, in test/');
    expect(styleText(found)).toContain('in the style of test/cart.spec.js');
  });

  it('lie beside the module in its own language where there are none yet', async () => {
    expect(await style({}, ['lib/cart.mjs'])).toEqual({ api: 'jest', name: '<module>.test.mjs' });
    expect(await style({ 'tsconfig.json': '{}' }, ['lib/cart.js'])).toMatchObject({
      name: '<module>.test.ts',
    });
    expect(styleText(await style({}))).toContain('`<module>.test.ts`, beside the module');
  });

  it.each([
    ['vitest', "test('adds', () => expect(1).toBe(1));", "does not import from 'vitest'"],
    ['node', "import { test } from 'node:test';\ntest('adds', () => expect(1).toBe(1));", 'does not have'],
    ['mocha', "it('adds', () => expect(1).toBe(1));", "does not import from 'node:assert'"],
  ] as const)(
    'that would not run under the command of the project are refused: %s',
    (api, content, problem) => {
      expect(styleProblem({ api, name: '<module>.test.ts' }, content)).toContain(problem);
    },
  );

  it.each([
    ['jest', "test('adds', () => expect(1).toBe(1));"],
    ['vitest', "import { expect, test } from 'vitest';\ntest('adds', () => expect(1).toBe(1));"],
    [
      'node',
      "import test from 'node:test';\nimport assert from 'node:assert';\ntest('a', () => assert.ok(1));",
    ],
  ] as const)('that would run there are taken: %s', (api, content) => {
    expect(styleProblem({ api, name: '<module>.test.ts' }, content)).toBeUndefined();
  });
});
