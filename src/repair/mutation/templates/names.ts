import ts from 'typescript';
import type { Mutation } from '../../search/mutation';
import { isTarget } from '../assignment';
import { isCallee, isReference, isCondition, type Donor } from '../donors';
import { quote } from '../../quote';
import { replace, replaceExpression, type Site } from '../site';
import { mayBe } from '../kinds';
import { outermostFunction } from '../../../codebase';
import { said } from '../../../domain/run/said';

/** Donors for one place: a long function has hundreds, and the far and unlike ones repair nothing. */
const MOST = 40;

/** Other names: variables and parameters in scope, members used elsewhere, a forgotten `this.`. */
export function names(node: ts.Node, site: Site): Mutation[] {
  if (!ts.isIdentifier(node)) return [];
  if (ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) return members(node, site);
  if (!isReference(node)) return [];
  return [...variables(node, site), ...ownMembers(node, site)];
}

function variables(node: ts.Identifier, site: Site): Mutation[] {
  const kind = site.kind(node);
  const isFunctionPlace = isCallee(node) || kind === 'function';
  return site
    .names(node)
    .filter((name) => name.name !== node.text && isFunctionPlace === (name.kind === 'function'))
    .filter((name) => name.assignable || !isTarget(node))
    .map((name) => {
      const same = name.kind === kind && kind !== 'unknown';
      const unlike = kind !== 'unknown' && name.kind !== 'unknown' && !same;
      const weight = (name.local ? 1 : 0.5) * (same ? 1 : unlike ? 0.4 : 0.8);
      return replaceExpression(node, name.name, 'identifier', weight);
    });
}

function members(node: ts.Identifier, site: Site): Mutation[] {
  const access = node.parent;
  const called = isCallee(access);
  const own = called ? site.donors(node).methods : site.donors(node).properties;
  const others = called ? site.fileDonors().methods : site.fileDonors().properties;
  return [...new Set([...own, ...others])]
    .filter((name) => name !== node.text)
    .map((name) =>
      replace(
        node,
        name,
        'member',
        said`${quote(`.${node.text}`)} should be ${quote(`.${name}`)}`,
        own.includes(name) ? 1 : 0.6,
      ),
    );
}

/** A bare name in a class that has a member of this name. */
function ownMembers(node: ts.Identifier, site: Site): Mutation[] {
  let current: ts.Node = node;
  while (!ts.isSourceFile(current) && !ts.isClassLike(current)) current = current.parent;
  if (!ts.isClassLike(current)) return [];
  const isMember = current.members.some((member) => member.name?.getText() === node.text);
  return isMember
    ? [
        replace(
          node,
          `this.${site.code(node)}`,
          'this-member',
          said`${quote(node.text)} should be ${quote(`this.${node.text}`)}`,
        ),
      ]
    : [];
}

/** Another expression of the same function, of a kind that fits, nearest and most alike first. */
export function donorExpressions(node: ts.Node, site: Site): Mutation[] {
  if (!ts.isExpression(node) || !isPlace(node)) return [];
  const code = site.code(node);
  const kind = site.kind(node);
  const own = isCondition(node) ? site.donors(node).conditions : site.donors(node).expressions;
  const mutations = own
    .filter((donor) => donor.code !== code && mayBe(kind, donor.kind) && site.fits(donor, node))
    .map((donor) => replaceExpression(node, donor.code, 'donor', likeness(node, code, donor)))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MOST);
  return [...mutations, ...firstElements(node, site)];
}

function isPlace(node: ts.Expression): boolean {
  if (isTarget(node)) return false;
  if (ts.isIdentifier(node)) return isReference(node) && !isCallee(node);
  if (
    ts.isFunctionLike(node) ||
    ts.isParenthesizedExpression(node) ||
    ts.isSpreadElement(node) ||
    isCallee(node)
  )
    return false;
  if (ts.isStringLiteralLike(node) && ts.isPropertyAssignment(node.parent)) return false;
  // The whole initializer of a function is no expression to exchange.
  return outermostFunction(node) !== node;
}

/** More than 0, at most 1: category, shared text and nearness each count. */
function likeness(node: ts.Expression, code: string, donor: Donor): number {
  const category = donor.category === node.kind ? 0.4 : 0.15;
  const near = 0.25 / (1 + Math.abs(donor.position - node.getStart()) / 200);
  return category + near + 0.35 * sharedEnds(code, donor.code);
}

/** Share of the longer text that both have at their start and end. */
function sharedEnds(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return (start + end) / Math.max(a.length, b.length);
}

/** A start value that should be the first or last element: `let best = 0` → `let best = xs[0]`. */
function firstElements(node: ts.Expression, site: Site): Mutation[] {
  const { parent } = node;
  const isStart = ts.isVariableDeclaration(parent) && parent.initializer === node;
  if (!isStart || ts.isArrayLiteralExpression(node)) return [];
  return site
    .locals(node)
    .filter((name) => name.kind === 'array' || name.kind === 'sequence' || name.kind === 'unknown')
    .flatMap((name) => [`${name.name}[0]`, `${name.name}.length`])
    .map((code) => replaceExpression(node, code, 'donor', 0.8));
}
