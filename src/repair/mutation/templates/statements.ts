import ts from 'typescript';
import type { Mutation } from '../../search/mutation';
import { isFunction, isPlainStatement, siblings } from '../../../codebase';
import { quote } from '../../quote';
import { replace, type Site } from '../site';
import { indentOf, isDeclaration, wholeLines } from './statement-text';

/** Statements removed, swapped with the next, moved out of a block or into one. */
export function statements(node: ts.Node, site: Site): Mutation[] {
  if (!isPlainStatement(node) || isDeclaration(node)) return [];
  return [...removed(node, site), ...swappedWithNext(node, site), ...moved(node, site)];
}

function removed(node: ts.Statement, site: Site): Mutation[] {
  const list = siblings(node);
  const description = `${quote(site.code(node))} should not be there`;
  if (!list) return isBody(node) ? [replace(node, '{}', 'remove', description, 0.5)] : [];
  // Without a variable's declaration hardly anything runs; two statements are the remedy only where both are alike.
  const weight = ts.isVariableStatement(node) ? 0.2 : ts.isReturnStatement(node) ? 0.7 : 1;
  const own = wholeLines(node, site.text);
  const mutations: Mutation[] = [{ ...own, replacement: '', template: 'remove', description, weight }];
  const next = list[list.indexOf(node) + 1];
  if (next && !isDeclaration(next)) {
    const both = { start: own.start, end: wholeLines(next, site.text).end };
    const text = `${description}, nor the statement after it`;
    mutations.push({
      ...both,
      replacement: '',
      template: 'remove-two',
      description: text,
      weight: node.kind === next.kind ? 1 : 0.4,
    });
  }
  return mutations;
}

/** The only statement of an `if`, `else` or loop, without braces. */
function isBody(node: ts.Statement): boolean {
  const { parent } = node;
  return ts.isIfStatement(parent) || ts.isIterationStatement(parent, false);
}

function swappedWithNext(node: ts.Statement, site: Site): Mutation[] {
  const list = siblings(node);
  const next = list?.[list.indexOf(node) + 1];
  if (!next || isDeclaration(next)) return [];
  const between = site.text.slice(node.end, next.getStart());
  return [
    {
      start: node.getStart(),
      end: next.end,
      replacement: site.code(next) + between + site.code(node),
      template: 'swap-statements',
      description: `${quote(site.code(next))} should come before ${quote(site.code(node))}`,
      weight: ts.isReturnStatement(node) || ts.isReturnStatement(next) ? 0.6 : 1,
    },
  ];
}

/** Out of the block it ends, or into the block before it. */
function moved(node: ts.Statement, site: Site): Mutation[] {
  const list = siblings(node);
  if (!list) return [];
  const mutations: Mutation[] = [];
  const block = node.parent;
  const outer = ts.isBlock(block) ? block.parent : undefined;
  const isNested = outer && isPlainStatement(outer) && siblings(outer) !== undefined && !isFunction(outer);
  if (isNested && list.at(-1) === node && !ts.isVariableStatement(node))
    mutations.push(...movedOut(node, outer, site));
  const before = list[list.indexOf(node) - 1];
  const into = before && blockOf(before);
  if (into && !ts.isVariableStatement(node)) mutations.push(...movedIn(node, into, site));
  return mutations;
}

function movedOut(node: ts.Statement, outer: ts.Statement, site: Site): Mutation[] {
  const own = wholeLines(node, site.text);
  const rest = site.text.slice(own.end, outer.end);
  const replacement = `${rest}\n${indentOf(outer, site.text)}${site.code(node)}`;
  const description = `${quote(site.code(node))} should come after the block`;
  return [{ start: own.start, end: outer.end, replacement, template: 'move', description, weight: 1 }];
}

function blockOf(node: ts.Statement): ts.Block | undefined {
  if (ts.isIfStatement(node)) {
    const last = node.elseStatement ?? node.thenStatement;
    return ts.isBlock(last) ? last : undefined;
  }
  const body = ts.isIterationStatement(node, false) ? node.statement : undefined;
  return body && ts.isBlock(body) ? body : undefined;
}

function movedIn(node: ts.Statement, block: ts.Block, site: Site): Mutation[] {
  const last = block.statements.at(-1);
  if (!last) return [];
  const start = last.end;
  const own = wholeLines(node, site.text);
  const between = site.text.slice(start, own.start).replace(/\n$/, '');
  const tail = own.end > node.end ? '\n' : '';
  const replacement = `\n${indentOf(last, site.text)}${site.code(node)}${between}${tail}`;
  const description = `${quote(site.code(node))} belongs into the block before it`;
  return [{ start, end: own.end, replacement, template: 'move', description, weight: 1 }];
}
