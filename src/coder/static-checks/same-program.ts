import ts from 'typescript';
import { parseFile } from '../../codebase';
import { CODE_FILE } from './source';

/** Comments that tools obey: they are no documentation. */
const DIRECTIVE =
  /@ts-|@jsx|eslint-|istanbul |prettier-ignore|sourceMappingURL|webpackChunkName|^#!|^\/\/\/\s*</;

/** First difference between two programs but for comments and white space, as a sentence; undefined: they are the same. */
export function differenceOf(before: string, after: string): string | undefined {
  const [one, other] = [tokensOf(before), tokensOf(after)];
  if (!one || !other) return 'The code is nested too deeply to be compared.';
  const place = one.findIndex((token, index) => token !== other[index]);
  if (place < 0 && one.length === other.length) return directiveIn(before, after);
  const at = place < 0 ? one.length : place;
  const shown = (tokens: string[]) => JSON.stringify(tokens[at]?.split('\0')[1]?.slice(0, 40) ?? 'the end');
  return `The code itself differs: ${shown(one)} became ${shown(other)}.`;
}

/** Tokens by the scanner with the kinds of what they stand in: a line break that ends a statement changes them too. */
function tokensOf(code: string): string[] | undefined {
  const file = parseFile(CODE_FILE, code);
  if (!file) return undefined;
  const { source } = file;
  const tokens: string[] = [];
  const visit = (node: ts.Node, above: string): void => {
    if (ts.isJSDoc(node)) return;
    const children = node.getChildren(source);
    if (children.length === 0) {
      if (node.getWidth(source) > 0) tokens.push(`${above}/${node.kind}\0${node.getText(source)}`);
      return;
    }
    // Lists have no kind of their own that tells anything.
    const kinds = node.kind === ts.SyntaxKind.SyntaxList ? above : `${above}.${node.kind}`;
    for (const child of children) visit(child, kinds);
  };
  visit(source, '');
  return tokens;
}

/** A directive that only the later text has. */
function directiveIn(before: string, after: string): string | undefined {
  const known = new Set(directivesOf(before));
  const added = directivesOf(after).find((directive) => !known.has(directive));
  return added === undefined ? undefined : `A comment that tools obey was added: ${added.slice(0, 60)}.`;
}

function directivesOf(code: string): string[] {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, code);
  const found: string[] = [];
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    const isComment =
      kind === ts.SyntaxKind.SingleLineCommentTrivia || kind === ts.SyntaxKind.MultiLineCommentTrivia;
    if (isComment && DIRECTIVE.test(scanner.getTokenText())) found.push(scanner.getTokenText().trim());
  }
  return found;
}
