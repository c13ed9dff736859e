import { importsOf } from '../../../../src/domain/files/imports';
import { stackFrames } from '../../../../src/domain/verification/stack';
import { topLines, weighPlaces } from '../../../../src/repair/search/suspects';

describe('stackFrames', () => {
  it('finds the frames in known files, innermost first, whatever the prefix', () => {
    const stack = [
      'TypeError: x is undefined',
      '    at total (src/cart.ts:12:7)',
      '    at file:///tmp/checkout-1/src/page.ts:3:1',
      '    at Object.<anonymous> (/tmp/checkout-1/test/page.test.ts:9:9)',
      '    at run (node:internal/run.js:1:1)',
    ].join('\n');
    expect(stackFrames(stack, ['src/cart.ts', 'src/page.ts', 'page.ts'])).toEqual([
      { file: 'src/cart.ts', line: 12 },
      { file: 'src/page.ts', line: 3 },
    ]);
  });
});

it('finds frames of Python, Go and Rust', () => {
  const stack = [
    '  File "/tmp/work/shop/cart.py", line 7, in total',
    '    cart_test.go:12: got 1',
    "thread 'adds' panicked at src/lib.rs:3:5:",
  ].join('\n');
  expect(stackFrames(stack, ['shop/cart.py', 'cart_test.go', 'src/lib.rs'])).toEqual([
    { file: 'shop/cart.py', line: 7 },
    { file: 'cart_test.go', line: 12 },
    { file: 'src/lib.rs', line: 3 },
  ]);
});

it('finds the places that a compiler names', () => {
  expect(stackFrames('src/a.ts(3,10): error TS2365', ['src/a.ts'])).toEqual([{ file: 'src/a.ts', line: 3 }]);
});

describe('importsOf', () => {
  it('follows relative imports of every form, through other files, once', () => {
    const files = new Map([
      ['test/a.test.ts', "import { a } from '../src/a.js';\nconst b = require('../src/b');\nimport 'zod';"],
      ['src/a.ts', "export * from './deep';\nawait import('./b');"],
      ['src/b.cjs', "require('./a')"],
      ['src/b.ts', "import '../test/a.test';"],
      ['src/deep/index.ts', ''],
      ['src/alone.ts', ''],
    ]);
    expect(importsOf('test/a.test.ts', files)).toEqual(['src/a.ts', 'src/b.ts', 'src/deep/index.ts']);
  });
});

describe('weighPlaces', () => {
  it('raises the lines that the stack and the analysis name', () => {
    const scores = new Map([
      [
        'a.ts',
        new Map([
          [1, 0.5],
          [2, 0.5],
          [3, 0.5],
        ]),
      ],
    ]);
    const weighed = weighPlaces(scores, {
      frames: [
        { file: 'a.ts', line: 2 },
        { file: 'a.ts', line: 3 },
      ],
      location: { file: 'b.ts', line: 9 },
    });
    expect([...(weighed.get('a.ts') ?? [])]).toEqual([
      [1, 0.5],
      [2, 0.75],
      [3, 0.6],
    ]);
    expect(weighed.get('b.ts')?.get(9)).toBe(1.3);
  });

  it('raises the lines of functions that the stack passes through', () => {
    const lines = new Map([
      [1, 0.5],
      [2, 0.5],
      [4, 0.5],
    ]);
    const scores = new Map([['a.ts', lines]]);
    const functions = [{ file: 'a.ts', from: 1, to: 3 }];
    const weighed = weighPlaces(scores, { frames: [{ file: 'a.ts', line: 2 }], functions });
    expect([...(weighed.get('a.ts') ?? [])]).toEqual([
      [1, 0.65],
      [2, 0.65 * 1.5],
      [4, 0.5],
    ]);
  });

  it('keeps the most suspicious lines, ties by path and line', () => {
    const scores = new Map([
      [
        'b.ts',
        new Map([
          [1, 0.5],
          [2, 1],
        ]),
      ],
      [
        'a.ts',
        new Map([
          [5, 0.5],
          [4, 0.5],
        ]),
      ],
    ]);
    const top = topLines(scores, 2);
    expect([...top].map(([file, lines]) => [file, [...lines.keys()]])).toEqual([
      ['b.ts', [2]],
      ['a.ts', [4]],
    ]);
  });
});
