/**
 * Turns an ES module into the body of a generator function, or of an asynchronous one where it waits at its top. It
 * gives its exports first and says what it imports; then it pauses, loads its imports, and pauses until they are
 * there. Imported names become members of the modules they come from, so that they stay live.
 */
import type {
  ExportDefaultDeclaration,
  ExportNamedDeclaration,
  Identifier,
  ImportDeclaration,
  Literal,
  Program,
} from 'acorn';
import { TEST_MODULES } from '../../links';
import { HELPER } from '../../wrapper';
import type { Edits } from './edits';
import { findReferences } from './references';
import type { Reference } from './references';
import { namesOf, skipSpace } from './walk';

export interface ModuleOptions {
  /** It gets the modules of the test API, before everything else. */
  testSide: boolean;
  /** It waits outside of all functions. */
  waits: boolean;
  /** Begins the names that are made up; the source does not contain it. */
  prefix: string;
  /** Statements that come before all imports. */
  hoisted: string;
  /** Without any export it is no ES module to those that import it: it may write `exports.name = …`, as Babel allows. */
  mayLackExports: boolean;
}

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;

function nameOf(node: Identifier | Literal): string {
  return node.type === 'Identifier' ? node.name : String(node.value);
}

function specifierOf(source: Literal): string {
  return JSON.stringify(source.value);
}

/** A property as it is written in an object; `__proto__` would set the prototype. */
function key(name: string): string {
  return IDENTIFIER.test(name) && name !== '__proto__' ? name : `[${JSON.stringify(name)}]`;
}

function member(object: string, name: string): string {
  return IDENTIFIER.test(name) ? `${object}.${name}` : `${object}[${JSON.stringify(name)}]`;
}

/** Adds the changes that make a module of the program. */
export function rewriteModule(program: Program, edits: Edits, options: ModuleOptions): void {
  new ModuleRewriter(edits, options).rewrite(program);
}

class ModuleRewriter {
  private readonly code: string;
  /** What stands for imported names. */
  private readonly bindings = new Map<string, string>();
  /** Export name → the expression that gives its value. */
  private readonly exported = new Map<string, string>();
  private readonly holders: string[] = [];
  private readonly apis: string[] = [];
  /** What it imports: the arguments that say so, and where it does. */
  private readonly imports: { link: string; at: number }[] = [];
  private unnamedDefault: string | undefined;
  private exportsNothing = false;

  constructor(
    private readonly edits: Edits,
    private readonly options: ModuleOptions,
  ) {
    this.code = edits.source;
  }

  rewrite(program: Program): void {
    for (const statement of program.body)
      if (statement.type === 'ImportDeclaration') this.importFrom(statement);
    for (const statement of program.body) {
      if (statement.type === 'ExportNamedDeclaration') this.exportNamed(statement);
      else if (statement.type === 'ExportDefaultDeclaration') this.exportDefault(statement);
      else if (statement.type === 'ExportAllDeclaration')
        this.exportAll(statement.source, statement.exported, statement);
    }
    const exporting = program.body.some((statement) => statement.type.startsWith('Export'));
    this.exportsNothing = !exporting && this.options.mayLackExports;
    if (this.bindings.size > 0) {
      const names = new Set(this.bindings.keys());
      for (const reference of findReferences(program, names)) this.replaceReference(reference);
    }
    this.addFrame();
  }

  private made(name: string): string {
    return this.options.prefix + name;
  }

  private holder(name: string): string {
    const made = this.made(name);
    if (!this.holders.includes(made)) this.holders.push(made);
    return made;
  }

  private importFrom(statement: ImportDeclaration): void {
    this.edits.replace(statement.start, statement.end, ';');
    if (this.options.testSide && TEST_MODULES.has(String(statement.source.value))) {
      this.importApi(statement);
      return;
    }
    const index = this.imports.length;
    const setters = new Set<string>();
    for (const specifier of statement.specifiers) {
      const local = specifier.local.name;
      if (specifier.type === 'ImportNamespaceSpecifier') {
        this.holders.push(local);
        setters.add(`${local}=${HELPER}.namespace(m)`);
      } else {
        const imported = specifier.type === 'ImportSpecifier' ? nameOf(specifier.imported) : 'default';
        this.bindings.set(local, this.memberOf(index, imported, setters));
      }
    }
    this.load(statement.source, setters, statement.start);
  }

  /** What stands for a name of the module that load number `index` brings. */
  private memberOf(index: number, imported: string, setters: Set<string>): string {
    if (imported === 'default') {
      const holder = this.holder(`d${index}`);
      setters.add(`${holder}=${HELPER}.default(m)`);
      return `${holder}.default`;
    }
    const holder = this.holder(`m${index}`);
    setters.add(`${holder}=m`);
    return member(holder, imported);
  }

  private load(source: Literal, setters: ReadonlySet<string>, at: number): void {
    const setter = setters.size > 0 ? `,m=>{${[...setters].join(';')}}` : '';
    this.imports.push({ link: specifierOf(source) + setter, at });
  }

