import { differences, lines } from '../../support/builtins-kit';
import { createKit, messages } from '../../support/sandbox-kit';
import type { Kit } from '../../support/sandbox-kit';

const URLS = [
  ...[
    'https://example.org',
    'http://u:p@host:8080/a/b?x=1&y#frag',
    'https://example.org:443/x/../y/./z',
    'HTTP://EXAMPLE.org/A b',
    'file:///tmp/a.txt',
  ],
  ...[
    'mailto:a@b.c',
    'data:text/plain,hi',
    'https://example.org/?',
    'https://example.org/ü?q=ü#ü',
    'nonsense',
    'http://',
    'https://exa mple.org',
    'http://h:99999/',
  ],
  ...[
    'http://[::1]:80/',
    'http://[1:2::3]/',
    'http://127.1/',
    'http://0x7f.1/',
    'http://256.1.1.1/',
    'http://ü.com',
    'http://xn--espaol-zwa.com',
    'http://xn--a-yoc',
    'http://يa',
    'http://א1',
    'http://a\u200db',
    'http://نامه\u200cای',
    'http://\u0301a',
    'http://a..b/',
  ],
  ...[
    'javascript:alert(1)',
    'foo://h/p?q#f',
    'foo:a b',
    'file:C:/x',
    'file://h/x',
    'http:\\\\\\\\a\\\\b',
    ' http://a ',
    'http://a\\tb',
    'ws://a:80',
    'http://a/%41%zz',
    '//x/y',
    '/p',
    '?q',
    '#h',
  ],
];

const RELATIVE = [
  'x',
  '/x',
  '../x',
  '?q',
  '#h',
  '//other.org/y',
  './',
  '',
  '.',
  '..',
  'http://z.org/',
  'http:x',
  'a:b',
];

const EVENTS = lines(String.raw`
log((e, l) => { e.on('newListener', (n) => l.push(n)); e.once('a', (v) => l.push(['once', v])); e.on('a', (v) => l.push(['on', v])); e.prependListener('a', (v) => l.push(['first', v])); l.push(e.emit('a', 1), e.emit('a', 2), e.emit('b')); })
log((e, l) => { const f = () => l.push('f'); e.on('x', f); e.on('x', f); e.off('x', f); e.emit('x'); l.push(e.listenerCount('x'), e.eventNames()); })
log((e, l) => { e.on('x', () => { l.push(1); e.removeAllListeners('x'); }); e.on('x', () => l.push(2)); e.emit('x'); e.emit('x'); })
log((e, l) => { e.on('removeListener', (n, f) => l.push([n, typeof f])); e.on('z', () => {}); e.once('z', () => {}); e.removeAllListeners('z'); e.removeAllListeners(); l.push(e.eventNames()); })
log((e, l) => { e.on(EE.errorMonitor, (x) => l.push(x.message)); try { e.emit('error', new Error('mm')); } catch (x) { l.push(x.message); } })
log((e, l) => { e.once('q', function lis() {}); l.push(e.rawListeners('q')[0].listener.name, e.listeners('q')[0].name); })
log((e, l) => { function Old() { EE.call(this); } util.inherits(Old, EE); const o = new Old(); o.on('x', (v) => l.push(v)); o.emit('x', 5); l.push(o instanceof EE); })
log((e, l) => { class Sub extends EE { constructor() { super(); this.on('x', () => l.push('sub')); } } new Sub().emit('x'); })
log((e, l) => { e.on('x', () => { throw new Error('in'); }); e.emit('x'); })
new EE().emit('error', new Error('x')) ¦ new EE().emit('error', 'str') ¦ new EE().emit('error', { a: 1 }) ¦ new EE().emit('error') ¦ new EE().emit('error', null)
new EE().on('x') ¦ new EE().on('a', 'a very long string that goes on and on') ¦ new EE().setMaxListeners(-1) ¦ new EE().setMaxListeners('a') ¦ new EE().setMaxListeners(3).getMaxListeners()
EE.listenerCount(new EE(), 'x') ¦ EE.getMaxListeners(new EE()) ¦ EE.getEventListeners(new EventTarget(), 'x') ¦ EE.getEventListeners(5, 'x') ¦ EE.setMaxListeners(5, {}) ¦ EE.EventEmitter === EE ¦ EE.defaultMaxListeners
new EE({ captureRejections: 5 }) ¦ EE.on(5, 'x') ¦ String(EE.captureRejectionSymbol) ¦ String(EE.errorMonitor) ¦ Object.keys(new EE()) ¦ EE.usingDomains ¦ typeof EE.init ¦ require('events').once === EE.once
await new Promise((r) => { const e = new EE({ captureRejections: true }); e.on('x', async () => { throw new Error('cr'); }); e.on('error', (x) => r(x.message)); e.emit('x'); })
await (async () => { const e = new EE(); setTimeout(() => e.emit('v', 1, 2), 1); return EE.once(e, 'v'); })()
await (async () => { const e = new EE(); setTimeout(() => e.emit('error', new Error('oe')), 1); return EE.once(e, 'v'); })()
await (async () => { const e = new EE(); return EE.once(e, 'v', { signal: AbortSignal.abort() }); })()
await (async () => { const t = new EventTarget(); setTimeout(() => t.dispatchEvent(new Event('foo')), 1); return (await EE.once(t, 'foo'))[0].type; })()
await (async () => { const e = new EE(); setTimeout(() => { e.emit('v', 1); e.emit('v', 2, 3); e.emit('end'); }, 1); const l = []; for await (const x of EE.on(e, 'v', { close: ['end'] })) l.push(x); return l; })()
await (async () => { const e = new EE(); const ac = new AbortController(); const it = EE.on(e, 'w', { signal: ac.signal }); setTimeout(() => ac.abort(), 1); return it.next(); })()
util.inspect(new EE()) ¦ util.inspect(new Event('x')).split('\n')[0] ¦ util.inspect(new AbortController()) ¦ util.inspect(AbortSignal.abort())
`);

