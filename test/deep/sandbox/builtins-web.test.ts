import { differences, lines } from '../../support/builtins-kit';
import { createKit } from '../../support/sandbox-kit';
import type { Kit } from '../../support/sandbox-kit';

const prelude = String.raw``;

const CASES = lines(String.raw`
structuredClone(1) ¦ structuredClone({a:[1,{b:new Date(5)}],m:new Map([[{k:1},new Set([1])]]),r:/x/gi,u:undefined,n:null,b:5n})
(()=>{const o={};o.self=o;const c=structuredClone(o);return c.self===c&&c!==o})() ¦ structuredClone(()=>{}) ¦ structuredClone({f(){}})
structuredClone(Symbol('x')) ¦ structuredClone(Object(5)) ¦ structuredClone(Object('x')) ¦ structuredClone(new (class A{constructor(){this.x=1}}))
structuredClone(new Error('m')) ¦ structuredClone(Object.assign(new TypeError('m',{cause:{a:1}}),{extra:1}))
(()=>{const e=structuredClone(new RangeError('q'));return [e instanceof RangeError,e.stack.split('\n')[0]]})()
structuredClone(new Uint16Array([1,2]).subarray(1))
(()=>{const b=new ArrayBuffer(4);const c=structuredClone({a:new Uint8Array(b,1,2),b});return [c.a.buffer===c.b,c.a]})()
structuredClone(new DataView(new ArrayBuffer(2))) ¦ structuredClone([,1,,2]) ¦ structuredClone(Object.assign([1],{x:2}))
structuredClone({get a(){return 5}}) ¦ structuredClone(Object.create({inherited:1},{own:{value:2,enumerable:true},hidden:{value:3}}))
structuredClone({[Symbol('s')]:1,a:1}) ¦ structuredClone(new WeakMap()) ¦ structuredClone(Promise.resolve()) ¦ structuredClone(NaN) ¦ structuredClone(-0)
structuredClone(new Date(NaN)) ¦ structuredClone((function*(){})())
(()=>{const b=new ArrayBuffer(3);const c=structuredClone(b,{transfer:[b]});return [b.byteLength,c.byteLength]})()
(()=>{const r=/a/g;r.lastIndex=3;return structuredClone(r).lastIndex})() ¦ structuredClone(new AggregateError([new Error('a')],'m')).errors
structuredClone(Object.create(null)) ¦ structuredClone((function(){return arguments})(1,2)) ¦ structuredClone(new DOMException('a','AbortError')).name
btoa('abc') ¦ btoa('\u0100') ¦ atob('YWJj') ¦ atob('YW Jj') ¦ atob('Y') ¦ atob('YQ') ¦ atob('YQ=') ¦ atob('YQ==') ¦ atob('=') ¦ btoa('') ¦ btoa(null)
btoa() ¦ new TextEncoder().encode('é€😀\ud800') ¦ new TextEncoder().encode() ¦ new TextEncoder().encodeInto('é€x',new Uint8Array(4))
new TextEncoder().encoding ¦ new TextDecoder().decode(new Uint8Array([0xef,0xbb,0xbf,0x61]))
new TextDecoder('utf-8',{ignoreBOM:true}).decode(new Uint8Array([0xef,0xbb,0xbf,0x61]))
new TextDecoder('utf-8',{fatal:true}).decode(new Uint8Array([0xff])) ¦ new TextDecoder('nope')
new TextDecoder('latin1').decode(new Uint8Array([0x80,0xe9]))
(()=>{const d=new TextDecoder();return d.decode(new Uint8Array([0xe2,0x82]),{stream:true})+d.decode(new Uint8Array([0xac]))})()
new TextDecoder('UTF8').encoding ¦ new TextDecoder('ascii').encoding ¦ new TextDecoder().decode(new Uint8Array([0xf0,0x9f,0x98,0x41]))
new TextDecoder().decode(new ArrayBuffer(2)) ¦ new TextDecoder().decode() ¦ new TextDecoder().decode(new DataView(new Uint8Array([0x61,0x62]).buffer,1))
new Event() ¦ new Event('x').cancelable ¦ (()=>{const e=new Event('x',{cancelable:true});e.preventDefault();return [e.defaultPrevented,e.returnValue]})()
new CustomEvent('x',{detail:5}).detail ¦ new CustomEvent('x').detail ¦ new EventTarget().addEventListener('x',5) ¦ new EventTarget().dispatchEvent({})
(()=>{const t=new EventTarget();let n=0;const f=()=>n++;t.addEventListener('x',f);t.addEventListener('x',f);t.addEventListener('x',f,{capture:true});t.dispatchEvent(new Event('x'));t.removeEventListener('x',f);t.dispatchEvent(new Event('x'));return n})()
(()=>{const ac=new AbortController();const t=new EventTarget();let n=0;t.addEventListener('x',()=>n++,{signal:ac.signal});t.dispatchEvent(new Event('x'));ac.abort();t.dispatchEvent(new Event('x'));return n})()
Object.prototype.toString.call(new Event('x')) ¦ new Event('a').type ¦ String(new EventTarget())
(()=>{const a=new AbortController();const l=[];a.signal.onabort=e=>l.push(e.type);a.signal.addEventListener('abort',()=>l.push('l'));a.abort('why');a.abort('again');return [l,a.signal.aborted,a.signal.reason]})()
AbortSignal.abort().reason ¦ AbortSignal.abort(5).reason ¦ new AbortController().signal.reason ¦ AbortSignal.abort('r').throwIfAborted()
new AbortSignal()
(()=>{const a=new AbortController(),b=new AbortController();const s=AbortSignal.any([a.signal,b.signal]);b.abort('b');return [s.aborted,s.reason]})()
AbortSignal.any([AbortSignal.abort(1)]).reason ¦ AbortSignal.any(5) ¦ AbortSignal.timeout('x')
await new Promise(r=>{const s=AbortSignal.timeout(5);s.onabort=()=>r([s.reason.name,s.reason.message,s.reason.code])})
new AbortController().signal.onabort ¦ new DOMException() ¦ new DOMException('m','AbortError').code ¦ new DOMException('m',{name:'X',cause:1}).cause
String(new DOMException('m','N')) ¦ new DOMException('m') instanceof Error ¦ DOMException.ABORT_ERR ¦ Object.prototype.toString.call(new DOMException())
performance.mark('a').entryType
(()=>{performance.mark('x1',{startTime:5});performance.mark('x2',{startTime:8});return performance.measure('m','x1','x2').duration})()
performance.measure('q','nope') ¦ performance.getEntriesByName('x1').length
(()=>{performance.clearMarks();return performance.getEntriesByType('mark').length})() ¦ typeof performance.now() ¦ typeof performance.timeOrigin
performance.measure('r',{start:1,duration:5}).duration ¦ performance.measure('r',{start:1,end:4,detail:{a:1}}).detail ¦ performance.mark()
performance.timerify((a,b)=>a+b)(1,2) ¦ performance.toJSON().timeOrigin===performance.timeOrigin
await new Promise(r=>{new (require('perf_hooks').PerformanceObserver)((l,o)=>{r(l.getEntries().map(e=>e.name));o.disconnect()}).observe({entryTypes:['mark']});performance.mark('ob')})
require('perf_hooks').performance===performance
queueMicrotask(5)
typeof navigator.hardwareConcurrency ¦ navigator.language ¦ setTimeout('x') ¦ setTimeout() ¦ setInterval(5) ¦ setImmediate(null)
clearTimeout(undefined) ¦ typeof setTimeout(()=>{},0).unref ¦ await new Promise(r=>setTimeout((a,b)=>r([a,b]),1,1,2))
await require('timers/promises').setTimeout(1,'v') ¦ await require('timers/promises').setImmediate('i')
await require('timers/promises').setTimeout(1,'v',{signal:AbortSignal.abort()})
await (async()=>{const l=[];for await(const v of require('timers/promises').setInterval(1,'t')){l.push(v);if(l.length===3)break}return l})()
await require('timers/promises').scheduler.wait(1) ¦ await require('timers/promises').setTimeout('x')
await (async()=>{const ac=new AbortController();setTimeout(()=>ac.abort(),2);return require('timers/promises').setTimeout(1000,'v',{signal:ac.signal})})()
require('timers').setTimeout===setTimeout ¦ new Headers({a:'1',B:'2'}).get('b') ¦ [...new Headers([['x','1'],['X','2'],['a','3']])]
(()=>{const h=new Headers();h.append('set-cookie','a=1');h.append('set-cookie','b=2');return [h.getSetCookie(),[...h],h.get('set-cookie')]})()
new Headers({'bad name':1}) ¦ new Headers({a:'b\n'}).get('a') ¦ new Headers({a:'é'}).get('a') ¦ new Headers({a:'日'}) ¦ new Headers().get('x')
(()=>{const h=new Headers({a:1});h.set('A','2');h.delete('a');return [h.has('a'),[...h.keys()]]})() ¦ new Headers(5) ¦ await new Response('abc').text()
await new Response('{"a":1}').json() ¦ await new Response(new Uint8Array([97])).text() ¦ [...new Response('x').headers]
[...new Response(new URLSearchParams('a=1')).headers] ¦ new Response('x',{status:404,statusText:'nf'}).ok ¦ new Response('x',{status:99})
new Response('x',{status:204}) ¦ new Response(null,{status:204}).status ¦ await Response.json({a:1}).text() ¦ [...Response.json({a:1}).headers]
Response.redirect('http://a.b/c').status ¦ Response.error().type
await (async()=>{const r=new Response('x');await r.text();try{await r.text()}catch(e){return [e.name,e.message,r.bodyUsed]}})()
await (async()=>{const r=new Response('x');const c=r.clone();return [await r.text(),await c.text()]})()
await new Response('a=1&b=2',{headers:{'content-type':'application/x-www-form-urlencoded'}}).formData().then(d=>[...d])
(await new Response('xy',{headers:{'content-type':'T/x'}}).blob()).type ¦ Buffer.from(await new Response('xy').arrayBuffer())
new Request('http://a.b/c?d').url ¦ new Request('nope') ¦ new Request('http://a',{method:'post',body:'x'}).method ¦ new Request('http://a',{body:'x'})
new Request('http://a',{method:'tRaCe'})
await new Request('http://a',{method:'PUT',body:JSON.stringify({a:1}),headers:{'content-type':'application/json'}}).json()
new Request('http://a',{method:'patch'}).method ¦ new Request(new Request('http://a',{headers:{x:'1'}}),{method:'DELETE'}).headers.get('x')
new Request('http://a').credentials ¦ new Request('http://a',{mode:'no-cors'}).mode ¦ new Request('http://a').signal.aborted
Object.prototype.toString.call(new Request('http://a')) ¦ new Blob(['a',new Uint8Array([98]),new Blob(['c'])]).size ¦ await new Blob(['ab','c']).text()
await new Blob(['abc']).slice(1,2).text() ¦ new Blob(['a'],{type:'Text/Plain'}).type ¦ new Blob(5)
new File(['a'],'n.txt',{type:'t',lastModified:5}).lastModified ¦ new File(['a'],'n').name ¦ Buffer.from(await new Blob(['é']).arrayBuffer())
(()=>{const f=new FormData();f.append('a','1');f.append('a',2);f.set('b',new Blob(['x']));f.append('c',new Blob(['y']),'n.txt');return [[...f.keys()],f.getAll('a'),f.get('b').name,f.get('c').name,f.has('z'),f.get('z')]})()
(()=>{const f=new FormData();f.append('a','1');f.append('a',2);f.append('c',3);f.set('a','9');f.delete('c');return [...f]})()
require('buffer').Blob===Blob
`);

describe('the web’s globals in the sandbox are as in Node', () => {
  let kit: Kit;
  beforeAll(() => {
    kit = createKit();
  });
  afterAll(() => kit.close());

  it('for all that they do', async () => {
    expect(await differences(kit, { prelude, cases: CASES })).toEqual([]);
    expect(CASES.length).toBeGreaterThan(166);
  });
});
