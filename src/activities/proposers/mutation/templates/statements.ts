import ts from 'typescript';
import type { Mutation } from '../../../../domain/mutation/mutation';
import { functionAround, isFunction, isPlainStatement, siblings } from '../parse';
import { insert, quote, replace, type Site } from '../site';
import { indentOf, insertAfter, insertBefore, semicolon, wholeLines } from './statement-text';

/** Statements removed, swapped, moved, copied; jumps exchanged; branches exchanged. */
export function statements(node: ts.Node, site: Site): Mutation[] {
  if (!isPlainStatement(node) || isDeclaration(node)) return [];
  return [
    ...removed(node, site),
    ...swappedWithNext(node, site),
    ...moved(node, site),
    ...jumps(node, site),
    ...branches(node, site),
    ...duplicated(node, site),
    ...reset(node, site),
    ...assigned(node, site),
    ...stepped(node, site),
  ];
}

function isDeclaration(node: ts.Statement): boolean {
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node) ||
    ts.isExportAssignment(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isEnumDeclaration(node) ||
    ts.isModuleDeclaration(node) ||
    ts.isImportEqualsDeclaration(node) ||
    /^(module\.)?exports\b/.test(node.getText()) ||
    isDirective(node)
  );
}

function isDirective(node: ts.Statement): boolean {
  return ts.isExpressionStatement(node) && ts.isStringLiteral(node.expression);
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

function jumps(node: ts.Statement, site: Site): Mutation[] {
  if (ts.isBreakOrContinueStatement(node)) {
    const to = ts.isBreakStatement(node) ? 'continue' : 'break';
    const from = ts.isBreakStatement(node) ? 'break' : 'continue';
    return [
      replace(node, site.code(node).replace(from, to), 'jump', `${quote(from)} should be ${quote(to)}`),
    ];
  }
  const block = node.parent;
  const isLast = ts.isBlock(block) && block.statements.at(-1) === node && !isFunction(block.parent);
  const inLoop = isLast && ts.isIfStatement(block.parent) && loopAround(node);
  if (!inLoop || ts.isReturnStatement(node) || ts.isThrowStatement(node)) return [];
  return ['break', 'continue'].flatMap((jump) =>
    insertAfter(
      node,
      jump + semicolon(site),
      'jump',
      `${quote(jump)} is missing after ${quote(site.code(node))}`,
      site,
      0.5,
    ),
  );
}

function loopAround(node: ts.Node): boolean {
  for (
    let current = node.parent;
    !ts.isSourceFile(current) && !isFunction(current);
    current = current.parent
  ) {
    if (ts.isIterationStatement(current, false)) return true;
  }
  return false;
}

function branches(node: ts.Statement, site: Site): Mutation[] {
  if (!ts.isIfStatement(node)) return [];
  const mutations: Mutation[] = [];
  const other = node.elseStatement;
  if (other && !ts.isIfStatement(other)) {
    const between = site.text.slice(node.thenStatement.end, other.getStart());
    mutations.push({
      start: node.thenStatement.getStart(),
      end: other.end,
      replacement: site.code(other) + between + site.code(node.thenStatement),
      template: 'branch-swap',
      description: `the branches of ${quote(`if (${site.code(node.expression)})`)} should change places`,
      weight: 1,
    });
  }
  if (other) {
    const what = ts.isIfStatement(other) ? '`else if` should be `if`' : 'the `else` branch should always run';
    const text = ts.isIfStatement(other) ? `\n${indentOf(node, site.text)}${site.code(other)}` : undefined;
    if (text)
      mutations.push({
        start: node.thenStatement.end,
        end: other.end,
        replacement: text,
        template: 'else-if',
        description: what,
        weight: 0.7,
      });
    mutations.push({
      start: node.thenStatement.end,
      end: other.end,
      replacement: '',
      template: 'else-if',
      description: 'the `else` branch should not be there',
      weight: 0.5,
    });
  }
  return [...mutations, ...chained(node, site)];
}

/** `if (a) … if (b) …` → `if (a) … else if (b) …`. */
function chained(node: ts.IfStatement, site: Site): Mutation[] {
  const list = siblings(node);
  const next = list?.[list.indexOf(node) + 1];
  if (node.elseStatement || !next || !ts.isIfStatement(next)) return [];
  return [
    insert(
      next.getStart(),
      'else ',
      'else-if',
      `${quote(`if (${site.code(next.expression)})`)} should be an \`else if\``,
    ),
  ];
}

/** A copy of another statement of the function, before this one. */
function duplicated(node: ts.Statement, site: Site): Mutation[] {
  if (!siblings(node)) return [];
  const mutations: Mutation[] = [];
  for (const donor of site.donors(node).statements) {
    if (donor.code === site.code(node) || !site.fits(donor, node)) continue;
    const description = `${quote(donor.code)} is missing before ${quote(site.code(node))}`;
    mutations.push(...insertBefore(node, donor.code, 'duplicate', description, site));
    const list = siblings(node);
    if (list?.at(-1) === node && !ts.isReturnStatement(node)) {
      const after = `${quote(donor.code)} is missing after ${quote(site.code(node))}`;
      mutations.push(...insertAfter(node, donor.code, 'duplicate', after, site));
    }
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
        `${quote(code)} is missing after ${quote(site.code(node))}`,
        site,
      );
    });
}

/** `x = e` for an expression of the function in which `x` occurs: a step that was forgotten. */
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
            `${quote(code)} is missing before ${quote(site.code(node))}`,
            site,
          );
        }),
    );
}

/** A counter that nobody counts: `x++`, `x--`. */
function stepped(node: ts.Statement, site: Site): Mutation[] {
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
        `${quote(code)} is missing before ${quote(site.code(node))}`,
        site,
      ),
      ...(isLast
        ? insertAfter(node, code, 'assign', `${quote(code)} is missing after ${quote(site.code(node))}`, site)
        : []),
    ]);
}

/** Loops over the wrong thing: `for … in` for `for … of`. */
export function loops(node: ts.Node, site: Site): Mutation[] {
  if (!ts.isForInStatement(node) && !ts.isForOfStatement(node)) return [];
  const start = node.initializer.end;
  const end = node.expression.getStart();
  const to = ts.isForInStatement(node) ? 'of' : 'in';
  const from = to === 'of' ? 'in' : 'of';
  const between = site.text.slice(start, end);
  const replacement = between.replace(from, to);
  const description = `${quote(`for … ${from}`)} should be ${quote(`for … ${to}`)}`;
  return [{ start, end, replacement, template: 'loop-kind', description, weight: 1 }];
}
