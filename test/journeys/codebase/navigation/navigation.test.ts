import { rmSync } from 'node:fs';
import type { BlobHash } from '../../../../src/domain/ids';
import {
  createNavigator,
  openNavigation,
  storeCache,
  treeSources,
  type Embedder,
} from '../../../../src/codebase/navigation';
import { createMemoryStore } from '../../../../src/store/memory-store';
import { openStore } from '../../../../src/store';
import { plantTree } from '../../../support/plant-tree';
import { MemoryCache, sourceFiles } from '../../../support/source-files';
import { tempFolder } from '../../../support/temp-folder';
import { treeOf } from '../../../support/text-trees';

const SHOP = {
  'src/auth/login.ts': `import { User } from '../user';
/** Signs a user in with a password. */
export function login(name: string, password: string): User { return new User(name); }
`,
  'src/user.ts': `import { send } from './mail';
export class User {
  constructor(readonly mail: string) {}
  validateEmail(): boolean { return this.mail.includes('@'); }
  greet() { send(this.mail, 'no such greeting'); }
}
`,
  'src/mail.ts': `import type { User } from './user';
/** Sends a message by the queue. */
export function send(to: string, text: string) {}
`,
  'src/cart.ts': 'export function total(prices: number[]) { return prices.reduce((a, b) => a + b, 0); }\n',
  'test/login.test.ts':
    "import { login } from '../src/auth/login';\ntest('login signs in', () => login('a', 'b'));\n",
  'README.md': '# Shop\n\nThe login of users.\n',
};

test.each([
  ['where is the login?', 'src/auth/login.ts'],
  ['로그인 기능 어디 있어?', 'src/auth/login.ts'],
  ['登录在哪里？', 'src/auth/login.ts'],
  ['validateEmail', 'src/user.ts'],
  ['vEm', 'src/user.ts'],
  ['이메일 검증하는 곳', 'src/user.ts'],
  ['how is the total price of the cart computed', 'src/cart.ts'],
  ['"no such greeting"', 'src/user.ts'],
  ['tests of the login', 'test/login.test.ts'],
])('the question %s finds %s first', async (question, path) => {
  const navigation = await openNavigation(sourceFiles(SHOP));
  const [hit] = await navigation.search(question);
  expect(hit?.path).toBe(path);
  expect(hit?.why.length).toBeGreaterThan(0);
});

const HOOKS = {
  'src/hooks.ts': 'export const useState = (first: unknown) => [first];\n',
  'src/state-types.ts': `/** Type of the state that useState keeps: the state implemented by useState, where useState is used. */
export interface StateImplemented { useStateType: string; state: string }
`,
  'src/answers.ts': "export const send = () => head('access-control-allow-origin', '*');\n",
  'lib/cors.js': 'module.exports = 1;\n',
  'CHANGES.md': '# Changes\n\nWhat lib/cors.js does: lib/cors.js does more. See lib/cors.js.\n',
  'src/reader.ts': 'export class Reader {\n  readState() {}\n}\n',
  'src/rules.ts': `/** Access control: which code sets, allows and controls access, and the origin of the access. */
export function grant(): void {}
`,
};

test.each([
  ['where is useState implemented?', 'src/hooks.ts'],
  ['which code sets Access-Control-Allow-Origin?', 'src/answers.ts'],
  ['what does lib/cors.js do?', 'lib/cors.js'],
  ['where is readState?', 'src/reader.ts'],
])('the question %s finds what has it as it is written first', async (question, path) => {
  const navigation = await openNavigation(sourceFiles(HOOKS));
  const [hit] = await navigation.search(question);
  expect(hit?.path).toBe(path);
  expect(hit?.why[0]).toEqual({ way: 'exact', rank: 1 });
});

test('a result has the declaration that fits, some of its lines, and the ways that found it', async () => {
  const navigation = await openNavigation(sourceFiles(SHOP));
  const [hit] = await navigation.search('validateEmail', { limit: 1 });
  expect(hit).toMatchObject({
    path: 'src/user.ts',
    symbolId: 'src/user.ts#User.validateEmail',
    range: { startLine: 4 },
    snippetLine: 4,
  });
  expect(hit?.snippet).toContain('validateEmail(): boolean');
  expect(hit?.why.map(({ way }) => way)).toEqual(expect.arrayContaining(['symbols', 'text', 'trigrams']));
});

test('a question that nothing answers has no results', async () => {
  const navigation = await openNavigation(sourceFiles(SHOP));
  expect(await navigation.search('zzqqxx')).toEqual([]);
  expect(await navigation.search('')).toEqual([]);
  const empty = await openNavigation(sourceFiles({}));
  expect(await empty.search('login')).toEqual([]);
  expect(empty.map(100).text).toBe('');
});

test('an embedder is one more way, asked for the files that the others found', async () => {
  const seen: string[] = [];
  const embedder: Embedder = {
    embed: (texts) => {
      seen.push(...texts);
      return Promise.resolve(texts.map((text) => Float32Array.of(text.includes('total') ? 1 : 0, 1)));
    },
  };
  const navigation = await openNavigation(sourceFiles(SHOP));
  const hits = await navigation.search('login total', { embedder });
  expect(hits.find(({ path }) => path === 'src/cart.ts')?.why).toContainEqual({ way: 'meaning', rank: 1 });
  expect(seen[0]).toBe('login total');
  expect(seen.length).toBeLessThanOrEqual(1 + Object.keys(SHOP).length);
});

