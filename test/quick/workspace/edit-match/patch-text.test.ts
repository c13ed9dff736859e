import { patchText } from '../../../../src/domain/files/edit-match/patch-text';

const FILE = `import a from 'a';

function first(x) {
  const doubled = x * 2;
  if (doubled > 10) {
    return 10;
  }
  return doubled;
}

function second(x) {
  const tripled = x * 3;
  if (tripled > 10) {
    return 10;
  }
  return tripled;
}
`;

function made(text: string, diff: string): [string, string] {
  const outcome = patchText(text, diff);
  if (!outcome.ok) throw new Error(outcome.problem.message);
  return [outcome.text, outcome.layer];
}

function refused(text: string, diff: string) {
  const outcome = patchText(text, diff);
  if (outcome.ok) throw new Error(`applied by ${outcome.layer}: ${outcome.text}`);
  return outcome.problem;
}

const HUNK = `@@ -4,3 +4,3 @@
   const doubled = x * 2;
-  if (doubled > 10) {
+  if (doubled >= 10) {
     return 10;
`;
const DONE = FILE.replace('doubled > 10', 'doubled >= 10');

describe('context decides', () => {
  test.each([
    ['as they are', HUNK],
    ['wrong', HUNK.replace('-4,3 +4,3', '-400,9 +1,1')],
    ['left out', HUNK.replace('@@ -4,3 +4,3 @@', '@@')],
    ['left out between signs', HUNK.replace('@@ -4,3 +4,3 @@', '@@ ... @@')],
    ['below the names of the file', `diff --git a/f b/f\nindex 1..2 100644\n--- a/f\n+++ b/f\n${HUNK}`],
    ['with words around', `Here it is:\n\n${HUNK}\n`],
  ])('line numbers %s', (_, diff) => {
    expect(made(FILE, diff)).toEqual([DONE, 'exact']);
  });

  test('a hunk that fits in two places is refused, wherever its numbers point', () => {
    const diff = '@@ -6,2 +6,2 @@\n-    return 10;\n+    return 11;\n   }\n';
    expect(refused(FILE, diff)).toMatchObject({ reason: 'ambiguous', lines: [6, 14] });
  });

  test('the heading is context too', () => {
    const diff = '@@ -6,2 +6,2 @@ function second(x) {\n-    return 10;\n+    return 11;\n   }\n';
    expect(made(FILE, diff)[0]).toBe(FILE.replace(/return 10;(?=\n {2}}\n {2}return tripled)/, 'return 11;'));
    expect(refused(FILE, diff.replace('second', 'third'))).toMatchObject({ reason: 'ambiguous' });
  });

  test('so is the order of hunks', () => {
    const twice =
      '@@ -1 +1 @@\n-    return 10;\n+    return 11;\n@@ -2 +2 @@\n-    return 10;\n+    return 12;\n';
    expect(made(FILE, twice)[0]).toBe(
      FILE.replace('return 10', 'return 11').replace('return 10', 'return 12'),
    );
    const after = `@@\n-  return doubled;\n+  return two;\n@@\n-    return 10;\n+    return 12;\n`;
    expect(made(FILE, after)[0]).toBe(
      FILE.replace('return doubled', 'return two').replace(
        /return 10;(?=\n {2}}\n {2}return tripled)/,
        'return 12;',
      ),
    );
    const contrary = '@@\n-  return tripled;\n+  return 3;\n@@\n-    return 10;\n+    return 12;\n';
    expect(refused(FILE, contrary)).toMatchObject({ reason: 'ambiguous', lines: [6, 14] });
  });

  test('hunks in any order where each has one place, but none over another', () => {
    const contrary = '@@\n-  return tripled;\n+  return 3;\n@@\n-  return doubled;\n+  return 2;\n';
    expect(made(FILE, contrary)[0]).toBe(
      FILE.replace('tripled;\n}', '3;\n}').replace('doubled;\n}', '2;\n}'),
    );
    const over = '@@\n-  return tripled;\n-}\n+x\n@@\n-  return tripled;\n+y\n';
    expect(refused(FILE, over)).toMatchObject({ reason: 'malformed' });
  });

  test('lines that hunks share as context are fine', () => {
    const diff =
      "@@\n-import a from 'a';\n+import b from 'b';\n \n@@\n \n-function first(x) {\n+function one(x) {\n";
    expect(made(FILE, diff)[0]).toBe(FILE.replace("a from 'a'", "b from 'b'").replace('first', 'one'));
  });
});

