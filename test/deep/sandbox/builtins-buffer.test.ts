import { differences, lines } from '../../support/builtins-kit';
import { createKit } from '../../support/sandbox-kit';
import type { Kit } from '../../support/sandbox-kit';

const ENCODINGS = [
  'utf8',
  'utf-8',
  'UTF8',
  'ucs2',
  'utf16le',
  'latin1',
  'binary',
  'ascii',
  'base64',
  'base64url',
  'hex',
];

const TEXTS = [
  ...[
    '',
    'a',
    'hello world',
    'héllo €',
    '😀x',
    '\\ud800a',
    'a\\ud83d',
    '日本語',
    'QUJD',
    'YWJj==',
    'a-_b',
    'zz',
    '0a0B',
  ],
  ...['abc', '\\u0000\\u00ff', 'a b+c/d=', '=', '====', 'YQ', 'YQ==x', '616263x1'],
];

const BYTES = [
  ...[
    '[]',
    '[1]',
    '[0xe2, 0x82]',
    '[0xe2, 0x82, 0xac]',
    '[0xff, 0xfe, 0x41]',
    '[0xf0, 0x9f, 0x98, 0x80, 0x41]',
    '[0xf0, 0x9f, 0x41]',
  ],
  ...[
    '[0xed, 0xa0, 0x80]',
    '[0xc0, 0x80]',
    '[0xf5, 0x80]',
    '[1, 2, 3, 4, 5, 6, 7, 8, 9, 200, 255]',
    '[0x41, 0xd8, 0x00]',
  ],
];

