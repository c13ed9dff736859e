import type { PackageSource } from '../../../src/sandbox/types';
import { createKit, messages, outcome } from '../../support/sandbox-kit';
import type { Kit } from '../../support/sandbox-kit';

const SETTINGS = `const lib = { defaults: { mode: 'plain', check: () => true }, level: 1, run: () => lib.defaults.mode + lib.level };
module.exports = lib;`;

const packages: PackageSource = {
  resolve: ({ specifier }) =>
    Promise.resolve(
      specifier === 'lib' ? { path: 'node_modules/lib/index.js' } : { missing: 'it is not installed.' },
    ),
  read: () => Promise.resolve({ text: SETTINGS }),
};

describe('tests and the program they test', () => {
  let kit: Kit;
  let run: (code: string, tests: string, more?: Record<string, string>) => Promise<string[]>;
  beforeAll(() => {
    kit = createKit();
    run = async (code, tests, more = {}) => {
      const files = { 'code.js': code, 'demo.test.js': tests, ...more };
      const { report } = await kit.run(files, { context: { packages } });
      return [...outcome(report.tests), ...messages(report.tests)];
    };
  });
  afterAll(() => kit.close());

  it('meet in the mocks that the tests make of modules of Node', async () => {
    const code = `
const fs = require('fs'); const path = require('path'); const { EventEmitter } = require('events');
class Own extends EventEmitter { go() { return this.emit('go', 1); } }
module.exports = { read: () => fs.readFileSync('x', 'utf8'), later: () => fs.promises.readFile('x'), has: () => fs.existsSync('y'),
  join: () => path.join('a', 'b'), Own, make: () => Buffer.from('a'), exit: () => process.exit(3), platform: () => process.platform };`;
    const tests = `
const fs = require('fs'); const path = require('path'); const { EventEmitter } = require('events'); const code = require('./code');
afterEach(() => jest.restoreAllMocks());
it('spies on a module', async () => {
  jest.spyOn(fs, 'readFileSync').mockReturnValue('spied');
  jest.spyOn(fs.promises, 'readFile').mockResolvedValue('later');
  const join = jest.spyOn(path, 'join');
  expect([code.read(), await code.later(), code.join()]).toEqual(['spied', 'later', 'a/b']);
  expect(join).toHaveBeenCalledWith('a', 'b');
  jest.restoreAllMocks();
  expect(code.read).toThrow(/ENOENT/);
});
it('assigns', () => { const before = fs.existsSync; fs.existsSync = () => true; expect(code.has()).toBe(true); fs.existsSync = before; expect(code.has()).toBe(false); });
it('spies on a class', () => {
  const emit = jest.spyOn(EventEmitter.prototype, 'emit');
  const from = jest.spyOn(Buffer, 'from').mockReturnValue('fake');
  new code.Own().go();
  expect(emit).toHaveBeenCalledWith('go', 1);
  expect(code.make()).toBe('fake');
  jest.restoreAllMocks();
  expect([code.make().toString(), jest.isMockFunction(EventEmitter.prototype.emit)]).toEqual(['a', false]);
  expect(from).not.toBe(Buffer.from);
});
it('spies on an object of a class', () => {
  const own = new code.Own();
  const emit = jest.spyOn(own, 'emit');
  own.go();
  expect(emit).toHaveBeenCalledTimes(1);
  emit.mockRestore();
  own.on('go', (value) => { own.heard = value; });
  own.go();
  expect(own.heard).toBe(1);
});
it('mocks a module', () => { jest.isolateModules(() => { jest.doMock('events'); const events = require('events'); new events().emit('x'); expect(events.mock.instances[0].emit).toHaveBeenCalledWith('x'); }); });
it('replaces parts of the process', () => {
  const exit = jest.spyOn(process, 'exit').mockImplementation(() => 'left');
  const before = process.platform;
  Object.defineProperty(process, 'platform', { value: 'plan9' });
  expect([code.exit(), code.platform()]).toEqual(['left', 'plan9']);
  expect(exit).toHaveBeenCalledWith(3);
  Object.defineProperty(process, 'platform', { value: before });
});`;
    expect(await run(code, tests)).toEqual([
      'spies on a module: passed',
      'assigns: passed',
      'spies on a class: passed',
      'spies on an object of a class: passed',
      'mocks a module: passed',
      'replaces parts of the process: passed',
    ]);
  });

  it('meet in the files that either of them makes', async () => {
    const code = `
const fs = require('fs');
module.exports = {
  write: () => { fs.writeFileSync('out.txt', 'out'); fs.mkdirSync('test/out', { recursive: true }); fs.writeFileSync('test/out/a', 'a'); },
  edit: (path) => fs.appendFileSync(path, '!'), remove: (path) => fs.rmSync(path),
  own: () => { fs.writeFileSync('config.json', '{"a":2}'); return fs.readFileSync('config.json', 'utf8'); },
  read: (path) => fs.readFileSync(path, 'utf8'),
  put: (fd) => fs.writeSync(fd, 'by descriptor'),
};`;
    const tests = `
const fs = require('fs'); const code = require('./code');
it('writes', () => { code.write(); expect([fs.readFileSync('out.txt', 'utf8'), fs.readdirSync('test/out')]).toEqual(['out', ['a']]); });
it('edits', () => { fs.writeFileSync('/tmp/a', 'a'); code.edit('/tmp/a'); expect(fs.readFileSync('/tmp/a', 'utf8')).toBe('a!'); code.remove('/tmp/a'); expect(fs.existsSync('/tmp/a')).toBe(false); });
it('keeps what was given', () => { expect(code.own()).toBe('{"a":2}'); expect(fs.readFileSync('config.json', 'utf8')).toBe('{"a":1}'); });
it('takes what the tests write', () => { fs.writeFileSync('config.json', '{"a":3}'); expect(code.read('config.json')).toBe('{"a":3}'); code.edit('config.json'); expect(fs.readFileSync('config.json', 'utf8')).toBe('{"a":3}!'); });
it('takes a descriptor', () => { const fd = fs.openSync('/tmp/fd', 'w'); code.put(fd); fs.closeSync(fd); expect(fs.readFileSync('/tmp/fd', 'utf8')).toBe('by descriptor'); });`;
    const more = { 'config.json': '{"a":1}', 'test/given.json': '1' };
    expect(await run(code, tests, more)).toEqual([
      'writes: passed',
      'edits: passed',
      'keeps what was given: passed',
      'takes what the tests write: passed',
      'takes a descriptor: passed',
    ]);
  });

  it('do not meet in the insides of streams and handles that the tests hand over', async () => {
    const code = `
const fs = require('fs');
// All that objects lead to, symbols and what inherits them included.
const reach = (value, seen = new Set()) => {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value) || value === globalThis || seen.size > 20000) return seen;
  seen.add(value);
  for (const key of Reflect.ownKeys(value)) { let found; try { found = value[key]; } catch { continue; } reach(found, seen); }
  reach(Object.getPrototypeOf(value), seen);
  return seen;
};
exports.attack = (value) => {
  for (const found of reach(value)) {
    if (found instanceof Map && found.has('config.json')) found.delete('config.json');
    for (const name of ['writeFileSync', 'unlinkSync', 'rmSync'])
      try { found[name]?.('config.json', 'FORGED'); } catch {}
    try { found.open?.('config.json', 'w', 438, () => {}); } catch {}
  }
  try { value.path = 'config.json'; value.flags = 'w'; } catch {}
  try { Object.getPrototypeOf(value[Symbol.asyncIterator]()).next = async () => ({ done: true }); } catch {}
};`;
    const tests = `
const fs = require('fs'); const code = require('./code');
const rest = () => new Promise((resolve) => setTimeout(resolve, 20));
afterEach(async () => { await rest(); expect(fs.readFileSync('config.json', 'utf8')).toBe('{"a":1}'); });
it('hands over a reader', async () => { const stream = fs.createReadStream('other.txt').on('error', () => {}); code.attack(stream); await rest(); });
it('hands over a writer', async () => { const stream = fs.createWriteStream('/tmp/w').on('error', () => {}); code.attack(stream); await rest(); });
it('hands over a handle', async () => { const handle = await fs.promises.open('other.txt'); code.attack(handle); await handle.close(); });
it('reads a stream of its own afterwards', async () => { const parts = []; for await (const part of fs.createReadStream('other.txt', 'utf8')) parts.push(part); expect(parts).toEqual(['other']); });`;
    const files = { 'config.json': '{"a":1}', 'other.txt': 'other' };
    expect((await run(code, tests, files)).filter((line) => !line.endsWith(': passed'))).toEqual([]);
  });

  it('meet in the settings of a package and in the environment, not in what the program makes of functions', async () => {
    const code = `
const lib = require('lib');
lib.level = 2; lib.defaults.mode = 'new'; lib.defaults.extra = true; lib.run = () => 'own'; lib.defaults.check = () => false;
process.env.SET_BY = 'the program'; process.exitCode = 4;
const { inspect } = require('util'); inspect.defaultOptions.depth = 0;
module.exports = { run: () => lib.run(), check: () => lib.defaults.check(), show: () => inspect({ a: { b: 1 } }), isSame: (E) => E === require('events') };`;
    const tests = `
const lib = require('lib'); const util = require('util'); const code = require('./code');
it('works', () => {
  expect([lib.run(), lib.defaults.extra, lib.defaults.check()]).toEqual(['new2', true, true]);
  expect([code.run(), code.check()]).toEqual(['own', false]);
  expect([process.env.SET_BY, process.exitCode]).toEqual(['the program', 4]);
  expect([code.show(), util.inspect({ a: { b: 1 } })]).toEqual(['{ a: [Object] }', '{ a: { b: 1 } }']);
  expect(code.isSame(require('events'))).toBe(true);
  jest.spyOn(lib, 'run').mockReturnValue('spied');
  expect(code.run()).toBe('spied');
});`;
    expect(await run(code, tests)).toEqual(['works: passed']);
  });
});
