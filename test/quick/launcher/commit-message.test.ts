const { messageProblem } = jest.requireActual<{ messageProblem(text: string): string | undefined }>(
  '../../../scripts/lib/commit-message.cjs',
);

test.each([
  'store: keep large blobs as files',
  'heal: feed what failed to the next round\n\nA body of any length: it says why.',
  'sandbox/runtime: press on after a hook that throws',
  'a: process one effect at a time',
  'a: shred what is left, and proceed',
  'a: alias one name to the other',
  "Merge branch 'other'",
  'fixup! store: keep large blobs as files',
  '# a comment\ndocs: add the page that shows how a run goes',
])('%j is taken', (message) => expect(messageProblem(message)).toBeUndefined());

test.each([
  ['Keep large blobs as files', 'write "area: what it does"'],
  ['store: Keep large blobs', 'write "area: what it does"'],
  ['Store: keep large blobs', 'write "area: what it does"'],
  [`store: keep ${'large '.repeat(12)}blobs`, 'characters: say it in 71'],
  ['store: added large blobs', 'begins with "added": use the imperative'],
  ['store: keeps large blobs', 'begins with "keeps": use the imperative'],
  ['store: keeping large blobs', 'begins with "keeping": use the imperative'],
])('%j is answered with its sentence', (message, sentence) => {
  expect(messageProblem(message)).toContain(sentence);
});
