import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { editsOfDiff } from '../../../../src/domain/files/edit-match/edits-of-diff';
import { parseDiff } from '../../../../src/domain/files/edit-match/parse-diff';
import { quotedName } from '../../../../src/domain/files/edit-match/parse-diff';
import { applyEdits } from '../../../../src/workspace/trees/apply-edits';
import { importDirectory } from '../../../../src/workspace/capture/import';
import { FileEdit } from '../../../../src/domain/files/workspace';
import { createMemoryStore } from '../../../support/memory-store';
import { tempFolder } from '../../../support/temp-folder';

function edits(diff: string): FileEdit[] {
  const outcome = editsOfDiff(diff);
  if ('problem' in outcome) throw new Error(outcome.problem);
  return outcome.edits.map((edit) => FileEdit.parse(edit));
}

const paths = (diff: string) => edits(diff).map(({ action, path }) => `${action} ${path}`);

describe('files of a diff', () => {
  test('git’s own lines: created, deleted, moved, patched, modes', () => {
    const diff = `diff --git a/new.txt b/new.txt
new file mode 100755
index 0000000..1234567
--- /dev/null
+++ b/new.txt
@@ -0,0 +1,2 @@
+one
+two
\\ No newline at end of file
diff --git a/gone.txt b/gone.txt
deleted file mode 100644
index 1234567..0000000
--- a/gone.txt
+++ /dev/null
@@ -1 +0,0 @@
-x
diff --git a/old.txt b/sub/moved.txt
similarity index 90%
rename from old.txt
rename to sub/moved.txt
--- a/old.txt
+++ b/sub/moved.txt
@@ -1,2 +1,2 @@ heading
 a
-b
+c
diff --git a/run.sh b/run.sh
old mode 100644
new mode 100755
diff --git a/empty b/empty
new file mode 100644
index 0000000..e69de29
`;
    expect(edits(diff)).toEqual([
      { action: 'create', path: 'new.txt', content: 'one\ntwo' },
      { action: 'mode', path: 'new.txt', mode: 0o755 },
      { action: 'delete', path: 'gone.txt' },
      { action: 'move', from: 'old.txt', path: 'sub/moved.txt' },
      { action: 'patch', path: 'sub/moved.txt', diff: '@@ -1,2 +1,2 @@ heading\n a\n-b\n+c\n' },
      { action: 'mode', path: 'run.sh', mode: 0o755 },
      { action: 'create', path: 'empty', content: '' },
    ]);
  });

  test('without git’s lines, with times, with and without prefixes', () => {
    const hunk = '@@ -1 +1 @@\n-a\n+b\n';
    expect(paths(`--- src/a.c\t2024-01-01 10:00:00\n+++ src/a.c\t2024-01-02 10:00:00\n${hunk}`)).toEqual([
      'patch src/a.c',
    ]);
    expect(paths(`Index: a.c\n=====\n--- a.c\n+++ a.c\n${hunk}--- a/b.c\n+++ b/b.c\n${hunk}`)).toEqual([
      'patch a.c',
      'patch b.c',
    ]);
  });

  test('counts tell removed and added lines from names of files', () => {
    const diff =
      '--- a/q.sql\n+++ b/q.sql\n@@ -1,2 +1,2 @@\n--- old comment\n+++ new comment\n x\n--- a/r\n+++ b/r\n@@ -1 +1 @@\n-a\n+b\n';
    expect(edits(diff)).toEqual([
      { action: 'patch', path: 'q.sql', diff: '@@ -1,2 +1,2 @@\n--- old comment\n+++ new comment\n x\n' },
      { action: 'patch', path: 'r', diff: '@@ -1 +1 @@\n-a\n+b\n' },
    ]);
  });

  test('counts that are wrong hide no file', () => {
    const diff = '--- a/p\n+++ b/p\n@@ -1,9 +1,9 @@\n-a\n+b\n--- a/r\n+++ b/r\n@@ -1 +1 @@\n-a\n+b\n';
    expect(paths(diff)).toEqual(['patch p', 'patch r']);
  });

  test('the signature of a mail is no removed line', () => {
    expect(edits('--- a/p\n+++ b/p\n@@ -1 +1 @@\n-a\n+b\n-- \n2.39.0\n')).toEqual([
      { action: 'patch', path: 'p', diff: '@@ -1 +1 @@\n-a\n+b\n' },
    ]);
  });

  test.each([
    [
      'a binary file',
      'diff --git a/x.png b/x.png\nindex 1..2 100644\nBinary files a/x.png and b/x.png differ\n',
      /x\.png is no text/,
    ],
    [
      'a link',
      'diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+x\n',
      /link/,
    ],
    ['a copy', 'diff --git a/x b/y\ncopy from x\ncopy to y\n', /copy/],
    ['no name', '@@ -1 +1 @@\n-a\n+b\n', /does not name/],
    ['no diff', 'hello\n', /no hunk/],
  ])('%s is no edit', (_, diff, problem) => {
    expect(editsOfDiff(diff)).toMatchObject({ problem: expect.stringMatching(problem) as string });
  });

  test('names in quotes', () => {
    expect(quotedName('"a\\303\\251\\"b\\\\c\\td"')).toBe('aé"b\\c\td');
    expect(quotedName('plain "name"')).toBe('plain "name"');
    expect(
      parseDiff('diff --git "a/\\303\\251" "b/\\303\\251"\nold mode 100644\nnew mode 100755\n'),
    ).toMatchObject([{ oldPath: 'é', newPath: 'é' }]);
  });
});

