const TSC = 'node node_modules/typescript/bin/tsc --noEmit';
const BUNDLE =
  'node node_modules/esbuild/bin/esbuild src/page.ts --bundle --format=cjs --outfile=dist/page.cjs';
const BUILD = `${BUNDLE} && node --test test/built.cjs`;
const LINT = 'node node_modules/eslint/bin/eslint.js src';
export const NODE_TEST = 'node --test test/page.mjs';
const JEST = 'node node_modules/jest/bin/jest.js';

const TSCONFIG = JSON.stringify({
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: 'es2022',
    lib: ['es2022'],
    module: 'preserve',
    types: [],
    skipLibCheck: true,
  },
  include: ['src'],
});
const BUILT_TEST = [
  "const assert = require('node:assert');",
  "const { page } = require('../dist/page.cjs');",
  "require('node:test')('greets', () => assert.equal(page({ name: 'Ada', visits: 3 }), 'Welcome back, Ada (visit 3)'));",
  '',
].join('\n');
const PAGE = 'export const page = () => "";\n';
const VISITOR = 'export interface Visitor {\n  name: string;\n  visits?: number;\n}\n';

/** A page in TypeScript, or in JavaScript, with its tests. */
const TYPESCRIPT = {
  'package.json': '{ "name": "site", "private": true }\n',
  'tsconfig.json': TSCONFIG,
  'src/visitor.ts': VISITOR,
  'src/page.ts': PAGE,
  'test/built.cjs': BUILT_TEST,
};
export const JAVASCRIPT = {
  'package.json': '{ "name": "site", "private": true, "type": "module" }\n',
  'eslint.config.js': 'export default [{ rules: { "no-unused-vars": "error", "no-undef": "error" } }];\n',
  'src/page.js': PAGE,
  'test/page.mjs': [
    "import assert from 'node:assert';",
    "import test from 'node:test';",
    "import { page } from '../src/page.js';",
    "test('greets', () => assert.equal(page({ name: 'Ada', visits: 3 }), 'Welcome back, Ada (visit 3)'));",
    '',
  ].join('\n'),
};
const COMMONJS = {
  'package.json': '{ "name": "site", "private": true }\n',
  'jest.config.json': '{ "transform": {}, "testMatch": ["<rootDir>/test/*.spec.js"] }\n',
  'src/page.js':
    "const { greeting } = require('./texts.json');\nexports.page = ({ name, visits }) => greeting.replace('NAME', name).replace('VISITS', visits);\n",
  'src/texts.json': '{ "greeting": "" }\n',
  'test/page.spec.js':
    "const { page } = require('../src/page');\ntest('greets', () => expect(page({ name: 'Ada', visits: 3 })).toBe('Welcome back, Ada (visit 3)'));\n",
};

const SENTENCE = '`Welcome back, ${visitor.name} (visit ${visitor.visits})`';

const CARD = [
  "import type { Visitor } from './visitor';",
  'export function page(visitor: Visitor): string {',
  '  const card: Required<Visitor> = { name: visitor.name, visits: visitor.visits ?? 1 };',
  '  return `Welcome back, ${card.name} (visit ${card.visits})`;',
  '}',
  '',
].join('\n');

/** A failure of one tool: the code that a model writes first, and its repair. */
export interface ToolRow {
  tool: string;
  files: Record<string, string>;
  tools: string[];
  commands: string[];
  path: string;
  broken: string;
  repaired: Record<string, string>;
  errorType: string;
  says: RegExp;
}

/** One failure of each tool that a project may be built with. */
export const TOOL_ROWS: ToolRow[] = [
  {
    tool: 'tsc --noEmit',
    files: TYPESCRIPT,
    tools: ['typescript'],
    commands: [TSC],
    path: 'src/page.ts',
    broken: CARD.replace(', visits: visitor.visits ?? 1', ''),
    repaired: { 'src/page.ts': CARD },
    errorType: 'type_error',
    says: /TS2741: Property 'visits' is missing/,
  },
  {
    tool: 'a bundler build',
    files: TYPESCRIPT,
    tools: ['esbuild'],
    commands: [BUILD],
    path: 'src/page.ts',
    broken:
      "import { greet } from './greet';\nexport const page = (visitor: { name: string; visits: number }) => greet(visitor);\n",
    repaired: {
      'src/greet.ts': `export const greet = (visitor: { name: string; visits: number }): string => ${SENTENCE};\n`,
      'src/page.ts':
        "import { greet } from './greet';\nexport const page = (visitor: { name: string; visits: number }): string => greet(visitor);\n",
    },
    errorType: 'import_error',
    says: /Could not resolve "\.\/greet"/,
  },
  {
    tool: 'eslint',
    files: JAVASCRIPT,
    tools: ['eslint'],
    commands: [LINT],
    path: 'src/page.js',
    broken: `export function page(visitor) {\n  const visits = visitor.visits;\n  return \`Welcome back, \${vistor.name} (visit \${visitor.visits})\`;\n}\n`,
    repaired: { 'src/page.js': `export function page(visitor) {\n  return ${SENTENCE};\n}\n` },
    errorType: 'lint_error',
    says: /^src\/page\.js: 2:9 error 'visits' is assigned a value but never used/,
  },
  {
    tool: 'node --test',
    files: JAVASCRIPT,
    tools: [],
    commands: [NODE_TEST],
    path: 'src/page.js',
    broken: 'export function page(visitor) {\n  return `Hello, ${visitor.name}`;\n}\n',
    repaired: { 'src/page.js': `export function page(visitor) {\n  return ${SENTENCE};\n}\n` },
    errorType: 'logic_error',
    // Node 20 reports to a pipe in TAP, which quotes the message, later ones as to a terminal.
    says: /^AssertionError(?: \[ERR_ASSERTION\])?: "?'Hello, Ada' == /,
  },
  {
    tool: 'jest',
    files: COMMONJS,
    tools: ['jest'],
    commands: [JEST],
    path: 'src/texts.json',
    broken: '{ "greeting": "Welcome, NAME" }\n',
    repaired: { 'src/texts.json': '{ "greeting": "Welcome back, NAME (visit VISITS)" }\n' },
    errorType: 'logic_error',
    says: /toBe/,
  },
];