const OTHERS = lines(String.raw`
qs.parse('a=1&b=x+y&a=2') ¦ qs.parse('a') ¦ qs.parse('=b') ¦ qs.parse('a=%zz') ¦ qs.parse('') ¦ qs.parse('a:1;b:2', ';', ':') ¦ qs.parse('a=1&b=2&c=3', null, null, { maxKeys: 2 }) ¦ qs.parse('%ff=%e4%bd') ¦ qs.parse('a=1&a=2&a=3') ¦ qs.parse(5) ¦ qs.parse('a==b&&c')
qs.stringify({ a: [1, 'x y'], b: true, c: null, d: undefined, e: 5n, f: NaN, g: {} }) ¦ qs.stringify({ a: 1 }, ';', ':') ¦ qs.stringify('x') ¦ qs.stringify({ 'ü&': '=' }) ¦ qs.escape('a b/ü') ¦ qs.unescape('%41%') ¦ qs.stringify({ a: '\ud800' }) ¦ qs.stringify({ a: 'b c' }, null, null, { encodeURIComponent: (x) => '<' + x + '>' })
qs.encode === qs.stringify ¦ url.fileURLToPath('http://x') ¦ url.fileURLToPath('file://h/x') ¦ url.fileURLToPath('file:///a%2fb') ¦ url.fileURLToPath(5) ¦ url.fileURLToPath(new URL('file:///a%20b')) ¦ url.pathToFileURL('/a b#?%\n.txt').href ¦ url.pathToFileURL('/a/').href ¦ url.pathToFileURL(5)
url.domainToASCII('español.com') ¦ url.domainToUnicode('xn--espaol-zwa.com') ¦ url.domainToUnicode('xn--a-yoc') ¦ url.domainToUnicode('xn--1ug') ¦ url.domainToUnicode('xn--10b') ¦ url.domainToUnicode('xn--mgba3gch31f060k') ¦ url.urlToHttpOptions(new URL('http://u:p@a:81/b?c#d')) ¦ url.format(new URL('http://ü.com/x?q#y'), { unicode: true, fragment: false, search: false }) ¦ url.format({ protocol: 'http', host: 'a.b', pathname: 'x', query: { a: 1 } }) ¦ url.format(5)
url.parse('http://u:p@h:8080/a?x=1#f') ¦ url.parse('/a/b?x=1', true) ¦ url.parse('mailto:a@b.c') ¦ url.parse('//h/p', false, true) ¦ url.parse('javascript:alert(1)') ¦ url.parse('x y') ¦ url.parse('') ¦ url.parse(5) ¦ url.parse('HTTP://USER@EX.COM') ¦ url.parse('http://[::1]:3/x') ¦ url.parse('http://a b')
url.resolve('/one/two', 'three') ¦ url.resolve('http://a.com/b', '../c') ¦ url.resolve('http://a.com/b/c?d', '?e') ¦ url.resolve('http://a.com/b', '//x.y/z') ¦ url.resolve('http://a.com/b', 'mailto:x') ¦ url.resolve('a/b', '../../c') ¦ url.URL === URL ¦ url.URLSearchParams === URLSearchParams
new URL() ¦ URL.parse('x') ¦ new URL('/x', 'nope') ¦ JSON.stringify(new URL('http://a')) ¦ Object.keys(new URL('http://a')) ¦ Object.prototype.toString.call(new URL('http://a')) ¦ new URLSearchParams([[1]]) ¦ new URLSearchParams({ a: 1, b: [2] }).toString() ¦ new URLSearchParams(new Map([['a', 'b']])).get('a') ¦ new URLSearchParams().append('a') ¦ new URLSearchParams(5).toString()
(() => { const u = new URL('http://a/?x=1'); u.searchParams.append('y', '2 3'); u.searchParams.delete('x'); const a = u.href; u.search = '?z=9'; return [a, u.searchParams.get('z'), u.searchParams.size]; })() ¦ (() => { const s = new URLSearchParams('b=1&a=2&b=3'); s.sort(); return [String(s), s.getAll('b'), [...s.keys()], [...s], s.has('a', '2'), s.has('a', '3')]; })()
(() => { const u = new URL('http://u:p@a.b:81/c?d#e'); u.protocol = 'https'; u.host = 'x.y:9'; u.pathname = 'q/../r'; u.hash = ''; u.username = 'ü'; u.port = '443'; return u.href; })() ¦ Object.prototype.toString.call(new URLSearchParams().entries())
punycode.encode('mañana') ¦ punycode.decode('maana-pta') ¦ punycode.toASCII('mañana.com') ¦ punycode.toUnicode('xn--maana-pta.com') ¦ punycode.ucs2.decode('a😀') ¦ punycode.ucs2.encode([97, 128512]) ¦ punycode.encode('日本語') ¦ punycode.decode('wgv71a119e') ¦ punycode.decode('é') ¦ punycode.encode('-> $1.00 <-')
os.EOL ¦ os.platform() ¦ os.type() ¦ os.endianness() ¦ os.devNull ¦ os.constants.signals.SIGTERM ¦ os.constants.errno.ENOENT ¦ os.constants.priority.PRIORITY_LOW ¦ os.tmpdir() ¦ typeof os.cpus()[0].model ¦ os.loadavg().length ¦ String(os.platform) === os.platform.toString()
module.isBuiltin('fs') ¦ module.isBuiltin('node:fs') ¦ module.isBuiltin('nope') ¦ module.builtinModules.includes('fs') ¦ module.createRequire('rel') ¦ module.createRequire('/x.js')('path').sep ¦ module.createRequire('file:///x/y.js')('os').EOL ¦ typeof module
dc.channel('a').hasSubscribers ¦ (() => { const l = []; const f = (m, n) => l.push([m, n]); dc.subscribe('c', f); dc.channel('c').publish(1); dc.unsubscribe('c', f); dc.channel('c').publish(2); return l; })() ¦ (() => { const l = []; const t = dc.tracingChannel('t'); t.subscribe({ start: () => l.push('start'), end: (c) => l.push(['end', c.result]) }); t.traceSync((a) => a + 1, {}, null, 4); return l; })() ¦ dc.channel(5)
new ah.AsyncLocalStorage().getStore() ¦ (() => { const s = new ah.AsyncLocalStorage(); return [s.run(1, () => [s.getStore(), s.run(2, () => s.getStore()), s.getStore()]), s.getStore()]; })() ¦ (() => { const s = new ah.AsyncLocalStorage(); return s.run(1, () => s.exit(() => s.getStore())); })()
await (async () => { const s = new ah.AsyncLocalStorage(); return s.run(1, () => new Promise((r) => setTimeout(() => process.nextTick(() => queueMicrotask(() => setImmediate(() => r(s.getStore())))), 1))); })()
(() => { const s = new ah.AsyncLocalStorage(); const r = s.run('x', () => new ah.AsyncResource('T')); return r.runInAsyncScope((a) => [s.getStore(), a], null, 5); })() ¦ (() => { const s = new ah.AsyncLocalStorage(); const f = s.run('y', () => ah.AsyncLocalStorage.bind(() => s.getStore())); const g = s.run('z', () => ah.AsyncLocalStorage.snapshot()); return [f(), g(() => s.getStore())]; })()
new ah.AsyncResource() ¦ new ah.AsyncResource('') ¦ (() => { const s = new ah.AsyncLocalStorage(); s.enterWith(7); const r = s.getStore(); s.disable(); return [r, s.getStore()]; })() ¦ new ah.AsyncLocalStorage({ defaultValue: 3 }).getStore() ¦ typeof ah.createHook({}).enable ¦ typeof ah.executionAsyncId()
net.isIP('1.2.3.4') ¦ net.isIP('::1') ¦ net.isIP('1.2.3') ¦ net.isIP('256.1.1.1') ¦ net.isIPv6('fe80::1%eth0') ¦ net.isIPv4('01.2.3.4') ¦ net.isIPv6('::ffff:1.2.3.4') ¦ http.STATUS_CODES[418] ¦ http.METHODS ¦ http.maxHeaderSize
require('worker_threads').isMainThread ¦ require('worker_threads').parentPort ¦ require('cluster').isPrimary ¦ typeof require('tty').isatty ¦ require('tty').isatty(1) ¦ require('zlib').constants.Z_BEST_COMPRESSION ¦ require('inspector').url() ¦ require('constants').O_CREAT ¦ require('node:process') === process ¦ require('v8').cachedDataVersionTag.length
process.cwd() ¦ process.platform ¦ typeof process.hrtime.bigint() ¦ process.hrtime().length ¦ typeof process.memoryUsage().rss ¦ process.nextTick(5) ¦ process.hrtime(5) ¦ typeof process.uptime() ¦ process.argv.length > 0 ¦ Object.prototype.toString.call(process) ¦ process.emit('nobody') ¦ process.listenerCount('exit') ¦ process.stdout.isTTY === true ¦ process.exitCode
await (async () => { const l = []; setTimeout(() => l.push('t0'), 0); setTimeout(() => l.push('t5'), 5); setImmediate(() => l.push('i')); process.nextTick(() => l.push('n')); Promise.resolve().then(() => l.push('p')); l.push('s'); await new Promise((r) => setTimeout(r, 20)); return l.filter((x) => x !== 'i'); })()
await (async () => { const l = []; const t = setInterval(() => { l.push(l.length); if (l.length === 3) clearInterval(t); }, 2); await new Promise((r) => setTimeout(r, 50)); return l; })() ¦ await (async () => { const t = setTimeout(() => {}, 5); return [t.hasRef(), t.unref() === t, t.ref() === t, typeof +t]; })()
`);

