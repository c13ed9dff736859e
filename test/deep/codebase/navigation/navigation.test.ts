import { rmSync } from 'node:fs';
import type { BlobHash } from '../../../../src/domain/ids';
import { createNavigator, openNavigation, storeCache } from '../../../../src/codebase/navigation';
import { createMemoryStore } from '../../../support/memory-store';
import { openStore } from '../../../../src/store';
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

test('dependencies are known both ways, and circles are found', async () => {
  const navigation = await openNavigation(sourceFiles(SHOP));
  expect(navigation.dependencies('src/auth/login.ts')).toEqual(['src/user.ts']);
  expect(navigation.dependents('src/user.ts')).toEqual(['src/auth/login.ts', 'src/mail.ts']);
  expect(navigation.dependencies('nowhere.ts')).toBeUndefined();
  expect(navigation.cycles()).toEqual([['src/mail.ts', 'src/user.ts']]);
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
  expect(navigation.symbols('login', 20)[0]?.symbol.path).toBe('src/auth/login.ts');
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
