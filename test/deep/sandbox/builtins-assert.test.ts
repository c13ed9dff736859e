import { differences, lines } from '../../support/builtins-kit';
import { createKit } from '../../support/sandbox-kit';
import type { Kit } from '../../support/sandbox-kit';

const prelude = `const assert = require('assert');
// What is thrown, with its own fields; stacks differ.
const thrown = (run) => { try { return ['returned', run()]; } catch (e) { return [e.name, e.code, e.generatedMessage, e.operator, e.message, e.actual, e.expected, e instanceof assert.AssertionError, String(e)]; } };
const rejected = async (run) => { try { return ['resolved', await run()]; } catch (e) { return [e.name, e.code, e.generatedMessage, e.operator, e.message]; } };`;

/** A sample: the text is Node's own, only its comparisons run in a place of ours. */
const CASES = lines(String.raw`
thrown(() => assert.deepStrictEqual([1, , 3], [1, undefined, 3])) ¦ thrown(() => assert.deepEqual(new Set([1, '1']), new Set(['1', 1])))
thrown(() => assert.deepStrictEqual({ a: [1, { b: 2 }] }, { a: [1, { b: 3 }] })) ¦ thrown(() => assert.equal(1, '1')) ¦ thrown(() => assert.strictEqual(0, -0))
thrown(() => assert.partialDeepStrictEqual({ a: 1, b: 2 }, { a: 1 })) ¦ thrown(() => assert.notDeepStrictEqual([1], [1])) ¦ thrown(() => assert.match('a', /b/))
thrown(() => assert.throws(() => { throw new TypeError('x'); }, { name: 'TypeError', message: /x/ })) ¦ thrown(() => assert.throws(() => {}, Error))
thrown(() => assert.throws(() => { throw new Error('x'); }, /y/)) ¦ thrown(() => assert.ifError(new Error('i'))) ¦ thrown(() => assert.fail('f'))
thrown(() => assert.deepStrictEqual(new Uint8Array([1]), Buffer.from([1]))) ¦ thrown(() => assert.deepEqual(new Map([[{ a: 1 }, 1]]), new Map([[{ a: 1 }, 1]])))
await rejected(() => assert.rejects(Promise.reject(new Error('r')), /r/)) ¦ await rejected(() => assert.rejects(Promise.resolve(1)))
`);

describe('node:assert in the sandbox is as in Node', () => {
  let kit: Kit;
  beforeAll(() => {
    kit = createKit();
  });
  afterAll(() => kit.close());

  it('for a sample of its functions', async () => {
    expect(await differences(kit, { prelude, cases: CASES })).toEqual([]);
  });

  it('with failures that reports can show', async () => {
    const tests = await kit.tests(`import assert from 'node:assert';
it('compares', () => { assert.deepStrictEqual({ a: [1, 2] }, { a: [1, 3] }); });
it('is falsy', () => { assert(0 > 1); });`);
    expect(tests[0]?.failure).toMatchObject({
      errorName: 'AssertionError',
      location: { file: 'demo.test.ts', line: 2 },
    });
    expect(tests[0]?.failure?.message).toContain('+     2\n-     3');
    expect(tests[0]?.failure?.diff).toContain('-     3');
    expect(tests[1]?.failure).toMatchObject({
      message: 'false == true',
      location: { file: 'demo.test.ts', line: 3 },
    });
  });
});
