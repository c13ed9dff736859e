import type { Spectrum } from './ochiai';

/** A function of a file with the names that it uses. */
export interface CodeFunction {
  name: string;
  /** Class that it belongs to. */
  owner?: string;
  from: number;
  to: number;
  uses: readonly string[];
}

/** A function in its file. */
export interface PlacedFunction extends CodeFunction {
  file: string;
}

/** Calls that are followed from a test. */
const MOST_CALLS = 6;
const MOST_FUNCTIONS = 400;

/** Functions by name, to follow calls without types. */
export class Reach {
  private readonly byName = new Map<string, PlacedFunction[]>();

  constructor(functions: readonly PlacedFunction[]) {
    for (const one of functions) {
      this.add(one.name, one);
      // Who makes an object runs its constructor, and operators run methods that nobody names.
      if (one.owner !== undefined && /^(?:__\w+__|constructor)$/.test(one.name)) this.add(one.owner, one);
    }
  }

  private add(name: string, one: PlacedFunction): void {
    const known = this.byName.get(name);
    if (known) known.push(one);
    else this.byName.set(name, [one]);
  }

  /** Functions that a name stands for. */
  named(name: string): readonly PlacedFunction[] {
    return this.byName.get(name) ?? [];
  }

  /** Functions that the names lead to, with the number of calls on the way. */
  from(names: Iterable<string>): Map<PlacedFunction, number> {
    const found = new Map<PlacedFunction, number>();
    let open = new Set(names);
    for (let calls = 1; calls <= MOST_CALLS && open.size > 0; calls++) {
      const next = new Set<string>();
      for (const name of open)
        for (const one of this.named(name)) {
          if (found.has(one) || found.size >= MOST_FUNCTIONS) continue;
          found.set(one, calls);
          for (const used of one.uses) next.add(used);
        }
      open = next;
    }
    return found;
  }
}

/** Lines that a test may run, by the names that it uses; `isMutable` says where repairs may be made. */
export function reachedBy(
  reach: Reach,
  test: { failed: boolean; uses: Iterable<string> },
  isMutable: (path: string) => boolean,
): Spectrum {
  const lines = new Map<string, number[]>();
  for (const one of reach.from(test.uses).keys()) {
    if (!isMutable(one.file)) continue;
    const own = lines.get(one.file) ?? [];
    for (let line = one.from; line <= one.to; line++) own.push(line);
    lines.set(one.file, own);
  }
  return { failed: test.failed, lines };
}
