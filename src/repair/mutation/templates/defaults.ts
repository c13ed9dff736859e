import ts from 'typescript';
import type { Mutation } from '../../search/mutation';
import { isAssignment } from '../assignment';
import { quote } from '../../quote';
import { replaceExpression, type Site } from '../site';
import { isKey } from './literals';
import { said } from '../../../domain/run/said';

/** A value that the file gives to what has this name, unless somebody says otherwise. */
interface Default {
  name: string;
  /** Text of a string, or a number as it is written. */
  value: string;
  /** Where it is written. */
  places: readonly ts.Node[];
}

const MOST = 12;

/** A value written out where the setting belongs whose default it is: `'?a&'` → `'?a' + options.delimiter`. */
export function defaults(node: ts.Node, site: Site): Mutation[] {
  if (!isLiteral(node) || isKey(node)) return [];
  // The default itself is one of the places where it is written.
  const settings = defaultsOf(site).filter(({ places }) => places.length > 1 || places[0] !== node);
  return settings
    .filter(({ value }) => isMarked(node, value))
    .flatMap(({ name, value }) => namedSo(name, node, site).flatMap((code) => used(node, value, code, site)))
    .slice(0, MOST);
}

/** Defaults by file: they are asked for at each literal. */
const known = new WeakMap<Site, readonly Default[]>();

function defaultsOf(site: Site): readonly Default[] {
  const before = known.get(site);
  if (before) return before;
  const found = new Map<string, Default>();
  const visit = (node: ts.Node): void => {
    const one = defaultAt(node);
    if (one) {
      const key = JSON.stringify([one.name, one.value]);
      found.set(key, { ...one, places: [...(found.get(key)?.places ?? []), ...one.places] });
    }
    ts.forEachChild(node, visit);
  };
  visit(site.file.source);
  const all = [...found.values()];
  known.set(site, all);
  return all;
}

/** The default that a node gives: `{ name: 1 }`, a parameter's `name = 1`, `options.name || 1`. */
function defaultAt(node: ts.Node): Default | undefined {
  if (ts.isPropertyAssignment(node) || ts.isParameter(node) || ts.isBindingElement(node)) {
    return ts.isIdentifier(node.name) ? asDefault(node.name.text, node.initializer) : undefined;
  }
  if (!ts.isBinaryExpression(node)) return undefined;
  const { kind } = node.operatorToken;
  const isOr = kind === ts.SyntaxKind.BarBarToken || kind === ts.SyntaxKind.QuestionQuestionToken;
  return isOr && ts.isPropertyAccessExpression(node.left)
    ? asDefault(node.left.name.text, node.right)
    : undefined;
}

function asDefault(name: string, literal: ts.Expression | undefined): Default | undefined {
  return literal && isLiteral(literal) && tells(literal)
    ? { name, value: literal.text, places: [literal] }
    : undefined;
}

type Literal = ts.StringLiteral | ts.NumericLiteral;

function isLiteral(node: ts.Node): node is Literal {
  return ts.isStringLiteral(node) || ts.isNumericLiteral(node);
}

/** False for values that stand everywhere. */
function tells({ text }: Literal): boolean {
  return text !== '' && text !== '0' && text !== '1';
}

/** True for a literal that is this value, or a text that begins or ends with it. */
function isMarked(node: Literal, value: string): boolean {
  const isWithin = ts.isStringLiteral(node) && (node.text.startsWith(value) || node.text.endsWith(value));
  return node.text === value || isWithin;
}

/** Expressions of this name that mean something at the node: a variable in scope, members that the file reads elsewhere. */
function namedSo(name: string, node: ts.Node, site: Site): string[] {
  const variables = site.locals(node).filter((local) => local.name === name);
  const members = site
    .fileDonors()
    .expressions.filter(
      (donor) =>
        donor.category === ts.SyntaxKind.PropertyAccessExpression &&
        donor.code.endsWith(`.${name}`) &&
        site.fits(donor, node),
    );
  return [...variables.map((local) => local.name), ...members.map(({ code }) => code)];
}

function used(node: Literal, value: string, code: string, site: Site): Mutation[] {
  if (node.text === value) return [replaceExpression(node, code, 'setting')];
  if (!isApart(node)) return [];
  const written = site.code(node);
  const [mark, inner] = [written.slice(0, 1), written.slice(1, -1)];
  const size = value.length + 1;
  const description = said`${quote(value)} should be ${quote(code)}`;
  // Only the part changes, so that the same mistake at another place is the same edit.
  const put = (start: number, end: number, replacement: string): Mutation => {
    return { start, end, replacement, template: 'setting', description, weight: 1 };
  };
  return [
    ...(inner.endsWith(value) ? [put(node.end - size, node.end, `${mark} + ${code}`)] : []),
    ...(inner.startsWith(value) ? [put(node.getStart(), node.getStart() + size, `${code} + ${mark}`)] : []),
  ];
}

/** True where a sum needs no brackets. */
function isApart({ parent }: Literal): boolean {
  const isSum = ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.PlusToken;
  const isTarget = ts.isBinaryExpression(parent) && isAssignment(parent.operatorToken.kind);
  const isGiven =
    ts.isCallExpression(parent) || ts.isReturnStatement(parent) || ts.isVariableDeclaration(parent);
  return (
    isSum || isTarget || isGiven || ts.isPropertyAssignment(parent) || ts.isArrayLiteralExpression(parent)
  );
}