const CALLS = lines(String.raw`
Buffer.from(5) ¦ Buffer.from(null) ¦ Buffer.from(undefined) ¦ Buffer.from({}) ¦ Buffer.from({length:2,0:1,1:257}) ¦ Buffer.from({length:'x'})
Buffer.from({type:'Buffer',data:[1,2]}) ¦ Buffer.from(new String('ab')) ¦ Buffer.from([1.9,-1,256,'3','x',NaN,true])
Buffer.from(new Uint16Array([1,300])) ¦ Buffer.from(new ArrayBuffer(3)) ¦ Buffer.from(new ArrayBuffer(8),2,3) ¦ Buffer.from(new ArrayBuffer(8),9)
Buffer.from(new ArrayBuffer(8),2,9) ¦ Buffer.from(new ArrayBuffer(8),'1','2') ¦ Buffer.from('a','nope') ¦ Buffer.from(Symbol()) ¦ Buffer.from(()=>{})
Buffer.from(true) ¦ Buffer.from({[Symbol.toPrimitive]:()=>'prim'}) ¦ Buffer.from({valueOf(){return 'vo'}}) ¦ Buffer.from(new Date(0))
Buffer.from('abc',1)
Buffer.alloc(3) ¦ Buffer.alloc(3,1) ¦ Buffer.alloc(5,'ab') ¦ Buffer.alloc(5,'') ¦ Buffer.alloc(3,'zz','hex') ¦ Buffer.alloc('3')
Buffer.alloc(3,Buffer.from([1,2])) ¦ Buffer.alloc(3,true) ¦ Buffer.alloc(3,257) ¦ Buffer.alloc(3,'a','nope') ¦ Buffer.alloc(3,'a',5)
Buffer.allocUnsafe(2).length ¦ Buffer.allocUnsafe('x') ¦ Buffer.allocUnsafeSlow(3)
Buffer.concat([]) ¦ Buffer.concat([Buffer.from('a'),Buffer.from('bc')]) ¦ Buffer.concat([Buffer.from('abc')],2) ¦ Buffer.concat([Buffer.from('abc')],5)
Buffer.concat('x') ¦ Buffer.concat([1]) ¦ Buffer.concat([new Uint8Array([1])]) ¦ Buffer.concat([],-1)
Buffer.compare(Buffer.from('a'),Buffer.from('b')) ¦ Buffer.compare(Buffer.from('b'),Buffer.from('a'))
Buffer.compare(Buffer.from('a'),Buffer.from('ab')) ¦ Buffer.compare('a',Buffer.from('b')) ¦ Buffer.compare(Buffer.from('a'),5)
Buffer.isBuffer(new Uint8Array(1)) ¦ Buffer.isBuffer(Buffer.alloc(1)) ¦ Buffer.isEncoding('HEX') ¦ Buffer.isEncoding('x') ¦ Buffer.isEncoding('')
Buffer.isEncoding(5) ¦ Buffer.isEncoding('Utf-16LE') ¦ Buffer.byteLength(5) ¦ Buffer.byteLength(new ArrayBuffer(4))
Buffer.byteLength(new Uint16Array(3)) ¦ Buffer.byteLength('aa','nope') ¦ Buffer.of(1,2,300) ¦ Buffer.copyBytesFrom(new Uint16Array([1,2,3]),1,1)
Buffer.copyBytesFrom(5) ¦ Buffer.name ¦ Buffer.length ¦ typeof Buffer
Buffer.from('hello').slice(1,3) ¦ Buffer.from('hello').slice(-3,-1) ¦ Buffer.from('hello').subarray(1) ¦ Buffer.from('hello').slice(3,1)
Buffer.from('hello').slice('1','x') ¦ Buffer.from('hello').slice(1.7) ¦ Buffer.from('abc').equals(Buffer.from('abc')) ¦ Buffer.from('abc').equals('abc')
Buffer.from('abc').compare(Buffer.from('abd')) ¦ Buffer.from('abc').compare(Buffer.from('xabcx'),1,4)
Buffer.from('abc').compare(Buffer.from('abc'),0,9) ¦ Buffer.from('abc').compare(Buffer.from('abc'),4) ¦ Buffer.from('abc').compare(5)
Buffer.from('abcabc').indexOf('b') ¦ Buffer.from('abcabc').indexOf('b',2) ¦ Buffer.from('abcabc').indexOf('b',-2)
Buffer.from('abcabc').lastIndexOf('b') ¦ Buffer.from('abcabc').lastIndexOf('b',3) ¦ Buffer.from('abcabc').lastIndexOf('b',-3)
Buffer.from('abcabc').indexOf('') ¦ Buffer.from('abcabc').indexOf('',3) ¦ Buffer.from('abcabc').indexOf('',99) ¦ Buffer.from('abcabc').lastIndexOf('')
Buffer.from('abcabc').indexOf(98) ¦ Buffer.from('abcabc').indexOf(98+256) ¦ Buffer.from('abcabc').indexOf(Buffer.from('ca'))
Buffer.from('abcabc').indexOf({}) ¦ Buffer.from('abcabc').indexOf('x') ¦ Buffer.from('abcabc').includes('bc') ¦ Buffer.from('abcabc').includes('bc',5)
Buffer.from('abcabc').indexOf('6263','hex') ¦ Buffer.from('abcabc').indexOf('b','nope') ¦ Buffer.from('aabb','utf16le').indexOf('b',0,'utf16le')
Buffer.from('abcabc').indexOf('b',NaN) ¦ Buffer.from('abcabc').lastIndexOf('b',NaN) ¦ Buffer.from('abcabc').indexOf('b','2')
Buffer.from('abcabc').lastIndexOf('abc',0) ¦ Buffer.from('abcabc').lastIndexOf('c',null) ¦ Buffer.from('abcabc').indexOf('c',undefined)
Buffer.from('abcabc').indexOf('abcd') ¦ Buffer.from('').indexOf('a')
Buffer.alloc(5).fill('ab',1,4) ¦ Buffer.alloc(5).fill('ab','utf8') ¦ Buffer.alloc(5).fill(1,2) ¦ Buffer.alloc(5).fill('x',-1)
Buffer.alloc(5).fill('x',0,9) ¦ Buffer.alloc(5).fill('x',3,2) ¦ Buffer.alloc(5).fill('é') ¦ Buffer.alloc(5).fill('x','nope')
Buffer.alloc(5).fill(Buffer.alloc(0)) ¦ Buffer.alloc(5).fill('6162','hex') ¦ Buffer.alloc(5).fill() ¦ Buffer.alloc(5).fill(null)
Buffer.alloc(5).fill('a',1,'utf8') ¦ Buffer.alloc(5).fill('a','1')
(()=>{const b=Buffer.alloc(5);return [b.write('abc',1),b]})() ¦ (()=>{const b=Buffer.alloc(5);return [b.write('abc',1,2),b]})()
(()=>{const b=Buffer.alloc(5);return [b.write('abc',4),b]})() ¦ (()=>{const b=Buffer.alloc(5);return [b.write('abc',6)]})()
(()=>{const b=Buffer.alloc(5);return [b.write('€€'),b]})() ¦ (()=>{const b=Buffer.alloc(5);return [b.write('616263','hex'),b]})()
(()=>{const b=Buffer.alloc(5);return [b.write('abc',1,'latin1'),b]})() ¦ Buffer.alloc(2).write(5) ¦ Buffer.alloc(2).write('a','nope')
Buffer.alloc(2).write('a',-1) ¦ Buffer.alloc(2).write('a',0,3) ¦ Buffer.alloc(2).write('abc',0,9)
(()=>{const b=Buffer.alloc(3);return [b.write('abcd','utf16le'),b]})()
(()=>{const a=Buffer.from('abcdef'),b=Buffer.alloc(4);return [a.copy(b,1,2,4),b]})()
(()=>{const a=Buffer.from('abcdef'),b=Buffer.alloc(4);return [a.copy(b),b]})() ¦ Buffer.from('ab').copy(5) ¦ Buffer.from('ab').copy(Buffer.alloc(1),-1)
Buffer.from('ab').copy(Buffer.alloc(1),0,3) ¦ Buffer.from('ab').copy(Buffer.alloc(1),0,0,-1) ¦ Buffer.from('ab').copy(Buffer.alloc(3),9)
(()=>{const a=Buffer.from('abcdef');a.copy(a,2,0,4);return a})()
Buffer.from([1,2,3,4]).swap16() ¦ Buffer.from([1,2,3]).swap16() ¦ Buffer.from([1,2,3,4]).swap32() ¦ Buffer.from([1,2,3,4,5,6,7,8]).swap64()
JSON.stringify(Buffer.from('ab')) ¦ Buffer.from('ab').toJSON() ¦ Buffer.from('abc').toString('utf8',1) ¦ Buffer.from('abc').toString('nope')
Buffer.from('abc').toString(undefined,1,2) ¦ Buffer.from('abc').toString('utf8',-5,99) ¦ Buffer.from('abc').toString('utf8','1')
String(Buffer.from('x')) ¦ Buffer.from('abc').toLocaleString() ¦ Buffer.from('abc')+'' ¦ [...Buffer.from('ab').entries()] ¦ [...Buffer.from('ab')]
Buffer.from('abc').map(x=>x+1) ¦ Buffer.from('abc').filter(x=>x>97) ¦ Buffer.from('abc').reverse() ¦ Buffer.from('abc').at(-1)
Buffer.from('abc').buffer.constructor.name ¦ Buffer.from('abc') instanceof Uint8Array ¦ Object.prototype.toString.call(Buffer.from('a'))
Buffer.from('abc').length
require('util').inspect(Buffer.from('hello')) ¦ require('util').inspect(Buffer.alloc(60))
require('util').inspect(Object.assign(Buffer.from('a'),{x:1})) ¦ require('util').inspect([Buffer.from('a')]) ¦ require('util').inspect(Buffer.alloc(51))
require('util').inspect(Buffer.alloc(0))
require('buffer').isUtf8(Buffer.from([0xff])) ¦ require('buffer').isUtf8(Buffer.from('é')) ¦ require('buffer').isAscii(Buffer.from('é'))
require('buffer').constants.MAX_STRING_LENGTH ¦ require('buffer').INSPECT_MAX_BYTES ¦ require('buffer').Buffer===Buffer
require('node:buffer')===require('buffer')
Buffer(3) ¦ Buffer('ab') ¦ new Buffer('6162','hex') ¦ Buffer.from('ab').readUint8(1) ¦ Buffer.from('ab').hexSlice(0,1) ¦ Buffer.from('ab').utf8Slice()
Buffer.from('ab').parent.constructor.name ¦ typeof Buffer.from('ab').offset ¦ new (class X extends Buffer{})(2).length
Object.setPrototypeOf(new Uint8Array([97]),Buffer.prototype).toString() ¦ Buffer.prototype.toString.call(new Uint8Array([97,98]))
Buffer.prototype.indexOf.call(new Uint8Array([97,98]),98)
`);

