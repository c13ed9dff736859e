/** Isolates and contexts: the test runtime, locked, with one command function and nothing else to reach. */
import ivm from 'isolated-vm';
import { LIBRARY_MARK } from '../libraries';
import { YOUNG_AT_START } from '../memory';
import { compileCached } from './code-cache';
import type { Library } from './library';
import { PROGRAM_FORM, spell, wrap } from './module-form';
import type { Form } from './module-form';
import type { Prepared } from './prepare';
import { COMMAND } from './runtime-snapshot';

/** ms for the runtime's own work, which no user code takes part in. */
const OWN_TIMEOUT = 5_000;

type Command = ivm.Reference<(...args: unknown[]) => string>;
type Wrapper = ivm.Reference<(...args: unknown[]) => unknown>;

/** ms in which a program makes a MiB or two of young objects at most. */
const LOOK_AFTER_MS = 1;

/** Parts that all isolates of a child share. */
export interface CellParts {
  snapshot: ivm.ExternalCopy<ArrayBuffer>;
  libraries: ReadonlyMap<string, Library>;
}

/** An isolate with its compiled scripts. */
export class Cell {
  readonly isolate: ivm.Isolate;
  private readonly scripts = new Map<string, ivm.Script>();
  /** ms that the isolate worked since its heap was last looked at. */
  private worked = 0;
  /** Bytes after the last collection of young objects; before the first one, those of the first context. */
  private usedAfter: number | undefined;

  constructor(
    private readonly parts: CellParts,
    readonly heapMb: number,
  ) {
    this.isolate = new ivm.Isolate({ memoryLimit: Math.max(8, heapMb), snapshot: parts.snapshot });
  }

  /** A context in which nothing has run yet. */
  open(): Room {
    const context = this.working(() => this.isolate.createContextSync());
    const command = context.global.getSync(COMMAND, { reference: true }) as Command;
    context.global.deleteSync(COMMAND);
    this.working(() => command.applySync(undefined, ['lock', ''], { timeout: OWN_TIMEOUT }));
    this.usedAfter ??= this.used();
    return new Room(this, context, command);
  }

  /** Compiled module; kept for further contexts when `keep`. */
  compile(module: Prepared, form: Form, keep: boolean): ivm.Script {
    const key = `${spell(form)}\0${module.kind}\0${module.path}\0${module.code}`;
    const known = this.scripts.get(key);
    if (known) return known;
    const { prefix, suffix } = wrap(form, module.kind);
    const origin = { filename: module.path, columnOffset: -prefix.length };
    const script = compileCached(this.isolate, [module], spell(form), prefix + module.code + suffix, origin);
    if (keep) this.scripts.set(key, script);
    return script;
  }

  /** An object of many modules' functions by path; kept for further contexts when `keep`. */
  compileAll(modules: readonly [Prepared, ...Prepared[]], keep: boolean): ivm.Script {
    const key = modules.map((module) => module.path).join('\0');
    const known = this.scripts.get(key);
    if (known) return known;
    const functions = modules.map(({ path, code, kind }) => {
      const { prefix, suffix } = wrap(PROGRAM_FORM, kind);
      return `${JSON.stringify(path)}:${prefix}${code}${suffix}`;
    });
    const text = `({${functions.join(',')}})`;
    const script = compileCached(this.isolate, modules, 'all', text, { filename: 'node_modules' });
    if (keep) this.scripts.set(key, script);
    return script;
  }

  /** A library of stand-ins; undefined for a name that is none. */
  compileLibrary(name: string): ivm.Script | undefined {
    return this.parts.libraries.get(name)?.compile(this.isolate);
  }

  /** Work in the isolate; it may make young objects. */
  working<T>(work: () => T): T {
    const started = performance.now();
    try {
      return work();
    } finally {
      this.worked += performance.now() - started;
    }
  }

  /**
   * Collects young objects if there may be many. Looking at the heap takes as long as a small test, so it does not look
   * after work that can't have filled it.
   */
  relieve(collect: () => void): void {
    if (this.worked < LOOK_AFTER_MS) return;
    this.worked = 0;
    const used = this.used();
    this.usedAfter = Math.min(this.usedAfter ?? 0, used);
    if (used - this.usedAfter < YOUNG_AT_START) return;
    collect();
    this.usedAfter = this.used();
  }

