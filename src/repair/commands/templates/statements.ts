import { ancestor, type SyntaxNode } from '../../../codebase/syntax';
import type { Mutation } from '../../search/mutation';
import { quote } from '../../quote';
import { become, edit, named, nodesIn, OWN_OBJECT, type CodeSite } from '../code-site';
import { said } from '../../../domain/run/said';

const MOST_GUARDED = 4;

/** A statement that should not be there, or stands at the wrong place. */
export function statements(node: SyntaxNode, site: CodeSite): Mutation[] {
  if (!site.isStatement(node)) return [];
  const siblings = named(node.parent);
  const next = siblings[siblings.indexOf(node) + 1];
  const code = site.code(node);
  const found: Mutation[] = [];
  if (!/declaration|short_var|import|function|class|pass_/.test(node.type)) {
    const isAlone =
      siblings.length === 1 && site.language.words.end === '' && site.language.grammar === 'python';
    found.push(
      edit(
        node,
        isAlone ? 'pass' : '',
        'remove',
        said`${quote(code)} should not be there`,
        code.length < 80 ? 0.8 : 0.4,
      ),
    );
  }
  if (next && site.isStatement(next) && code.length < 400) {
    const between = site.text.slice(node.end, next.start);
    found.push(
      edit(
        { start: node.start, end: next.end },
        `${site.code(next)}${between}${code}`,
        'swap-statements',
        said`${quote(code)} should come after ${quote(site.code(next))}`,
      ),
    );
  }
  return found;
}

/** The other jump out of a loop, one that is missing after a statement of it, or one in place of a `return`. */
export function jumps(node: SyntaxNode, site: CodeSite): Mutation[] {
  const { types, words } = site.language;
  const { break: leave, continue: go } = { break: `break${words.end}`, continue: `continue${words.end}` };
  const code = site.code(node).replace(/;$/, '');
  if (types.jumps.has(node.type) && (code === 'break' || code === 'continue'))
    return [
      become(
        site,
        node,
        `${code === 'break' ? 'continue' : 'break'}${site.code(node).endsWith(';') ? ';' : ''}`,
        'jump',
      ),
    ];
  const inLoop = loopEndedBy(node, site);
  if (!inLoop) return [];
  if (returnsHere(node, site))
    return isAfterLoop(node, inLoop) ? [] : [go, leave].map((jump) => become(site, node, jump, 'jump', 0.9));
  const isLoopBody = node.parent?.parent === inLoop || node.parent?.parent?.parent === inLoop;
  const indent = site.indent(node);
  return [leave, go].map((jump, at) =>
    edit(
      { start: node.end, end: node.end },
      `\n${indent}${jump}`,
      'jump',
      said`${quote(jump)} is missing after ${quote(site.code(node))}`,
      isLoopBody ? (at === 0 ? 0.6 : 0.1) : 0.9,
    ),
  );
}

/** The loop around a statement that is the last one of its block and no jump. */
export function loopEndedBy(node: SyntaxNode, site: CodeSite): SyntaxNode | undefined {
  const { types } = site.language;
  if (!site.isStatement(node) || !site.opensLine(node) || named(node.parent).at(-1) !== node)
    return undefined;
  const loop = ancestor(node, ({ type }) => types.loops.has(type) || types.functions.has(type));
  const isJump = types.jumps.has(innerOf(node).type);
  return loop && types.loops.has(loop.type) && !isJump ? loop : undefined;
}

/** In the `else` of a loop in Python: it runs when the loop has ended. */
function isAfterLoop(node: SyntaxNode, loop: SyntaxNode): boolean {
  return ancestor(node, ({ type, parent }) => type === 'else_clause' && parent === loop) !== undefined;
}

/** True for a `return`. */
export function returnsHere(node: SyntaxNode, { language }: CodeSite): boolean {
  return language.types.returns.has(innerOf(node).type);
}

/** The expression that a statement consists of: in Rust a jump is one. */
function innerOf(node: SyntaxNode): SyntaxNode {
  return node.type === 'expression_statement' ? (named(node)[0] ?? node) : node;
}

/** Returns another value that the function has at hand. */
export function returns(node: SyntaxNode, site: CodeSite): Mutation[] {
  if (!site.language.types.returns.has(node.type)) return [];
  const value = named(node)[0];
  if (!value) return [];
  const own = site.code(value);
  const others = new Set([...returnedIn(site.around(node), site), ...site.language.returned]);
  others.delete(own);
  return [...others].slice(0, 10).map((other) => become(site, value, other, 'return-value', 0.8));
}

