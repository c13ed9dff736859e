import { differences, lines } from '../../support/builtins-kit';
import { createKit, messages } from '../../support/sandbox-kit';
import type { Kit } from '../../support/sandbox-kit';

/** A folder that both may use: in Node it is a real one, and its path shows in messages. */
const FOLDER = `/tmp/kintsugi-fs-${process.pid}`;

const prelude = String.raw`const fs = require('fs');
const fsp = require('fs/promises');
const path = require('path');
const D = 'FOLDER';
fs.rmSync(D, { recursive: true, force: true });
fs.mkdirSync(D);
const p = (...parts) => path.join(D, ...parts);
fs.mkdirSync(p('d'));
fs.writeFileSync(p('f'), 'hello');
fs.symlinkSync('f', p('l'));
fs.symlinkSync('loop', p('loop'));
fs.mkdirSync(p('d/e'));
fs.writeFileSync(p('d/g'), 'x');
fs.writeFileSync(p('big'), '0123456789'.repeat(20000));
const cb = (fn, ...args) => new Promise((resolve) => fn(...args, (...values) => resolve(values)));
const sorted = (list) => [...list].sort();
const collect = async (stream) => {
  let text = '';
  for await (const chunk of stream) text += chunk;
  return text;
};`.replace('FOLDER', FOLDER);

