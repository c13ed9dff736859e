/**
 * Finds a program's changes to objects that its tests read as well: globals, modules of Node, and packages that both
 * sides got. Built-ins are locked except for a few names (intrinsics.ts).
 */
import { LOADED } from '../../domain/verification/protected-paths';
import { cut } from './errors';
import { isLiveExport } from './es-modules';
import { propertyOf, same, Shape } from './properties';
import type { Property } from './properties';
import { openProperties } from './intrinsics';

export interface TaintHost {
  /** Assignments in the texts of test files: pairs `holder.name` (child/assigned-names.ts). */
  assigned: ReadonlySet<string>;
  /** Modules of Node and packages that test files name. */
  modules: ReadonlySet<string>;
  /** A value that only tests can make: a mock, a fake timer function. */
  isOfTests(value: unknown): boolean;
}

/** Names kept of one run; one more stands for all others. */
const MAX_NAMES = 2_000;
const MAX_CHARS = 200;
const MORE = '…';
/** Objects of settings looked after for each member of a module. */
const MAX_SETTINGS = 20;
/** Said of a program that reaches into mocks. */
const MOCK = 'what a mock of the tests remembers or answers';

/** Members with an object's own working state, or that are there to be set: listeners of emitters, the exit code. */
const STATE = new Set<PropertyKey>(['_events', '_eventsCount', '_maxListeners', 'exitCode', 'title']);

/** Objects whose names alone do not say who is meant: a test must name the holder as well. */
const NAMED_HOLDERS = new Set([
  ...['globalThis', 'console', 'process', 'Math', 'Error', 'Date'],
  ...['env', 'stdout', 'stderr', 'stdin'],
]);

interface Watched {
  label: string;
  object: object;
  /** As it was when the run began, or when it was first handed out. */
  first: Shape;
  /** As it was when it was last looked at. */
  last: Shape;
  /** Only functions that are replaced count: what else a module of the project gives is its own affair. */
  codeOnly: boolean;
}

function isCode(property: Property | undefined): boolean {
  return typeof property?.value === 'function' || property?.get !== undefined;
}