const PIECES = [
  ...[
    '[[0xe2], [0x82], [0xac]]',
    '[[0xf0, 0x9f], [0x98, 0x80]]',
    '[[0xe2], [0x41]]',
    '[[0x3d, 0xd8], [0x00], [0xde]]',
    '[[1], [2, 3], [4, 5, 6, 7]]',
  ],
  ...[
    '[[0xc3]]',
    '[[0xf0, 0x9f, 0x98]]',
    '[[0xff], [0xc2]]',
    '[[]]',
    '[[0x41, 0xf0], [0x90], [0x80], [0x80]]',
  ],
];

describe('node:buffer in the sandbox is as in Node', () => {
  let kit: Kit;
  beforeAll(() => {
    kit = createKit();
  });
  afterAll(() => kit.close());

  it('for encodings', async () => {
    const cases = ENCODINGS.flatMap((encoding) => [
      ...TEXTS.flatMap((text) => [
        `Buffer.from('${text}', '${encoding}')`,
        `Buffer.byteLength('${text}', '${encoding}')`,
        `Buffer.alloc(5).write('${text}', '${encoding}')`,
        `Buffer.alloc(7, '${text}', '${encoding}')`,
      ]),
      ...BYTES.flatMap((bytes) => [
        `Buffer.from(${bytes}).toString('${encoding}')`,
        `Buffer.from(${bytes}).toString('${encoding}', 1, 3)`,
      ]),
    ]);
    expect(await differences(kit, { cases })).toEqual([]);
  });

  it('for everything else', async () => {
    expect(await differences(kit, { cases: CALLS })).toEqual([]);
    expect(CALLS.length).toBeGreaterThan(190);
  });

  it('and node:string_decoder', async () => {
    const prelude = `const { StringDecoder } = require('string_decoder');`;
    const cases = ['utf8', 'utf16le', 'base64', 'base64url', 'hex', 'latin1', 'ascii'].flatMap((encoding) =>
      PIECES.map(
        (pieces) =>
          `(() => { const d = new StringDecoder('${encoding}'); return [...${pieces}.map((p) => d.write(Buffer.from(p))), d.end(), d.end(Buffer.from('a'))]; })()`,
      ),
    );
    cases.push(
      `new StringDecoder('nope')`,
      'new StringDecoder().write(5)',
      'new StringDecoder().encoding',
      `new StringDecoder().write('str')`,
    );
    expect(await differences(kit, { prelude, cases })).toEqual([]);
  });
});