const prelude = `const path = require('path');
const url = require('url');
const util = require('util');
const EE = require('events');
const qs = require('querystring');
const os = require('os');
const punycode = require('punycode');
const module = require('module');
const dc = require('diagnostics_channel');
const ah = require('async_hooks');
const net = require('net');
const http = require('http');
const log = (play) => { const l = []; play(new EE(), l); return l; };
const facts = (u) => [u.href, u.origin, u.protocol, u.username, u.password, u.host, u.port, u.pathname, u.search, u.hash];`;

describe('the smaller modules of Node in the sandbox are as in Node', () => {
  let kit: Kit;
  beforeAll(() => {
    kit = createKit();
  });
  afterAll(() => kit.close());

  it('for paths', async () => {
    const cases = lines(String.raw`
path.join('a', '..', '/b') ¦ path.resolve('/x', '../y') ¦ path.relative('/a/b', '/a/c') ¦ path.parse('/a/b.txt') ¦ path.win32.join('C:\\a', '..\\b')
path.join(5) ¦ path.resolve('a', 5) ¦ path.relative('a', null) ¦ path.basename('a', 5) ¦ path.format(5) ¦ path.format({}) ¦ path.format({ dir: '/a', name: 'b', ext: 'c' }) ¦ path.format({ root: '/', base: 'x' }) ¦ path.sep + path.delimiter + path.win32.sep
path.posix === path ¦ path.win32.posix === path ¦ require('path/win32') === path.win32 ¦ require('path/posix') === path ¦ path.win32.toNamespacedPath('C:\\a') ¦ path.toNamespacedPath('/a')`);
    expect(await differences(kit, { prelude, cases })).toEqual([]);
  });

  it('for URLs', async () => {
    const parsed = URLS.flatMap((one) => [`facts(new URL('${one}'))`, `URL.canParse('${one}')`]);
    const joined = RELATIVE.flatMap((one) =>
      ['https://a.org/b/c/d?e#f', 'file:///C:/x/y', 'foo://h/p/q'].map(
        (base) => `facts(new URL('${one}', '${base}'))`,
      ),
    );
    expect(await differences(kit, { prelude, cases: [...parsed, ...joined] })).toEqual([]);
  });

  it('for events', async () => {
    expect(await differences(kit, { prelude, cases: EVENTS })).toEqual([]);
    expect(EVENTS.length).toBeGreaterThan(40);
  });

  it('for the rest', async () => {
    expect(await differences(kit, { prelude, cases: OTHERS })).toEqual([]);
    expect(OTHERS.length).toBeGreaterThan(150);
  });

  it('and say what of them is not there', async () => {
    const calls = [
      'new MessageChannel()',
      "new TextDecoder('utf-16le')",
      "require('path').matchesGlob('a', '*')",
      "require('util').parseEnv('A=1')",
      "require('util').getCallSites()",
      "require('zlib').crc32('a')",
      "require('http').validateHeaderName('a')",
      "require('dns').promises.lookup('a')",
      "require('buffer').transcode(Buffer.from('a'), 'utf8', 'latin1')",
    ];
    const source = calls.map((call, index) => `it('${index}', () => { ${call}; });`).join('\n');
    const tests = await kit.tests(source);
    for (const text of messages(tests))
      expect(text).toMatch(/is not available in the sandbox\. Use a command check/);
    expect(messages(tests)).toHaveLength(calls.length);
  });
});
