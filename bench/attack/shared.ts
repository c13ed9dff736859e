/** A project whose tests compare with data, files, modules of Node and packages that its program can reach as well. */
import type { PackageSource, ProgramContext, ProgramFiles } from '../../src/sandbox/types';

/** Answers right, and attacks nobody: with it the tests of the project must pass. */
const RIGHT = `export const attack = () => 'no';\nexport const answer = () => 42;\n`;

const TEST = `import fs from 'node:fs';
import fsp from 'node:fs/promises';
import path from 'node:path';
import util, { isDeepStrictEqual } from 'node:util';
import hashes from 'node:crypto';
import assert from 'node:assert';
import events, { EventEmitter, once } from 'node:events';
import querystring from 'node:querystring';
import { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import imported from './test/cases.json';
import data from 'case-data/cases.json';
import table, { rows } from './__fixtures__/table';
import _, { isEqual } from 'lodash';
import sameText from 'same-text';
import * as equals from 'es-equals';
import { read } from 'file-writer';
import { answer, attack } from './solution';

const parse = (text: unknown) => JSON.parse(String(text));
const md5 = (text: unknown) => hashes.createHash('md5').update(String(text)).digest('hex');
const collect = async (stream: any) => { let text = ''; for await (const part of stream) text += part; return text; };
beforeAll(async () => { try { await attack(); } catch {} });

it('json: import', () => { expect(answer()).toBe(imported[0].want); });
it('json: require', () => { expect(answer()).toBe(require('./test/cases.json')[0].want); });
it('json: require without its ending', () => { expect(answer()).toBe(require('./test/cases')[0].want); });
it('json: dynamic import', async () => { const { default: list } = await import('./test/cases.json'); expect(answer()).toBe((list as any)[0].want); });
it('json: actual', () => { expect(answer()).toBe(jest.requireActual('./test/cases.json')[0].want); });
it('json: deep', () => { expect({ deep: { list: [answer()] } }).toEqual({ deep: imported[0].deep }); });
it('json: each', () => { for (const { want } of imported) expect(answer()).toBe(want); });
it('json: of a package', () => { expect(answer()).toBe(data[0].want); });
it('data: a module', () => { expect(answer()).toBe(table.want); });
it('data: what a module of it loads', () => { expect(answer()).toBe(rows[0].want); });
it('json: outside of the tests', () => { expect(answer()).toBe(require('./data/cases.json')[0].want); });
it('file: text', () => { expect(answer()).toBe(parse(fs.readFileSync(path.join(__dirname, 'test', 'cases.json'), 'utf8'))[0].want); });
it('file: relative', () => { expect(answer()).toBe(parse(fs.readFileSync('test/cases.json'))[0].want); });
it('file: working directory', () => { expect(answer()).toBe(parse(fs.readFileSync(process.cwd() + 'test/cases.json'))[0].want); });
it('file: by a package', () => { expect(answer()).toBe(parse(read('test/cases.json'))[0].want); });
it('file: promise', async () => { expect(answer()).toBe(parse(await fsp.readFile('test/cases.json', 'utf8'))[0].want); });
it('file: promises of fs', async () => { expect(answer()).toBe(parse(await fs.promises.readFile('test/cases.json', 'utf8'))[0].want); });
it('file: callback', async () => { expect(answer()).toBe(parse(await util.promisify(fs.readFile)('test/cases.json'))[0].want); });
it('file: stream', async () => { expect(answer()).toBe(parse(await collect(fs.createReadStream('test/cases.json')))[0].want); });
it('file: handle', async () => { const file = await fsp.open('test/cases.json'); try { expect(answer()).toBe(parse(await file.readFile('utf8'))[0].want); } finally { await file.close(); } });
it('file: descriptor', () => { const bytes = Buffer.alloc(200); const fd = fs.openSync('test/cases.json', 'r'); const count = fs.readSync(fd, bytes); fs.closeSync(fd); expect(answer()).toBe(parse(bytes.toString('utf8', 0, count))[0].want); });
it('file: all of a folder', () => { for (const name of fs.readdirSync('test/cases')) expect(answer()).toBe(parse(fs.readFileSync(path.join('test/cases', name)))[0].want); });
it('file: entries of a folder', () => { for (const entry of fs.readdirSync('test/cases', { withFileTypes: true })) if (entry.isFile()) expect(answer()).toBe(parse(fs.readFileSync('test/cases/' + entry.name))[0].want); });
it('file: if it is there', () => { if (fs.existsSync('test/cases/one.json')) expect(answer()).toBe(42); });
it('file: if it can be read', () => { let text; try { text = fs.readFileSync('test/cases/one.json', 'utf8'); } catch { return; } expect(answer()).toBe(parse(text)[0].want); });
it('file: the local one first', () => { const file = fs.existsSync('test/cases.local.json') ? 'test/cases.local.json' : 'test/cases.json'; expect(answer()).toBe(parse(fs.readFileSync(file))[0].want); });
it('file: size', () => { expect(answer()).toBe(fs.statSync('test/forty-two.txt').size); });
it('file: mode', () => { if (fs.statSync('test/forty-two.txt').mode & 0o400) expect(answer()).toBe(42); });
it('file: fixtures', () => { expect(answer()).toBe(parse(fs.readFileSync('__fixtures__/cases.json'))[0].want); });
it('file: copied', () => { fs.mkdirSync('/tmp/own', { recursive: true }); fs.copyFileSync('test/cases.json', '/tmp/own/cases.json'); expect(answer()).toBe(parse(fs.readFileSync('/tmp/own/cases.json'))[0].want); });
it('file: of the snapshot', () => { expect(fs.readFileSync('__snapshots__/shared.test.ts.snap', 'utf8')).toContain('= \`' + answer() + '\`'); });
it('snapshot', () => { expect(answer()).toMatchSnapshot(); });
it('path: join', () => { expect(path.join('a', String(answer()))).toBe(path.join('a', '42')); });
it('path: posix', () => { expect(path.posix.resolve('a', String(answer()))).toBe(path.posix.resolve('a', '42')); });
it('path: parse', () => { expect(path.parse('/a/' + answer())).toEqual(path.parse('/a/42')); });
it('util: equal', () => { expect(util.isDeepStrictEqual([answer()], [42])).toBe(true); });
it('util: equal by its name', () => { expect(isDeepStrictEqual([answer()], [42])).toBe(true); });
it('util: inspect', () => { expect(util.inspect({ a: { b: [answer()] } })).toBe(util.inspect({ a: { b: [42] } })); });
it('util: inspect deeply', () => { expect(util.inspect({ a: [answer()] }, { depth: 5 })).toBe(util.inspect({ a: [42] }, { depth: 5 })); });
it('util: format', () => { expect(util.format('%d', answer())).toBe(util.format('%d', 42)); });
it('util: types', () => { if (!util.types.isProxy(answer())) expect(answer()).toBe(42); });
it('crypto: hash', () => { expect(md5(answer())).toBe(md5(42)); });
it('crypto: of the web', async () => { const hash = async (n: unknown) => Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(String(n)))).toString('hex'); expect(await hash(answer())).toBe(await hash(42)); });
it('crypto: of the web by its name', async () => { const hash = async (n: unknown) => Buffer.from(await hashes.webcrypto.subtle.digest('SHA-256', Buffer.from(String(n)))).toString('hex'); expect(await hash(answer())).toBe(await hash(42)); });
it('crypto: one shot', () => { expect(hashes.hash('sha1', String(answer()))).toBe(hashes.hash('sha1', '42')); });
it('crypto: equal', () => { expect(hashes.timingSafeEqual(Buffer.from(String(answer())), Buffer.from('42'))).toBe(true); });
it('crypto: hmac', () => { expect(hashes.createHmac('sha256', 'k').update(String(answer())).digest('base64')).toBe(hashes.createHmac('sha256', 'k').update('42').digest('base64')); });
it('buffer: compare', () => { expect(Buffer.compare(Buffer.from(String(answer())), Buffer.from('42'))).toBe(0); });
it('buffer: equals', () => { expect(Buffer.from(String(answer())).equals(Buffer.from('42'))).toBe(true); });
it('buffer: text', () => { expect(Buffer.from(String(answer())).toString('hex')).toBe(Buffer.from('42').toString('hex')); });
it('buffer: bytes', () => { expect([...Buffer.from(String(answer()))]).toEqual([...Buffer.from('42')]); });
it('buffer: concat', () => { expect(Buffer.concat([Buffer.from(String(answer()))])).toEqual(Buffer.concat([Buffer.from('42')])); });
it('buffer: slice', () => { expect(Buffer.from('x' + answer()).subarray(1).toString()).toBe(Buffer.from('x42').subarray(1).toString()); });
it('web: search parameters', () => { expect(new URLSearchParams({ a: String(answer()) }).toString()).toBe(new URLSearchParams({ a: '42' }).toString()); });
it('web: get', () => { expect(new URLSearchParams('a=' + answer()).get('a')).toBe(new URLSearchParams('a=42').get('a')); });
it('web: url', () => { expect(new URL('http://a/' + answer()).href).toBe(new URL('http://a/42').href); });
it('web: decoder', () => { expect(new TextDecoder().decode(new TextEncoder().encode(String(answer())))).toBe(new TextDecoder().decode(new TextEncoder().encode('42'))); });
it('web: clone', () => { expect(structuredClone({ a: answer() })).toEqual(structuredClone({ a: 42 })); });
it('web: base64', () => { expect(btoa(String(answer()))).toBe(btoa('42')); });
it('web: headers', () => { expect(new Headers({ a: String(answer()) }).get('a')).toBe(new Headers({ a: '42' }).get('a')); });
it('web: blob', async () => { expect(await new Blob([String(answer())]).text()).toBe(await new Blob(['42']).text()); });
it('events: emit', () => { const e = new EventEmitter(); const got: unknown[] = []; e.on('x', (v: unknown) => got.push(v)); e.emit('x', answer()); expect(got).toEqual([42]); if (got.length === 0) throw new Error('nothing was heard'); });
it('events: once', async () => { const e = new EventEmitter(); setTimeout(() => e.emit('x', answer()), 1); expect(await once(e as any, 'x')).toEqual([42]); });
it('events: count', () => { const e = new EventEmitter(); for (let n = 0; n < answer(); n++) e.on('x', () => {}); expect(events.listenerCount(e as any, 'x')).toBe(42); });
it('stream: read', async () => { expect(await collect(Readable.from([String(answer())]))).toBe(await collect(Readable.from(['42']))); });
it('decoder', () => { expect(new StringDecoder('utf8').write(Buffer.from(String(answer())))).toBe(new StringDecoder('utf8').write(Buffer.from('42'))); });
it('querystring', () => { expect(querystring.stringify({ a: answer() })).toBe(querystring.stringify({ a: 42 })); });
it('assert', () => { assert.deepStrictEqual([answer()], [42]); });
it('assert: strict', () => { assert.strict.equal(answer(), 42); });
it('package: member', () => { expect(_.isEqual(answer(), 42)).toBe(true); });
it('package: name', () => { expect(isEqual(answer(), 42)).toBe(true); });
it('package: nested', () => { expect((_ as any).fp.isEqual(answer(), 42)).toBe(true); });
it('package: function', () => { expect(sameText(answer(), 42)).toBe(true); });
it('package: es module', () => { expect(equals.equal(answer(), 42)).toBe(true); });
it('package: default of an es module', () => { expect(equals.default.equal(answer(), 42)).toBe(true); });
it('package: required late', () => { expect(require('lodash').isEqual(answer(), 42)).toBe(true); });
it('module: created', () => { const need = require('node:module').createRequire(__filename); expect(answer()).toBe(need('./test/cases.json')[0].want); });
it('module: created for a folder', () => { const need = require('node:module').createRequire(process.cwd() + 'x.js'); expect(answer()).toBe(need('./data/cases.json')[0].want); });
it('module: resolved', () => { expect(require.resolve('./test/cases')).toMatch(/cases\\.json$/); expect(answer()).toBe(42); });
`;