  private used(): number {
    return this.isolate.getHeapStatisticsSync().used_heap_size;
  }

  get disposed(): boolean {
    return this.isolate.isDisposed;
  }

  dispose(): void {
    if (!this.isolate.isDisposed) this.isolate.dispose();
  }
}

/** Commands that `send` takes. */
export type RoomCommand = 'input' | 'piece' | 'setup' | 'turn' | 'changes' | 'reject';

/** A context of a cell. */
export class Room {
  /** Code of the modules it holds, by path. */
  private readonly defined = new Map<string, string>();

  constructor(
    readonly cell: Cell,
    private readonly context: ivm.Context,
    private readonly command: Command,
  ) {}

  define(module: Prepared, form: Form, keep: boolean): void {
    const text = `${spell(form)}\0${module.code}`;
    if (this.defined.get(module.path) === text) return;
    this.defined.set(module.path, text);
    this.cell.working(() => this.defineOne(module, form, keep));
  }

  private defineOne(module: Prepared, form: Form, keep: boolean): void {
    const script = this.cell.compile(module, form, keep);
    const options = { reference: true, timeout: OWN_TIMEOUT } as const;
    const wrapper = script.runSync<typeof options>(this.context, options) as Wrapper;
    const args = ['define', module.path, wrapper.derefInto({ release: true }), module.counters.length];
    this.command.applySync(undefined, args, { timeout: OWN_TIMEOUT });
    if (!keep) script.release();
  }

  /** Defines the modules of packages with one script: there may be hundreds, and no stack of theirs is shown. */
  definePackages(modules: readonly Prepared[], keep: boolean): void {
    const [first, ...others] = modules.filter((module) => this.defined.get(module.path) !== module.code);
    if (!first) return;
    this.cell.working(() => this.defineAll([first, ...others], keep));
  }

  private defineAll(fresh: readonly [Prepared, ...Prepared[]], keep: boolean): void {
    for (const module of fresh) this.defined.set(module.path, module.code);
    const script = this.cell.compileAll(fresh, keep);
    const options = { reference: true, timeout: OWN_TIMEOUT } as const;
    const functions = script.runSync<typeof options>(this.context, options) as Wrapper;
    const args = ['define-all', '', functions.derefInto({ release: true })];
    this.command.applySync(undefined, args, { timeout: OWN_TIMEOUT });
    if (!keep) script.release();
  }

  /** Gives it a library of stand-ins; once is enough for all runs in it. */
  defineLibrary(name: string): void {
    if (this.defined.has(LIBRARY_MARK + name)) return;
    this.defined.set(LIBRARY_MARK + name, '');
    this.cell.working(() => this.addLibrary(name));
  }

  private addLibrary(name: string): void {
    const script = this.cell.compileLibrary(name);
    if (!script) return;
    const options = { reference: true, timeout: OWN_TIMEOUT } as const;
    const library = script.runSync<typeof options>(this.context, options) as Wrapper;
    const args = ['library', name, library.derefInto({ release: true })];
    this.command.applySync(undefined, args, { timeout: OWN_TIMEOUT });
    script.release();
  }

  /** Sends a command; what it reports comes back as JSON. Throws when the time is over or a rejection was unhandled. */
  send(name: RoomCommand, argument: string, timeout: number): string {
    return this.cell.working(() => String(this.command.applySync(undefined, [name, argument], { timeout })));
  }

  /**
   * Called before a test and now and then. An unhandled rejection is known only as long as its promise exists, so no
   * collection may happen within a turn.
   */
  relieve(): void {
    this.cell.relieve(() => this.command.applySync(undefined, ['collect', ''], { timeout: OWN_TIMEOUT }));
  }

  /** True if a variant of the same program may follow in this context. */
  isReusable(): boolean {
    try {
      return this.command.applySync(undefined, ['reusable', ''], { timeout: OWN_TIMEOUT }) === 'yes';
    } catch (error) {
      if (this.cell.disposed) return false;
      throw error;
    }
  }

  release(): void {
    if (this.cell.disposed) return;
    this.command.release();
    this.context.release();
  }
}