  /** The test API is there before mocks are set up, which need it. */
  private importApi({ source, specifiers }: ImportDeclaration): void {
    const api = `${HELPER}.api(${specifierOf(source)})`;
    const parts = specifiers.flatMap((specifier) => {
      if (specifier.type === 'ImportNamespaceSpecifier') {
        this.apis.push(`const ${specifier.local.name}=${api};`);
        return [];
      }
      const imported = specifier.type === 'ImportSpecifier' ? nameOf(specifier.imported) : 'default';
      return [`${key(imported)}:${specifier.local.name}`];
    });
    if (parts.length > 0) this.apis.push(`const {${parts.join(',')}}=${api};`);
  }

  private exportNamed(statement: ExportNamedDeclaration): void {
    const { declaration, source, specifiers, start, end } = statement;
    if (declaration) {
      this.edits.replace(start, declaration.start, '');
      const names =
        declaration.type === 'VariableDeclaration'
          ? declaration.declarations.flatMap(({ id }) => namesOf(id))
          : [declaration.id.name];
      for (const name of names) this.exported.set(name, name);
      return;
    }
    this.edits.replace(start, end, ';');
    const index = this.imports.length;
    const setters = new Set<string>();
    for (const { local, exported } of specifiers) {
      const name = nameOf(local);
      const value = source ? this.memberOf(index, name, setters) : (this.bindings.get(name) ?? name);
      this.exported.set(nameOf(exported), value);
    }
    if (source) this.load(source, setters, start);
  }

  private exportDefault({ declaration, start, end }: ExportDefaultDeclaration): void {
    const { code, edits } = this;
    const body = skipSpace(code, skipSpace(code, start + 'export'.length) + 'default'.length);
    const made = this.made('default');
    if (
      (declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration') &&
      declaration.id
    ) {
      edits.replace(start, body, '');
      this.exported.set('default', declaration.id.name);
      return;
    }
    this.exported.set('default', made);
    if (declaration.type === 'FunctionDeclaration') {
      edits.replace(start, body, '');
      edits.insert(this.parameters(body, declaration.async), ` ${made}`);
      this.unnamedDefault = made;
      return;
    }
    // An object's property gives functions and classes without a name that of the property, as `export default` does.
    edits.replace(start, body, `const ${made}={default:`);
    edits.close(code[end - 1] === ';' ? end - 1 : end, '}.default');
  }

  /** Where the parameters of an unnamed function begin. */
  private parameters(start: number, isAsync: boolean): number {
    const { code } = this;
    const keyword = isAsync ? skipSpace(code, start + 'async'.length) : start;
    const next = skipSpace(code, keyword + 'function'.length);
    return code[next] === '*' ? skipSpace(code, next + 1) : next;
  }

  private exportAll(
    source: Literal,
    exported: Identifier | Literal | null | undefined,
    { start, end }: { start: number; end: number },
  ): void {
    this.edits.replace(start, end, ';');
    if (!exported) {
      this.imports.push({ link: `${specifierOf(source)},null,true`, at: start });
      return;
    }
    const holder = this.holder(`n${this.imports.length}`);
    this.exported.set(nameOf(exported), holder);
    this.load(source, new Set([`${holder}=${HELPER}.namespace(m)`]), start);
  }

  private replaceReference({ name, start, end, use, leads }: Reference): void {
    const { code, edits } = this;
    const value = this.bindings.get(name) ?? name;
    switch (use) {
      case 'read':
        return edits.replace(start, end, value);
      case 'shorthand':
        return edits.replace(start, end, `${name}:${value}`);
      case 'write':
        return edits.replace(start, end, `${HELPER}.constant`);
      case 'write-shorthand':
        return edits.replace(start, end, `${name}:${HELPER}.constant`);
      case 'tag':
      case 'call': {
        // V8 takes the parenthesis for the place of such a call: it is to be that of the name.
        let open = skipSpace(code, end);
        if (code.startsWith('?.', open)) open = skipSpace(code, open + 2);
        const tail = code[open] === '(' || code[open] === '`' ? open + 1 : end;
        return edits.replace(start, tail, `${leads ? ';' : ''}(0,${value})${code.slice(end, tail)}`);
      }
    }
  }

  /** What comes before the module's own statements, and behind them. */
  private addFrame(): void {
    const { edits, options } = this;
    const getters = [...this.exported].map(([name, value]) => `${key(name)}:()=>${value}`);
    const unnamed = this.unnamedDefault === undefined ? '' : `,${this.unnamedDefault}`;
    const holders = this.holders.length > 0 ? `let ${this.holders.join(',')};` : '';
    const exports = this.exportsNothing ? '' : `${HELPER}.exports({${getters.join(',')}}${unnamed});`;
    edits.lead(0, `"use strict";{${this.apis.join('')}${exports}${holders}${options.hoisted}`);
    this.imports.sort((left, right) => left.at - right.at);
    for (const { link } of this.imports) edits.lead(0, `${HELPER}.link(${link});`);
    edits.lead(0, options.waits ? '' : 'yield;');
    this.imports.forEach(({ at }, index) => edits.lead(0, `${HELPER}.load(${index});`, at));
    const ready = this.made('ready');
    edits.lead(0, options.waits ? `const ${ready}=${HELPER}.ready();if(${ready})await ${ready};` : 'yield;');
    edits.insert(this.code.length, '\n}');
  }
}
