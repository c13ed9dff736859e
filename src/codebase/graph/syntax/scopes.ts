/** Scopes of one file: names that are known at an offset of it. */
import type { Binding, Declared, FileFacts } from './facts';

/** Kinds of declarations that have members. */
export const TYPES: ReadonlySet<string> = new Set(['class', 'interface', 'enum', 'type']);

/** Declarations in functions around an offset. */
export function localsAt(facts: FileFacts, name: string, offset: number): Declared[] {
  const found = facts.declared.filter((one) => one.isLocal && one.symbol.name === name);
  return found.filter((one) => {
    const scope = functionAround(facts, one);
    return scope !== undefined && scope.start <= offset && offset < scope.end;
  });
}

/** Declaration right around a local one, in which it is known. */
function functionAround(facts: FileFacts, { start, end, symbol }: Declared): Declared | undefined {
  return facts.declared.findLast((one) => one.start <= start && end <= one.end && one.symbol !== symbol);
}

/** Types around an offset, the innermost first. */
export function typesAround(facts: FileFacts, offset: number): Declared[] {
  return facts.declared
    .filter(({ symbol, start, end }) => TYPES.has(symbol.kind) && start <= offset && offset < end)
    .reverse();
}

/** Qualified name of the inline modules around an offset. */
export function moduleAround(facts: FileFacts, offset: number): string {
  return facts.declared
    .filter((one) => isModule(one) && one.start <= offset && offset < one.end)
    .map(({ symbol }) => symbol.name)
    .join('.');
}

export function isModule({ symbol: { kind } }: Declared): boolean {
  return kind === 'module';
}

/** The nearest parameter or variable of a name around an offset; of one scope, the last before it. */
export function bindingAt(facts: FileFacts, name: string, offset: number): Binding | undefined {
  let best: Binding | undefined;
  for (const one of facts.bindings) {
    if (one.name !== name || one.start > offset || offset >= one.end) continue;
    const isInner = !best || one.start > best.start;
    const isLater =
      best?.start === one.start &&
      (one.offset <= offset || best.offset > offset) &&
      one.offset >= best.offset;
    if (isInner || (isLater && (one.type !== undefined || best?.type === undefined))) best = one;
  }
  return best;
}
