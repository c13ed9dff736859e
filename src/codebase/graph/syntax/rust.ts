import type { Imported } from './facts';
import { type LanguageTable, textOf } from './language-table';
import { child, type PlainNode } from './plain-tree';

/** Rust. */
export const RUST: LanguageTable = {
  language: 'rust',
  grammar: 'rust',
  path: /\.rs$/,
  declarations: new Map([
    ['function_item', { kind: 'function', memberKind: 'method', type: 'return_type' }],
    ['function_signature_item', { kind: 'function', memberKind: 'method', type: 'return_type' }],
    ['struct_item', { kind: 'class' }],
    ['union_item', { kind: 'class' }],
    ['enum_item', { kind: 'enum' }],
    ['enum_variant', { kind: 'constant' }],
    ['trait_item', { kind: 'interface' }],
    ['mod_item', { kind: 'module' }],
    ['const_item', { kind: 'constant', type: 'type' }],
    ['static_item', { kind: 'variable', type: 'type' }],
    ['type_item', { kind: 'type', type: 'type' }],
    ['field_declaration', { kind: 'property', type: 'type' }],
    ['macro_definition', { kind: 'function' }],
  ]),
  names: new Set(['identifier', 'field_identifier', 'type_identifier']),
  members: new Map([
    ['field_expression', { of: 'value', name: 'field' }],
    ['scoped_identifier', { of: 'path', name: 'name' }],
    ['scoped_type_identifier', { of: 'path', name: 'name' }],
  ]),
  calls: new Map([
    ['call_expression', { callee: 'function' }],
    ['macro_invocation', { callee: 'macro' }],
  ]),
  arguments: 'arguments',
  parameters: 'parameters',
  instances: new Map([['struct_expression', 'name']]),
  wrappers: new Map([
    ['parenthesized_expression', ''],
    ['reference_expression', 'value'],
    ['unary_expression', ''],
    ['try_expression', ''],
    ['await_expression', ''],
    ['generic_function', 'function'],
    ['generic_type', 'type'],
    ['reference_type', 'type'],
    ['pointer_type', 'type'],
    ['mut_pattern', ''],
    ['ref_pattern', ''],
  ]),
  transparent: new Set(['Box', 'Rc', 'Arc', 'Option', 'Result', 'RefCell', 'Mutex', 'RwLock', 'Pin']),
  self: new Set(['self', 'Self']),
  super: new Set(),
  bindings: new Map([
    ['parameter', { names: ['pattern'], type: 'type' }],
    ['closure_parameters', { names: [''] }],
    ['let_declaration', { names: ['pattern'], type: 'type', value: 'value' }],
    ['let_condition', { names: ['pattern'] }],
    ['for_expression', { names: ['pattern'] }],
    ['match_pattern', { names: [''] }],
    ['tuple_pattern', { names: [''] }],
  ]),
  functions: new Set(['function_item', 'closure_expression']),
  ignored: new Set(['field_initializer field', 'lifetime ', 'shorthand_field_initializer ']),
  assignments: new Set(['assignment_expression left', 'compound_assignment_expr left']),
  bases: new Set(['bounds']),
  hasBareMembers: false,
  sharing: 'file',
  hasArity: false,
  containerOf: (node, text) => {
    if (node.type !== 'impl_item') return undefined;
    let type = child(node, 'type');
    while (type && type.type !== 'type_identifier')
      type = child(type, 'type') ?? child(type, 'name') ?? type.children[0];
    return type && textOf(type, text);
  },
  implementedBy: (node) => {
    const [type, base] = [child(node, 'type'), child(node, 'trait')];
    return node.type === 'impl_item' && type && base ? { type, base } : undefined;
  },
  importsOf: (node, text) => {
    if (node.type !== 'use_declaration') return undefined;
    const found: Omit<Imported, 'container'>[] = [];
    spread(child(node, 'argument'), '', node, text, found);
    return found;
  },
  moduleOf: () => '',
  isExported: (node) =>
    node.children.some(({ type }) => type === 'visibility_modifier') ||
    node.parent?.parent?.type === 'trait_item' ||
    node.type === 'enum_variant',
};

/** Most names of one `use`. */
const MOST_NAMES = 500;

/** Each name of a `use` with the path before it. */
function spread(
  node: PlainNode | undefined,
  before: string,
  whole: PlainNode,
  text: string,
  found: Omit<Imported, 'container'>[],
): void {
  if (!node || found.length > MOST_NAMES) return;
  const place = { start: whole.start, end: whole.end };
  const path = (inner: PlainNode | undefined): string =>
    [before, textOf(inner, text)].filter((part) => part !== '').join('::');
  if (node.type === 'use_list') for (const one of node.children) spread(one, before, whole, text, found);
  else if (node.type === 'scoped_use_list')
    spread(child(node, 'list'), path(child(node, 'path')), whole, text, found);
  else if (node.type === 'use_wildcard')
    found.push({ alias: '', module: path(node.children[0]), isAll: true, ...place });
  else if (node.type === 'use_as_clause') {
    const target = child(node, 'path');
    found.push({
      ...split(path(target)),
      alias: textOf(child(node, 'alias'), text),
      isAll: false,
      ...place,
      nameStart: lastStart(target),
    });
  } else {
    const one = split(path(node));
    const own = node.type === 'self' ? split(one.module) : one;
    found.push({ ...own, alias: own.name, isAll: false, ...place, nameStart: lastStart(node) });
  }
}

function split(path: string): { module: string; name: string } {
  const at = path.lastIndexOf('::');
  return at < 0 ? { module: '', name: path } : { module: path.slice(0, at), name: path.slice(at + 2) };
}

function lastStart(node: PlainNode | undefined): number | undefined {
  return (child(node, 'name') ?? node)?.start;
}
