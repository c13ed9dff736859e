import ts from 'typescript';
import type { Mutation } from '../../search/mutation';
import { isTarget } from '../assignment';
import { isCallee, isReference } from '../donors';
import { quote } from '../../quote';
import { replace, replaceExpression, type Site } from '../site';

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
        `${quote(`.${node.text}`)} should be ${quote(`.${name}`)}`,
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
          `${quote(node.text)} should be ${quote(`this.${node.text}`)}`,
        ),
      ]
    : [];
}
