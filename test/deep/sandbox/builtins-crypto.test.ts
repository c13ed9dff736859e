import { randomBytes, randomInt } from 'node:crypto';
import { differences, lines } from '../../support/builtins-kit';
import { createKit, messages } from '../../support/sandbox-kit';
import type { Kit } from '../../support/sandbox-kit';

const prelude = String.raw`const c=require('crypto');const {Readable}=require('stream');`;

const CALLS = lines(String.raw`
c.createHash('nope') ¦ c.createHash(5) ¦ (()=>{const h=c.createHash('md5');h.digest();h.digest()})()
(()=>{const h=c.createHash('md5');h.digest();h.update('a')})() ¦ c.createHash('md5').update(5) ¦ c.createHash('md5').digest('nope')
c.createHash('shake128',{outputLength:10}).digest('hex') ¦ c.createHmac('nope','k') ¦ c.createHmac('md5') ¦ c.createHmac('md5',5)
(()=>{const h=c.createHmac('md5','k');h.digest();return h.digest('hex')})() ¦ c.randomBytes(-1) ¦ c.randomBytes('x') ¦ c.randomInt(5,3)
c.randomInt('a') ¦ c.randomInt(2**49) ¦ c.randomInt(1.5) ¦ c.timingSafeEqual(Buffer.from('a'),Buffer.from('ab'))
c.timingSafeEqual('a',Buffer.from('ab'))
c.hash('sha1','abc') ¦ c.hash('nope','abc') ¦ c.hash('sha1',5) ¦ c.hash('sha1','abc','buffer')
c.randomUUID({disableEntropyCache:5}) ¦ c.getRandomValues([1]) ¦ c.getRandomValues(new Float32Array(1)) ¦ c.getRandomValues(new Uint8Array(65537))
c.randomFillSync(5) ¦ c.randomFillSync(Buffer.alloc(3),5) ¦ c.randomFillSync(Buffer.alloc(3),1,9) ¦ c.createHash('SHA-256').update('a').digest('hex')
c.createHash('RSA-SHA256').update('a').digest('hex') ¦ c.createHash('md5').copy().digest('latin1') ¦ c.createHash('blake2b512').update('').digest('hex')
c.createHash('sha512-256').update('').digest('base64url')
c.createHash('sha256').update('a').update('b','utf8').update('Y2M=','base64').digest('latin1')
c.createHash('sha1').update('x').copy().update('y').digest('hex')
await new Promise(r=>c.randomBytes(5,(e,b)=>r([e,b.length])))
await require('util').promisify(c.randomBytes)(4).then(b=>b.length) ¦ await new Promise(r=>c.randomInt(5,(e,n)=>r(n<5))) ¦ c.randomInt(3,4)
c.randomInt(1) ¦ c.randomInt(-5,-4) ¦ c.randomBytes(0) ¦ c.randomBytes(20).length
/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(c.randomUUID()) ¦ c.randomUUID()!==c.randomUUID()
crypto.randomUUID().length ¦ crypto.getRandomValues(new Uint16Array(4)).length ¦ c.timingSafeEqual(Buffer.from('ab'),Buffer.from('ab'))
c.timingSafeEqual(Buffer.from('ab'),Buffer.from('ac')) ¦ c.timingSafeEqual(new Uint16Array([1]),new Uint8Array([1,0]))
c.randomFillSync(new Uint32Array(4)).length ¦ c.randomFillSync(Buffer.alloc(4),2).slice(0,2)
await new Promise(r=>c.randomFill(Buffer.alloc(3),(e,b)=>r(b.length)))
Buffer.from(await crypto.subtle.digest('SHA-512',Buffer.from('x'))).toString('hex') ¦ await crypto.subtle.digest('nope',new Uint8Array(1))
await crypto.subtle.digest({name:'sha-1'},new ArrayBuffer(1)) ¦ await crypto.subtle.digest('SHA-256','x') ¦ Object.prototype.toString.call(crypto)
crypto===c.webcrypto ¦ typeof crypto.subtle ¦ c.getHashes().includes('sha256') ¦ c.createHash('sha256') instanceof c.Hash
await (async()=>{const h=c.createHash('sha1');h.write('a');h.end('b');let out='';h.setEncoding('hex');for await(const x of h)out+=x;return out})()
await new Promise(r=>{const h=c.createHash('md5');h.on('readable',()=>{const d=h.read();if(d)r(d)});h.write('abc');h.end()})
await new Promise(r=>Readable.from(['a','b']).pipe(c.createHash('sha256')).setEncoding('hex').on('data',r))
await require('stream/promises').pipeline(Readable.from(['q']),c.createHmac('md5','k'),async s=>{let t='';for await(const x of s)t+=x.toString('hex');return t})
await (async()=>{const old=c.createHash('md5');const h=c.createHash('md5');h.end('x');const a=h.read().toString('hex');old.update('x');return a===old.digest('hex')})()
c.createHmac('sha256',Buffer.from('k')).update(new DataView(new ArrayBuffer(3))).digest('base64url')
c.createHmac('sha256',new ArrayBuffer(2)).update('').digest('hex') ¦ c.createHash('sha256').update(new Uint16Array([1,2])).digest('hex')
c.createHash('sha256').update(new ArrayBuffer(1)) ¦ c.createHash('sha256').update('é','latin1').digest('hex')
c.createHash('sha256').update('zz','hex').digest('hex') ¦ c.createHash('sha256').update(null) ¦ c.createHash('md5').digest('buffer')
c.createHash('sha1',{outputLength:20}).digest('hex') ¦ c.hash('md5',Buffer.from('x'),'base64')
`);

