import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeProject } from '../../support/kintsugi';
import { useKintsugi } from '../../support/use-kintsugi';

/** A shop whose tests can be run only as its own configuration says. */
const CONFIGURED = {
  'package.json':
    '{ "name": "shop", "scripts": { "test": "jest" }, "devDependencies": { "jest": "30", "ts-jest": "29" } }\n',
  'tsconfig.json':
    '{\n  // aliases of the sources\n  "compilerOptions": { "paths": { "@shop/*": ["./src/*"] }, },\n}\n',
  'jest.config.ts': [
    "import type { Config } from 'jest';",
    "import { settings } from './config/jest.base';",
    "export default async (): Promise<Config> => ({ ...settings, testMatch: ['<rootDir>/checks/**/*.ts'] });",
    '',
  ].join('\n'),
  'config/jest.base.ts': [
    'export const settings = {',
    "  preset: 'ts-jest',",
    '  globals: { RATE: 0.2 },',
    "  setupFilesAfterEnv: ['<rootDir>/src/testing.ts'],",
    "  moduleNameMapper: { '^money$': '<rootDir>/src/money.ts' },",
    '};',
    '',
  ].join('\n'),
  'src/money.ts': 'export const round = (value: number): number => Math.round(value * 100) / 100;\n',
  'src/tax.ts': [
    "import { round } from '@shop/money';",
    'declare const RATE: number;',
    'export function withTax(price: number): number {',
    '  return round(price - price * RATE);',
    '}',
    '',
  ].join('\n'),
  // A matcher that a repair could make agree with anything.
  'src/testing.ts': [
    'expect.extend({',
    '  toCost: (price: number, expected: number) => ({',
    '    pass: price - expected === 0,',
    '    message: () => `costs ${price}, not ${expected}`,',
    '  }),',
    '});',
    '',
  ].join('\n'),
  'checks/tax.ts': [
    "import { round } from 'money';",
    "import { withTax } from '@shop/tax';",
    "it('adds the tax', () => {",
    '  (expect(withTax(10)) as any).toCost(12);',
    '  expect(withTax(1.01)).toBe(round(1.212));',
    '});',
    '',
  ].join('\n'),
  // What the configuration does not choose is not run.
  'src/old.test.ts': "it('is not chosen', () => expect(1).toBe(2));\n",
};

/** No runner is installed in these projects. */
const ALONE = expect.stringContaining('jest is not installed in its node_modules') as string;

describe('a project with settings of its own', () => {
  const kintsugi = useKintsugi();

  async function heal(files: Record<string, string>, verification: object = {}) {
    const project = await makeProject(files);
    try {
      const run = await kintsugi.client.heal({
        directory: project.path,
        approval: { level: 'LOW' },
        verification,
      });
      const result = await run.result();
      const tax = await readFile(join(project.path, 'src/tax.ts'), 'utf8');
      return { result, tax };
    } finally {
      await project.remove();
    }
  }

  it('is healed as its configuration says', async () => {
    const { result, tax } = await heal(CONFIGURED);
    expect(result).toMatchObject({
      status: 'recovered',
      tests: { passed: 1, failed: 0 },
      fixedTests: ['checks/tax.ts > adds the tax'],
      diff: { files: [{ path: 'src/tax.ts' }] },
    });
    expect(result.notes).toBeUndefined();
    expect(result.message).toEqual(ALONE);
    expect(tax).toContain('price + price * RATE');
  });

  it('is told what has no effect', async () => {
    const { result } = await heal({
      ...CONFIGURED,
      'config/jest.base.ts': CONFIGURED['config/jest.base.ts'].replace(
        '};',
        "  globalSetup: './start.ts',\n};",
      ),
    });
    expect(result.status).toBe('recovered');
    expect(result.notes).toEqual([expect.stringMatching(/^globalSetup of jest\.config\.ts has no effect/)]);
  });

  it('is neither failed nor healed where the sandbox can not run its tests', async () => {
    const files = {
      ...CONFIGURED,
      'checks/page.ts':
        "/** @jest-environment jsdom */\nit('shows', () => expect(document.title).toBe(''));\n",
    };
    const refused = await heal(files);
    expect(refused.result.badInput).toMatch(
      /^1 test file of .* can not be verified: checks\/page\.ts needs the test environment jsdom/,
    );
    expect(refused.result.badInput).toContain("--test '!checks/page.ts'");
    expect(refused.tax).toBe(CONFIGURED['src/tax.ts']);

    const narrowed = await heal(files, { tests: ['!checks/page.ts'] });
    expect(narrowed.result).toMatchObject({ status: 'recovered', tests: { passed: 1 } });

    const command = "grep -q 'price + price' src/tax.ts";
    const checked = await heal(files, { commands: [{ command }], allowUnsandboxed: true });
    expect(checked.result).toMatchObject({ status: 'recovered', tests: { passed: 2, failed: 0 } });
    expect(checked.result.notes).toEqual([
      expect.stringMatching(
        /^1 test file did not run in the sandbox, only by the checks: checks\/page\.ts needs/,
      ),
    ]);
  });
});
