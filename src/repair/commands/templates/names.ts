import { field, type SyntaxNode } from '../../../codebase/syntax';
import type { Mutation } from '../../search/mutation';
import { quote } from '../../quote';
import { become, edit, named, OWN_OBJECT, type CodeSite } from '../code-site';
import { said } from '../../../domain/run/said';

const MOST_NAMES = 12;
const MOST_MEMBERS = 12;
/** Weight of a conversion that the file makes somewhere, and of one that it does not: no difference that trust could be built on. */
const KNOWN_CALL = 0.7;
const NEW_CALL = 0.57;
/** Weight of a name that is called where the other one is not. */
const OTHER_KIND = 0.3;
/** Weight of an object in the place of a value that is no object by its looks. */
const WHOLE_OBJECT = 0.3;

/** Another variable of the function. */
export function variables(node: SyntaxNode, site: CodeSite): Mutation[] {
  if (!site.isUse(node)) return [];
  const own = site.code(node);
  const isOwner =
    ['object', 'operand', 'value'].includes(node.field) &&
    /attribute|selector|field/.test(node.parent?.type ?? '');
  const isTarget = node.field === 'left' || node.parent?.field === 'left';
  return site
    .names(node)
    .filter((name) => name !== own && isCapital(name) === isCapital(own))
    .slice(0, MOST_NAMES)
    .map((name, at) => {
      const weight = (isTarget ? 0.5 : 1) * (OWN_OBJECT.has(name) && !isOwner ? WHOLE_OBJECT : 1);
      return become(site, node, name, 'identifier', weight * 0.97 ** at);
    });
}

function isCapital(name: string): boolean {
  return /^[A-Z]/.test(name) && /[a-z]/.test(name);
}

/** Another method or field by the same object, or another function with a neighbouring name. */
export function members(node: SyntaxNode, site: CodeSite): Mutation[] {
  const { methods, types } = site.language;
  const own = site.code(node);
  const isCalled = node.field === 'function' && types.calls.has(node.parent?.type ?? '');
  const isMember = site.isMember(node);
  if (
    !isMember &&
    !(isCalled && types.names.has(node.type)) &&
    !(types.names.has(node.type) && site.isUse(node))
  )
    return [];
  const known = Object.hasOwn(methods, own) ? (methods[own] ?? []) : [];
  const found = known.map((name, at) => become(site, node, name, 'method', 0.95 ** at));
  if (isMember) {
    const isOther = (name: string): boolean =>
      name !== own && !known.includes(name) && isCapital(name) === isCapital(own);
    const { alike, others } = site.members(node);
    for (const name of alike.filter(isOther).slice(0, MOST_MEMBERS))
      found.push(become(site, node, name, 'member'));
    for (const name of others.filter(isOther).slice(0, MOST_MEMBERS))
      found.push(become(site, node, name, 'member', OTHER_KIND));
  }
  return found;
}

/** Arguments in another order, or one of them left out. */
export function argumentLists(node: SyntaxNode, site: CodeSite): Mutation[] {
  if (!site.language.types.argumentLists.has(node.type)) return [];
  const given = named(node);
  const found: Mutation[] = [];
  given.forEach((one, at) => {
    for (const other of given.slice(at + 1, at + 3)) {
      const [a, b] = [site.code(one), site.code(other)];
      if (a === b) continue;
      const between = site.text.slice(one.end, other.start);
      found.push(
        edit(
          { start: one.start, end: other.end },
          `${b}${between}${a}`,
          'argument-swap',
          said`${quote(a)} and ${quote(b)} should change places`,
        ),
      );
    }
  });
  if (given.length > 1)
    given.forEach((one, at) => {
      const next = given[at + 1];
      const previous = given[at - 1];
      const range = next
        ? { start: one.start, end: next.start }
        : { start: previous?.end ?? one.start, end: one.end };
      found.push(edit(range, '', 'argument-drop', said`${quote(site.code(one))} should not be there`));
    });
  return found;
}

/** A call without its function, a call of a method without it, or one more. */
export function wrapped(node: SyntaxNode, site: CodeSite): Mutation[] {
  if (!site.isExpression(node) || !isRead(node)) return [];
  const { suffixes, wraps, types, grammar } = site.language;
  const code = site.code(node);
  const found: Mutation[] = [];
  if (types.calls.has(node.type)) found.push(...unwrapped(node, site));
  if (code.length > 50 || types.integers.has(node.type) || types.floats.has(node.type)) return found;
  const isWord = site.isTruth(node) || site.isConstant(node);
  // Rust gives anything back as `Ok` or `Some`; elsewhere nobody converts what is true or nothing.
  if (isWord && grammar !== 'rust') return found;
  const isText = types.strings.has(node.type);
  const isBinary = types.binary.has(node.type);
  // A function of a package is at hand where the package is.
  const weightOf = (call: string): number =>
    site.has(/^\w+\./.exec(call)?.[0] ?? call) ? KNOWN_CALL : NEW_CALL;
  const head = isBinary ? `(${code})` : code;
  // An object of a class has the methods of its class; a trait of Rust may be of a number.
  const isPlain = !isText && !isWord && (grammar === 'rust' || !OWN_OBJECT.has(code));
  if (isPlain)
    for (const suffix of suffixes)
      if (!code.includes(suffix))
        found.push(become(site, node, `${head}${suffix}`, 'append', weightOf(suffix)));
  if (!isText && isAssigned(node))
    for (const wrap of wraps)
      if (!code.startsWith(`${wrap}(`))
        found.push(become(site, node, `${wrap}(${code})`, 'wrap', weightOf(`${wrap}(`)));
  return found;
}

/** Not the function of a call, nor a target. */
function isRead(node: SyntaxNode): boolean {
  return (
    node.field !== 'function' &&
    node.field !== 'left' &&
    node.field !== 'name' &&
    node.parent?.type !== 'expression_statement'
  );
}

function isAssigned(node: SyntaxNode): boolean {
  return (
    ['right', 'value', 'body'].includes(node.field) ||
    /return|expression_list|argument/.test(node.parent?.type ?? '')
  );
}

function unwrapped(node: SyntaxNode, site: CodeSite): Mutation[] {
  const callee = field(node, 'function') ?? field(node, 'object');
  const given = named(field(node, 'arguments'));
  const found: Mutation[] = [];
  const [first] = given;
  if (given.length === 1 && first && first.type !== 'keyword_argument')
    found.push(become(site, node, site.code(first), 'unwrap'));
  const owner =
    field(callee, 'object') ?? field(callee, 'value') ?? field(callee, 'operand') ?? field(node, 'object');
  if (owner) found.push(become(site, node, site.code(owner), 'unwrap', given.length === 0 ? 1 : 0.7));
  return found;
}
