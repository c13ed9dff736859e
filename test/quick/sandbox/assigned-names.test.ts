import { assignedNames } from '../../../src/sandbox/child/assigned-names';

it.each([
  ['global.fetch = f', ['globalThis.fetch']],
  ["(globalThis).fetch = f; window['x'] ??= 1", ['globalThis.fetch', 'globalThis.x']],
  [
    'console.error = () => {}; Date.now = f; count.n++; a.b += 1',
    ['console.error', 'Date.now', 'count.n', 'a.b'],
  ],
  ["vi.stubGlobal('fetch', f)", ['globalThis.fetch']],
  [
    "Object.defineProperty(global, 'crypto', {}); jest.replaceProperty(process, 'platform', 'x')",
    ['globalThis.crypto', 'process.platform'],
  ],
  ["delete global.fetch; Reflect.deleteProperty(globalThis, 'x')", ['globalThis.fetch', 'globalThis.x']],
])('finds what a test changes in %j', (code, names) => {
  expect(assignedNames(code).sort()).toEqual([...names].sort());
});

it.each([
  'global.fetch == f',
  'if (a.b === c) {}',
  'global.fetch()',
  'x => global.y',
  "spyOn(console, 'log')",
])('finds no change in %j', (code) => {
  expect(assignedNames(code)).toEqual([]);
});
