import { callTools, reply, type ChatRequest, type ScriptedCall, type ScriptedEntry } from './scripted-model';

/** A small project to which tests of the agent have `mean` added. */
export const MEAN_PROJECT = {
  'package.json': '{ "name": "numbers", "private": true }\n',
  'tsconfig.json': '{ "compilerOptions": { "strict": true, "lib": ["es2022"], "types": [] } }\n',
  'src/sum.ts': 'export function sum(a: number, b: number): number {\n  return a + b;\n}\n',
  'test/sum.test.ts': "import { sum } from '../src/sum';\nit('adds', () => expect(sum(1, 2)).toBe(3));\n",
};
export const MEAN_REQUEST = 'Add mean(a, b) in src/mean.ts, with a test.';
export const MEAN = [
  "import { sum } from './sum';",
  '',
  '/** Mean of two numbers. */',
  'export function mean(a: number, b: number): number {',
  '  return sum(a, b) / 2;',
  '}',
  '',
].join('\n');
export const MEAN_TEST = [
  "import { mean } from '../src/mean';",
  "it('is in the middle', () => expect(mean(1, 3)).toBe(2));",
  '',
].join('\n');

type Call = [name: string, given: object];

const SCRIPT: readonly Call[][] = [
  [
    ['list', {}],
    ['read', { path: 'src/sum.ts' }],
    ['search', { pattern: 'sum' }],
  ],
  [['edit', { path: 'src/mean.ts', content: MEAN.replace('/ 2', "/ '2'") }]],
  [['edit', { path: 'src/mean.ts', edits: [{ search: "/ '2'", replace: '/ 2' }] }]],
  [
    ['edit', { path: 'test/mean.test.ts', content: MEAN_TEST }],
    ['run_tests', {}],
  ],
  [['diff', {}]],
  [['finish', { summary: 'Adds mean, with a test.' }]],
];

/** Turns that `meanModel` takes. */
export const MEAN_TURNS = SCRIPT.length;

/** A model that adds `mean` with a mistake on the way, and answers the same to the same question. */
export function meanModel({ messages }: ChatRequest): ScriptedEntry {
  const turns = messages.filter(({ role }) => role === 'assistant').length;
  const calls = SCRIPT[turns];
  if (!calls) return reply('It is done.');
  return callTools(
    calls.map(([name, given], index): ScriptedCall => ({ id: `t${turns}-${index}`, name, arguments: given })),
  );
}
