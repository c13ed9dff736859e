import { type Expressions, placed } from './expressions';
import type { Use } from './facts';
import { type LanguageTable, textOf } from './language-table';
import { child, type PlainNode } from './plain-tree';

/** Uses of names in a file, in the order of the text. `declaring`: offsets of names that are none. */
export function usesOf(
  root: PlainNode,
  text: string,
  table: LanguageTable,
  expressions: Expressions,
  declaring: ReadonlySet<number>,
): Use[] {
  const uses: Use[] = [];
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    if (table.names.has(node.type) && !declaring.has(node.start) && !isIgnored(node, table))
      uses.push(useOf(node, text, table, expressions));
    open.push(...node.children.toReversed());
  }
  return uses;
}

function isIgnored(node: PlainNode, { ignored }: LanguageTable): boolean {
  const above = node.parent?.type ?? '';
  return ignored.has(`${above} ${node.field}`) || ignored.has(`${above} `);
}

function useOf(node: PlainNode, text: string, table: LanguageTable, expressions: Expressions): Use {
  const name = textOf(node, text);
  const place = { name, start: node.start, end: node.end };
  if (node.parent?.type === 'token_tree') return { ...place, ...inMacro(node, text) };
  const member = memberAround(node, table);
  const receiver = member && receiverOf(member.node, member.rule, expressions);
  const whole = outermost(member?.node ?? node, table);
  const call = callOf(node, whole, table);
  if (call)
    return {
      ...place,
      role: 'call',
      ...(receiver && { receiver }),
      ...(call.of && { receiver: expressions.of(call.of) }),
      args: call.args,
    };
  const isWritten = table.assignments.has(`${whole.parent?.type ?? ''} ${whole.field}`);
  return { ...place, role: isWritten ? 'write' : 'read', ...(receiver && { receiver }) };
}

/** The macro's text is no tree: what stands beside the name tells what it is. */
function inMacro({ start, end }: PlainNode, text: string): Pick<Use, 'role' | 'receiver'> {
  const isMember = text[start - 1] === '.' || text.slice(start - 2, start) === '::';
  return { role: text[end] === '(' ? 'call' : 'read', ...(isMember && { receiver: { kind: 'unknown' } }) };
}

function memberAround(
  node: PlainNode,
  table: LanguageTable,
): { node: PlainNode; rule: { of: string; name: string } } | undefined {
  const { parent } = node;
  const rule = parent && table.members.get(parent.type);
  return rule && placed(parent, rule.name) === node && placed(parent, rule.of) !== node
    ? { node: parent, rule }
    : undefined;
}

function receiverOf(node: PlainNode, { of }: { of: string }, expressions: Expressions): Use['receiver'] {
  const before = placed(node, of);
  return before && expressions.of(before);
}

/** Node with all that means the same around it. */
function outermost(node: PlainNode, table: LanguageTable): PlainNode {
  let whole = node;
  for (let { parent } = whole; parent; { parent } = parent) {
    const field = table.wrappers.get(parent.type);
    if (field === undefined || placed(parent, field) !== whole) break;
    whole = parent;
  }
  return whole;
}

interface Call {
  /** Node of the value before the name, where the call itself has it. */
  of?: PlainNode;
  args?: number;
}

function callOf(node: PlainNode, whole: PlainNode, table: LanguageTable): Call | undefined {
  const { parent } = whole;
  if (!parent) return undefined;
  const args = child(parent, table.arguments)?.children.length;
  const rule = table.calls.get(parent.type);
  if (rule && 'callee' in rule && placed(parent, rule.callee) === whole) return { args };
  if (rule && 'name' in rule && placed(parent, rule.name) === node)
    return { args, of: placed(parent, rule.of) };
  const type = table.instances.get(parent.type);
  return type !== undefined && child(parent, type) === whole ? { args } : undefined;
}
