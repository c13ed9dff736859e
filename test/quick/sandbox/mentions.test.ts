import { Mentions } from '../../../src/sandbox/child/mentions';

it('a name is mentioned where it stands as a word, in code or in a text', () => {
  const mentions = new Mentions(() => ['a.raw; b.lastIndex; const { $x } = c', "read(d, 'matcherResult')"]);
  const names = ['raw', 'matcherResult', '$x', 'last', 'x', 'matcher', 'absent'];
  expect(names.filter((name) => mentions.has(name))).toEqual(['raw', 'matcherResult', '$x']);
});

it('places are guarded where their name is mentioned, or where they were before', () => {
  const mentions = new Mentions(() => ['a.raw']);
  const place = (name: string) => ({ holder: 'Array', prototype: true, name });
  const guarded = mentions.guard([place('raw'), place('last'), { ...place('own'), guarded: true }]);
  expect(guarded.map((one) => one.guarded)).toEqual([true, false, true]);
});
