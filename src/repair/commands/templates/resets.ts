import { ancestor, type SyntaxNode } from '../../../codebase/syntax';
import type { Mutation } from '../../../domain/heal/mutation/mutation';
import { quote } from '../../quote';
import { edit, named, type CodeSite } from '../code-site';

const MOST = 4;
/** A line that gives a variable a first value which says that nothing has happened yet. */
const START =
  /^[ \t]*(?:let mut |var |(?:int|long|boolean|String) )?([a-z_]\w*)(?:: ?[\w<>&]{1,30})? ?:?= ?(0(?:\.0)?|""|''|\[\]|\{\}|None|nil|null|[Ff]alse|[Tt]rue|Vec::new\(\)|String::new\(\));?$/gm;

/** A variable of a loop set back to the value that it started with, at the end of a block. */
export function resets(node: SyntaxNode, site: CodeSite): Mutation[] {
  const { types, words } = site.language;
  if (!site.isStatement(node) || !site.opensLine(node) || types.jumps.has(node.type)) return [];
  if (types.returns.has(node.type) || named(node.parent).at(-1) !== node) return [];
  const loop = ancestor(node, ({ type }) => types.loops.has(type) || types.functions.has(type));
  if (!loop || !types.loops.has(loop.type)) return [];
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
        `${quote(code)} is missing after ${quote(site.code(node))}`,
      ),
    );
}
