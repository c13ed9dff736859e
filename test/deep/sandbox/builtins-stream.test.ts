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
await collect(Readable.from((async function*(){yield 1;yield 2})())) ¦ Readable.from(5) ¦ Readable.from(null)
await (async()=>{const log=[];await sp.pipeline(Readable.from(['a','b']),new Transform({transform(c,e,cb){cb(null,String(c).toUpperCase())}}),sink(log));return log})()
await (async()=>{const log=[];await sp.pipeline(Readable.from(['a','b']),async function*(s){for await(const c of s)yield c+c},sink(log));return log})()
await sp.pipeline(Readable.from(['a']),async(s)=>{let t='';for await(const c of s)t+=c;return t})
await sp.pipeline(Readable.from(['a']),new Writable({write(c,e,cb){cb(new Error('bad'))}}))
await sp.pipeline(new Readable({read(){this.destroy(new Error('src'))}}),new PassThrough())
await sp.pipeline(Readable.from([1]),new PassThrough({objectMode:true}),new PassThrough({objectMode:true})) ¦ await sp.pipeline()
await sp.pipeline(Readable.from([1])) ¦ pipeline(Readable.from([1]),5,()=>{}) ¦ pipeline(Readable.from([1]))
await new Promise(r=>pipeline(Readable.from(['x']),new PassThrough(),sink([]),(e)=>r(e===undefined?'ok':e)))
await new Promise(r=>finished(Readable.from(['x']).resume(),(e)=>r([e])))
await new Promise(r=>{const p=new PassThrough();finished(p,(e)=>r([e&&e.code,e&&e.message]));p.destroy()})
await new Promise(r=>{const p=new PassThrough();finished(p,(e)=>r([e&&e.code,e&&e.message]));p.destroy(new Error('x'))})
await (async()=>{const log=[];const r=new Readable({read(){}});events(r,['data','end','close','readable'],log);r.push('a');r.push('b');r.push(null);await tick();await tick();await tick();return log})()
await (async()=>{const log=[];const w=sink(log);events(w,['finish','close','drain','pipe','unpipe'],log);Readable.from(['a','b']).pipe(w);await new Promise(r=>w.on('close',r));return log})()
await (async()=>{const log=[];const w=new Writable({highWaterMark:3,write(c,e,cb){log.push('w'+c);setImmediate(cb)}});events(w,['drain','finish'],log);log.push(w.write('ab'),w.write('cd'),w.writableLength,w.writableNeedDrain);w.end('e');await new Promise(r=>w.on('finish',r));return log})()
await (async()=>{const w=new Writable({write(c,e,cb){cb()}});w.end();w.write('x');return new Promise(r=>w.on('error',r))})()
await (async()=>{const w=new Writable({write(c,e,cb){cb()}});return w.write(null)})()
await (async()=>{const w=new Writable();w.write('x');return new Promise(r=>w.on('error',r))})()
await (async()=>{const r=new Readable();r.read();return new Promise(x=>r.on('error',x))})()
await (async()=>{const t=new Transform();t.write('x');return new Promise(x=>t.on('error',x))})()
await (async()=>{const r=new Readable({read(){}});r.push(null);r.push('x');return new Promise(x=>r.on('error',x))})()
await (async()=>{const r=new Readable({read(){}});r.push('x');r.unshift('y');r.push(null);return collect(r)})()
await (async()=>{const r=new Readable({read(){},encoding:'utf8'});r.push(Buffer.from([0xe2,0x82]));r.push(Buffer.from([0xac]));r.push(null);return collect(r)})()
await (async()=>{const r=new Readable({read(){},objectMode:true});r.push({a:1});r.push(null);return collect(r)})()
await (async()=>{const r=new Readable({read(){}});r.push('hello');const a=r.read(2),b=r.read(2),c=r.read(2);r.push(null);return [String(a),String(b),c,r.readableLength]})()
await (async()=>{const log=[];const w=new Writable({writev(cs,cb){log.push(cs.map(x=>String(x.chunk)).join());cb()}});w.cork();w.write('a');w.write('b');w.uncork();w.end();await new Promise(r=>w.on('finish',r));return log})()
await (async()=>{const log=[];const t=new Transform({transform(c,e,cb){this.push(c);this.push('-');cb()},flush(cb){cb(null,'end')}});t.end('x');return (await collect(t)).join('')})()
await (async()=>{const d=new Duplex({read(){this.push('r');this.push(null)},write(c,e,cb){cb()}});d.end('x');return collect(d)})()
await collect(Readable.from([1,2,3,4]).filter(x=>x%2).map(x=>x*2)) ¦ await Readable.from([1,2,3]).toArray()
await Readable.from([1,2,3]).reduce((a,b)=>a+b,0) ¦ await Readable.from([1,2,3]).take(2).toArray() ¦ await Readable.from([1,2,3]).drop(1).toArray()
await Readable.from([1,2]).flatMap(x=>[x,x]).toArray() ¦ await Readable.from([1,2]).some(x=>x>1) ¦ await Readable.from([1,2]).every(x=>x>1)
await Readable.from([1,2]).find(x=>x>1) ¦ await (async()=>{const l=[];await Readable.from([1,2]).forEach(x=>l.push(x));return l})()
await (async()=>{const ac=new AbortController();const r=addAbortSignal(ac.signal,new Readable({read(){}}));ac.abort();return collect(r)})()
await (async()=>{const ac=new AbortController();ac.abort();return sp.pipeline(Readable.from([1]),new PassThrough({objectMode:true}),{signal:ac.signal})})()
await sp.finished(Readable.from([1]).resume()) ¦ await sp.finished(new PassThrough().destroy(new Error('q')))
await (async()=>{const r=new Readable({read(){}});r.destroy();return collect(r)})()
await (async()=>{const r=new Readable({read(){}});setImmediate(()=>r.destroy(new Error('late')));return collect(r)})()
[new Readable().readableHighWaterMark,new Readable({objectMode:true}).readableHighWaterMark,new Writable().writableHighWaterMark,stream.getDefaultHighWaterMark(true)]
new Readable({highWaterMark:-1}) ¦ new Readable({highWaterMark:'x'}) ¦ new Writable().setDefaultEncoding('nope')
(()=>{const r=new Readable({read(){}});return [r.readable,r.readableFlowing,r.readableEnded,r.destroyed,r.closed,r.errored,r.readableObjectMode,r.readableEncoding,r.readableAborted,r.readableDidRead]})()
(()=>{const r=new Writable({write(){}});return [r.writable,r.writableEnded,r.writableFinished,r.destroyed,r.writableCorked,r.writableObjectMode,r.writableAborted,r.writableNeedDrain]})()
(()=>{const r=new Readable({read(){}});r.pause();const a=r.isPaused();r.resume();return [a,r.isPaused()]})()
stream.isReadable(new Readable({read(){}})) ¦ stream.isErrored(new Readable({read(){}})) ¦ stream.isDisturbed(new Readable({read(){}})) ¦ typeof stream
stream===stream.Stream ¦ require('stream').promises===require('stream/promises') ¦ new Readable() instanceof stream ¦ new Duplex() instanceof Writable
new Transform() instanceof Readable
Object.keys(stream).filter(k=>['Readable','Writable','Duplex','Transform','PassThrough','pipeline','finished','addAbortSignal','compose'].includes(k))
await (async()=>{const log=[];const a=new PassThrough(),b=sink(log),c=sink(log);a.pipe(b);a.pipe(c);a.write('x');await tick();a.unpipe(b);a.end('y');await new Promise(r=>c.on('finish',r));return log})()
await (async()=>{class Up extends Transform{_transform(c,e,cb){cb(null,String(c).toUpperCase())}}const u=new Up();u.end('abc');return collect(u)})()
await (async()=>{const log=[];const r=Readable.from(['a','b','c']);for await(const c of r){log.push(c);break}return [log,r.destroyed]})()
await (async()=>{const r=new Readable({read(){}});r.on('error',()=>{});r.emit('error',new Error('x'));return r.destroyed})()
await (async()=>{const log=[];const w=new Writable({write(c,e,cb){cb()},final(cb){log.push('final');cb()},destroy(e,cb){log.push('destroy');cb(e)}});events(w,['finish','close'],log);w.end();await new Promise(r=>w.on('close',r));return log})()
await (async()=>{const log=[];const r=new Readable({construct(cb){log.push('construct');cb()},read(){log.push('read');this.push(null)}});await collect(r);return log})()
await (async()=>{const log=[];process.nextTick(()=>log.push('tick'));Promise.resolve().then(()=>log.push('promise'));setImmediate(()=>log.push('immediate'));queueMicrotask(()=>log.push('micro'));log.push('sync');await new Promise(r=>setTimeout(r,5));return log})()
await new Promise(r=>{const log=[];setTimeout(()=>{process.nextTick(()=>log.push('tick'));Promise.resolve().then(()=>log.push('promise'));log.push('sync');setTimeout(()=>r(log),1)},1)})
await (async()=>{const a=new PassThrough();const out=[];a.on('data',c=>out.push(c.toString()));a.write('1');a.write('2');await tick();return out})()
require('util').inspect(Readable.from([1]),{depth:-1})
await collect(compose(new Transform({objectMode:true,transform(c,e,cb){cb(null,c+1)}}),new PassThrough({objectMode:true})).end(1))
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
    expect(STREAMS.length).toBeGreaterThan(79);
  });

  it('for readline and consumers', async () => {
    expect(await differences(kit, { prelude, cases: READERS })).toEqual([]);
    expect(READERS.length).toBeGreaterThan(9);
  });
});