/** A function with methods: most functions have no prototype, or one that holds nothing but them. */
function isClass(value: unknown): boolean {
  if (typeof value !== 'function') return false;
  const prototype: unknown = propertyOf(value, 'prototype').value;
  return typeof prototype === 'object' && prototype !== null && Reflect.ownKeys(prototype).length > 1;
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Reflect.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

/** Value that a module exports by this name. A live export is read, and may not be there yet. */
function valueOf(exports: object, key: PropertyKey, { value, set }: Property): unknown {
  if (typeof set !== 'function' || !isLiveExport(set)) return value;
  try {
    return Reflect.get(exports, key);
  } catch {
    return undefined;
  }
}

export class Taint {
  /** Which sides have loaded a module of the project, by its path: the tests' is `true`. */
  private readonly loaded = new Map<string, Set<boolean>>();
  private readonly watched: Watched[] = [];
  private readonly known = new Set<object>();
  private globals: Watched | undefined;
  private readonly ofTests = new WeakSet();
  /** Objects given to the program that tests may ask for, with what is to be watched from then on. */
  private readonly ofProgram = new Map<object, Watched[]>();
  private readonly names = new Set<string>();
  private told = 0;
  /** As they are when the program begins: a run may have its own source of chance. */
  private open = openProperties();
  private console: unknown;

  constructor(private readonly host: TaintHost) {}

  /** Looks after the globals from now on. */
  begin(): void {
    this.open = openProperties();
    this.console = realGlobal.console;
    this.watch('globalThis', realGlobal);
    this.globals = this.watched.at(-1);
    this.watch('console', this.console);
    this.watch('Date', realGlobal.Date);
  }

  /** Called with the value of a lazy global at its first read, which is no change. Watches it from now on. */
  made(name: string, value: unknown): void {
    for (const shape of new Set([this.globals?.first, this.globals?.last])) shape?.accept(name, { value });
    this.watch(name, value);
    if (name !== 'process') return;
    for (const stream of ['stdout', 'stderr', 'stdin'])
      this.watch(stream, (value as Record<string, unknown>)[stream]);
  }

  /** Told of a variable of the environment that the program, or a package, has set or deleted. */
  setVariable(name: string): void {
    this.add(`process.${name}`, undefined, name);
  }

  /** Told of a program that uses more of a mock than calling it. */
  touchedMock(): void {
    this.names.add(MOCK);
  }

  /** Looks after an object from now on; of a class its prototype, too. */
  private watch(label: string, value: unknown): void {
    this.watched.push(...this.look(label, value));
  }

  private look(label: string, value: unknown, codeOnly = false): Watched[] {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return [];
    if (this.known.has(value) || Object.isFrozen(value)) return [];
    this.known.add(value);
    const first = new Shape(value);
    const prototype = typeof value === 'function' ? first.properties.get('prototype')?.value : undefined;
    const heirs = prototype === undefined ? [] : this.look(`${label}.prototype`, prototype, codeOnly);
    return [{ label, object: value, first, last: first, codeOnly }, ...heirs];
  }

  /**
   * Called with the exports of a module before its importer gets them. Exports that both sides have are watched, with
   * classes and the default export, from the state in which the program got them.
   */
  handOut(toTests: boolean, label: string, exports: unknown): void {
    if ((typeof exports !== 'object' && typeof exports !== 'function') || exports === null) return;
    if (toTests) {
      this.ofTests.add(exports);
      this.watched.push(...(this.ofProgram.get(exports)?.splice(0) ?? []));
    } else if (!this.ofProgram.has(exports) && (this.ofTests.has(exports) || this.host.modules.has(label))) {
      const found = this.lookInto(label, exports);
      if (this.ofTests.has(exports)) this.watched.push(...found.splice(0));
      this.ofProgram.set(exports, found);
    }
  }

  /**
   * The same for a module of the project. What the tests alone loaded before a repair is theirs: that both sides load it is told too.
   */
  handOutOwn(toTests: boolean, path: string, exports: unknown): void {
    const sides = this.loaded.get(path) ?? new Set();
    this.loaded.set(path, sides.add(toTests));
    if (sides.size === 2) this.names.add(path + LOADED);
    if ((typeof exports !== 'object' && typeof exports !== 'function') || exports === null) return;
    if (toTests) this.watched.push(...(this.ofProgram.get(exports)?.splice(0) ?? []));
    else if (!this.ofProgram.has(exports)) {
      const found = this.lookInto(path, exports, true);
      if (sides.size === 2) this.watched.push(...found.splice(0));
      this.ofProgram.set(exports, found);
    }
  }

  private lookInto(label: string, exports: object, codeOnly = false): Watched[] {
    const found = this.look(label, exports, codeOnly);
    for (const [key, property] of found[0]?.first.properties ?? []) {
      const value = codeOnly ? valueOf(exports, key, property) : property.value;
      if (key === 'default' || isClass(value))
        found.push(...this.look(`${label}.${String(key)}`, value, codeOnly));
      else if (!codeOnly && isPlain(value)) found.push(...this.settings(`${label}.${String(key)}`, value));
    }
    return found;
  }

  /** Settings of a package and of Node, which it keeps in objects within objects; of large ones the first. */
  private settings(label: string, value: object): Watched[] {
    const found: Watched[] = [];
    const queue: [string, object][] = [[label, value]];
    for (let next = queue.shift(); next && found.length < MAX_SETTINGS; next = queue.shift()) {
      const [name, object] = next;
      const [watched] = this.look(name, object);
      if (!watched) continue;
      found.push(watched);
      for (const [key, property] of watched.first.properties)
        if (isPlain(property.value)) queue.push([`${name}.${String(key)}`, property.value]);
    }
    return found;
  }

  /** Names of what changed and was not told of yet. */
  check(): string[] {
    for (const one of this.watched) this.compare(one);
    for (const [name, now] of openProperties())
      if (!same(now, this.open.get(name) ?? {})) this.add(name, now.value);
    if (realGlobal.console !== this.console) this.add('globalThis.console', realGlobal.console);
    if (this.told === this.names.size) return [];
    const fresh = [...this.names].slice(this.told);
    this.told = this.names.size;
    return fresh;
  }

  private compare(watched: Watched): void {
    if (watched.last.isStill()) return;
    const { label, object, first, last } = watched;
    const now = new Shape(object);
    if (now.prototype !== last.prototype) this.add(`${label}.__proto__`, undefined);
    for (const key of new Set([...now.properties.keys(), ...last.properties.keys()])) {
      const [before, after, start] = [last, now, first].map(({ properties }) => properties.get(key));
      if ((before && after && same(before, after)) || STATE.has(key)) continue;
      if (start ? after && same(start, after) : !after) continue;
      if (watched.codeOnly && !isCode(before)) continue;
      this.add(`${label}.${String(key)}`, after?.value);
    }
    watched.last = now;
  }

  private add(name: string, value: unknown, pair = name): void {
    if (this.host.isOfTests(value) || this.isAssigned(pair)) return;
    const text = cut(name.replace(/\s+/g, ' '), MAX_CHARS);
    this.names.add(this.names.size < MAX_NAMES ? text : MORE);
  }

  private isAssigned(name: string): boolean {
    const { assigned } = this.host;
    if (assigned.has(name)) return true;
    const [holder = ''] = name.split('.', 1);
    if (NAMED_HOLDERS.has(holder)) return false;
    const last = name.slice(name.lastIndexOf('.'));
    for (const pair of assigned) if (pair.endsWith(last)) return true;
    return false;
  }
}
