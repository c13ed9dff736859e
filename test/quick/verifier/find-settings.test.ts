import { findSettings, matchesFolder, readScript } from '../../../src/verifier/test-config/find';
import { ConfigTree } from '../../../src/verifier/test-config/tree';

const find = (manifest: object, files: readonly string[] = []) =>
  findSettings(
    new ConfigTree(
      new Map([
        ['package.json', JSON.stringify(manifest)],
        ...files.map((path): [string, string] => [path, '']),
      ]),
    ),
    '',
  );

describe('finding the settings of a folder', () => {
  it.each([
    ['jest', { runner: 'jest' }],
    ['npx jest --config=config/jest.json --runInBand', { runner: 'jest', config: 'config/jest.json' }],
    [
      'NODE_OPTIONS=--experimental-vm-modules jest -c "config/unit.js"',
      { runner: 'jest', config: 'config/unit.js' },
    ],
    ['node --inspect node_modules/.bin/jest --env=jsdom', { runner: 'jest', environment: 'jsdom' }],
    ['node node_modules/jest/bin/jest.js --env node', { runner: 'jest', environment: 'node' }],
    ['tsc && vitest run --environment happy-dom', { runner: 'vitest', environment: 'happy-dom' }],
    ['react-scripts test --watchAll=false', { runner: 'react-scripts' }],
    ['jest && other --config x', { runner: 'jest' }],
    ['mocha --config .mocharc.js', {}],
    ['echo "no jester here"', {}],
    ['', {}],
  ])('reads the script %p', (script, expected) => {
    expect(JSON.parse(JSON.stringify(readScript(script)))).toEqual(expected);
  });

  it('prefers what the script names, then the runner it starts, then jest', () => {
    const files = ['jest.config.js', 'vitest.config.ts', 'config/x.js'];
    expect(find({ scripts: { test: 'jest -c config/x.js' } }, files)).toMatchObject({ path: 'config/x.js' });
    expect(find({ scripts: { test: 'vitest' } }, files)).toMatchObject({ path: 'vitest.config.ts' });
    expect(find({ devDependencies: { vitest: '1' } }, files)).toMatchObject({ path: 'vitest.config.ts' });
    expect(find({ scripts: { test: 'jest' } }, files)).toMatchObject({ path: 'jest.config.js' });
    expect(find({}, files)).toMatchObject({ path: 'jest.config.js' });
    expect(find({ jest: { testEnvironment: 'node' } }, ['vitest.config.ts'])).toMatchObject({
      source: 'package.json',
    });
  });

  it('finds nothing where nothing speaks of tests', () => {
    expect(find({ jest: false }, ['vite.config.ts'])).toBeUndefined();
    expect(find({ jest: './gone.js' })).toBeUndefined();
    expect(findSettings(new ConfigTree(new Map([['package.json', '{']])), '')).toBeUndefined();
  });

  it('takes the environment of the script before that of the file', () => {
    expect(find({ scripts: { test: 'jest --env=jsdom' } })).toMatchObject({
      runner: 'jest',
      environment: 'jsdom',
    });
  });

  it.each([
    ['packages/*', 'packages/a', true],
    ['packages/*', 'packages/a/b', false],
    ['packages/*', 'packages', false],
    ['packages/**', 'packages/a/b', true],
    ['packages/**', 'packages', true],
    ['**', 'a/b', true],
    ['libs/ui-*', 'libs/ui-a', true],
    ['libs/ui-*', 'libs/a', false],
    ['libs/ui-*', 'libs/ui', false],
    ['tools', 'tools', true],
  ])('%s names %s: %s', (pattern, folder, expected) => {
    expect(matchesFolder(pattern.split('/'), folder.split('/'))).toBe(expected);
  });
});