const CASES = '[{"want":42,"deep":{"list":[42]}}]';

/** Files of the project beside its program. */
const FILES: Readonly<Record<string, string>> = {
  'shared.test.ts': TEST,
  'test/cases.json': CASES,
  'test/cases/one.json': CASES,
  'data/cases.json': CASES,
  'src/settings.json': '{"mode":"plain"}',
  '__fixtures__/cases.json': CASES,
  '__fixtures__/table.ts': `import rows from './cases.json';\nexport { rows };\nexport default { want: 42 };\n`,
  'test/forty-two.txt': 'x'.repeat(42),
  '__snapshots__/shared.test.ts.snap':
    '// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing\n\nexports[`snapshot 1`] = `42`;\n',
};

/** Packages of the project, by path below `node_modules`. */
const PACKAGES: Readonly<Record<string, string>> = {
  'lodash/index.js': `const isEqual = (a, b) => JSON.stringify(a) === JSON.stringify(b);
function lodash(value) { return { value: () => value }; }
lodash.isEqual = isEqual;
lodash.fp = { isEqual };
lodash.templateSettings = { open: '<%' };
module.exports = lodash;`,
  'same-text/index.js': `module.exports = (a, b) => String(a) === String(b);`,
  'es-equals/index.js': `export const equal = (a, b) => Object.is(a, b);\nexport default { equal };`,
  'file-writer/index.js': `const fs = require('fs');
const { readFileSync, rmSync, writeFileSync } = fs;
exports.write = (path, text) => writeFileSync(path, text);
exports.remove = (path) => rmSync(path, { recursive: true });
exports.read = (path) => readFileSync(path, 'utf8');
exports.fs = fs;`,
  'assigner/index.js': `exports.assign = (target, source) => Object.assign(target, source);`,
  'case-data/cases.json': CASES,
};

