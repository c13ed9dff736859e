import { openNavigation, treeSources } from '../../../../src/codebase/navigation';
import { createMemoryStore } from '../../../support/memory-store';
import { plantTree } from '../../../support/plant-tree';
import { MemoryCache, sourceFiles } from '../../../support/source-files';

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

test('after a change only the changed file is read, and a moved one is not', async () => {
  const cache = new MemoryCache();
  expect((await openNavigation(sourceFiles(SHOP), { cache })).read).toBe(6);
  const changed = { ...SHOP, 'src/cart.ts': 'export function sum() {}\n' };
  const files = sourceFiles(changed);
  const again = await openNavigation(files, { cache });
  expect(again.read).toBe(1);
  expect(files.asked).toEqual(['src/cart.ts']);
  expect(again.symbols('sum', 20)[0]?.symbol.path).toBe('src/cart.ts');
  expect(again.symbols('total', 20).filter(({ match }) => match === 'exact')).toEqual([]);
  const { 'src/cart.ts': text, ...others } = changed;
  const moved = await openNavigation(sourceFiles({ ...others, 'src/basket.ts': text }), { cache });
  expect(moved.read).toBe(0);
  expect(moved.symbols('sum', 20)[0]?.symbol.path).toBe('src/basket.ts');
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
  expect(navigation.symbols('hello', 20)).toHaveLength(1);
});

test('files that hold secrets by their names are no part of an index', async () => {
  const cache = new MemoryCache();
  const navigation = await openNavigation(sourceFiles({ ...SHOP, '.env': 'API_KEY=hushhush\n' }), { cache });
  expect(await navigation.search('hushhush')).toEqual([]);
  expect(navigation.paths).not.toContain('.env');
  expect(Buffer.concat(cache.parts).includes('hushhush')).toBe(false);
});
