import { contradiction, type PathChange, type Standing } from '../../../../src/domain/goal/expect';
import type { ItemOutcome } from '../../../../src/domain/goal/outcome';
import type { GoalTool } from '../../../../src/domain/goal/tool-args';
import { asBlob } from '../../../support/hashes';

const file = (hash: string, size = 1): Standing => ({
  type: 'file',
  mode: 0o644,
  size,
  hash: asBlob(hash.repeat(64)),
});
const folder = (hash = 'f'): Standing => ({
  type: 'dir',
  mode: 0o755,
  size: 0,
  hash: asBlob(hash.repeat(64)),
});

/** The verdict on a call, given all that differs and what stands where it was. */
function verdict(
  tool: GoalTool,
  items: ItemOutcome[],
  changes: PathChange[],
  { args = {}, standing = {} }: { args?: object; standing?: Record<string, Standing> } = {},
): string | undefined {
  const at = (path: string): Omit<PathChange, 'path'> =>
    changes.find((change) => change.path === path) ?? { before: standing[path], after: standing[path] };
  const outcome = { items, text: '' };
  return contradiction({ tool, args, roots: ['/home/ann'], outcome, language: 'en' }, { changes, at });
}

const A_TO_B = [
  { path: '0/a', before: file('a') },
  { path: '0/to/a', after: file('a') },
];

test('a move that has happened as it says is right', () => {
  expect(verdict('move', [{ path: 'a', ok: true, to: 'to/a' }], A_TO_B)).toBeUndefined();
});

test('a move to a new folder is right, with what the folder held', () => {
  const items = [{ path: 'a', ok: true, to: 'new/to/a' }];
  const changes = [
    { path: '0/a', before: folder() },
    { path: '0/a/x', before: file('1') },
    { path: '0/new', after: folder('2') },
    { path: '0/new/to', after: folder('3') },
    { path: '0/new/to/a', after: folder() },
    { path: '0/new/to/a/x', after: file('1') },
  ];
  expect(verdict('move', items, changes)).toBeUndefined();
});

test.each<[string, ItemOutcome[], PathChange[], string]>([
  [
    'that left the item',
    [{ path: 'a', ok: true, to: 'to/a' }],
    [
      { path: '0/a', before: file('a'), after: file('a') },
      { path: '0/to/a', after: file('a') },
    ],
    'is still there',
  ],
  [
    'that brought something else',
    [{ path: 'a', ok: true, to: 'to/a' }],
    [
      { path: '0/a', before: file('a') },
      { path: '0/to/a', after: file('b') },
    ],
    'is not as it was',
  ],
  [
    'that lost the item',
    [{ path: 'a', ok: true, to: 'to/a' }],
    [{ path: '0/a', before: file('a') }],
    'is not as it was',
  ],
  [
    'that took a place',
    [{ path: 'a', ok: true, to: 'to/a' }],
    [
      { path: '0/a', before: file('a') },
      { path: '0/to/a', before: file('b'), after: file('a') },
    ],
    'has taken the place of something else',
  ],
  [
    'that moved another file too',
    [{ path: 'a', ok: true, to: 'to/a' }],
    [...A_TO_B, { path: '0/c', before: file('c') }],
    '"0/c" has changed',
  ],
  [
    'whose failed item has gone',
    [{ path: 'a', ok: false }],
    [{ path: '0/a', before: file('a') }],
    '"0/a" has changed',
  ],
])('a move %s is wrong', (_, items, changes, reason) => {
  expect(verdict('move', items, changes)).toContain(reason);
});

test('a copy leaves its item as it was', () => {
  const items = [{ path: 'a', ok: true, to: 'b' }];
  const made = { path: '0/b', after: file('a') };
  expect(verdict('copy', items, [made], { standing: { '0/a': file('a') } })).toBeUndefined();
  expect(verdict('copy', items, [made, { path: '0/a', before: file('a') }])).toContain(
    'was only to be copied',
  );
});

test('a deleted item is gone, with what it held and nothing else', () => {
  const items = [{ path: 'a', ok: true }];
  const gone = [
    { path: '0/a', before: folder() },
    { path: '0/a/x', before: file('1') },
  ];
  expect(verdict('delete', items, gone)).toBeUndefined();
  expect(verdict('delete', items, [], { standing: { '0/a': folder() } })).toContain('is still there');
  expect(verdict('delete', items, [...gone, { path: '0/b', before: file('1') }])).toContain(
    '"0/b" has changed',
  );
});

test('a written file is not shorter than its text, whatever its letters', () => {
  const items = [{ path: 'new/a', ok: true }];
  const changes = [
    { path: '0/new', after: folder() },
    { path: '0/new/a', after: file('1', 3) },
  ];
  expect(verdict('write', items, changes, { args: { content: '글' } })).toBeUndefined();
  expect(verdict('write', items, changes, { args: { content: 'word' } })).toContain('shorter than the text');
  expect(
    verdict('write', items, [...changes, { path: '0/new/b', after: file('2') }], { args: { content: '글' } }),
  ).toContain('"0/new/b"');
});

test('a made folder is one, and tools that only look change nothing', () => {
  const items = [{ path: 'new', ok: true }];
  const made = { path: '0/new', after: folder() };
  expect(verdict('make_folder', items, [made])).toBeUndefined();
  expect(verdict('make_folder', items, [])).toContain('is no folder');
  for (const tool of ['list', 'find', 'read', 'locate'] as const)
    expect(verdict(tool, items, [made])).toContain('"0/new" has changed');
});

test('a command changes its own folder only', () => {
  const changes = [{ path: '0/in/a', after: file('1') }];
  expect(verdict('run', [{ path: 'in/a', ok: true }], changes, { args: { path: 'in' } })).toBeUndefined();
  expect(verdict('run', [{ path: 'in/a', ok: true }], changes, { args: { path: 'out' } })).toContain(
    '"0/in/a"',
  );
});
