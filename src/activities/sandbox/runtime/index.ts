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

interface Pending {
  functions: Map<string, ModuleFunction>;
  counters: Map<string, Uint8Array>;
}

let pending: Pending = { functions: new Map(), counters: new Map() };
let session: Session | undefined;
let outbox: RuntimeEvent[] = [];

/** Takes what was reported since the last call, as JSON; empty when nothing was. */
function takeReports(): string {
  if (outbox.length === 0) return '';
  const text = JSON.stringify(outbox);
  outbox = [];
  return text;
}

/** Commands of the child: `lock`, `define` (once per module), `setup`, `turn`, `reject`. */
function command(name: string, argument: string, module?: ModuleFunction, counters?: number): string {
  switch (name) {
    case 'lock':
      lockIntrinsics(JSON.parse(argument) as Place[]);
      break;
    case 'define':
      if (module) pending.functions.set(argument, module);
      if (counters) pending.counters.set(argument, new Uint8Array(counters));
      break;
    case 'setup':
      session = new Session(JSON.parse(argument) as RuntimeSetup, pending, (event) => outbox.push(event));
      pending = { functions: new Map(), counters: new Map() };
      break;
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