describe('blanks and line ends', () => {
  test('a diff of LF in a file of CRLF, and the other way round', () => {
    const wide = (text: string) => text.replaceAll('\n', '\r\n');
    expect(made(wide(FILE), HUNK)).toEqual([wide(DONE), 'line-ends']);
    expect(made(FILE, wide(HUNK))[0]).toBe(DONE);
    expect(made(wide(FILE), wide(HUNK))[0]).toBe(wide(DONE));
  });

  test('a diff that git made of CRLF says itself how lines end', () => {
    expect(made('a\r\nb\r\n', '@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n')).toEqual(['a\r\nc\r\n', 'exact']);
    expect(made('a\r\nb\r\n', '@@ -1,2 +1,2 @@\n a\r\n-b\r\n+b\n')).toEqual(['a\r\nb\n', 'exact']);
  });

  test('a shifted diff, in tabs', () => {
    const tabbed = HUNK.replace(
      /^([ +-])((?: {2})+)/gm,
      (_, sign: string, run: string) => sign + '\t'.repeat(run.length / 2),
    );
    expect(made(FILE, tabbed)).toEqual([DONE, 'indentation']);
  });

  test('an empty line in a hunk is a context line whose blank was cut off', () => {
    const diff =
      "@@ -1,4 +1,4 @@\n import a from 'a';\n\n-function first(x) {\n+function one(x) {\n   const doubled = x * 2;\n";
    expect(made(FILE, diff)).toEqual([FILE.replace('first', 'one'), 'exact']);
    expect(made(FILE, `${HUNK}\n\n`)).toEqual([DONE, 'exact']);
  });

  test.each([
    ['added at the end of a file without a final newline', 'a\nb', '@@\n a\n b\n+c\n', 'a\nb\nc'],
    ['said to come', 'a\nb', '@@\n a\n-b\n\\ No newline at end of file\n+c\n', 'a\nc\n'],
    ['said to go', 'a\nb\n', '@@\n a\n-b\n+c\n\\ No newline at end of file\n', 'a\nc'],
    ['said to be missing before and after', 'a\nb', '@@\n-a\n+c\n b\n\\ No newline at end of file\n', 'c\nb'],
    ['into an empty file', '', '@@ -0,0 +1,2 @@\n+a\n+b\n', 'a\nb\n'],
    ['out of a file', 'a\nb\n', '@@ -1,2 +0,0 @@\n-a\n-b\n', ''],
  ])('the final newline: %s', (_, text, diff, want) => {
    expect(made(text, diff)[0]).toBe(want);
  });

  test('a byte-order mark stays, unless the diff takes it away', () => {
    expect(made('\ufeffa\nb\n', '@@\n-a\n+c\n b\n')[0]).toBe('\ufeffc\nb\n');
    expect(made('\ufeffa\nb\n', '@@\n-\ufeffa\n+\ufeffc\n b\n')[0]).toBe('\ufeffc\nb\n');
    expect(made('\ufeffa\nb\n', '@@\n-\ufeffa\n+c\n b\n')[0]).toBe('c\nb\n');
  });
});

