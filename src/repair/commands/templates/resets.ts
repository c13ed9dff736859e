import type { SyntaxNode } from '../../../codebase/syntax';
import type { Mutation } from '../../search/mutation';
import { quote } from '../../quote';
import { edit, type CodeSite } from '../code-site';
import { loopEndedBy, returnsHere } from './statements';

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
        `${quote(code)} is missing after ${quote(site.code(node))}`,
      ),
    );
}
