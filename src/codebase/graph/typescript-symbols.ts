/** Symbols of one TypeScript or JavaScript file, from its syntax alone. */
import ts from 'typescript';
import type { CodeRange, CodeSymbol } from '../navigation/types';
import { SymbolIds } from './symbol-ids';
import {
  declarationsOf,
  type DeclaredName,
  listedExports,
  type Scope,
  typeTags,
} from './typescript-declarations';

/** Symbol with the offsets of its declaration and of its names: overloads have several. */
export interface PlacedSymbol {
  symbol: CodeSymbol;
  start: number;
  end: number;
  names: number[];
}

const SIGNATURE_CHARS = 200;

/** Symbols of a file in the order of the text. Throws RangeError where the file is nested too deeply. */
export function symbolsOf(source: ts.SourceFile, path: string): PlacedSymbol[] {
  const ids = new SymbolIds(path);
  const listed = listedExports(source);
  const symbols: PlacedSymbol[] = [];
  const overloads = new Map<string, PlacedSymbol>();
  const visit = (node: ts.Node, scope: Scope): void => {
    let inner = scope;
    for (const found of declarationsOf(node, scope, listed)) {
      const container = found.container ?? scope.container;
      const twin = overloadKey(node, container, found.name);
      const known = twin === undefined ? undefined : overloads.get(twin);
      if (known) addOverload(known, source, found);
      else {
        const placed = placedSymbol(source, path, ids, found, container);
        symbols.push(placed);
        if (twin !== undefined) overloads.set(twin, placed);
      }
      inner = {
        container: container === '' ? found.name : `${container}.${found.name}`,
        isExported: found.isExported,
        isLocal: scope.isLocal,
      };
    }
    if (ts.isFunctionLike(node) || ts.isBlock(node)) inner = { ...inner, isLocal: true };
    for (const tag of typeTags(node)) visit(tag, scope);
    ts.forEachChild(node, (child) => visit(child, inner));
  };
  ts.forEachChild(source, (child) => visit(child, { container: '', isExported: true, isLocal: false }));
  return symbols.sort((a, b) => (a.names[0] ?? 0) - (b.names[0] ?? 0));
}

/** Range of offsets in a file. */
export function rangeOf(source: ts.SourceFile, start: number, end: number): CodeRange {
  const from = source.getLineAndCharacterOfPosition(start);
  const to = source.getLineAndCharacterOfPosition(end);
  return {
    startLine: from.line + 1,
    startColumn: from.character + 1,
    endLine: to.line + 1,
    endColumn: to.character + 1,
  };
}

/** First line from an offset on, bounded. */
export function signatureAt(text: string, start: number): string {
  const [line = ''] = text.slice(start, start + SIGNATURE_CHARS).split('\n', 1);
  return line.trim();
}

function placedSymbol(
  source: ts.SourceFile,
  path: string,
  ids: SymbolIds,
  { name, kind, nameNode, around, isExported }: DeclaredName,
  container: string,
): PlacedSymbol {
  const start = around.getStart(source);
  const symbol: CodeSymbol = {
    id: ids.next(container, name),
    name,
    kind,
    path,
    range: rangeOf(source, start, around.end),
    nameRange: rangeOf(source, nameNode.getStart(source), nameNode.end),
    container,
    isExported,
    signature: signatureAt(source.text, start),
  };
  return { symbol, start, end: around.end, names: [nameNode.getStart(source)] };
}

/** The implementation of an overload stands for all of them. */
function addOverload(known: PlacedSymbol, source: ts.SourceFile, found: DeclaredName): void {
  const start = found.around.getStart(source);
  known.names.push(found.nameNode.getStart(source));
  const hasBody = 'body' in found.around && found.around.body !== undefined;
  if (!hasBody) return;
  known.start = start;
  known.end = found.around.end;
  known.symbol = {
    ...known.symbol,
    range: rangeOf(source, start, found.around.end),
    nameRange: rangeOf(source, found.nameNode.getStart(source), found.nameNode.end),
    signature: signatureAt(source.text, start),
  };
}

/** Key that overloads and pairs of accessors share; undefined for declarations that stand alone. */
function overloadKey(node: ts.Node, container: string, name: string): string | undefined {
  const isShared =
    ts.isFunctionDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isMethodSignature(node) ||
    ts.isConstructorDeclaration(node) ||
    ts.isAccessor(node);
  return isShared ? `${node.parent.pos} ${container}.${name}` : undefined;
}
