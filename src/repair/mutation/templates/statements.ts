import ts from 'typescript';
import type { Mutation, TemplateName } from '../../search/mutation';
import { isFunction, isPlainStatement, siblings, functionAround } from '../../../codebase';
import { quote } from '../../quote';
import { replace, type Site } from '../site';
import { indentOf, isDeclaration, wholeLines, insertAfter, insertBefore, semicolon } from './statement-text';
import { said } from '../../../domain/run/said';

/** Longest first value that a field is set back to. */
const MOST_RESET = 20;

/** Statements removed, swapped with the next, moved out of a block or into one. */
export function statements(node: ts.Node, site: Site): Mutation[] {
  if (!isPlainStatement(node) || isDeclaration(node)) return [];
  return [...removed(node, site), ...swappedWithNext(node, site), ...moved(node, site)];
}

function removed(node: ts.Statement, site: Site): Mutation[] {
  const list = siblings(node);
  const description = said`${quote(site.code(node))} should not be there`;
  if (!list) return isBody(node) ? [replace(node, '{}', 'remove', description, 0.5)] : [];
  // Without a variable's declaration hardly anything runs; two statements are the remedy only where both are alike.
  const weight = ts.isVariableStatement(node) ? 0.2 : ts.isReturnStatement(node) ? 0.7 : 1;
  const own = wholeLines(node, site.text);
  const mutations: Mutation[] = [{ ...own, replacement: '', template: 'remove', description, weight }];
  const next = list[list.indexOf(node) + 1];
  if (next && !isDeclaration(next)) {
    const both = { start: own.start, end: wholeLines(next, site.text).end };
    const text = said`${description}, nor the statement after it`;
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
      description: said`${quote(site.code(next))} should come before ${quote(site.code(node))}`,
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
  const description = said`${quote(site.code(node))} should come after the block`;
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
  const description = said`${quote(site.code(node))} belongs into the block before it`;
  return [{ start, end: own.end, replacement, template: 'move', description, weight: 1 }];
}

/** Statements that are missing: copies of others, a reset, an assignment, an increment. */
export function insertions(node: ts.Node, site: Site): Mutation[] {
  if (!isPlainStatement(node) || isDeclaration(node)) return [];
  return [
    ...duplicated(node, site),
    ...reset(node, site),
    ...ofClass(node, site),
    ...assigned(node, site),
    ...incremented(node, site),
  ];
}

/** A copy of another statement of the function, before this one. */
function duplicated(node: ts.Statement, site: Site): Mutation[] {
  if (!siblings(node)) return [];
  const mutations: Mutation[] = [];
  for (const donor of site.donors(node).statements) {
    if (donor.code === site.code(node) || !site.fits(donor, node)) continue;
    mutations.push(...beside(node, donor.code, 'duplicate', site));
  }
  return mutations;
}

/** A variable set back to the value it started with, at the end of a block. */
function reset(node: ts.Statement, site: Site): Mutation[] {
  const list = siblings(node);
  if (!list || list.at(-1) !== node || !ts.isBlock(node.parent) || isFunction(node.parent.parent)) return [];
  if (ts.isReturnStatement(node) || ts.isBreakOrContinueStatement(node)) return [];
  return site
    .locals(node)
    .filter((name) => name.assignable && name.initializer && name.initializer.getText().length <= 20)
    .filter((name) => name.initializer && functionAround(name.initializer) === functionAround(node))
    .flatMap((name) => {
      const code = `${name.name} = ${name.initializer?.getText() ?? ''}${semicolon(site)}`;
      return insertAfter(
        node,
        code,
        'reset',
        said`${quote(code)} is missing after ${quote(site.code(node))}`,
        site,
      );
    });
}

/** Statements that a method of a class forgets: a field set back to its first value, or a statement that other methods have. */
function ofClass(node: ts.Statement, site: Site): Mutation[] {
  const method = node.parent.parent;
  if (!siblings(node) || !isFunction(method) || !ts.isClassLike(method.parent)) return [];
  if (ts.isConstructorDeclaration(method)) return [];
  const home = method.parent;
  const own = new Set(site.donors(node).statements.map(({ code }) => code));
  const resets = home.members.flatMap((member) => {
    const value = ts.isPropertyDeclaration(member) ? member.initializer?.getText() : undefined;
    if (value === undefined || value.length > MOST_RESET || !isPlainField(member)) return [];
    return `this.${member.name?.getText() ?? ''} = ${value}${semicolon(site)}`;
  });
  const others = site
    .donorsIn(home)
    .statements.filter(
      (donor) =>
        donor.category === ts.SyntaxKind.ExpressionStatement &&
        donor.code.startsWith('this.') &&
        site.fits(donor, node),
    )
    .map(({ code }) => code);
  return [...new Set([...resets, ...others])]
    .filter((code) => !own.has(code))
    .flatMap((code) => beside(node, code, resets.includes(code) ? 'reset' : 'duplicate', site));
}

/** A statement before another one, and after it where it is the last of a block. */
function beside(node: ts.Statement, code: string, template: TemplateName, site: Site): Mutation[] {
  const isLast = siblings(node)?.at(-1) === node && !ts.isReturnStatement(node);
  const [own, other] = [quote(code), quote(site.code(node))];
  return [
    ...insertBefore(node, code, template, said`${own} is missing before ${other}`, site),
    ...(isLast ? insertAfter(node, code, template, said`${own} is missing after ${other}`, site) : []),
  ];
}

/** A field that methods may write. */
function isPlainField(member: ts.ClassElement): boolean {
  const flags = ts.getCombinedModifierFlags(member);
  return (flags & (ts.ModifierFlags.Static | ts.ModifierFlags.Readonly)) === 0;
}

/** `x = e` for an expression of the function in which `x` occurs: an update that was forgotten. */
function assigned(node: ts.Statement, site: Site): Mutation[] {
  if (!siblings(node) || ts.isVariableStatement(node)) return [];
  const donors = site
    .donors(node)
    .expressions.filter(
      (donor) => donor.category === ts.SyntaxKind.BinaryExpression && donor.code.length <= 40,
    );
  return site
    .locals(node)
    .filter((name) => name.assignable)
    .flatMap((name) =>
      donors
        .filter(
          (donor) => donor.names.includes(name.name) && donor.kind !== 'boolean' && site.fits(donor, node),
        )
        .flatMap((donor) => {
          const code = `${name.name} = ${donor.code}${semicolon(site)}`;
          return insertBefore(
            node,
            code,
            'assign',
            said`${quote(code)} is missing before ${quote(site.code(node))}`,
            site,
          );
        }),
    );
}

/** A counter that nobody counts: `x++`, `x--`. */
function incremented(node: ts.Statement, site: Site): Mutation[] {
  const list = siblings(node);
  if (!list || ts.isVariableStatement(node)) return [];
  const isLast = list.at(-1) === node && !ts.isReturnStatement(node) && !ts.isBreakOrContinueStatement(node);
  return site
    .locals(node)
    .filter((name) => name.assignable && name.kind === 'number')
    .flatMap((name) => [`${name.name}++${semicolon(site)}`, `${name.name}--${semicolon(site)}`])
    .flatMap((code) => [
      ...insertBefore(
        node,
        code,
        'assign',
        said`${quote(code)} is missing before ${quote(site.code(node))}`,
        site,
      ),
      ...(isLast
        ? insertAfter(
            node,
            code,
            'assign',
            said`${quote(code)} is missing after ${quote(site.code(node))}`,
            site,
          )
        : []),
    ]);
}
