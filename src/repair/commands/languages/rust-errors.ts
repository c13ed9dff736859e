import { field, type SyntaxNode } from '../../../codebase/syntax';
import type { Mutation } from '../../search/mutation';
import { become, type CodeSite } from '../code-site';

const MOST_ERRORS = 8;
const ERRORS = new WeakMap<CodeSite, readonly string[]>();

/** An error for what is missing, by the errors that the file names, where a value stands in for it. */
export function absences(node: SyntaxNode, site: CodeSite): Mutation[] {
  const called = methodOf(node, site);
  if (!called || !/^(?:unwrap(?:_or|_or_default|_or_else)?|expect)$/.test(called.name)) return [];
  const result = field(site.around(node), 'return_type');
  if (!result || !/\bResult\b/.test(site.code(result))) return [];
  const missing = errorsOf(site).map((error) =>
    become(site, node, `${called.owner}.ok_or(${error})?`, 'error'),
  );
  if (called.name !== 'unwrap' && called.name !== 'expect') return missing;
  const failing = [...madeErrors(site), ...errorsOf(site)]
    .slice(0, MOST_ERRORS)
    .map((error) => become(site, node, `${called.owner}.map_err(|_| ${error})?`, 'error'));
  return [...failing, ...missing];
}

/** Errors with data as the file makes them, such as `ParseError::NotANumber(part.to_string())`. */
function madeErrors(site: CodeSite): string[] {
  return [...new Set(site.text.match(/\b\w{0,40}Err(?:or)?::[A-Z]\w{0,60}\([\w.&]{1,40}(?:\(\))?\)/g))];
}

/** Errors without data that the file names, such as `ParseError::Empty`. */
function errorsOf(site: CodeSite): readonly string[] {
  const known =
    ERRORS.get(site) ??
    [
      ...new Set(site.text.match(/\b\w{0,40}Err(?:or)?::[A-Z]\w{0,60}\b(?! ?\(| ?\{ ?\w{1,40} ?[:,}])/g)),
    ].slice(0, MOST_ERRORS);
  ERRORS.set(site, known);
  return known;
}

/** Owner, name and arguments of a called method. */
export function methodOf(
  node: SyntaxNode,
  site: CodeSite,
): { owner: string; name: string; given: string } | undefined {
  const callee = node.type === 'call_expression' ? field(node, 'function') : undefined;
  const [owner, name, given] = [field(callee, 'value'), field(callee, 'field'), field(node, 'arguments')];
  if (!owner || !name || !given) return undefined;
  const inside = site.text.slice(given.start + 1, given.end - 1);
  return { owner: site.code(owner), name: site.code(name), given: inside };
}
