/**
 * Shared objects of tests and program, for each side. The tests get the objects themselves, which they may mock and spy
 * on; the program gets views of them (views.ts). See docs/adr/0022.
 */
import { isTestData } from '../../domain/verification/protected-paths';
import { isPackageFile } from '../links';
import type { TestSide } from '../test-side';
import { isLiveExport } from './es-modules';
import type { Builtins } from './module-host';
import { ownCopy, viewOfCrypto } from './instance-views';
import { PackageTrust } from './package-trust';
import { createView } from './views';
import type { ViewRules } from './views';

type AnyFunction = (...args: unknown[]) => unknown;
type Side = 'tests' | 'package' | 'program';
type ForSide = (side: () => Side) => (call: AnyFunction) => AnyFunction;

const FILE_MODULES: ReadonlySet<string> = new Set(['fs', 'fs/promises']);

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Reflect.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

function ownFunctions(value: object): number {
  return Reflect.ownKeys(value).filter(
    (key) => typeof Reflect.getOwnPropertyDescriptor(value, key)?.value === 'function',
  ).length;
}

/** A plain object of functions; one without any holds settings or data. */
function isNamespace(value: unknown): boolean {
  return isPlain(value) && ownFunctions(value) > 0;
}

/** Settings of a package are everybody's: its own code goes by them. */
function isSetting(found: PropertyDescriptor): boolean {
  if (found.set) return !isLiveExport(found.set);
  return 'value' in found && typeof found.value !== 'function' && !isNamespace(found.value);
}

export class Sharing {
  private readonly trust = new PackageTrust();
  private readonly views = new WeakMap<object, object>();
  /** Those of file systems, by the package that they are for. */
  private readonly fileViews = new Map<string, WeakMap<object, object>>();

  constructor(
    private readonly testSide: TestSide,
    private readonly builtins: Builtins,
  ) {}

  sideOf(path: string): Side {
    if (this.testSide.has(path)) return 'tests';
    return isPackageFile(path) ? 'package' : 'program';
  }

  /** Name by which a module is registered and asks for others: of data each side has its own. */
  nameFor(path: string, asker: string): string {
    const isJson = path.endsWith('.json');
    if (!isJson && !isTestData(path)) return path;
    const side = this.sideOf(asker);
    if (side === 'tests') return this.testSide.copy(path);
    return isJson && side === 'package' ? `\0package:${path}` : path;
  }

  /** Notes who loads what. */
  asks(from: string, path: string): void {
    if (!isPackageFile(path)) return;
    const side = this.sideOf(from);
    if (side === 'package') this.trust.byPackage(from, path);
    if (side === 'program') this.trust.byProgram(path);
  }

  /** A module of Node as a file gets it. */
  builtin(from: string, name: string, exports: unknown): unknown {
    const side = this.sideOf(from);
    if (side === 'tests') return exports;
    if (name === 'process') return this.builtins.process();
    if (FILE_MODULES.has(name)) return this.fileView(from, side, exports as object);
    return side === 'program' ? this.moduleView(exports, name) : exports;
  }

  /** Exports of a package as a file gets them. */
  exportsFor(from: string, path: string, exports: unknown): unknown {
    if (!isPackageFile(path) || path.endsWith('.json') || this.sideOf(from) !== 'program') return exports;
    const isFunction = typeof exports === 'function' && ownFunctions(exports) > 0;
    return isPlain(exports) || isFunction ? this.packageView(exports, false) : exports;
  }

  private viewOf(object: object, rules: ViewRules, known: WeakMap<object, object> = this.views): object {
    const view = known.get(object) ?? createView(object, rules);
    known.set(object, view);
    // A view that is handed to the loader again stays what it is.
    known.set(view, view);
    return view;
  }

  private moduleView(exports: unknown, name: string): unknown {
    if (!isPlain(exports)) return exports;
    return this.viewOf(exports, {
      show: (value, key) => this.ofProgram(value, `${name}.${String(key)}`),
      passes: () => false,
    });
  }

  private ofProgram(value: unknown, name: string): unknown {
    if (name === 'crypto.webcrypto' || name === 'crypto.subtle') return viewOfCrypto(value as object);
    if (Array.isArray(value)) return ownCopy(value);
    if (typeof value !== 'function') return this.moduleView(value, name);
    return (this.builtins.load('internal/of-program') as Map<unknown, unknown>).get(value) ?? value;
  }

  private packageView(exports: object, nested: boolean): object {
    return this.viewOf(exports, {
      show: (value) => (isNamespace(value) ? this.packageView(value as object, true) : value),
      passes: (found) => (found ? isSetting(found) : nested),
    });
  }

  private fileView(from: string, side: 'package' | 'program', exports: object): object {
    const owner = side === 'program' ? '' : from.slice(0, from.lastIndexOf('/'));
    const known = this.fileViews.get(owner) ?? new WeakMap<object, object>();
    this.fileViews.set(owner, known);
    const made = known.get(exports);
    if (made) return made;
    const forSide = this.builtins.load('internal/fs-sides') as ForSide;
    // A package that holds a function loses what it may with it once the program asks for the package.
    const wrap = forSide(() => (side === 'package' && this.trust.isOfTests(from) ? 'tests' : side));
    const show = (value: unknown): unknown => {
      if (typeof value === 'function') return wrap(value as AnyFunction);
      return isPlain(value) ? this.viewOf(value, { show, passes: () => false }, known) : value;
    };
    return this.viewOf(exports, { show, passes: () => false }, known);
  }
}
