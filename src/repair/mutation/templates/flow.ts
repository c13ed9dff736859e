import ts from 'typescript';
import type { Mutation } from '../../search/mutation';
import { isFunction, isPlainStatement, siblings } from '../../../codebase';
import { quote } from '../../quote';
import { insert, replace, type Site } from '../site';
import { indentOf, insertAfter, isDeclaration, semicolon } from './statement-text';
import { said } from '../../../domain/run/said';

/** Jumps and branches exchanged, a jump for a return, a missing jump, a missing `else`. */
export function flow(node: ts.Node, site: Site): Mutation[] {
  if (!isPlainStatement(node) || isDeclaration(node)) return [];
  return [...jumps(node, site), ...branches(node, site)];
}

function jumps(node: ts.Statement, site: Site): Mutation[] {
  if (ts.isBreakOrContinueStatement(node)) {
    const to = ts.isBreakStatement(node) ? 'continue' : 'break';
    const from = ts.isBreakStatement(node) ? 'break' : 'continue';
    return [
      replace(node, site.code(node).replace(from, to), 'jump', said`${quote(from)} should be ${quote(to)}`),
    ];
  }
  const block = node.parent;
  const isLast = ts.isBlock(block) && block.statements.at(-1) === node && !isFunction(block.parent);
  if (ts.isReturnStatement(node)) {
    const isBranch = ts.isIfStatement(block) || (isLast && ts.isIfStatement(block.parent));
    return isBranch && loopAround(node) ? jumpsFor(node, site) : [];
  }
  const inLoop = isLast && ts.isIfStatement(block.parent) && loopAround(node);
  if (!inLoop || ts.isThrowStatement(node)) return [];
  return ['break', 'continue'].flatMap((jump) =>
    insertAfter(
      node,
      jump + semicolon(site),
      'jump',
      said`${quote(jump)} is missing after ${quote(site.code(node))}`,
      site,
      0.5,
    ),
  );
}

/** A jump of the loop in place of one out of the function. */
function jumpsFor(node: ts.ReturnStatement, site: Site): Mutation[] {
  return ['continue', 'break'].map((jump) =>
    replace(
      node,
      jump + semicolon(site),
      'jump',
      said`${quote(site.code(node))} should be ${quote(jump)}`,
      0.9,
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
      description: said`the branches of ${quote(`if (${site.code(node.expression)})`)} should change places`,
      weight: 1,
    });
  }
  if (other) {
    const what = ts.isIfStatement(other)
      ? said`\`else if\` should be \`if\``
      : said`the \`else\` branch should always run`;
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
      description: said`${quote('else')} should not be there`,
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
      said`${quote(`if (${site.code(next.expression)})`)} should be an \`else if\``,
    ),
  ];
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
  const description = said`${quote(`for … ${from}`)} should be ${quote(`for … ${to}`)}`;
  return [{ start, end, replacement, template: 'loop-kind', description, weight: 1 }];
}
