import ts from 'typescript';
import type { Mutation } from '../../search/mutation';
import { otherUnits } from '../../search/wanted-values';
import { isAssignment } from '../assignment';
import { mayBe, type Kind } from '../kinds';
import { quote } from '../../quote';
import { insert, replaceExpression, type Site } from '../site';
import { said } from '../../../domain/run/said';

interface Wrap {
  kind: Kind;
  code(inner: string): string;
}

/** Functions around a value; `kind` is what the value may be. */
const WRAPS: readonly Wrap[] = [
  ...['abs', 'floor', 'ceil', 'round', 'trunc'].map((name): Wrap => ({
    kind: 'number',
    code: (x) => `Math.${name}(${x})`,
  })),
  { kind: 'unknown', code: (x) => `Number(${x})` },
  { kind: 'unknown', code: (x) => `String(${x})` },
  { kind: 'sequence', code: (x) => `[...new Set(${x})]` },
  { kind: 'sequence', code: (x) => `[...${x}]` },
  { kind: 'object', code: (x) => `{ ...${x} }` },
  { kind: 'object', code: (x) => `structuredClone(${x})` },
];

/** Calls after a value. */
const APPENDS: readonly { kind: Kind; suffix: string; weight: number }[] = [
  { kind: 'string', suffix: '.toLowerCase()', weight: 1 },
  { kind: 'string', suffix: '.toUpperCase()', weight: 0.8 },
  { kind: 'string', suffix: '.trim()', weight: 1 },
  { kind: 'string', suffix: ".split('')", weight: 0.6 },
  { kind: 'array', suffix: '.sort()', weight: 1 },
  { kind: 'array', suffix: '.sort((a, b) => a - b)', weight: 0.9 },
  { kind: 'array', suffix: '.reverse()', weight: 0.9 },
  { kind: 'array', suffix: ".join('')", weight: 0.6 },
  { kind: 'array', suffix: '.filter(Boolean)', weight: 0.5 },
  { kind: 'sequence', suffix: '.slice()', weight: 0.6 },
  { kind: 'sequence', suffix: '.slice(1)', weight: 0.9 },
  { kind: 'sequence', suffix: '.slice(0, -1)', weight: 0.8 },
  { kind: 'sequence', suffix: '.length', weight: 0.8 },
  { kind: 'sequence', suffix: '[0]', weight: 0.8 },
  { kind: 'number', suffix: '.toString()', weight: 0.4 },
];

/** A call around a value or after it, and functions of the file applied to it. */
export function wraps(node: ts.Node, site: Site): Mutation[] {
  if (!ts.isExpression(node) || !isValuePlace(node)) return [];
  const kind = site.kind(node);
  const code = site.code(node);
  const known = kind === 'unknown' ? 0.6 : 1;
  const mutations: Mutation[] = [];
  for (const wrap of WRAPS) {
    if (mayBe(wrap.kind, kind)) mutations.push(replaceExpression(node, wrap.code(code), 'wrap', known));
  }
  if (isDistance(node)) mutations.push(replaceExpression(node, `Math.abs(${code})`, 'wrap', EARLY));
  const receiver = needsParens(node) ? `(${code})` : code;
  for (const append of APPENDS) {
    if (mayBe(append.kind, kind))
      mutations.push(replaceExpression(node, receiver + append.suffix, 'append', known * append.weight));
  }
  mutations.push(...plainCalls(node, receiver, site));
  if (mayBe('number', kind)) mutations.push(...units(node, code));
  if (mayBe('sequence', kind)) mutations.push(...slices(node, receiver, site));
  if (mayBe('number', kind) || mayBe('string', kind)) mutations.push(...formatted(node, code, site, known));
  return [...mutations, ...applied(node, code, site)];
}

/** Names of what is never negative. */
const DISTANCE = /(?:dist|distance|diff|difference|gap)$/i;
/** Before all edits of usual kinds in its line. */
const EARLY = 2.4;

/** True for a difference that is named a distance. */
function isDistance(node: ts.Expression): boolean {
  const isDifference = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.MinusToken;
  return isDifference && ts.isVariableDeclaration(node.parent) && DISTANCE.test(node.parent.name.getText());
}

/** `x` → `String(x).padStart(4, '0')` or `Number(x).toFixed(2)`, where a failure shows that form. */
function formatted(node: ts.Expression, code: string, site: Site, weight: number): Mutation[] {
  return site.hints.forms.map((form) => {
    const made =
      form.kind === 'padded'
        ? `String(${code}).padStart(${form.length}, '${form.fill}')`
        : `Number(${code}).toFixed(${form.digits})`;
    return replaceExpression(node, made, 'format', weight);
  });
}

/** `x` → `x.slice(i)` for the numbers in scope. */
function slices(node: ts.Expression, receiver: string, site: Site): Mutation[] {
  return site
    .locals(node)
    .filter((name) => mayBe(name.kind, 'number') && name.name !== receiver)
    .flatMap((name) => [
      `${receiver}.slice(${name.name})`,
      `${receiver}.slice(0, ${name.name})`,
      `${receiver}[${name.name}]`,
    ])
    .map((code) => replaceExpression(node, code, 'append', 0.5));
}