const CALLS = lines(String.raw`
fs.rmSync(p('nope')) ¦ fs.rmSync(p('d')) ¦ fs.rmdirSync(p('d')) ¦ fs.rmdirSync(p('f')) ¦ fs.rmdirSync(p('d'),{recursive:true}) ¦ fs.unlinkSync(p('d'))
fs.unlinkSync(p('nope')) ¦ fs.readdirSync(p('f')) ¦ fs.readdirSync(p('nope')) ¦ fs.readFileSync(p('d')) ¦ fs.writeFileSync(p('d'),'x')
fs.writeFileSync(p('f/x'),'x') ¦ fs.writeFileSync(p('no/x'),'x') ¦ fs.openSync(p('f'),'wx') ¦ fs.openSync(p('f'),'zz') ¦ fs.openSync(p('loop'))
fs.statSync(p('loop')) ¦ fs.statSync(p('nope'),{throwIfNoEntry:false}) ¦ fs.statSync(p('f/x'),{throwIfNoEntry:false})
fs.lstatSync('l').isSymbolicLink() ¦ fs.readlinkSync(p('f')) ¦ fs.readlinkSync(p('l')) ¦ fs.realpathSync(p('l')) ¦ fs.realpathSync(p('nope'))
fs.realpathSync.native(p('nope')) ¦ fs.renameSync(p('nope'),p('x')) ¦ fs.renameSync(p('f'),p('d')) ¦ fs.renameSync(p('d'),p('f'))
fs.renameSync(p('d'),p('d/e/x')) ¦ fs.copyFileSync(p('nope'),p('x')) ¦ fs.copyFileSync(p('f'),p('d')) ¦ fs.copyFileSync(p('d'),p('x'))
fs.copyFileSync(p('f'),p('l'),1) ¦ fs.symlinkSync('q',p('l'))
fs.mkdirSync(p('d')) ¦ fs.mkdirSync(p('no/x')) ¦ fs.mkdirSync(p('f/x'),{recursive:true}) ¦ fs.mkdirSync(p('a/b/c'),{recursive:true})
fs.mkdirSync(p('a/b/c'),{recursive:true}) ¦ fs.mkdirSync(p('f'),{recursive:true}) ¦ fs.mkdtempSync(p('no/x')) ¦ fs.mkdtempSync('pre').length
fs.mkdtempSync(5) ¦ fs.accessSync(p('nope')) ¦ fs.accessSync(p('f')) ¦ fs.accessSync(p('f'),9) ¦ fs.existsSync(p('f')) ¦ fs.existsSync(5)
fs.existsSync() ¦ fs.truncateSync(p('nope')) ¦ fs.truncateSync(p('f'),2) ¦ fs.truncateSync(p('f'),-2) ¦ fs.readFileSync(p('f'),'utf8')
fs.ftruncateSync(99) ¦ fs.closeSync(99) ¦ fs.closeSync(p('x')) ¦ fs.closeSync() ¦ fs.readSync(99,Buffer.alloc(1)) ¦ fs.fstatSync(99)
fs.chmodSync(p('nope'),0o600) ¦ fs.chmodSync(p('f'),'zz') ¦ fs.chmodSync(p('f'),'600') ¦ (fs.statSync('f').mode).toString(8)
fs.utimesSync(p('nope'),1,2) ¦ fs.utimesSync(p('f'),1,2.5) ¦ [fs.statSync('f').atimeMs,fs.statSync('f').mtimeMs,fs.statSync('f').mtime.getTime()]
fs.utimesSync(p('f'),p('x'),2)
fs.readFileSync(p('f'),p('nope')) ¦ fs.readFileSync(p('f'),{encoding:p('nope')})
fs.readFileSync(p('f'),5) ¦ fs.readFileSync('a\0b') ¦ fs.readFileSync('') ¦ fs.readFileSync(new URL('http://x')) ¦ fs.writeFileSync(p('f'),5)
fs.writeFileSync(p('f'),{}) ¦ fs.writeFileSync(p('f'),null) ¦ fs.appendFileSync(p('f'),5) ¦ fs.readFile(p('f')) ¦ fs.readFile(p('f'),5,()=>{})
fs.writeFile(p('f'),'x') ¦ fs.readdirSync(p('d'),{withFileTypes:true}) ¦ fs.readdirSync(p('d'),{recursive:true})
fs.lstatSync(p('d'),{bigint:true}).size ¦ fs.createReadStream(5) ¦ fs.createReadStream(p('f'),{start:5,end:2})
fs.createReadStream(p('f'),{encoding:p('nope')}) ¦ fs.fsyncSync(99) ¦ fs.writeSync(99,'x') ¦ fs.readSync(0,5) ¦ fs.openSync(p('nope'))
(()=>{const f=fs.openSync(p('d'),'r');fs.readSync(f,Buffer.alloc(2))})() ¦ (()=>{const f=fs.openSync(p('f'),'r');fs.writeSync(f,'x')})()
(()=>{const f=fs.openSync(p('f'),'w');fs.readSync(f,Buffer.alloc(2))})() ¦ fs.rmSync(p('nope'),{force:true}) ¦ fs.rmSync(p('a'),{recursive:true})
fs.rmSync(p('f/x')) ¦ fs.readlinkSync(p('nope'))
fs.exists(p('f')) ¦ fs.writeFileSync(p('f'),'hello')
(()=>{fs.rmSync(D,{recursive:true,force:true});fs.mkdirSync(p('d/e'),{recursive:true});fs.writeFileSync(p('f'),'hello');fs.writeFileSync(p('d/g'),'x');fs.symlinkSync('f',p('l'));fs.writeFileSync(p('big'),'0123456789'.repeat(20000));return sorted(fs.readdirSync(D))})()
fs.rmdirSync(p('d')) ¦ fs.unlinkSync(p('d')) ¦ fs.readdirSync(p('f')) ¦ fs.renameSync(p('f'),p('d')) ¦ fs.renameSync(p('d'),p('f'))
fs.renameSync(p('d'),p('d/e/x')) ¦ fs.copyFileSync(p('d'),p('x'))
sorted(fs.readdirSync(p('d'),{withFileTypes:true}).map(e=>[e.name,e.isFile(),e.isDirectory(),e.parentPath].join()))
sorted(fs.readdirSync(D,{recursive:true})) ¦ fs.readdirSync(p('d'),'buffer').length ¦ fs.readdirSync(p('d'),'nope') ¦ fs.statSync(p('f')).size
fs.statSync(p('f')).isFile() ¦ fs.statSync(p('d')).isDirectory() ¦ fs.statSync(p('l')).isFile() ¦ fs.lstatSync(p('l')).size ¦ fs.lstatSync(p('f')).nlink
(fs.statSync(p('f')).mode&0o777).toString(8) ¦ (fs.statSync(p('d')).mode).toString(8) ¦ fs.statSync(p('f'),{bigint:true}).size
typeof fs.statSync(p('f')).mtime.getTime() ¦ fs.statSync(p('f')).mtimeMs<=fs.statSync(p('f')).ctimeMs ¦ fs.statSync(p('f'))instanceof fs.Stats
Object.keys(fs.statSync(p('f')))
(()=>{const f=fs.openSync(p('f'),'r+');const b=Buffer.alloc(3);const r=[fs.readSync(f,b),String(b),fs.readSync(f,b,0,3,null),String(b),fs.readSync(f,b,0,3,1),String(b),fs.writeSync(f,'XY',1),fs.writeSync(f,Buffer.from('zz')),fs.readFileSync(f,'utf8'),fs.fstatSync(f).size];fs.closeSync(f);return [r,fs.readFileSync(p('f'),'utf8')]})()
(()=>{const f=fs.openSync(p('ap'),'a+');fs.writeSync(f,'one');fs.writeSync(f,'two',0);const b=Buffer.alloc(10);const n=fs.readSync(f,b,0,10,0);fs.closeSync(f);return b.toString('utf8',0,n)})()
(()=>{const f=fs.openSync(p('w'),'w');fs.ftruncateSync(f,4);fs.writeSync(f,'ab',6);fs.closeSync(f);return fs.readFileSync(p('w'))})()
(()=>{fs.writeFileSync(p('w'),'abcdef');fs.truncateSync(p('w'),3);return fs.readFileSync(p('w'),'utf8')})()
(()=>{fs.appendFileSync(p('w'),'X');fs.appendFileSync(p('w'),Buffer.from('Y'));return fs.readFileSync(p('w'),'utf8')})()
fs.writeFileSync(p('w'),'q',{flag:'wx'}) ¦ fs.writeFileSync(p('w'),'q',{flag:'a'}) ¦ fs.readFileSync(p('w'),{encoding:'base64'})
fs.writeFileSync(p('w'),'6162','hex') ¦ fs.readFileSync(p('w'),'utf8') ¦ fs.writeFileSync(p('w'),new Uint16Array([65,66])) ¦ fs.readFileSync(p('w'))
fs.readFileSync(new URL('file://'+p('w'))) ¦ fs.readFileSync(Buffer.from(p('w')))
(()=>{const f=fs.openSync(p('w'),'w+');const n=fs.writevSync(f,[Buffer.from('ab'),Buffer.from('cd')]);fs.closeSync(f);return [n,fs.readFileSync(p('w'),'utf8')]})()
fs.readSync(3,Buffer.alloc(0)) ¦ (()=>{const f=fs.openSync(p('f'));try{return fs.readSync(f,Buffer.alloc(2),0,5)}finally{fs.closeSync(f)}})()
(()=>{const f=fs.openSync(p('f'));try{return fs.readSync(f,Buffer.alloc(2),{position:3})}finally{fs.closeSync(f)}})() ¦ await cb(fs.readFile,p('nope'))
await cb(fs.readFile,p('f'),'utf8') ¦ await cb(fs.readFile,p('f')) ¦ await cb(fs.writeFile,p('c'),'x') ¦ await cb(fs.stat,p('nope'))
await cb(fs.mkdir,p('m/n'),{recursive:true}) ¦ await cb(fs.mkdir,p('m')) ¦ await cb(fs.readdir,p('m')) ¦ await cb(fs.access,p('f'))
await cb(fs.access,p('nope')) ¦ await cb(fs.unlink,p('c')) ¦ await cb(fs.rename,p('nope'),p('q')) ¦ await new Promise(r=>fs.exists(p('f'),r))
await cb(fs.open,p('nope'),'r') ¦ fs.readFile(p('f'),'nope',()=>{}) ¦ fs.readFile(5.5,()=>{}) ¦ fs.stat(p('f'))
await (async()=>{const [e,fd]=await cb(fs.open,p('f'),'r');const r=await cb(fs.read,fd,Buffer.alloc(3),0,3,0);await cb(fs.close,fd);return [e,r]})()
await require('util').promisify(fs.readFile)(p('f'),'utf8') ¦ await require('util').promisify(fs.exists)(p('f'))
await (async()=>{const fd=fs.openSync(p('f'));try{return Object.keys(await require('util').promisify(fs.read)(fd,Buffer.alloc(2),0,2,0))}finally{fs.closeSync(fd)}})()
await fsp.readFile(p('f'),'utf8') ¦ await fsp.readFile(p('nope')) ¦ await fsp.writeFile(p('g'),'x') ¦ await fsp.appendFile(p('g'),'y')
await fsp.readFile(p('g'),{encoding:'utf8'}) ¦ await fsp.mkdir(p('pm')) ¦ await fsp.mkdir(p('pm')) ¦ await fsp.rmdir(p('pm')) ¦ await fsp.rm(p('nope'))
await fsp.rm(p('nope'),{force:true}) ¦ await fsp.stat(p('f')).then(s=>s.isFile()) ¦ await fsp.access(p('nope')) ¦ sorted(await fsp.readdir(p('d')))
await fsp.copyFile(p('f'),p('f2')) ¦ await fsp.rename(p('f2'),p('f3')) ¦ await fsp.unlink(p('f3')) ¦ await fsp.mkdtemp(p('t-')).then(x=>x.length)
await fsp.realpath(p('l')) ¦ await fsp.readlink(p('l')) ¦ await fsp.truncate(p('g'),1) ¦ await fsp.readFile(5.5) ¦ await fsp.writeFile(p('g'),5)
await fsp.symlink('x',p('sl')) ¦ await fsp.lstat(p('sl')).then(s=>s.isSymbolicLink()) ¦ await fsp.utimes(p('g'),1,2) ¦ await fsp.chmod(p('g'),0o600)
fs.promises===fsp ¦ Object.keys(fsp.constants).length>20
await (async()=>{const h=await fsp.open(p('h'),'w+');const w=await h.write('hello');const r=await h.read(Buffer.alloc(3),0,3,1);await h.truncate(2);const s=(await h.stat()).size;await h.writeFile('zz');const t=typeof h.fd;await h.close();return [w.bytesWritten,r.bytesRead,r.buffer,s,t,h.fd,fs.readFileSync(p('h'),'utf8')]})()
await (async()=>{const h=await fsp.open(p('f'));const t=await h.readFile('utf8');await h.close();try{await h.read()}catch(e){return [t,e.code,e.message]}})()
await (async()=>{const h=await fsp.open(p('lines'),'w+');await h.writeFile('a\nb\nc');await h.close();const l=[];const g=await fsp.open(p('lines'));for await(const x of g.readLines())l.push(x);return l})()
await fsp.open(p('nope')) ¦ await collect(fs.createReadStream(p('f'))) ¦ (await collect(fs.createReadStream(p('big')))).length
await collect(fs.createReadStream(p('f'),{start:1,end:2,encoding:'utf8'})) ¦ await collect(fs.createReadStream(p('f'),'hex'))
await collect(fs.createReadStream(p('nope'))) ¦ fs.createReadStream(5) ¦ fs.createReadStream(p('f'),{start:5,end:2})
fs.createReadStream(p('f'),{encoding:'nope'})
await (async()=>{const log=[];const s=fs.createReadStream(p('f'),{highWaterMark:2});for(const n of ['open','ready','data','end','close'])s.on(n,x=>log.push(n+(n==='data'?x:'')));await new Promise(r=>s.on('close',r));return [log,s.bytesRead,s.path]})()
await (async()=>{const s=fs.createWriteStream(p('ws'));s.write('a');s.end('b');await new Promise(r=>s.on('finish',r));return [fs.readFileSync(p('ws'),'utf8'),s.bytesWritten]})()
await (async()=>{const s=fs.createWriteStream(p('ws'),{flags:'a'});s.end('c');await new Promise(r=>s.on('close',r));return fs.readFileSync(p('ws'),'utf8')})()
await (async()=>{const s=fs.createWriteStream(p('no/ws'));return new Promise(r=>s.on('error',r))})()
await (async()=>{await require('stream/promises').pipeline(fs.createReadStream(p('big')),fs.createWriteStream(p('big2')));return fs.statSync(p('big2')).size})()
await (async()=>{const s=fs.createWriteStream(p('ws'),{flags:'r+',start:1});s.end('ZZ');await new Promise(r=>s.on('close',r));return fs.readFileSync(p('ws'),'utf8')})()
fs.createReadStream(p('f'))instanceof fs.ReadStream ¦ fs.createReadStream(p('f'))instanceof require('stream').Readable
new fs.WriteStream(p('ws2'))instanceof require('stream').Writable ¦ fs.createReadStream(p('f')).pending
await (async()=>{const s=fs.createReadStream(p('f'));s.destroy();return new Promise(r=>s.on('close',()=>r('closed')))})()
await (async()=>{const ac=new AbortController();const s=fs.createReadStream(p('f'),{signal:ac.signal});ac.abort();return collect(s)})()
fs.existsSync(p('d')) ¦ fs.existsSync(p('d/nope')) ¦ fs.existsSync(p('f/x')) ¦ fs.existsSync(new URL('file://'+p('f')))
fs.accessSync(p('f'),fs.constants.X_OK) ¦ fs.accessSync(p('f'),fs.constants.R_OK|fs.constants.W_OK)
(()=>{fs.chmodSync(p('f'),0o755);return fs.accessSync(p('f'),fs.constants.X_OK)})() ¦ fs.lstatSync(p('l/')).isFile() ¦ fs.statSync(p('d/')).isDirectory()
fs.statSync(p('f/')) ¦ fs.statSync(p('d/../f')).size ¦ fs.mkdirSync(p('tr/')) ¦ fs.mkdirSync(p('./r1/../r2'),{recursive:true})
fs.realpathSync(p('d/../l')) ¦ fs.realpathSync('/') ¦ (()=>{fs.symlinkSync('d',p('ld'));return sorted(fs.readdirSync(p('ld')))})()
fs.realpathSync(p('ld/g')) ¦ fs.readFileSync(p('ld/../f'),'utf8').length>0 ¦ (()=>{fs.rmSync(p('ld'));return fs.existsSync(p('d'))})()
(()=>{fs.mkdirSync(p('r'));fs.writeFileSync(p('r/a'),'');fs.renameSync(p('r'),p('rr'));return [fs.existsSync(p('r')),fs.readdirSync(p('rr'))]})()
(()=>{fs.mkdirSync(p('re'));fs.renameSync(p('rr'),p('re'));return fs.readdirSync(p('re'))})() ¦ fs.renameSync(p('re'),p('d'))
fs.symlinkSync('/',p('abs')) ¦ fs.existsSync(p('abs/tmp')) ¦ fs.rmSync(p('d'),{recursive:true}) ¦ fs.rmSync(D,{recursive:true}) ¦ fs.existsSync(D)
`);

