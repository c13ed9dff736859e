import type { RuntimeSetup } from '../runtime-protocol';
import type { ModuleFunction } from './loader';

/** Modules that stand in for Node's, by name without `node:`. */
export interface Builtins {
  has(name: string): boolean;
  load(name: string): unknown;
  /** The process, as the program has it. */
  process(): object;
}

/** `node:module`, for files that may load what `requireFrom` lets them. */
export type NodeModule = (requireFrom: (filename: string) => unknown) => unknown;

export interface ModuleHost {
  setup: RuntimeSetup;
  functions: Map<string, ModuleFunction>;
  counters: Map<string, Uint8Array>;
  builtins: Builtins;
  /** True if Node has a module of this name, without `node:`. */
  isNodeModule(name: string): boolean;
  /** Values of the test API's wrapper parameters for a test file. */
  testApi(path: string): unknown[];
  /** Modules of the test API by name (`@jest/globals`, `vitest`), for test files. */
  testModule(name: string, path: string): unknown;
  /** Mock of a module from its real exports. */
  automock(exports: unknown): unknown;
  /** Tells the child that a file is needed which was not compiled. */
  need(path: string): void;
  /** Called with the exports of a module of Node or of a package before code of the project gets them. */
  handOut(toTests: boolean, name: string, exports: unknown): void;
  /** Likewise of a module of the program. */
  handOutOwn(toTests: boolean, path: string, exports: unknown): void;
  /** Tells the child that a specifier is used which it did not foresee. */
  needLink(from: string, specifier: string): void;
}
