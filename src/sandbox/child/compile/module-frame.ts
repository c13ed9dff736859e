/** Frame of an ES module: its exports, its imports, and the names that stand for them. */
import { HELPER } from '../../wrapper';
import type { Edits } from './edits';

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;

/** A property as it is written in an object; `__proto__` would set the prototype. */
function key(name: string): string {
  return IDENTIFIER.test(name) && name !== '__proto__' ? name : `[${JSON.stringify(name)}]`;
}

function member(object: string, name: string): string {
  return IDENTIFIER.test(name) ? `${object}.${name}` : `${object}[${JSON.stringify(name)}]`;
}

interface Import {
  /** Arguments that say what is imported. */
  link: string;
  /** Place in the source. */
  at: number;
}

export interface WrapOptions {
  /** Statements that come before all imports. */
  hoisted: string;
  waits: boolean;
  /** It exports nothing, and says so to nobody. */
  isBare: boolean;
}

export class ModuleFrame {
  /** Expressions that stand for imported names. */
  readonly bindings = new Map<string, string>();
  /** Names of the test API: local name → what it is called there, `*` for all of it. */
  readonly api = new Map<string, string>();
  private readonly exported = new Map<string, string>();
  private readonly holders: string[] = [];
  private readonly apiStatements: string[] = [];
  private readonly loads: Import[] = [];
  private unnamed: string | undefined;

  /** `prefix` begins the names that are made up; the source does not contain it. */
  constructor(private readonly prefix: string) {}

  made(name: string): string {
    return this.prefix + name;
  }

  /** The parameter of setters: a name that the source could hold would stand before one that it imports. */
  private get given(): string {
    return this.made('given');
  }

  private holder(name: string): string {
    const made = this.made(name);
    if (!this.holders.includes(made)) this.holders.push(made);
    return made;
  }

  /** An import of names: `*` of all. `source` is the specifier in its quotes; `at` where the source imports. */
  importNames(source: string, names: readonly { imported: string; local: string }[], at: number): void {
    const setters = new Set<string>();
    for (const { imported, local } of names) {
      if (imported === '*') {
        this.holders.push(local);
        this.bindings.set(local, local);
        setters.add(`${local}=${HELPER}.namespace(${this.given})`);
      } else {
        this.bindings.set(local, this.memberOf(imported, setters));
      }
    }
    this.add(source, setters, at);
  }

  private memberOf(imported: string, setters: Set<string>): string {
    const index = this.loads.length;
    if (imported === 'default') {
      const holder = this.holder(`d${index}`);
      setters.add(`${holder}=${HELPER}.default(${this.given})`);
      return `${holder}.default`;
    }
    const holder = this.holder(`m${index}`);
    setters.add(`${holder}=${this.given}`);
    return member(holder, imported);
  }

  private add(source: string, setters: ReadonlySet<string>, at: number): void {
    const setter = setters.size > 0 ? `,${this.given}=>{${[...setters].join(';')}}` : '';
    this.loads.push({ link: source + setter, at });
  }

  /** The test API is there before mocks are set up, which need it. */
  importApi(source: string, names: readonly { imported: string; local: string }[]): void {
    const api = `${HELPER}.api(${source})`;
    for (const { imported, local } of names) {
      this.api.set(local, imported);
      const pattern = imported === '*' ? local : `{${key(imported)}:${local}}`;
      this.apiStatements.push(`const ${pattern}=${api};`);
    }
  }

  export(name: string, value: string): void {
    this.exported.set(name, value);
  }

  exportFrom(source: string, names: readonly { left: string; right: string }[], at: number): void {
    const setters = new Set<string>();
    for (const { left, right } of names) this.export(right, this.memberOf(left, setters));
    this.add(source, setters, at);
  }

  /** `export * from`, or `export * as name from`. */
  exportAll(source: string, name: string | undefined, at: number): void {
    if (name === undefined) {
      this.loads.push({ link: `${source},null,true`, at });
      return;
    }
    const holder = this.holder(`n${this.loads.length}`);
    this.add(source, new Set([`${holder}=${HELPER}.namespace(${this.given})`]), at);
    this.export(name, holder);
  }

  /** The name of a default export that is a function without one. */
  nameDefault(): string {
    return (this.unnamed = this.made('default'));
  }

  /** Puts it around the module's statements. */
  wrap(edits: Edits, { hoisted, isBare, waits }: WrapOptions): void {
    const getters = [...this.exported].map(([name, value]) => `${key(name)}:()=>${value}`);
    const unnamed = this.unnamed === undefined ? '' : `,${this.unnamed}`;
    const holders = this.holders.length > 0 ? `let ${this.holders.join(',')};` : '';
    const exports = isBare ? '' : `${HELPER}.exports({${getters.join(',')}}${unnamed});`;
    this.loads.sort((left, right) => left.at - right.at);
    const links = this.loads.map(({ link }) => `${HELPER}.link(${link});`).join('');
    edits.lead(0, `"use strict";{${this.apiStatements.join('')}${exports}${holders}${hoisted}${links}`);
    if (!waits) edits.lead(0, 'yield;');
    this.loads.forEach(({ at }, index) => edits.lead(0, `${HELPER}.load(${index});`, at));
    const ready = this.made('ready');
    edits.lead(0, waits ? `const ${ready}=${HELPER}.ready();if(${ready})await ${ready};` : 'yield;');
    edits.insert(edits.source.length, '\n}');
  }
}
