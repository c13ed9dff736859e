import type { Expressions } from './expressions';
import type { Expression } from './facts';
import type { LanguageTable } from './language-table';
import { child, type PlainNode } from './plain-tree';

/** Types that a declaration extends or implements. */
export function basesOf(node: PlainNode, table: LanguageTable, expressions: Expressions): Expression[] {
  const found: Expression[] = [];
  const lists = node.children.filter(({ field }) => table.bases.has(field));
  for (const one of lists.flatMap(({ children }) => children)) {
    const inner = one.type === 'type_list' ? one.children : [one];
    found.push(...inner.map((base) => expressions.of(base)));
  }
  // An embedded field gives its members to the struct or interface around it.
  if (table.language === 'go') found.push(...embedded(node, expressions));
  return found.filter(({ kind }) => kind !== 'unknown');
}

function embedded(node: PlainNode, expressions: Expressions): Expression[] {
  const type = child(node, 'type');
  const list =
    type?.type === 'struct_type' ? type.children[0] : type?.type === 'interface_type' ? type : undefined;
  const embedded = (list?.children ?? []).filter(
    (one) => one.type === 'type_elem' || (one.type === 'field_declaration' && !child(one, 'name')),
  );
  return embedded.map((one) => expressions.of(child(one, 'type') ?? one.children[0]));
}

/** Names of a pattern of parameters or variables; those of members and types in it are none. */
export function leaves(node: PlainNode, table: LanguageTable): PlainNode[] {
  if (table.names.has(node.type))
    return node.type.includes('type') || node.type.includes('field') ? [] : [node];
  const isPattern = /pattern|expression_list|inferred_parameters|formal_parameters|variable_declarator/.test(
    node.type,
  );
  return isPattern
    ? node.children.filter(({ field }) => field !== 'type').flatMap((one) => leaves(one, table))
    : [];
}
