import path from 'node:path';
import { measure } from '../../../bench/conformance/measure';
import { createKit } from '../../support/sandbox-kit';
import type { Kit } from '../../support/sandbox-kit';

const corpora = path.resolve(__dirname, '..', '..', 'conformance');

/** `file > test` of what differs, each explained in test/conformance/README.md. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  corpus: ['expect/misc.test.js > is the same everywhere'],
  'corpus-modules': [
    'commonjs/forms.test.js > returns early',
    'esm/order.test.js > is strict',
    'mocks/hoisting-imported.test.ts > mocks with an imported jest',
    'typescript/decorators.test.ts > calls decorators in order',
    ...[
      ...['has members', 'has namespaces within', 'hides what is not exported', 'is imported'],
      ...['has aliases', 'adds to classes and functions', 'holds types only'],
    ].map((test) => `typescript/namespaces.test.ts > ${test}`),
  ],
  'corpus-other/vitest': [],
  'corpus-other/node': [],
};

describe('conformance of our own corpora', () => {
  let kit: Kit;
  beforeAll(() => {
    kit = createKit(2);
  });
  afterAll(() => kit.close());

  it.each([
    ['corpus', 'real jest', 600],
    ['corpus-modules', 'real jest with swc', 100],
    ['corpus-other/vitest', 'vitest, as recorded', 150],
    ['corpus-other/node', 'node:test, as recorded', 40],
  ])('%s: every test ends as in %s', async (folder, _peer, least) => {
    const { tests, differences } = await measure(path.join(corpora, folder), kit.sandbox, () => undefined);
    const told = differences.map(({ file, test, jest, sandbox, message }) => ({
      name: test === undefined ? file : `${file} > ${test}`,
      said: `there ${jest}, in the sandbox ${sandbox}: ${message ?? ''}`,
    }));
    const known = KNOWN[folder] ?? [];
    expect(told.filter(({ name }) => !known.includes(name))).toEqual([]);
    expect(known.filter((name) => !told.some((one) => one.name === name))).toEqual([]);
    expect(tests).toBeGreaterThan(least);
  });
});