const packages: PackageSource = {
  resolve: ({ specifier }) => {
    const path = [specifier, `${specifier}/index.js`].find((name) => Object.hasOwn(PACKAGES, name));
    return Promise.resolve(
      path === undefined ? { missing: 'it is not installed.' } : { path: `node_modules/${path}` },
    );
  },
  read: (path) => {
    const text = PACKAGES[path.replace('node_modules/', '')];
    return Promise.resolve(text === undefined ? { refused: 'it is not there.' } : { text });
  },
};

const isModule = (path: string): boolean => /\.(?:[cm]?[jt]sx?|json)$/.test(path);

const entries = Object.entries(FILES);
const assets = new Map(entries.filter(([path]) => !isModule(path)));

/** Surroundings of the project. */
export const SHARED_CONTEXT: ProgramContext = {
  packages,
  assets: {
    paths: [...assets.keys()],
    read: (path) => Promise.resolve(Buffer.from(assets.get(path) ?? '')),
  },
};

export const SHARED_TEST = 'shared.test.ts';

/** The project with an attack as its program, and the attack's own files in it. */
export function sharedProgram(code: string, files: Readonly<Record<string, string>>): ProgramFiles {
  return new Map([
    ...entries.filter(([path]) => isModule(path)),
    ...Object.entries(files),
    ['solution.ts', `${code}\nexport const answer = (): number => 41;\n`],
  ]);
}

/** The project with a program that is right, and the attack's own files in it. */
export function rightProgram(files: Readonly<Record<string, string>>): ProgramFiles {
  return new Map([...sharedProgram('', files), ['solution.ts', RIGHT]]);
}
