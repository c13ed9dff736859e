/** Names by which people ask for symbols: `path#Outer.name`, `Outer.name`, `name` or `path:line:column`. */

export type SymbolName =
  | { kind: 'place'; path: string; line: number; column: number }
  | { kind: 'name'; path?: string; qualified: string };

/** Symbol as far as a name has to know it. */
export interface NamedSymbol {
  id: string;
  name: string;
  path: string;
  container: string;
  isExported: boolean;
}

const PLACE = /^(.{1,4096}):(\d{1,9}):(\d{1,9})$/;

/** Reads a name; `::` and `/` of other languages count as dots behind the path. */
export function parseSymbolName(text: string): SymbolName {
  const given = text.trim();
  const place = PLACE.exec(given);
  if (place) {
    const [, path = '', line, column] = place;
    return { kind: 'place', path: plainPath(path), line: Number(line), column: Number(column) };
  }
  const mark = given.lastIndexOf('#');
  const qualified = (mark < 0 ? given : given.slice(mark + 1)).replaceAll('::', '.').replace(/\(\)$/, '');
  const path = mark < 0 ? '' : plainPath(given.slice(0, mark));
  return { kind: 'name', qualified, ...(path !== '' && { path }) };
}

function plainPath(path: string): string {
  return path.replace(/^(?:\.\/)+/, '');
}

/** Path of an id: of `path#Outer.name`, and of the path alone. */
export function pathOfId(id: string): string {
  return id.split('#')[0] ?? id;
}

/** Name in an id with what is around it, without the number of a twin; undefined for a path alone. */
export function nameInId(id: string): string | undefined {
  return id.split('#')[1]?.replace(TWIN, '');
}

const TWIN = /~\d{1,6}$/;

/** Last part of a qualified name, without the number of a twin. */
export function lastName(qualified: string): string {
  return qualified.slice(qualified.lastIndexOf('.') + 1).replace(TWIN, '');
}

/** Name with what is around it: `Outer.name`. */
export function qualifiedName({ container, name }: Pick<NamedSymbol, 'container' | 'name'>): string {
  return container === '' ? name : `${container}.${name}`;
}

/** True if the name means the symbol: its end, from a dot on, in a file whose path ends so. */
export function isNamed(name: Extract<SymbolName, { kind: 'name' }>, symbol: NamedSymbol): boolean {
  const { path, qualified } = name;
  if (path !== undefined && symbol.path !== path && !symbol.path.endsWith(`/${path}`)) return false;
  const own = symbol.id.slice(symbol.path.length + 1);
  return [own, qualifiedName(symbol)].some((one) => one === qualified || one.endsWith(`.${qualified}`));
}

/**
 * Symbols that a name means, the likeliest first: the whole name before a part of it, exported before private, sources before tests.
 * A name with the whole path takes that file alone.
 */
export function symbolsNamed<S extends NamedSymbol>(
  name: Extract<SymbolName, { kind: 'name' }>,
  symbols: Iterable<S>,
  isTest: (path: string) => boolean,
): S[] {
  const found = [...symbols].filter((symbol) => isNamed(name, symbol));
  const exact = found.filter(({ id }) => id === `${name.path}#${name.qualified}`);
  if (exact.length > 0) return exact;
  const inFile = found.filter(({ path }) => path === name.path);
  const rank = (symbol: S): number =>
    (qualifiedName(symbol) === name.qualified ? 0 : 4) +
    (isTest(symbol.path) ? 2 : 0) +
    (symbol.isExported ? 0 : 1);
  return (inFile.length > 0 ? inFile : found)
    .map((symbol) => ({ symbol, rank: rank(symbol) }))
    .sort(
      (a, b) =>
        a.rank - b.rank || a.symbol.path.length - b.symbol.path.length || order(a.symbol.id, b.symbol.id),
    )
    .map(({ symbol }) => symbol);
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
