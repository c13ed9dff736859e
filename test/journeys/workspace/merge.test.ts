import fc from '../../support/fast-check';
import { mergeTexts, mergeTrees } from '../../../src/workspace/trees/merge-trees';
import { createMemoryStore } from '../../support/memory-store';
import { readTreeFile } from '../../../src/store/tree-store';
import { plantTree, type Plant } from '../../support/plant-tree';
import { cpuMs } from '../../support/cpu-time';

const store = createMemoryStore();

async function merge(base: Plant[], ours: Plant[], theirs: Plant[]) {
  const [b, o, t] = [
    await plantTree(store, base),
    await plantTree(store, ours),
    await plantTree(store, theirs),
  ];
  return mergeTrees(store, { base: b, ours: o, theirs: t });
}

/** Files that the merge made, as `path mode text`. */
async function merged(base: Plant[], ours: Plant[], theirs: Plant[]): Promise<string[]> {
  const outcome = await merge(base, ours, theirs);
  if (outcome.status !== 'merged') throw new Error(JSON.stringify(outcome.conflicts));
  const files = await store.trees.list(outcome.tree, { dirs: true });
  return Promise.all(
    files.map(async ({ path, type, mode }) =>
      type === 'file'
        ? `${path} ${mode.toString(8)} ${String(await readTreeFile(store, outcome.tree, path))}`
        : `${path} ${type} ${mode.toString(8)}`,
    ),
  );
}

async function conflicts(base: Plant[], ours: Plant[], theirs: Plant[]): Promise<string[]> {
  const outcome = await merge(base, ours, theirs);
  return outcome.status === 'conflict' ? outcome.conflicts.map(({ path, kind }) => `${path} ${kind}`) : [];
}

const lines = (...texts: string[]): string => texts.map((text) => `${text}\n`).join('');
const file = (path: string, text: string, mode?: number): Plant => ({
  path,
  text,
  ...(mode === undefined ? {} : { mode }),
});

describe('merging what meets no conflict', () => {
  async function partly(base: Plant[], ours: Plant[], theirs: Plant[]) {
    const [b, o, t] = [
      await plantTree(store, base),
      await plantTree(store, ours),
      await plantTree(store, theirs),
    ];
    return mergeTrees(store, {
      base: b,
      ours: o,
      theirs: t,
      partial: true,
    });
  }

  test('keeps our side of what is in conflict, and tells what was left', async () => {
    const base = [file('a', '1\n'), file('b', '1\n')];
    const outcome = await partly(
      base,
      [file('a', 'mine\n'), file('b', '1\n')],
      [file('a', 'x\n'), file('b', 'x\n')],
    );
    expect(outcome).toEqual({
      status: 'merged',
      tree: await plantTree(store, [file('a', 'mine\n'), file('b', 'x\n')]),
      left: [{ path: 'a', reason: 'both sides changed line 1' }],
      leftCount: 1,
    });
  });

  test('leaves both sides of a rename, and of a folder that became a file', async () => {
    const outcome = await partly(
      [file('a', 'same'), file('d/x', 'x'), file('d/y', 'y'), file('other', '1')],
      [file('a', 'mine'), file('d/x', 'mine'), file('d/y', 'y'), file('other', '1')],
      [file('b', 'same'), file('d', 'file'), file('other', '2')],
    );
    const tree = await plantTree(store, [
      file('a', 'mine'),
      file('d/x', 'mine'),
      file('d/y', 'y'),
      file('other', '2'),
    ]);
    expect(outcome).toMatchObject({ status: 'merged', tree, leftCount: 5 });
  });

  test('is a conflict where nothing is left to merge', async () => {
    const outcome = await partly([file('a', '1')], [file('a', '2')], [file('a', '3')]);
    expect(outcome).toMatchObject({ status: 'conflict', conflicts: [{ path: 'a' }] });
  });
});

