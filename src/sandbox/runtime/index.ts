/**
 * The test runtime: a script for a V8 snapshot. It leaves one function behind, which the child takes away before any
 * user code runs. All communication goes through that function as strings, one macrotask a call.
 */
import './honest';
import './matchers';
import { lockGlobalConsole } from './global-console';
import { closeSnapshot, lockIntrinsics, openProperties } from './intrinsics';
import { COLLECT } from '../memory';
import type { Rejection, RuntimeEvent, RuntimeSetup } from '../runtime-protocol';
import { Input } from './input';
import type { InputForm } from '../../domain/values/dataset';
import type { LibraryFunction } from './library-host';
import type { ModuleFunction } from './modules';
import { same } from './properties';
import { Session } from './session';
import { SharedObjects } from './shared';
import { Timeout } from './timers';

/** Modules of the program; kept from one set-up to the next, where the child defines anew only what changed. */
interface Program {
  functions: Map<string, ModuleFunction>;
  counters: Map<string, Uint8Array>;
  libraries: Map<string, LibraryFunction>;
}

const program: Program = { functions: new Map(), counters: new Map(), libraries: new Map() };
let session: Session | undefined;
/** Data of the call to come. */
let input: Input | undefined;

/** Reports, and the part of them that went out with the last answer: promises that settle later may report more. */
const outbox: RuntimeEvent[] = [];
let sent = 0;

/** Takes the reports that nobody has read yet, as JSON. Empty: there are none. */
function takeReports(): string {
  sent = outbox.length;
  return sent === 0 ? '' : JSON.stringify(outbox);
}

/** Own names of the global before any program ran, and whether a set-up can define them anew. */
let names: ReadonlyMap<PropertyKey, boolean> = new Map();

/** Names that stay open, before any program ran. */
let opened = openProperties();

const globalPrototype = Reflect.getPrototypeOf(realGlobal);
const shared = new SharedObjects();

/** Sets up a run of nothing, twice, to see what all runs have in common. */
function observeSetUps(): void {
  const setup = { testFile: '', files: [], broken: {}, outputLimit: 0 };
  const nothing = { ...setup, plainScript: false, bail: false, coverage: false, seed: '00' };
  const before = new Set(Reflect.ownKeys(realGlobal));
  for (let times = 0; times < 2; times++) {
    const { host } = new Session(nothing, program, () => undefined);
    const given = Reflect.ownKeys(realGlobal).filter((name) => name === 'Date' || !before.has(name));
    shared.observe([
      Timeout,
      ...given.map((name) => Reflect.getOwnPropertyDescriptor(realGlobal, name)?.value),
      host,
    ]);
  }
}

function isConfigurable(name: PropertyKey): boolean {
  return Reflect.getOwnPropertyDescriptor(realGlobal, name)?.configurable === true;
}

/** V8's collector of young objects, where the child was given it. */
let collect: ((options: object) => void) | undefined;

function lock(): void {
  collect = realGlobal[COLLECT] as typeof collect;
  realGlobal[COLLECT] = undefined;
  lockIntrinsics();
  lockGlobalConsole();
  opened = openProperties();
  names = new Map(Reflect.ownKeys(realGlobal).map((name) => [name, isConfigurable(name)]));
}

/** True if a further program would find the context as the last one did, apart from what every set-up replaces. */
function isUntouched(): boolean {
  if (realGlobal[COLLECT] !== undefined) return false;
  if (![...openProperties()].every(([name, now]) => same(now, opened.get(name) ?? {}))) return false;
  if (!Object.isExtensible(realGlobal)) return false;
  if (Reflect.getPrototypeOf(realGlobal) !== globalPrototype) return false;
  return (
    Reflect.ownKeys(realGlobal).every((name) => names.get(name) === isConfigurable(name)) &&
    shared.areUntouched()
  );
}

/** Keeps a module's code. Sloppy code that it calls finds the function as its `caller`, in every later run, too. */
function define(path: string, code: ModuleFunction): void {
  program.functions.set(path, Object.freeze(code));
  // Undefined for async functions.
  Object.freeze((code as { prototype?: object }).prototype);
}

/**
 * Commands of the child: `lock`, `define` (once per module), `define-all` (an object of them), `library`, `input` and its `piece`s,
 * `setup`, `turn`, `reject`, `changes`; `reusable` answers `yes`. `collect` frees young objects.
 */
function command(name: string, argument: string, module?: ModuleFunction, counters?: number): string {
  if (name === 'collect') {
    collect?.({ type: 'minor' });
    return '';
  }
  // The answer to a command was read, unless a promise was rejected after it that nobody handles: that is thrown instead.
  if (name !== 'reject') {
    outbox.splice(0, sent);
    sent = 0;
  }
  switch (name) {
    case 'lock':
      lock();
      break;
    case 'define':
      if (module) define(argument, module);
      if (counters) program.counters.set(argument, new Uint8Array(counters));
      break;
    case 'define-all':
      for (const [path, one] of Object.entries(module as unknown as Record<string, ModuleFunction>))
        define(path, one);
      break;
    case 'library':
      program.libraries.set(argument, module as unknown as LibraryFunction);
      break;
    case 'input':
      input = new Input(JSON.parse(argument) as InputForm);
      break;
    case 'piece':
      input?.add(argument);
      break;
    case 'setup':
      session = new Session(
        JSON.parse(argument) as RuntimeSetup,
        program,
        (event) => outbox.push(event),
        input,
      );
      input = undefined;
      break;
    case 'reusable':
      return isUntouched() ? 'yes' : 'no';
    case 'turn':
      session?.turn();
      break;
    case 'changes':
      session?.lookForChanges();
      break;
    case 'reject':
      session?.rejected(JSON.parse(argument) as Rejection);
      break;
  }
  return takeReports();
}

observeSetUps();
closeSnapshot();
realGlobal.kintsugiCommand = command;
