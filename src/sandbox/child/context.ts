/** Context of a program, as the child keeps it. */
import type { TestConfig } from '../../domain/verification/test-config';
import type { ContextMessage } from '../protocol';
import { Packages } from './packages';

/** Contexts and package sources kept; the parent counts on the same number. */
const KEPT = 2;

export interface Context {
  config: TestConfig | undefined;
  packages: Packages;
  assetPaths: ReadonlySet<string>;
}

function trim(map: Map<number, unknown>): void {
  for (const oldest of map.keys()) {
    if (map.size <= KEPT) break;
    map.delete(oldest);
  }
}

/** Contexts by the parent's ids. */
export class Contexts {
  private readonly contexts = new Map<number, Context>();
  private readonly sources = new Map<number, Packages>();

  add({ id, packages, config, assetPaths }: ContextMessage): void {
    const source = this.sources.get(packages) ?? new Packages();
    this.sources.set(packages, source);
    trim(this.sources);
    this.contexts.set(id, { config, packages: source, assetPaths: new Set(assetPaths) });
    trim(this.contexts);
  }

  get(id: number): Context {
    const context = this.contexts.get(id);
    if (!context) throw new Error(`context ${id} is not here`);
    return context;
  }
}
