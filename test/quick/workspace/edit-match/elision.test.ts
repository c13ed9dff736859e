import { isElision, newElision } from '../../../../src/domain/files/edit-match/elision';
import { replaceText } from '../../../../src/domain/files/edit-match/replace-text';

const FILE = `function one(a) {
  const x = a;
  log(x);
  return x;
}

function two(a) {
  const y = a;
  log(y);
  again();
  again();
  return y + 1;
}
`;

function outcome(search: string, replacement: string, text = FILE): string {
  const made = replaceText(text, { search, replacement });
  return made.ok ? `${made.layer}\n${made.text}` : `${made.problem.reason}: ${made.problem.message}`;
}

test.each([
  '...',
  '…',
  '  // ...',
  '# ...',
  '/* ... */',
  '<!-- ... -->',
  '// … rest of the code',
  '... existing code ...',
  '{/* ... */}',
])('%j stands for lines left out', (line) => {
  expect(isElision(line)).toBe(true);
});

test.each(['...args,', '...state', '// and so on ...', '....', 'a ...', '// ...args', '[...a]', '"..."', ''])(
  '%j is code or a comment',
  (line) => {
    expect(isElision(line)).toBe(false);
  },
);

test('the lines left out stay, and what is around them changes', () => {
  const search = 'function two(a) {\n  // ...\n  return y + 1;\n}';
  const replacement = 'function two(b) {\n  // ...\n  return y + 2;\n}';
  expect(outcome(search, replacement)).toBe(
    `elided\n${FILE.replace('two(a)', 'two(b)').replace('y + 1', 'y + 2')}`,
  );
});

test('several parts are left out, in a block of another indentation and other line ends', () => {
  const search =
    '    function one(a) {\n    ...\n      log(x);\n    ...\n    function two(a) {\n    ...\n      log(y);';
  const replacement = search.replace('log(x)', 'note(x)').replace('log(y)', 'note(y)');
  const wide = FILE.replaceAll('\n', '\r\n');
  expect(outcome(search, replacement, wide)).toBe(`elided\n${wide.replaceAll('log', 'note')}`);
});

test('a bracket at the end of a block of another indentation is found by the indentation of the others', () => {
  const search = '    function one(a) {\n      const x = a;\n    ...\n    }';
  const replacement = search.replace('= a', '= b');
  expect(outcome(search, replacement)).toBe(`elided\n${FILE.replace('x = a', 'x = b')}`);
});

test('an end that stands in several places does not matter where it does not change', () => {
  const search = 'function one(a) {\n  const x = a;\n  ...\n}';
  expect(outcome(search, search.replace('= a', '= b'))).toBe(`elided\n${FILE.replace('x = a', 'x = b')}`);
});

test.each<[string, string, string, RegExp]>([
  [
    'an end that changes and has several places',
    'function two(a) {\n...\n  again();',
    'function two(a) {\n...\n  once();',
    /^ambiguous/,
  ],
  [
    'a replacement that gives the lines',
    'function one(a) {\n...\n}',
    'function one(b) {\n}',
    /does not leave out the same/,
  ],
  ['marks at an end only', '...\n  log(x);', 'y\n  log(x);', /does not leave out the same/],
  ['nothing before the mark', '...\n  lag(x);\n  return x;', '...\n  b(x);\n  return x;', /at an end/],
  [
    'an anchor that is not there',
    'function three(a) {\n  ...\n  return x;',
    'function three(a) {\n  ...\n  return 3;',
    /^no-match/,
  ],
  [
    'lines of the wrong order',
    '  return y + 1;\n  ...\n  const y = a;',
    '  return y + 1;\n  ...\n  const y = b;',
    /^no-match/,
  ],
])('%s is refused', (_, search, replacement, message) => {
  expect(outcome(search, replacement)).toMatch(message);
});

test('what is left out does not reach out of the block: the right end may be gone', () => {
  const search = 'function one(a) {\n  ...\n  return y + 1;\n';
  expect(outcome(search, search.replace('+ 1', '+ 2'))).toMatch(/^no-match/);
});

test('an end that has one place in the block but others below it is refused where it changes', () => {
  const search = 'function one(a) {\n  ...\n}';
  expect(outcome(search, `${search};`)).toMatch(/^ambiguous/);
});

test('a mark that stands in the file is a line like others', () => {
  const text = 'a\n// ...\nb\n';
  expect(outcome('a\n// ...\nb', 'a\n// ...\nc', text)).toBe('exact\na\n// ...\nc\n');
});

test('more combinations than can be told apart are refused, in time', () => {
  const text = '}\n'.repeat(3_000);
  const search = '}\n...\n}\n...\n}\n...\n}';
  expect(outcome(search, search.replace(/}$/, '};'), text)).toMatch(/^ambiguous/);
});

test('a comment in place of code is told from one that was there', () => {
  expect(newElision('a();\nb();\n', 'a();\n  // ... the rest\n')).toBe('// ... the rest');
  expect(newElision('a();\n// ... the rest\n', '  // ... the rest\n')).toBeUndefined();
  expect(newElision('a', 'f(...b)\n...\n')).toBeUndefined();
});
