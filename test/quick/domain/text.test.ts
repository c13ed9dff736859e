import { excerptsOfDifference, saidFirst } from '../../../src/domain/text';

describe('excerpts of differing texts', () => {
  it('are the texts where these are short, and absent where one is', () => {
    expect(excerptsOfDifference(['a', undefined, 'b'], 3)).toEqual(['a', undefined, 'b']);
  });

  it('begin shortly before the first difference of long texts', () => {
    const same = 'x'.repeat(50);
    expect(excerptsOfDifference([`${same}true`, `${same}false`, undefined], 9)).toEqual([
      '… xxxtrue',
      '… xxxfalse',
      undefined,
    ]);
  });

  it('show the beginning where the texts differ there', () => {
    expect(excerptsOfDifference(['abcdef', 'bcdefg'], 3)).toEqual(['abc\n… +3', 'bcd\n… +3']);
  });
});

describe('what an output says first', () => {
  it.each([
    ['TAP version 13\n# Subtest: adds\nnot ok 1 - adds\n', 'not ok 1 - adds'],
    ['PASS\nteardown failed\nFAIL\tapp\t0.01s\n', 'teardown failed'],
    ['\n> app@1.0.0 test\n> node check.js\n\nfatal: not a git repository\n', 'fatal: not a git repository'],
    ['# app\n./a.go:3:2: undefined: x\n', './a.go:3:2: undefined: x'],
    ['ok 1 - a\nok 2 - b\n', 'ok 1 - a'],
    ['AssertionError: values differ:\n1 !== 2\n', 'AssertionError: values differ: 1 !== 2'],
    ['PASSWORD is not set\n', 'PASSWORD is not set'],
  ])('of %j is %j', (text, said) => {
    expect(saidFirst(text)).toBe(said);
  });
});