test('what git says of two directories leads from the one to the other', async () => {
  const folder = tempFolder('git-diff');
  const write = (path: string, text: string | Buffer, mode = 0o644): void => {
    writeFileSync(join(folder, path), text);
    chmodSync(join(folder, path), mode);
  };
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'core.autocrlf=false', '-c', 'user.name=x', '-c', 'user.email=x@x', ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
  try {
    const numbers = Array.from({ length: 40 }, (_, index) => `line ${index}`);
    git('init', '-q');
    mkdirSync(join(folder, 'sub'));
    write('text.txt', `${numbers.join('\n')}\n`);
    write('wide.txt', `\ufeff${numbers.join('\r\n')}`);
    write('old name é.txt', `${numbers.join('\n')}\n`);
    write('gone.txt', 'x\n');
    write('run.sh', 'echo\n');
    write('latin.txt', Buffer.from('caf\xe9\none\ntwo\n', 'latin1'));
    git('add', '-A');
    git('commit', '-qm', 'before');
    const store = createMemoryStore();
    const before = (await importDirectory(store, folder)).tree;

    write(
      'text.txt',
      `${numbers.map((line) => line.replace(/^line (3|30)$/, 'changed $1')).join('\n')}\nmore\n`,
    );
    write('wide.txt', `\ufeff${numbers.join('\r\n').replace('line 39', 'last\r\nvery last\r\n')}`);
    renameSync(join(folder, 'old name é.txt'), join(folder, 'sub/new name é.txt'));
    write('sub/new name é.txt', `${numbers.join('\n').replace('line 7\n', '')}\n`);
    write('made "new".txt', 'one\ntwo');
    write('run.sh', 'echo\n', 0o755);
    write('latin.txt', Buffer.from('caf\xe9\none\nthree\n', 'latin1'));
    rmSync(join(folder, 'gone.txt'));
    git('add', '-A');
    // The one file that is no UTF-8 has its bytes in hunks only where they are not changed.
    const diff = git('diff', '--cached', '-M', '-U1');
    const after = (await importDirectory(store, folder)).tree;

    const outcome = await applyEdits(store, before, edits(diff));
    expect(outcome).toMatchObject({ tree: after });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
