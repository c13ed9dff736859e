import { differences, lines } from '../../support/builtins-kit';
import { createKit } from '../../support/sandbox-kit';
import type { Kit } from '../../support/sandbox-kit';

const prelude = String.raw`const stream=require('stream');const {Readable,Writable,Transform,Duplex,PassThrough,pipeline,finished,addAbortSignal,compose}=stream;const readline = require('readline'); const consumers = require('stream/consumers'); const sp=require('stream/promises');
const collect=async(r)=>{const out=[];for await(const c of r)out.push(Buffer.isBuffer(c)?c.toString():c);return out};
const tick=()=>new Promise(r=>setImmediate(r));
const sink=(log,o={})=>new Writable({write(c,e,cb){log.push(String(c));cb()},...o});
const events=(s,names,log)=>{for(const n of names)s.on(n,(...a)=>log.push(n+(a[0]!==undefined?':'+(a[0] instanceof Error?a[0].message:String(a[0])):'')))};`;

const STREAMS = lines(String.raw`
await collect(Readable.from([1,2,3])) ¦ await collect(Readable.from('abc')) ¦ await collect(Readable.from(Buffer.from('abc')))
await sp.pipeline(Readable.from(['a']),async(s)=>{let t='';for await(const c of s)t+=c;return t})
await sp.pipeline(Readable.from([1])) ¦ pipeline(Readable.from([1]),5,()=>{}) ¦ pipeline(Readable.from([1]))
await new Promise(r=>{const p=new PassThrough();finished(p,(e)=>r([e&&e.code,e&&e.message]));p.destroy(new Error('x'))})
await (async()=>{const w=new Writable({write(c,e,cb){cb()}});w.end();w.write('x');return new Promise(r=>w.on('error',r))})()
await (async()=>{const t=new Transform();t.write('x');return new Promise(x=>t.on('error',x))})()
await (async()=>{const r=new Readable({read(){},objectMode:true});r.push({a:1});r.push(null);return collect(r)})()
await (async()=>{const d=new Duplex({read(){this.push('r');this.push(null)},write(c,e,cb){cb()}});d.end('x');return collect(d)})()
await Readable.from([1,2]).find(x=>x>1) ¦ await (async()=>{const l=[];await Readable.from([1,2]).forEach(x=>l.push(x));return l})()
await (async()=>{const r=new Readable({read(){}});r.destroy();return collect(r)})()
(()=>{const r=new Readable({read(){}});return [r.readable,r.readableFlowing,r.readableEnded,r.destroyed,r.closed,r.errored,r.readableObjectMode,r.readableEncoding,r.readableAborted,r.readableDidRead]})()
stream===stream.Stream ¦ require('stream').promises===require('stream/promises') ¦ new Readable() instanceof stream ¦ new Duplex() instanceof Writable
await (async()=>{class Up extends Transform{_transform(c,e,cb){cb(null,String(c).toUpperCase())}}const u=new Up();u.end('abc');return collect(u)})()
await (async()=>{const log=[];const r=new Readable({construct(cb){log.push('construct');cb()},read(){log.push('read');this.push(null)}});await collect(r);return log})()
require('util').inspect(Readable.from([1]),{depth:-1})
`);

const READERS = lines(String.raw`
await (async () => { const rl = readline.createInterface({ input: Readable.from(['a\nb', '\nc\r\nd']) }); const l = []; for await (const x of rl) l.push(x); return l; })()
await new Promise((r) => { const l = []; readline.createInterface({ input: Readable.from(['x\n', 'y']) }).on('line', (x) => l.push(x)).on('close', () => r(l)); })
await new Promise((r) => { const out = []; const rl = readline.createInterface({ input: Readable.from(['Ann\n']), output: sink(out) }); rl.question('name? ', (a) => { rl.close(); r([a, out]); }); })
await (async () => { const rl = require('readline/promises').createInterface({ input: Readable.from(['42\n']) }); try { return await rl.question('?'); } finally { rl.close(); } })()
await (async () => { const out = []; readline.cursorTo(sink(out), 3); readline.clearLine(sink(out), 0); readline.moveCursor(sink(out), -1, 2); readline.clearScreenDown(sink(out)); await tick(); return out; })()
await (async () => { const rl = readline.createInterface({ input: Readable.from([]) }); rl.close(); return rl.question('x', () => {}); })()
await consumers.text(Readable.from(['é', 'b'])) ¦ await consumers.json(Readable.from(['{"a":', '1}']))
await consumers.buffer(Readable.from([Buffer.from('x')])) ¦ await consumers.arrayBuffer(Readable.from(['ab']))
`);

describe('node:stream in the sandbox is as in Node', () => {
  let kit: Kit;
  beforeAll(() => {
    kit = createKit();
  });
  afterAll(() => kit.close());

  it('for streams and pipelines', async () => {
    expect(await differences(kit, { prelude, cases: STREAMS })).toEqual([]);
  });

  it('for readline and consumers', async () => {
    expect(await differences(kit, { prelude, cases: READERS })).toEqual([]);
    expect(READERS.length).toBeGreaterThan(9);
  });
});
