/** Changes that what people of the project run does not take: a test contradicts the request, or a step before the tests fails. */
import type { Answer } from './scripts';

export interface Opposed {
  name: string;
  files: Record<string, string>;
  /** Absent: the failing checks are to be repaired. */
  request?: string;
  /** Contents of `src/price.js` that the model gives, in turn; `contradiction`: its verdict in place of one. */
  answers: readonly string[];
}

const PRICE = 'exports.gross = (net) => net + Math.round(net * 0.19);\n';
const RAISED = PRICE.replace('0.19', '0.2');
const TAX = {
  'package.json': '{ "name": "shop", "private": true }\n',
  'src/price.js': PRICE,
  'test/price.test.js':
    "const { gross } = require('../src/price');\ntest('adds the tax', () => expect(gross(100)).toBe(119));\n",
};
const opposed = (name: string, ...answers: string[]): Opposed => ({
  name,
  files: TAX,
  request: 'Raise the tax to 20 %',
  answers: [RAISED, ...answers],
});

const BROKEN = 'exports.gross = (net) => Number(`${net}19`);\n';
/** Its first step takes no text in place of a number; the test can't tell one from the other. */
const STEPS = {
  'package.json': JSON.stringify({
    name: 'shop',
    private: true,
    scripts: { test: 'node types.js && node --test' },
  }),
  'types.js':
    "const text = require('fs').readFileSync('src/price.js', 'utf8');\nif (/String\\(/.test(text)) {\n  console.error('src/price.js:1:1: error TS2322: Type string is not assignable to type number.');\n  process.exit(2);\n}\n",
  'src/price.js': BROKEN,
  'test/price.test.js':
    "const test = require('node:test');\nconst assert = require('node:assert');\nconst { gross } = require('../src/price');\ntest('adds the tax', () => assert.equal(gross(100), 119));\n",
};

export const OPPOSED: readonly Opposed[] = [
  opposed('a test that the model says contradicts', 'contradiction'),
  opposed('a request that is taken back', PRICE),
  opposed('a request that is made up for', RAISED.replace('net +', 'net - 1 +')),
  opposed(
    'a request that is made up for outside',
    `${RAISED}exports.gross = ((of) => (net) => of(net) - 1)(exports.gross);\n`,
  ),
  {
    name: 'a repair that a step before the tests refuses',
    files: STEPS,
    answers: Array.from({ length: 3 }, (_, at) => `// ${at}\nexports.gross = (net) => String(net + 19);\n`),
  },
];

/** Edits of an answer; a contradiction has none. */
export function editsOf(answer: string): Answer {
  return answer === 'contradiction' ? [] : [{ path: 'src/price.js', action: 'modify', content: answer }];
}
