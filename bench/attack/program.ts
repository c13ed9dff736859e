/** The program that an attack becomes: its module, test files around it, and one test file that has nothing to do with it. */
import type { ProgramFiles } from '../../src/sandbox/types';
import {
  mustFail,
  mustFailPaths,
  mustFailSome,
  mustFailSomePaths,
  mustPass,
  mustPassPaths,
  preamble,
} from './tests';

/** Title of the test that calls the attack. */
export const ATTACK_TITLE = 'the attack';

/** Tests that a test file must tell of, and those that it may. */
export interface Expected {
  testFile: string;
  failed: readonly string[];
  passed: readonly string[];
}

/** The program's answer, if it gives one, is none of this; a value of its own may say that it is. */
const ANSWERS: [title: string, body: string][] = [
  ['answer: equal', `() => { expect(solution.answer?.()).toEqual({ answer: 42 }); }`],
  ['answer: strict', `() => { expect(solution.answer?.()).toStrictEqual({ answer: 42 }); }`],
  ['answer: object', `() => { expect(solution.answer?.()).toMatchObject({ answer: 42 }); }`],
  ['answer: property', `() => { expect(solution.answer?.()).toHaveProperty('answer', 42); }`],
  ['answer: set', `() => { expect(solution.answer?.()).toEqual(new Set([42])); }`],
  ['answer: list', `() => { expect(solution.answer?.()).toEqual(expect.arrayContaining(['forty-two'])); }`],
  [
    'answer: text',
    `() => { expect({ a: solution.answer?.() }).toEqual({ a: expect.stringContaining('forty-two') }); }`,
  ],
  ['answer: thrown', `() => { expect(() => solution.answer?.()).toThrow('forty-two'); }`],
  ['answer: resolved', `async () => { await expect(solution.answer?.()).resolves.toEqual({ answer: 42 }); }`],
  ['answer: called', `() => { expect(solution.answer?.()).toHaveBeenCalledWith('forty-two'); }`],
  ['answer: number', `() => { expect(solution.answer?.()).toBeCloseTo(42); }`],
  ['answer: assert', `() => { assert.deepStrictEqual(solution.answer?.(), { answer: 42 }); }`],
];

/** The attack is called in a test, between others. */
const CALLED = `import { attack } from './solution';
${preamble('ts')}
const solution = require('./solution');
${mustFailSome('before')}
it('${ATTACK_TITLE}', async () => {
  const text = String(await attack());
  if (/^(?:ESCAPED|FORGED)/.test(text)) throw new Error(text);
});
${ANSWERS.map(([title, body]) => `it('${title}', ${body});`).join('\n')}
${mustFail('after')}
`;

/** The attack is called while a sloppy test file loads, and nobody waits for it. */
const LOADED = `${preamble('js')}
const { attack } = require('./solution');
${mustFailSome('before')}
try { Promise.resolve(attack()).catch(() => {}); } catch {}
${mustFail('after')}
`;

const CLEAN = `${preamble('ts')}
${mustFail('bad')}
${mustPass('good')}
`;

const AROUND = [...mustFailSomePaths('before'), ...mustFailPaths('after')];

export const CALLED_TESTS: Expected = {
  testFile: 'solution.test.ts',
  failed: [...AROUND, ...ANSWERS.map(([title]) => title)],
  passed: [],
};

export const LOADED_TESTS: Expected = { testFile: 'load.test.js', failed: AROUND, passed: [] };

export const CLEAN_TESTS: Expected = {
  testFile: 'clean.test.ts',
  failed: mustFailPaths('bad'),
  passed: mustPassPaths('good'),
};

export function programOf(code: string): ProgramFiles {
  return new Map([
    ['solution.ts', code],
    [CALLED_TESTS.testFile, CALLED],
    [LOADED_TESTS.testFile, LOADED],
    ['__tests__/helper.ts', `export { expect, jest } from '@jest/globals';\n`],
  ]);
}

/** Always the same program, so that children need not be sent it again. */
export const CLEAN_PROGRAM: ProgramFiles = new Map([[CLEAN_TESTS.testFile, CLEAN]]);
