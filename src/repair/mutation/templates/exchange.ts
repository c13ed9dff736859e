import ts from 'typescript';
import type { Mutation } from '../../search/mutation';
import { isFunction, isPlainStatement } from '../../../codebase';
import { quote } from '../../quote';
import type { Site } from '../site';
import { exchange } from './calls';
import { exchangeNames } from './conditions';
import { isReference } from '../donors';
import { said, type Said } from '../../../domain/run/said';

/** Two things that changed places, or one mistake made throughout. */
export function exchanges(node: ts.Node, site: Site): Mutation[] {
  if (ts.isArrayLiteralExpression(node)) return elements(node, site);
  if (isFunction(node)) return [...booleans(node, site), ...indexes(node, site)];
  if (ts.isExpressionStatement(node) || ts.isReturnStatement(node) || ts.isVariableStatement(node))
    return names(node, site);
  return [];
}

function elements(node: ts.ArrayLiteralExpression, site: Site): Mutation[] {
  if (node.elements.length > 6) return [];
  return node.elements.flatMap((first, i) =>
    node.elements.slice(i + 1, i + 2).map((second) => exchange(first, second, 'exchange', site)),
  );
}

/** All `true` and `false` of a function the other way round. */
function booleans(node: ts.Node, site: Site): Mutation[] {
  const found = collect(
    node,
    (one) => one.kind === ts.SyntaxKind.TrueKeyword || one.kind === ts.SyntaxKind.FalseKeyword,
  );
  if (found.length < 2 || found.length > 12) return [];
  return [
    rewrite(
      node,
      found,
      (text) => (text === 'true' ? 'false' : 'true'),
      said`its truth values are the wrong way round`,
      site,
    ),
  ];
}

/** Two constant indexes exchanged in a whole function: `t[0]` and `t[1]`. */
function indexes(node: ts.Node, site: Site): Mutation[] {
  const found = collect(node, (one) => ts.isNumericLiteral(one) && ts.isElementAccessExpression(one.parent));
  const values = [...new Set(found.map((one) => site.code(one)))].slice(0, 4);
  return pairs(values).map(([a, b]) => {
    const places = found.filter((one) => [a, b].includes(site.code(one)));
    return rewrite(
      node,
      places,
      (text) => (text === a ? b : a),
      said`${quote(a)} and ${quote(b)} should change places`,
      site,
    );
  });
}

/** Two names exchanged in one statement. */
function names(node: ts.Statement, site: Site): Mutation[] {
  if (collect(node, (one) => one !== node && isPlainStatement(one)).length > 0) return [];
  const used = collect(node, (one) => ts.isIdentifier(one) && isReference(one));
  const distinct = [...new Set(used.map((one) => site.code(one)))].slice(0, 5);
  return pairs(distinct).map(([a, b]) => ({
    start: node.getStart(),
    end: node.end,
    replacement: exchangeNames(node, a, b, site),
    template: 'exchange',
    description: said`${quote(a)} and ${quote(b)} should change places`,
    weight: 0.8,
  }));
}

function pairs(values: readonly string[]): [string, string][] {
  return values.flatMap((a, i) => values.slice(i + 1).map((b): [string, string] => [a, b]));
}

function collect(root: ts.Node, wanted: (node: ts.Node) => boolean): ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (wanted(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(root, visit);
  return found;
}

/** One edit from the first to the last of the places. */
function rewrite(
  node: ts.Node,
  places: readonly ts.Node[],
  to: (text: string) => string,
  what: Said,
  site: Site,
): Mutation {
  const start = places[0]?.getStart() ?? node.getStart();
  const end = places.at(-1)?.end ?? start;
  let replacement = '';
  let at = start;
  for (const place of places) {
    replacement += site.text.slice(at, place.getStart()) + to(site.code(place));
    at = place.end;
  }
  return { start, end, replacement, template: 'exchange', description: what, weight: 1 };
}