describe('node:fs in the sandbox is as in Node', () => {
  let kit: Kit;
  beforeAll(() => {
    kit = createKit();
  });
  afterAll(() => kit.close());

  it('for its functions, errors included', async () => {
    expect(await differences(kit, { prelude, cases: CALLS })).toEqual([]);
    expect(CALLS.length).toBeGreaterThan(239);
  });

  it('and says what of it is not there', async () => {
    const calls = [
      "fs.linkSync('a', 'b')",
      "fs.cpSync('/tmp', '/x', { recursive: true })",
      "fs.chownSync('/tmp', 1, 1)",
      "fs.lchownSync('/tmp', 1, 1)",
      "fs.lutimesSync('/tmp', 1, 1)",
      "fs.statfsSync('/tmp')",
      "fs.opendirSync('/tmp')",
      "fs.readvSync(fs.openSync('/tmp/a', 'w+'), [Buffer.alloc(1)])",
      "fs.watch('/tmp')",
    ];
    const promised = [
      "fs.promises.link('a', 'b')",
      "fs.promises.opendir('/tmp')",
      "fs.promises.chown('/tmp', 1, 1)",
    ];
    const source = [...calls, ...promised].map(
      (call, index) => `it('${index}', async () => { await ${call}; });`,
    );
    const tests = await kit.tests(`const fs = require('fs');\n${source.join('\n')}`);
    for (const text of messages(tests))
      expect(text).toMatch(/^fs\.\w+\(\) is not available in the sandbox\. /);
    expect(messages(tests)).toHaveLength(calls.length + promised.length);
  });
});
