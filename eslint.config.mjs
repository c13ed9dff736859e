import path from 'node:path';
import js from '@eslint/js';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';
import { houseImports } from './scripts/eslint/house-imports.mjs';
import { housePatterns } from './scripts/eslint/house-patterns.mjs';

const root = import.meta.dirname;

const NODE_GLOBALS = Object.fromEntries(
  [
    'process',
    'console',
    'Buffer',
    'URL',
    'performance',
    'setTimeout',
    'clearTimeout',
    'setInterval',
    'clearInterval',
  ].map((name) => [name, 'readonly']),
);

const ENVIRONMENT = {
  'no-restricted-properties': [
    'error',
    {
      object: 'process',
      property: 'env',
      message: 'Only src/config/environment.ts reads the environment; take a value as a parameter.',
    },
  ],
  'no-restricted-imports': [
    'error',
    {
      paths: [
        {
          name: 'node:process',
          message: 'Use the global process; its env is for src/config/environment.ts only.',
        },
        'process',
      ],
    },
  ],
};

/** Files that build patterns while the program runs: they match under a deadline, or build from a table of their own. */
const PATTERN_BUILDERS = [
  'src/machine/patterns/pattern-thread.ts',
  'src/machine/patterns/line-thread.ts',
  'src/sandbox/child/specifiers.ts',
  'src/sandbox/libraries.ts',
  'src/sandbox/own-globals.ts',
  'src/sandbox/runtime/core/internal.glob.ts',
  'src/sandbox/runtime/web/clone.ts',
  'src/domain/verification/analysis/row.ts',
  'src/domain/files/protected-names.ts',
];

/** Longer files hold more than one idea. */
const LONGEST = { max: 400, skipBlankLines: true, skipComments: true };

/** Tables, one row after the other: they may be longer than a file of code. */
const TABLES = [
  'src/config/service-options.ts',
  'src/domain/navigation/lexicon-table.ts',
  'src/domain/run/said-rows.ts',
];

/** Clocks and chance: a replay must decide the same. */
const PURITY = [
  ['CallExpression[callee.object.name="Date"][callee.property.name="now"]', 'Date.now()'],
  ['NewExpression[callee.name="Date"][arguments.length=0]', 'new Date()'],
  ['CallExpression[callee.name="Date"]', 'Date()'],
  ['MemberExpression[object.name="Math"][property.name="random"]', 'Math.random'],
  ['MemberExpression[object.name="performance"]', 'performance'],
  ['MemberExpression[object.name="crypto"]', 'crypto'],
  ['CallExpression[callee.name=/^(setTimeout|setInterval|setImmediate)$/]', 'a timer'],
].map(([selector, name]) => ({
  selector,
  message: `${name} is a clock or chance: take the value as a parameter, or from an activity.`,
}));

export default tseslint.config(
  {
    ignores: [
      'node_modules',
      'dist',
      '.cache',
      'coverage',
      'examples/*/',
      'test/fixtures',
      'test/**/fixtures',
      'test/conformance/corpus',
      'test/conformance/corpus-modules',
      'test/conformance/corpus-other',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: root } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      // What implements an asynchronous interface need not wait for anything.
      '@typescript-eslint/require-await': 'off',
      // Parts are made by functions that return objects; none of them uses `this`.
      '@typescript-eslint/unbound-method': 'off',
      // Terminal colours are control characters.
      'no-control-regex': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'max-lines': ['error', LONGEST],
      'max-lines-per-function': ['warn', { max: 60, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['src/**/*.ts'],
    plugins: { house: { rules: { imports: houseImports, patterns: housePatterns } }, regexp },
    rules: {
      'house/imports': ['error', path.join(root, 'src')],
      'house/patterns': ['error', PATTERN_BUILDERS],
      'regexp/no-super-linear-backtracking': ['error', { report: 'certain' }],
      'regexp/no-super-linear-move': ['error', { report: 'certain', ignoreSticky: true }],
      ...ENVIRONMENT,
    },
  },
  { files: ['src/config/environment.ts'], rules: { 'no-restricted-properties': 'off' } },
  {
    files: ['src/domain/**/*.ts', 'src/workflows/**/*.ts', 'src/messages.ts'],
    rules: { 'no-restricted-syntax': ['error', ...PURITY] },
  },
  {
    files: ['src/domain/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...PURITY,
        ...['Program', 'ExportNamedDeclaration'].flatMap((parent) =>
          [
            'VariableDeclaration[kind!="const"]',
            'VariableDeclaration > VariableDeclarator > NewExpression[callee.name=/^(Map|WeakMap|WeakSet)$/]',
            'VariableDeclaration > VariableDeclarator > ArrayExpression[elements.length=0]',
          ].map((what) => ({
            selector: `${parent} > ${what}`,
            message: 'All runs of a worker share this module: keep nothing in it between calls.',
          })),
        ),
      ],
    },
  },
  // The one place that asks for workflow time, which a replay gives again.
  { files: ['src/workflows/workflow-time.ts'], rules: { 'no-restricted-syntax': 'off' } },
  {
    // Node's and Jest's own behaviour rebuilt: loose equality, a private globalThis, the text of any value, errors made
    // without classes, classes whose members are given at run time, and tables of single characters belong to it.
    files: ['src/sandbox/runtime/**/*.ts'],
    rules: {
      eqeqeq: 'off',
      'no-shadow-restricted-names': 'off',
      'no-misleading-character-class': 'off',
      '@typescript-eslint/no-base-to-string': 'off',
      '@typescript-eslint/only-throw-error': 'off',
      '@typescript-eslint/prefer-promise-reject-errors': 'off',
      '@typescript-eslint/no-unsafe-declaration-merging': 'off',
      '@typescript-eslint/restrict-plus-operands': 'off',
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
    },
  },
  { files: TABLES, rules: { 'max-lines': 'off' } },
  {
    files: ['test/**/*.ts'],
    rules: {
      'max-lines': ['warn', LONGEST],
      'max-lines-per-function': 'off',
      // Jest's asymmetric matchers are `any`, and so is parsed JSON.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
    },
  },
  {
    // Quick tests read what is checked in, and do nothing else to files, processes or the network.
    files: ['test/quick/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            ...['child_process', 'http', 'https', 'net', 'worker_threads'].map((name) => ({
              name: `node:${name}`,
              message: 'A test that starts something belongs in test/journeys.',
            })),
            ...['node:fs', 'node:fs/promises'].map((name) => ({
              name,
              allowImportNames: ['existsSync', 'readFile', 'readFileSync', 'readdirSync'],
              message: 'A test that writes files belongs in test/journeys.',
            })),
          ],
          patterns: [
            {
              regex:
                'support/(attack-runs|child|cli|go-program|kintsugi|launcher|plant-tree|s3-server|scripted-model|self-repair-loop|temp-folder|temporal|time-skipping|tool-project|use-kintsugi)$',
              message: 'A test that writes files or starts something belongs in test/journeys.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['**/*.{cjs,mjs,js}'],
    languageOptions: { globals: NODE_GLOBALS },
    rules: { 'max-lines': ['error', LONGEST], 'max-lines-per-function': ['warn', 60] },
  },
  { files: ['**/*.cjs'], languageOptions: { sourceType: 'commonjs', globals: { __dirname: 'readonly' } } },
);