function returnedIn(home: SyntaxNode, site: CodeSite): string[] {
  const found: string[] = [];
  for (const node of nodesIn(home)) {
    const [value] = site.language.types.returns.has(node.type) ? named(node) : [];
    const code = value && site.code(value);
    if (code !== undefined && code.length < 60) found.push(code);
  }
  return found;
}

/** A guard before a statement: a value that is missing, empty or out of bounds gives an early result. */
export function guards(node: SyntaxNode, site: CodeSite): Mutation[] {
  const { types, words, guard, conditions, returned } = site.language;
  if (!site.isStatement(node) || !site.opensLine(node)) return [];
  const home = site.around(node);
  const isBody = types.functions.has(home.type) && isDirectly(node, home);
  const loop = ancestor(node, ({ type }) => types.loops.has(type) || types.functions.has(type));
  const inLoop = loop !== undefined && types.loops.has(loop.type) && isDirectly(node, loop);
  if (!isBody && !inLoop) return [];
  const used = usedIn(node, site).slice(0, MOST_GUARDED);
  const values = [...new Set([...returnedIn(home, site), ...returned])].slice(0, 6);
  const indent = site.indent(node);
  const found: Mutation[] = [];
  const add = (condition: string, jump: string, weight: number): void => {
    const code = guard(condition, jump, indent);
    found.push(
      edit({ start: node.start, end: node.start }, code, 'guard', said`${quote(code)} is missing`, weight),
    );
  };
  const isFirst = named(node.parent)[0] === node;
  used.forEach((name, at) =>
    conditions(name).forEach((condition, which) => {
      const weight = 0.9 ** (at + which) * (isFirst ? 1 : 0.7);
      if (inLoop) {
        add(condition, `continue${words.end}`, weight);
        add(condition, `break${words.end}`, weight * 0.7);
      }
      if (isBody)
        values.forEach((value, rank) => add(condition, `return ${value}${words.end}`, weight * 0.9 ** rank));
    }),
  );
  return found;
}

function isDirectly(node: SyntaxNode, home: SyntaxNode): boolean {
  return node.parent?.parent === home || node.parent?.parent?.parent === home;
}

function usedIn(node: SyntaxNode, site: CodeSite): string[] {
  const found = new Set<string>();
  for (const one of nodesIn(node)) if (site.isUse(one) && one.field !== 'left') found.add(site.code(one));
  for (const own of OWN_OBJECT) found.delete(own);
  return [...found];
}

/** Any other expression of the function. */
export function donors(node: SyntaxNode, site: CodeSite): Mutation[] {
  const { types } = site.language;
  if (
    !site.isExpression(node) ||
    types.names.has(node.type) ||
    node.field === 'function' ||
    node.field === 'left'
  )
    return [];
  if (node.parent?.type === 'expression_statement') return [];
  const own = site.code(node);
  return site
    .donors(node)
    .filter(
      (donor) => site.code(donor) !== own && (types.binary.has(donor.type) || !types.binary.has(node.type)),
    )
    .slice(0, 25)
    .map((donor) => become(site, node, site.code(donor), 'donor', donor.type === node.type ? 0.9 : 0.6));
}

const MOST = 4;
/** A line that gives a variable a first value which says that nothing has happened yet. */
const START =
  /^[ \t]*(?:let mut |var |(?:int|long|boolean|String) )?([a-z_]\w*)(?:: ?[\w<>&]{1,30})? ?:?= ?(0(?:\.0)?|""|''|\[\]|\{\}|None|nil|null|[Ff]alse|[Tt]rue|Vec::new\(\)|String::new\(\));?$/gm;

/** A variable of a loop set back to the value that it started with, at the end of a block. */
export function resets(node: SyntaxNode, site: CodeSite): Mutation[] {
  const { words } = site.language;
  const loop = loopEndedBy(node, site);
  if (!loop || returnsHere(node, site)) return [];
  const home = site.around(node);
  const own = node.parent ? site.code(node.parent) : '';
  const indent = site.indent(node);
  return [...site.text.slice(home.start, loop.start).matchAll(START)]
    .map(([, name = '', value = '']) => `${name} = ${value}${words.end}`)
    .filter((code) => !own.includes(code))
    .slice(-MOST)
    .map((code) =>
      edit(
        { start: node.end, end: node.end },
        `\n${indent}${code}`,
        'reset',
        said`${quote(code)} is missing after ${quote(site.code(node))}`,
      ),
    );
}