describe('merging trees', () => {
  const base = [file('a', lines('1', '2', '3', '4', '5')), file('d/x', 'x'), file('d/y', 'y')];

  test('takes what only one side changed', async () => {
    const ours = [
      file('a', lines('one', '2', '3', '4', '5')),
      file('d/x', 'x'),
      file('d/y', 'y'),
      file('mine', 'm'),
    ];
    const theirs = [
      file('a', lines('1', '2', '3', '4', 'five'), 0o755),
      file('d/x', 'other'),
      file('e/new', 'n'),
    ];
    expect(await merged(base, ours, theirs)).toEqual([
      `a 755 ${lines('one', '2', '3', '4', 'five')}`,
      'd dir 755',
      'd/x 644 other',
      'e dir 755',
      'e/new 644 n',
      'mine 644 m',
    ]);
  });

  test('keeps a folder that one side deleted and the other put something into', async () => {
    const theirs = [file('a', lines('1', '2', '3', '4', '5'))];
    const found = await merged(base, [...base, file('d/z', 'z')], theirs);
    expect(found).toEqual([expect.stringContaining('a 644'), 'd dir 755', 'd/z 644 z']);
  });

  test('the same change on both sides is none', async () => {
    const both = [file('a', 'same'), file('n', 'new')];
    expect(await merged(base, both, both)).toEqual(['a 644 same', 'n 644 new']);
  });

  test.each<[string, Plant[], Plant[], string[]]>([
    [
      'the same line',
      [file('a', lines('x', '2', '3', '4', '5'))],
      [file('a', lines('y', '2', '3', '4', '5'))],
      ['a content'],
    ],
    ['a change and a deletion', [file('a', 'x')], [], ['a deleted']],
    ['two new files of a name', [...base, file('n', '1')], [...base, file('n', '2')], ['n content']],
    [
      'permissions',
      [file('a', lines('1', '2', '3', '4', '5'), 0o755)],
      [file('a', lines('1', '2', '3', '4', '5'), 0o600)],
      ['a mode'],
    ],
    ['a file and a link', [{ path: 'a', link: 'x' }], [file('a', 'changed')], ['a type']],
    [
      'bytes',
      [{ path: 'a', bytes: Buffer.from([0, 1]) }],
      [{ path: 'a', bytes: Buffer.from([0, 2]) }],
      ['a content'],
    ],
    [
      'a folder that becomes a file, and a new file in it',
      [...base, file('d/new', 'n')],
      [base[0] ?? file('', ''), file('d', 'file')],
      ['d type'],
    ],
    [
      'a file in what becomes a file on our side',
      [base[0] ?? file('', ''), file('d', 'file')],
      [...base, file('d/new', 'n')],
      ['d/new type'],
    ],
  ])('tells a conflict of %s', async (_, ours, theirs, expected) => {
    const whole = [file('a', lines('1', '2', '3', '4', '5')), file('d/x', 'x'), file('d/y', 'y')];
    expect(await conflicts(whole, ours, theirs)).toEqual(expected);
  });

  test('reverts one change of several', async () => {
    const first = [file('a', lines('1', '2', '3', '4', '5'))];
    const second = [file('a', lines('one', '2', '3', '4', '5')), file('added', 'x')];
    const third = [file('a', lines('one', '2', '3', '4', 'five')), file('added', 'x'), file('later', 'y')];
    // The second change's result is the base, what was before it is theirs.
    expect(await merged(second, third, first)).toEqual([
      `a 644 ${lines('1', '2', '3', '4', 'five')}`,
      'later 644 y',
    ]);
  });
});

describe('merging texts', () => {
  test('keeps line endings, and a last line without one', () => {
    const merged = mergeTexts(
      Buffer.from('a\r\nb\r\nc\r\nd'),
      Buffer.from('A\r\nb\r\nc\r\nd'),
      Buffer.from('a\r\nb\r\nc\r\nD'),
    );
    expect(merged).toEqual({ bytes: Buffer.from('A\r\nb\r\nc\r\nD') });
  });

  test('is the other side where one side changed nothing, whatever the texts are', () => {
    const text = fc
      .array(fc.constantFrom('a\n', 'b\n', 'c\n', '\r\n', 'é\n'), { maxLength: 12 })
      .map((parts) => Buffer.from(parts.join('')));
    fc.assert(
      fc.property(text, text, (base, changed) => {
        expect(mergeTexts(base, base, changed)).toEqual({ bytes: changed });
        expect(mergeTexts(base, changed, base)).toEqual({ bytes: changed });
        expect(mergeTexts(base, changed, changed)).toEqual({ bytes: changed });
      }),
    );
  });

  test('does not depend on the sides when it succeeds', () => {
    const text = fc
      .array(fc.constantFrom('a\n', 'b\n', 'c\n', 'd\n'), { maxLength: 10 })
      .map((parts) => Buffer.from(parts.join('')));
    let merges = 0;
    fc.assert(
      fc.property(text, text, text, (base, ours, theirs) => {
        const [one, other] = [mergeTexts(base, ours, theirs), mergeTexts(base, theirs, ours)];
        if (one === 'not-text' || other === 'not-text') throw new Error('texts are texts');
        expect('bytes' in one).toBe('bytes' in other);
        if ('bytes' in one) {
          merges += 1;
          expect(one).toEqual(other);
        }
      }),
      { numRuns: 1_000 },
    );
    expect(merges).toBeGreaterThan(3);
  });
});

test.each([
  ['equal lines', () => 'a\n'],
  ['three kinds of lines', (n: number) => `${(n * n) % 3}\n`],
  ['lines of two sides that have nothing in common', (n: number, side: number) => `${side} ${n}\n`],
])('20,000 lines of %s are merged in linear time', (_, line) => {
  const text = (side: number): string => Array.from({ length: 10_000 }, (__, n) => line(n, side)).join('');
  const side = (n: number): Buffer => Buffer.from(text(n) + String(n) + '\n' + text(n));
  const sides = [side(1), side(2)] as const;
  expect(cpuMs(() => mergeTexts(Buffer.from(text(0) + text(0)), ...sides))).toBeLessThan(5_000);
});