/** A time in another unit, by its name. */
function units(node: ts.Expression, code: string): Mutation[] {
  const isNamed = ts.isIdentifier(node) || ts.isPropertyAccessExpression(node);
  const others = isNamed ? otherUnits(code) : [];
  return others.map((other, at) => replaceExpression(node, other, 'arithmetic', 0.6 * 0.9 ** at));
}

const MOST_PLAIN = 8;

/** `x` → `x.clone()` for the methods that the file calls without arguments. */
function plainCalls(node: ts.Expression, receiver: string, site: Site): Mutation[] {
  const listed = new Set(APPENDS.map(({ suffix }) => suffix));
  return site
    .fileDonors()
    .plainMethods.map((name) => `.${name}()`)
    .filter((suffix) => !listed.has(suffix) && !receiver.endsWith(suffix))
    .slice(0, MOST_PLAIN)
    .map((suffix) => replaceExpression(node, receiver + suffix, 'append', 0.5));
}

/** Functions that are applied to one value. */
const MOST_APPLIED = 6;

/** `x` → `f(x)` for functions in scope, those first that the code around applies to something else. */
function applied(node: ts.Expression, code: string, site: Site): Mutation[] {
  const calls = site
    .donors(node)
    .expressions.filter(({ category }) => category === ts.SyntaxKind.CallExpression);
  const isApplied = (name: string): boolean => calls.some((call) => call.code.startsWith(`${name}(`));
  const functions = site.names(node).filter(({ name, kind }) => kind === 'function' && name !== code);
  const near = functions.filter(({ name }) => isApplied(name));
  return [...new Set([...near, ...functions])]
    .slice(0, MOST_APPLIED)
    .map(({ name }) => replaceExpression(node, `${name}(${code})`, 'wrap', 0.8));
}

/** A value that is used: an operand, an argument, a returned or assigned expression, the object of a call. */
function isValuePlace(node: ts.Expression): boolean {
  const { parent } = node;
  if (
    ts.isLiteralExpression(node) ||
    ts.isSpreadElement(node) ||
    ts.isFunctionLike(node) ||
    ts.isObjectLiteralExpression(node)
  )
    return false;
  if (ts.isBinaryExpression(parent)) return parent.right === node || !isAssignment(parent.operatorToken.kind);
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) return parent.expression !== node;
  if (ts.isPropertyAccessExpression(parent))
    return parent.expression === node && !/^[A-Z]/.test(node.getText());
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) return parent.initializer === node;
  if (ts.isArrowFunction(parent)) return parent.body === node;
  if (ts.isForOfStatement(parent)) return parent.expression === node;
  if (ts.isParenthesizedExpression(parent)) return isValuePlace(parent);
  if (ts.isConditionalExpression(parent)) return parent.condition !== node;
  return (
    ts.isReturnStatement(parent) ||
    ts.isSpreadElement(parent) ||
    ts.isTemplateSpan(parent) ||
    ts.isElementAccessExpression(parent) ||
    ts.isArrayLiteralExpression(parent)
  );
}

function needsParens(node: ts.Expression): boolean {
  return !(
    ts.isIdentifier(node) ||
    ts.isCallExpression(node) ||
    ts.isPropertyAccessExpression(node) ||
    ts.isElementAccessExpression(node) ||
    ts.isParenthesizedExpression(node) ||
    ts.isArrayLiteralExpression(node) ||
    node.kind === ts.SyntaxKind.ThisKeyword
  );
}

/** `f(xs)` → `f(...xs)`, and the reverse; `{ a }` → `{ a, ...options }`. */
export function spreads(node: ts.Node, site: Site): Mutation[] {
  if (ts.isObjectLiteralExpression(node)) return overridden(node, site);
  const { parent } = node;
  const isListed =
    (ts.isCallExpression(parent) && parent.expression !== node) || ts.isArrayLiteralExpression(parent);
  if (!isListed || !ts.isExpression(node)) return [];
  if (ts.isSpreadElement(node)) {
    return [replaceExpression(node, site.code(node.expression), 'spread', 0.5)];
  }
  return mayBe(site.kind(node), 'sequence') && !ts.isLiteralExpression(node)
    ? [replaceExpression(node, `...${site.code(node)}`, 'spread')]
    : [];
}

/** Names of what a caller may say otherwise. */
const OPTIONS = /opt|conf|setting|param|prop|override|default/i;
const MOST_SPREAD = 4;

/** `{ a }` → `{ a, ...options }`: a parameter whose properties have the last word. */
function overridden(node: ts.ObjectLiteralExpression, site: Site): Mutation[] {
  const last = node.properties.at(-1);
  if (!last || ts.isVariableDeclaration(node.parent)) return [];
  const code = site.code(node);
  const locals = site
    .locals(node)
    .filter(({ name, kind }) => mayBe(kind, 'object') && !code.includes(`...${name}`));
  const likely = locals.filter(({ name }) => OPTIONS.test(name));
  return [...new Set([...likely, ...locals])].slice(0, MOST_SPREAD).map(({ name }) => {
    const description = said`${quote(`...${name}`)} is missing`;
    return insert(last.end, `, ...${name}`, 'spread', description, OPTIONS.test(name) ? 1 : 0.4);
  });
}