describe('context that has changed', () => {
  const wideHunk = `@@ -3,6 +3,6 @@
 function first(x) {
   const doubled = x * 2;
-  if (doubled > 10) {
+  if (doubled >= 10) {
     return 10;
   }
   return doubled;
`;

  test.each([
    ['the outermost line', (text: string) => text.replace('first(x)', 'first(value)')],
    ['the line beside the change', (text: string) => text.replace('const doubled', 'let doubled')],
    ['a line put in', (text: string) => text.replace('    return 10;', '    log(x);\n    return 10;')],
    ['a line gone', (text: string) => text.replace('  const doubled = x * 2;\n', '')],
  ])('%s does not matter where the changed lines have one place', (_, change) => {
    const text = change(FILE);
    expect(text).not.toBe(FILE);
    expect(made(text, wideHunk)).toEqual([text.replace('doubled > 10', 'doubled >= 10'), 'stale-context']);
  });

  test('context between two changes of a hunk, each of which then has its own place', () => {
    const diff = `@@ -1,6 +1,6 @@
 import a from 'a';

-function first(x) {
+function one(x) {
   const doubled = x * 2;
-  if (doubled > 10) {
+  if (doubled >= 10) {
     return 10;
`;
    const text = FILE.replace('const doubled', 'let doubled');
    expect(made(text, diff)).toEqual([
      text.replace('first', 'one').replace('doubled > 10', 'doubled >= 10'),
      'stale-context',
    ]);
    expect(refused(text.replace('doubled > 10', 'doubled > 11'), diff)).toMatchObject({ reason: 'no-match' });
    const contrary = FILE.replace(/(function first.*\n)(.*\n)(.*\n)/, '$3  let doubled;\n$1');
    expect(refused(contrary, diff)).toMatchObject({ reason: 'no-match' });
  });

  test('removed lines are never left out', () => {
    expect(refused(FILE.replace('doubled > 10', 'doubled > 11'), wideHunk)).toMatchObject({
      reason: 'no-match',
    });
  });

  test('a copy of the place that is gone is not taken for it', () => {
    const text = FILE.replace(/function first[^]*?\n}\n/, '').replaceAll('tripled', 'doubled');
    expect(text).toContain('if (doubled > 10) {');
    expect(
      refused(text, wideHunk.replace('x * 2', 'x * 2 - y').replace('return 10', 'return 9')),
    ).toMatchObject({
      reason: 'no-match',
    });
  });

  test('a change that is made already is told, although a copy without it stands below', () => {
    const text = DONE.replaceAll('tripled', 'doubled');
    const problem = refused(text, wideHunk);
    expect(problem).toMatchObject({ reason: 'no-match' });
    expect(problem.message).toContain('already');
  });

  test('two places with as much context are refused', () => {
    const twice = FILE.replaceAll('tripled', 'doubled')
      .replace('x * 3', 'x * 2')
      .replaceAll('return 10', 'return 5');
    expect(refused(twice, wideHunk.replace('first', 'other'))).toMatchObject({ reason: 'ambiguous' });
  });

  test('lines are added beside the context that is left, and nowhere without any', () => {
    const adding =
      '@@\n   const doubled = x * 2;\n   if (doubled > 10) {\n+    log(x);\n     return 10;\n   }\n   return doubled;\n';
    const changed = FILE.replace('if (doubled > 10)', 'if (doubled > 12)');
    expect(made(changed, adding)).toEqual([
      changed.replace('    return 10;', '    log(x);\n    return 10;'),
      'stale-context',
    ]);
    const between = FILE.replace('    return 10;', '    other();\n    return 10;');
    expect(refused(between, adding)).toMatchObject({ reason: 'ambiguous' });
    const both = changed.replace('return 10', 'return 12');
    const oneSided = '@@\n   const doubled = x * 2;\n   if (doubled > 10) {\n+    log(x);\n';
    expect(refused(changed, oneSided)).toMatchObject({ reason: 'no-match' });
    expect(refused(both, adding)).toMatchObject({ reason: 'no-match' });
  });
});

describe('diffs that cannot be applied', () => {
  test.each<[string, string, string, RegExp]>([
    ['without a hunk', 'just words', 'malformed', /holds no hunk/],
    ['with names only', '--- a/f\n+++ b/f\n', 'malformed', /holds no hunk/],
    ['that changes nothing', '@@\n a\n b\n', 'malformed', /changes no line/],
    ['with a line of no kind', '@@ -1,3 +1,3 @@\n a\nb\n-c\n', 'malformed', /neither space/],
    [
      'of several files',
      '--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n--- a/g\n+++ b/g\n@@ -1 +1 @@\n-a\n+b\n',
      'malformed',
      /several files/,
    ],
    ['of a merge', '@@@ -1,2 -1,2 +1,2 @@@\n  a\n', 'malformed', /combined/],
    ['that adds without context', '@@ -3,0 +4 @@\n+new\n', 'no-match', /no line of context/],
    ['with lines that are not there', '@@\n-nothing of the kind\n+x\n', 'no-match', /do not stand/],
  ])('%s', (_, diff, reason, message) => {
    const problem = refused(FILE, diff);
    expect(problem.reason).toBe(reason);
    expect(problem.message).toMatch(message);
  });
});
