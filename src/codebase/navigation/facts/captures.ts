/** Captures of a query as plain values: the tree that they stand in is gone soon. */
import type { Node, QueryMatch } from '@vscode/tree-sitter-wasm';
import type { CodeRange, SymbolKind } from '../types';

export interface Piece {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly range: CodeRange;
}

export interface Declared {
  readonly kind: SymbolKind;
  readonly name: Piece;
  readonly whole: Piece;
  /** Name of the type that it belongs to, where that stands elsewhere. */
  readonly owner?: string;
  /** Object that it is assigned to: `exports`, `app`. */
  readonly target?: string;
}

export interface Captured {
  readonly declared: Declared[];
  readonly scopes: { readonly owner: string; readonly start: number; readonly end: number }[];
  readonly calls: { readonly name: Piece; readonly receiver?: Piece }[];
  readonly imports: { readonly source: Piece; readonly whole: Piece }[];
  readonly brought: { readonly name: string; readonly local: string; readonly at: number }[];
  /** Statements that hold an import and the name that it gets. */
  readonly exporting: Piece[];
  readonly exported: Set<string>;
}

/** Most matches of one file that are looked at. */
const MOST_MATCHES = 60_000;
const LONGEST_RECEIVER = 40;
const DECLARATION = 'd.';

/** Plain values of the matches of one file. */
export function readCaptures(matches: readonly QueryMatch[], text: string): Captured {
  const captured: Captured = {
    declared: [],
    scopes: [],
    calls: [],
    imports: [],
    brought: [],
    exporting: [],
    exported: new Set(),
  };
  for (const { captures } of matches.slice(0, MOST_MATCHES)) {
    const pieces = new Map<string, Piece>();
    for (const { name, node } of captures) pieces.set(name, pieceOf(node, text));
    take(captured, pieces);
  }
  return captured;
}

function take(captured: Captured, pieces: ReadonlyMap<string, Piece>): void {
  const name = pieces.get('name');
  const call = pieces.get('call');
  const source = pieces.get('source');
  const whole = pieces.get('import') ?? pieces.get('named');
  if (call) captured.calls.push({ name: call, receiver: shortPiece(pieces.get('receiver')) });
  else if (source && whole) captured.imports.push({ source, whole });
  for (const [key, piece] of pieces) {
    if (key.startsWith(DECLARATION) && name)
      captured.declared.push({
        kind: key.slice(DECLARATION.length) as SymbolKind,
        name,
        whole: piece,
        owner: pieces.get('owner')?.text,
        target: pieces.get('target')?.text.slice(0, LONGEST_RECEIVER),
      });
  }
  takeNames(captured, pieces);
}

function takeNames(
  { scopes, brought, exporting, exported }: Captured,
  pieces: ReadonlyMap<string, Piece>,
): void {
  const scope = pieces.get('scope');
  const owner = pieces.get('owner');
  if (scope && owner) scopes.push({ owner: owner.text, start: scope.start, end: scope.end });
  const imported = pieces.get('imported');
  const local = pieces.get('local')?.text;
  if (imported) brought.push({ name: imported.text, local: local ?? imported.text, at: imported.start });
  for (const [key, name] of [
    ['default', 'default'],
    ['namespace', '*'],
  ] as const) {
    const piece = pieces.get(key);
    if (piece) brought.push({ name, local: piece.text, at: piece.start });
  }
  const statement = pieces.get('export');
  if (statement) exporting.push(statement);
  const module = pieces.get('module');
  const said = pieces.get('exported') ?? (module && pieces.get('name'));
  if (said && (!module || /^(?:module\.)?exports(?:\.\w{1,80})?$/.test(module.text))) exported.add(said.text);
}

function shortPiece(piece: Piece | undefined): Piece | undefined {
  return piece && piece.text.length <= LONGEST_RECEIVER && !/\s/.test(piece.text) ? piece : undefined;
}

function pieceOf(node: Node, text: string): Piece {
  const { startIndex: start, endIndex: end, startPosition, endPosition } = node;
  return {
    text: text.slice(start, end),
    start,
    end,
    range: {
      startLine: startPosition.row + 1,
      startColumn: startPosition.column + 1,
      endLine: endPosition.row + 1,
      endColumn: endPosition.column + 1,
    },
  };
}
