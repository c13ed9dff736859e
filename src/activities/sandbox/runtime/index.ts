/**
 * The test runtime: a script for a V8 snapshot. It leaves one function behind, which the child takes away before
 * any user code runs; everything goes through that function as strings, one macrotask a call.
 */
import './matchers';
import { lockIntrinsics } from './intrinsics';
import type { Rejection, RuntimeEvent, RuntimeSetup } from '../runtime-protocol';
import type { Place } from './intrinsics';
import type { ModuleFunction } from './modules';
import { Session } from './session';

/** Modules of the program; kept from one set-up to the next, where the child defines anew only what changed. */
interface Program {
  functions: Map<string, ModuleFunction>;
  counters: Map<string, Uint8Array>;
}

const program: Program = { functions: new Map(), counters: new Map() };
let session: Session | undefined;
let outbox: RuntimeEvent[] = [];

/** Takes what was reported since the last call, as JSON; empty when nothing was. */
function takeReports(): string {
  if (outbox.length === 0) return '';
  const text = JSON.stringify(outbox);
  outbox = [];
  return text;
}

/** Own names of the global after the first set-up: what comes later is a program's. */
let knownNames: ReadonlySet<PropertyKey> | undefined;
const { random } = Math;

/** Whether a further program would find the context as the last one did, apart from what every set-up replaces. */
function isUntouched(): boolean {
  if (Math.random !== random || !Object.isExtensible(realGlobal)) return false;
  return Reflect.ownKeys(realGlobal).every((name) => knownNames?.has(name));
}

/** Commands of the child: `lock`, `define` (once per module), `define-all` (an object of them), `setup`, `turn`, `reject`; `reusable` answers `yes`. */
function command(name: string, argument: string, module?: ModuleFunction, counters?: number): string {
  switch (name) {
    case 'lock':
      lockIntrinsics(JSON.parse(argument) as Place[]);
      break;
    case 'define':
      if (module) program.functions.set(argument, module);
      if (counters) program.counters.set(argument, new Uint8Array(counters));
      break;
    case 'define-all':
      for (const [path, one] of Object.entries(module as unknown as Record<string, ModuleFunction>))
        program.functions.set(path, one);
      break;
    case 'setup':
      session = new Session(JSON.parse(argument) as RuntimeSetup, program, (event) => outbox.push(event));
      knownNames ??= new Set(Reflect.ownKeys(realGlobal));
      break;
    case 'reusable':
      return isUntouched() ? 'yes' : 'no';
    case 'turn':
      session?.turn();
      break;
    case 'reject':
      session?.rejected(JSON.parse(argument) as Rejection);
      break;
  }
  return takeReports();
}

realGlobal.kintsugiCommand = command;