test('dependencies are known both ways, and circles are found', async () => {
  const navigation = await openNavigation(sourceFiles(SHOP));
  expect(navigation.dependencies('src/auth/login.ts')).toEqual(['src/user.ts']);
  expect(navigation.dependents('src/user.ts')).toEqual(['src/auth/login.ts', 'src/mail.ts']);
  expect(navigation.dependencies('nowhere.ts')).toBeUndefined();
  expect(navigation.cycles()).toEqual([['src/mail.ts', 'src/user.ts']]);
});

test('after a change only the changed file is read, and a moved one is not', async () => {
  const cache = new MemoryCache();
  expect((await openNavigation(sourceFiles(SHOP), { cache })).read).toBe(6);
  const changed = { ...SHOP, 'src/cart.ts': 'export function sum() {}\n' };
  const files = sourceFiles(changed);
  const again = await openNavigation(files, { cache });
  expect(again.read).toBe(1);
  expect(files.asked).toEqual(['src/cart.ts']);
  expect(again.symbols('sum')[0]?.symbol.path).toBe('src/cart.ts');
  expect(again.symbols('total').filter(({ match }) => match === 'exact')).toEqual([]);
  const { 'src/cart.ts': text, ...others } = changed;
  const moved = await openNavigation(sourceFiles({ ...others, 'src/basket.ts': text }), { cache });
  expect(moved.read).toBe(0);
  expect(moved.symbols('sum')[0]?.symbol.path).toBe('src/basket.ts');
});

test.each([
  ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  [
    'of an older format',
    (bytes: Buffer) => Buffer.from(bytes.toString('latin1').replace('facts-', 'fact0-'), 'latin1'),
  ],
  ['something else', () => Buffer.from('not an index')],
])('kept facts that are %s are made anew', async (_, harm) => {
  const cache = new MemoryCache();
  await openNavigation(sourceFiles(SHOP), { cache });
  cache.parts = cache.parts.map(harm);
  const navigation = await openNavigation(sourceFiles(SHOP), { cache });
  expect(navigation.read).toBe(6);
  expect(navigation.symbols('login')[0]?.symbol.path).toBe('src/auth/login.ts');
  expect((await openNavigation(sourceFiles(SHOP), { cache })).read).toBe(0);
});

test('an index is kept in a real store, and made anew where its blob is gone', async () => {
  const folder = tempFolder('navigation');
  try {
    const store = await openStore(folder);
    const cache = storeCache(store, '/shop');
    expect((await openNavigation(sourceFiles(SHOP), { cache })).read).toBe(6);
    await store.close();
    const again = await openStore(folder);
    expect((await openNavigation(sourceFiles(SHOP), { cache: storeCache(again, '/shop') })).read).toBe(0);
    expect((await openNavigation(sourceFiles(SHOP), { cache: storeCache(again, '/other') })).read).toBe(6);
    await again.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a blob that the store finds damaged is made anew without a word', async () => {
  const blobs = new Map<BlobHash, Buffer>();
  const store = createMemoryStore(blobs);
  const cache = storeCache(store, '/shop');
  await openNavigation(sourceFiles(SHOP), { cache });
  for (const bytes of blobs.values()) bytes[20] = (bytes[20] ?? 0) ^ 1;
  expect((await openNavigation(sourceFiles(SHOP), { cache })).read).toBe(6);
  expect((await openNavigation(sourceFiles(SHOP), { cache })).read).toBe(0);
});

test('a tree of the store is navigated under its hash, binary files left out', async () => {
  const store = createMemoryStore();
  const tree = await plantTree(store, [
    { path: 'a.ts', text: 'export function hello() {}\n' },
    { path: 'b.ts', bytes: Buffer.from([0, 1, 2]) },
    { path: 'c.png', bytes: Buffer.from([137, 80]) },
  ]);
  const navigation = await openNavigation(await treeSources(store, tree));
  expect([navigation.name, navigation.paths]).toEqual([tree, ['a.ts']]);
  expect(navigation.symbols('hello')).toHaveLength(1);
});

test('those who ask about one tree at once wait for one opening, and go on where the first is cancelled', async () => {
  const store = createMemoryStore();
  const tree = await treeOf(store, SHOP);
  const navigate = createNavigator(store);
  const directory = { realpath: '/shop' };
  const first = new AbortController();
  const second = new AbortController();
  const cancelled = navigate({ directory, tree }, first.signal);
  const waiting = navigate({ directory, tree }, second.signal);
  first.abort(new Error('enough'));
  await expect(cancelled).rejects.toThrow('enough');
  const navigation = await waiting;
  expect((await navigation.search('validateEmail'))[0]?.path).toBe('src/user.ts');
  expect(await navigate({ directory, tree }, second.signal)).toBe(navigation);
  const anew = await createNavigator(store)({ directory, tree }, second.signal);
  expect(anew).toMatchObject({ name: tree, read: 0 });
});

test('files that hold secrets by their names are no part of an index', async () => {
  const cache = new MemoryCache();
  const navigation = await openNavigation(sourceFiles({ ...SHOP, '.env': 'API_KEY=hushhush\n' }), { cache });
  expect(await navigation.search('hushhush')).toEqual([]);
  expect(navigation.paths).not.toContain('.env');
  expect(Buffer.concat(cache.parts).includes('hushhush')).toBe(false);
});
