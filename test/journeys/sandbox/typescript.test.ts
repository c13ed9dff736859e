import type { SandboxRequest } from '../../../src/sandbox/types';
import { DEFAULT_TEST_CONFIG } from '../../../src/domain/verification/test-config';
import type { CompilerConfig } from '../../../src/domain/verification/test-config';
import { createKit, LIMITS, messages } from '../../support/sandbox-kit';
import type { Kit } from '../../support/sandbox-kit';

function compiler(settings: Partial<CompilerConfig>): Partial<SandboxRequest> {
  return { context: { config: { ...DEFAULT_TEST_CONFIG, compiler: { paths: [], ...settings } } } };
}

const DECORATED = `function dec(target: object, key: string): void { void [target, key]; }
class A { @dec m(): number { return 1; } }
it('works', () => { expect(new A().m()).toBe(1); });`;

describe('TypeScript in the sandbox', () => {
  let kit: Kit;
  beforeAll(() => {
    kit = createKit();
  });
  afterAll(() => kit.close());

  async function passes(
    files: Record<string, string> | string,
    options?: Partial<SandboxRequest>,
  ): Promise<void> {
    const { report } = await kit.run(typeof files === 'string' ? { 'demo.test.ts': files } : files, options);
    expect(messages(report.tests)).toEqual([]);
    expect(report.tests.map((test) => test.status)).toEqual(['passed']);
  }

  it('has enums of all kinds, also those of other files', () =>
    passes({
      'e.ts': `export enum E { A, B = 1 << 2, C } export const enum F { X = 'x', Y = X } export enum E2 { A = E.C, L = 'abc'.length }`,
      'demo.test.ts': `import { E, E2, F } from './e';
enum Text { A = 'a', B = A, C = 'x' + 'y' }
const enum Flags { One = 1, Two = One << 1, All = One | Two }
enum Merged { A = 1 }
enum Merged { B = 2 }
declare enum Ambient { A }
it('works', () => {
  expect([E.A, E.B, E.C, E[4], F.X, F.Y, E2.A, E2.L]).toEqual([0, 4, 5, 'B', 'x', 'x', 5, 3]);
  expect(Object.entries(Text)).toEqual([['A', 'a'], ['B', 'a'], ['C', 'xy']]);
  expect([Flags.Two, Flags.All, Merged.A, Merged.B, Merged[2]]).toEqual([2, 3, 1, 2, 'B']);
  expect(typeof Ambient).toBe('undefined');
});`,
    }));

  it('has namespaces and aliases behind other statements of their line', () =>
    passes({
      'a.ts': `export type T = string; export namespace A { export const x = 1; namespace B { export const y = 2 } export const z = B.y }`,
      'b.ts': `/* first */ export namespace C { export const x = 3 }\nexport class D {} export namespace D { export const y = 4 }`,
      'demo.test.ts': `import { A } from './a'; import { C, D } from './b'; import E = A.x;
it('works', () => { expect([A.x, A.z, C.x, D.y, E]).toEqual([1, 2, 3, 4, 1]); });`,
    }));

  it('has namespaces, aliases, import = and export =', () =>
    passes({
      'a.ts': `class K { v = 1 }\nexport = K;`,
      'b.ts': `import K = require('./a');\nexport class B extends K {}\nexport namespace Deep.Er { export const x = 1; export interface T { a: string } export namespace In { export const y = x + 1 } }`,
      'c.ts': `namespace X { export const q = 3; export interface T { a: number } export type U = T }\nnamespace X { export const r = q + 1 }\nimport Q = X.q; import T = X.T;\nexport import R = X.r;\nconst t: T = { a: 1 };\nexport { Q, t };`,
      'types.ts': `export namespace OnlyTypes { export type A = string }\ndeclare namespace Ambient { const x: number }\nexport type Y = typeof Ambient.x;`,
      'demo.test.ts': `import K from './a';
import * as Whole from './a';
import { B, Deep } from './b';
import R2 = require('./b');
import { Q, R, t } from './c';
import { type Y, OnlyTypes } from './types';
it('works', () => {
  const text: OnlyTypes.A = 'a';
  const y: Y = 1;
  expect([new B().v, new K().v, Q, R, t.a, Deep.Er.x, Deep.Er.In.y, text, y]).toEqual([1, 1, 3, 4, 1, 1, 2, 'a', 1]);
  expect(new R2.B()).toBeInstanceOf(K);
  expect((Whole as { default?: unknown }).default).toBe(K);
});`,
    }));

  it('has parameter properties, overloads, abstract classes, fields and accessors', () =>
    passes(`
abstract class Shape { abstract area(): number; protected abstract readonly kind: string; static made?: number; twice(): number { return this.area() * 2 } }
class Square extends Shape { protected override readonly kind = 'square'; override area() { return this.side ** 2 } constructor(private readonly side: number, public label?: string, readonly size = side + 1) { super() } get name(): string { return this.kind + this.label } }
class Over { f(a: string): string; f(a: number): number; f(a: unknown): unknown { return a } }
class Parent { a: string = 'p'; b?: number } class Child extends Parent { declare a: string; c!: number; static s: number; static { Child.s = 3 } #x = 1; get x() { return this.#x } set x(v) { this.#x = v } }
function isText(this: void, x: unknown): x is string { return typeof x === 'string' }
function assertText(x: unknown): asserts x is string { if (!isText(x)) throw new Error('no') }
it('works', () => {
  const square = new Square(3, 'L');
  expect([square.twice(), square.name, square.size, new Over().f(1), 'made' in Shape]).toEqual([18, 'squareL', 4, 1, true]);
  expect({ ...new Child() }).toEqual({ a: 'p', b: undefined, c: undefined });
  const map = { a: 1 } satisfies Record<string, number>; const list = <number[]>[1]; const first = list[0]!;
  const generic = <T,>(x: T) => x; let u!: string; assertText(generic<string>('a')); u = 'b';
  expect([map.a, first, u, Child.s, new Child().x]).toEqual([1, 1, 'b', 3, 1]);
});`));

  it('takes out types however they are imported and exported', () =>
    passes({
      't.ts': `export type A = string; export interface B { a: A } export type { A as C }; export declare const x: number; export declare function q(): void; export abstract class D {}`,
      'side.ts': `(globalThis as { sides?: number }).sides = ((globalThis as { sides?: number }).sides ?? 0) + 1; export type S = 1; export const s = 2;`,
      'u.ts': `import { A, B } from './t'; import { S } from './side'; import './side'; export { A, B } from './t'; export * from './t'; export type * from './t'; export type * as T from './t'; export { type C, D } from './t'; export const u: A = 'u'; export type S2 = S;`,
      'demo.test.ts': `import def, { A, u, D } from './u'; import type { B } from './t'; import type E from './t'; import { type C } from './t'; import type * as NS from './t';
it('works', () => { const a: A | B['a'] | E | C | NS.A = u; expect([a, typeof D, def, (globalThis as { sides?: number }).sides]).toEqual(['u', 'function', undefined, 1]); });`,
    }));

  it('has legacy decorators, with metadata', () =>
    passes(
      {
        'metadata.ts': `export const seen: unknown[] = [];
(Reflect as unknown as { metadata: unknown }).metadata = (key: string, value: unknown) => () => { seen.push([key, Array.isArray(value) ? value.map((type: { name: string }) => type.name).join() : (value as { name: string } | undefined)?.name]); };
// what reflect-metadata is known by: defineMetadata`,
        'demo.test.ts': `import { seen } from './metadata';
const log: string[] = [];
const dec = (name: string) => (target: any, key?: any, at?: any) => { log.push([name, key ?? typeof target, typeof at].join()) };
const loud = (_: object, __: string, d: PropertyDescriptor) => { const f = d.value as (...a: unknown[]) => string; d.value = function (...a: unknown[]) { return f.apply(this, a) + '!' } };
class Service {}
@dec('class') class A {
  @dec('field') x: string = 'x';
  @dec('service') s!: Service;
  @loud shout(): string { return 'm' }
  @dec('getter') get z(): number { return 1 }
  method(@dec('argument') q: number): Promise<void> { return Promise.resolve(void q) }
  constructor(@dec('injected') readonly service?: Service) {}
}
it('works', () => {
  expect(new A().shout()).toBe('m!');
  expect(log).toEqual(['field,x,undefined', 'service,s,undefined', 'getter,z,object', 'argument,method,number', 'injected,function,number', 'class,function,undefined']);
  expect(seen).toContainEqual(['design:type', 'Service']);
  expect(seen).toContainEqual(['design:paramtypes', 'Service']);
  expect(seen).toContainEqual(['design:returntype', 'String']);
});`,
      },
      compiler({ experimentalDecorators: true, emitDecoratorMetadata: true }),
    ));

  it('has standard decorators and accessors', () =>
    passes(
      `
function logged(value: any, context: { kind: string; name: string | symbol; addInitializer(f: () => void): void }): any {
  if (context.kind === 'method') return function (this: unknown, ...a: unknown[]) { return 'L' + value.call(this, ...a) };
  if (context.kind === 'field') return (initial: number) => initial + 1;
  if (context.kind === 'accessor') return { init: (initial: number) => initial * 2 };
  return class extends value { extra = context.name };
}
@logged class A { @logged m() { return 'm' } @logged x = 1; @logged accessor y = 5; static accessor z = 1; accessor #p = 3; get p() { return this.#p } }
it('works', () => { const a = new A() as A & { extra: string }; expect([a.m(), a.x, a.y, A.z, a.p, a.extra]).toEqual(['Lm', 2, 10, 1, 3, 'A']); });`,
      compiler({ experimentalDecorators: false }),
    ));

  it('has using declarations', () =>
    passes(`
const log: string[] = [];
const resource = (name: string) => ({ [Symbol.dispose]() { log.push(name) } });
it('works', async () => {
  { using a = resource('a'), b = resource('b'); await using c = { async [Symbol.asyncDispose]() { log.push('c') } }; log.push('body') }
  for (using d of [resource('d1'), resource('d2')]) log.push('loop');
  expect(log).toEqual(['body', 'c', 'b', 'a', 'loop', 'd1', 'loop', 'd2']);
});`));

  it('has JSX, classic and automatic', () =>
    passes({
      'react.ts': `export const createElement = (type: any, props: unknown, ...children: unknown[]) => [type?.name ?? type, props, ...children]; export const Fragment = 'Fragment';`,
      'pre/jsx-runtime.ts': `export const jsx = (type: unknown, props: unknown, key?: unknown) => [type, props, key]; export const jsxs = jsx; export const Fragment = 'Automatic';`,
      'classic.tsx': `import * as React from './react';
export const view = <div a="1" {...{ b: 2 }}>hi {1} <b/></div>;
export const part = <><i/></>;
export const Generic = <T,>(props: { x: T }) => <span>{props.x as never}</span>;
export const made = <Generic<string> x="q" />;`,
      'automatic.tsx': `/** @jsxRuntime automatic */ /** @jsxImportSource ./pre */\nexport const a = <p key="k" x={1}>t</p>; export const b = <><q/><r/></>;`,
      'own.jsx': `/** @jsx h */ /** @jsxFrag Fr */ const h = (...all) => all; const Fr = 'fr'; export const x = <a/>; export const y = <></>;`,
      'plain.js': `const React = { createElement: (...all) => all }; module.exports = { z: <b c="d">e</b>, less: 1 < 2 };`,
      'demo.test.ts': `import { a, b } from './automatic'; import { made, part, view } from './classic'; import { x, y } from './own.jsx'; import { less, z } from './plain';
it('works', () => {
  expect(view).toEqual(['div', { a: '1', b: 2 }, 'hi ', 1, ' ', ['b', null]]);
  expect([part, made, x, y]).toEqual([['Fragment', null, ['i', null]], ['Generic', { x: 'q' }], ['a', null], ['fr', null]]);
  expect(a).toEqual(['p', { x: 1, children: 't' }, 'k']);
  expect((b as unknown[])[0]).toBe('Automatic');
  expect([z, less]).toEqual([['b', { c: 'd' }, 'e'], true]);
});`,
    }));

  it('honours the settings of the compiler', async () => {
    const automatic = compiler({ jsx: 'automatic', jsxImportSource: './pre' });
    const files = {
      'pre/jsx-runtime.ts': `export const jsx = (type: unknown) => type; export const jsxs = jsx;`,
      'demo.test.tsx': `const React = 1; it('works', () => { expect([<b/>, React]).toEqual(['b', 1]); });`,
    };
    await passes(files, automatic);
    const classic = compiler({ jsx: 'classic', jsxPragma: 'h', jsxFragmentPragma: 'F' });
    await passes(
      {
        'demo.test.tsx': `const h = (...a: unknown[]) => a; const F = 'f'; it('works', () => { expect([<b/>, <></>]).toEqual([['b', null], ['f', null]]); });`,
      },
      classic,
    );
    const assigned = `class P { constructor() { this.init() } init() {} } class C extends P { a?: number; override init() { this.a = 1 } } class E { y = this.x; constructor(private x: number) {} }`;
    await passes(
      `${assigned} it('works', () => { expect([new C().a, new E(1).y]).toEqual([1, 1]); });`,
      compiler({ useDefineForClassFields: false }),
    );
    await passes(
      `${assigned} it('works', () => { expect([new C().a, new E(1).y]).toEqual([undefined, undefined]); });`,
      compiler({ useDefineForClassFields: true }),
    );
  });

  it('loads its compiler once and does not charge programs for it', async () => {
    const limits = { ...LIMITS, heapMb: 16 };
    const pids = kit.sandbox.childPids().sort();
    for (let run = 0; run < 12; run++) await passes(`${DECORATED}\n// ${run}`, { limits });
    expect(kit.sandbox.childPids().sort()).toEqual(pids);
    const bomb = `${DECORATED}\nit('grows', () => { const b = new ArrayBuffer(8, { maxByteLength: 2 ** 30 }); b.resize(2 ** 30); new Uint8Array(b).fill(1); });`;
    const { report } = await kit.run({ 'demo.test.ts': bomb }, { limits: { ...limits, turnMs: 6_000 } });
    expect(report.end).toBe('memory');
  });
});