const DIGESTS = [
  ...[
    'md5',
    'sha1',
    'sha224',
    'sha256',
    'sha384',
    'sha512',
    'sha512-256',
    'sha512-224',
    'sha3-224',
    'sha3-256',
    'sha3-384',
  ],
  ...[
    'sha3-512',
    'ripemd160',
    'blake2b512',
    'blake2s256',
    'SHA256',
    'RSA-SHA1',
    'sha-512',
    'sha512/256',
    'shake128',
    'shake256',
  ],
];

/** Lengths around the blocks of digests. */
const LENGTHS = [
  0, 1, 55, 56, 63, 64, 65, 71, 72, 103, 104, 111, 112, 127, 128, 129, 135, 136, 143, 144, 200, 1_000,
];

describe('node:crypto in the sandbox is as in Node', () => {
  let kit: Kit;
  beforeAll(() => {
    kit = createKit();
  });
  afterAll(() => kit.close());

  it('for its functions', async () => {
    expect(await differences(kit, { prelude, cases: CALLS })).toEqual([]);
    expect(CALLS.length).toBeGreaterThan(74);
  });

  it('for digests of texts of any length', async () => {
    const cases = DIGESTS.flatMap((name) =>
      LENGTHS.map(
        (length) => `c.createHash('${name}').update(Buffer.alloc(${length}, 'abcé')).digest('hex')`,
      ),
    );
    expect(await differences(kit, { prelude, cases })).toEqual([]);
  });

  it('for keyed digests of random inputs', async () => {
    // Inputs that are new each time: what fails is told with its input.
    const random = (most: number): string => randomBytes(randomInt(most)).toString('hex');
    const names = DIGESTS.filter((name) => !/blake|shake|\//.test(name));
    const cases = Array.from({ length: 200 }, (_, index) => {
      const name = names[index % names.length] ?? '';
      const [key, data] = [random(300), random(300)];
      return `c.createHmac('${name}', Buffer.from('${key}', 'hex')).update(Buffer.from('${data}', 'hex')).digest('hex')`;
    });
    expect(await differences(kit, { prelude, cases })).toEqual([]);
  });

  it('with chance of its own in each run', async () => {
    const source = `const { randomBytes, randomUUID, randomInt } = require('crypto');
it('draws', () => { console.log(randomBytes(16).toString('hex'), randomUUID(), crypto.randomUUID()); });
it('is even', () => {
  const counts = new Array(16).fill(0);
  for (const byte of randomBytes(64_000)) counts[byte & 15]++;
  for (const count of counts) { expect(count).toBeGreaterThan(3_600); expect(count).toBeLessThan(4_400); }
  const dice = new Array(6).fill(0);
  for (let i = 0; i < 6_000; i++) dice[randomInt(6)]++;
  for (const count of dice) expect(count).toBeGreaterThan(850);
});`;
    const runs = await Promise.all([1, 2, 3].map(() => kit.run({ 'demo.test.js': source })));
    expect(runs.flatMap(({ report }) => messages(report.tests))).toEqual([]);
    expect(new Set(runs.flatMap(({ report }) => report.stdout.trim().split(' '))).size).toBe(9);
  });

  it('and says what there is in place of ciphers, keys and what derives them', async () => {
    const tests = await kit.tests(`import crypto from 'node:crypto';
it('encrypts', () => { crypto.createCipheriv('aes-128-cbc', 'k', 'i'); });
it('signs', () => crypto.webcrypto.subtle.sign('x' as never, {} as never, new Uint8Array(1)));
it('makes keys', () => { new crypto.KeyObject(); });
it('derives keys', () => { crypto.scryptSync('p', 's', 8); });`);
    for (const text of messages(tests))
      expect(text).toMatch(/not available in the sandbox\. Use a command check/);
    expect(messages(tests)).toHaveLength(4);
  });
});
