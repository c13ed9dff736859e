import type { CompilerConfig } from '../../../domain/verification/test-config';
import type { Spot } from './lines';
import type { ModuleKind } from '../../wrapper';
import type { BrokenModule } from '../../runtime-protocol';

export interface TranspileOptions {
  /** Settings of the project's tsconfig.json. */
  compiler?: Partial<CompilerConfig>;
  /** Count executed lines. */
  coverage?: boolean;
  /** The file is its own test: its functions hide nothing from anybody. */
  plainScript?: boolean;
}

/** A body of a function with `MODULE_PARAMETERS`. */
export interface TranspiledCode {
  code: string;
  kind: ModuleKind;
  /** Lines of each counter; empty without coverage. */
  counters: number[][];
  /** Names that it adds to built-ins: `Array.prototype.last`. */
  added: readonly string[];
  /** Specifiers of modules that it names literally; undefined when it was taken as it is. */
  requires: string[] | undefined;
  /** The place in the source that a place of the code comes from; undefined for what was added. */
  map(spot: Spot): Spot | undefined;
}

export type Transpiled = TranspiledCode | { broken: BrokenModule };
