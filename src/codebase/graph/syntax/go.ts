import type { Imported } from './facts';
import { type LanguageTable, textOf } from './language-table';
import { child, type PlainNode } from './plain-tree';

/** Go. */
export const GO: LanguageTable = {
  language: 'go',
  grammar: 'go',
  path: /\.go$/,
  declarations: new Map([
    ['function_declaration', { kind: 'function', type: 'result' }],
    ['method_declaration', { kind: 'method', type: 'result' }],
    ['type_spec', { kind: 'class', type: 'type' }],
    ['type_alias', { kind: 'type', type: 'type' }],
    ['method_elem', { kind: 'method', type: 'result' }],
    ['field_declaration', { kind: 'property', type: 'type' }],
    ['const_spec', { kind: 'constant', type: 'type', isOnlyOutside: true }],
    ['var_spec', { kind: 'variable', type: 'type', value: 'value', isOnlyOutside: true }],
  ]),
  names: new Set(['identifier', 'field_identifier', 'type_identifier', 'package_identifier']),
  members: new Map([
    ['selector_expression', { of: 'operand', name: 'field' }],
    ['qualified_type', { of: 'package', name: 'name' }],
  ]),
  calls: new Map([['call_expression', { callee: 'function' }]]),
  arguments: 'arguments',
  parameters: 'parameters',
  instances: new Map([
    ['composite_literal', 'type'],
    ['type_conversion_expression', 'type'],
    ['type_assertion_expression', 'type'],
  ]),
  wrappers: new Map([
    ['parenthesized_expression', ''],
    ['unary_expression', 'operand'],
    ['pointer_type', ''],
    ['generic_type', 'type'],
    ['parameter_list', ''],
    ['parameter_declaration', 'type'],
    ['expression_list', ''],
    ['type_instantiation_expression', 'type'],
  ]),
  transparent: new Set(),
  self: new Set(),
  super: new Set(),
  bindings: new Map([
    ['parameter_declaration', { names: ['name'], type: 'type' }],
    ['variadic_parameter_declaration', { names: ['name'] }],
    ['short_var_declaration', { names: ['left'], value: 'right' }],
    ['var_spec', { names: ['name'], type: 'type', value: 'value' }],
    ['const_spec', { names: ['name'], type: 'type' }],
    ['range_clause', { names: ['left'] }],
    ['expression_list', { names: [] }],
  ]),
  functions: new Set(['function_declaration', 'method_declaration', 'func_literal']),
  ignored: new Set(['keyed_element ', 'literal_element ', 'package_clause ', 'labeled_statement label']),
  assignments: new Set(['assignment_statement left']),
  bases: new Set(),
  hasBareMembers: false,
  sharing: 'folder',
  hasArity: false,
  containerOf: (node, text) => {
    if (node.type !== 'method_declaration') return undefined;
    let type = child(child(node, 'receiver')?.children[0], 'type');
    while (type && type.type !== 'type_identifier') type = child(type, 'type') ?? type.children[0];
    return type && textOf(type, text);
  },
  importsOf: (node, text) => (node.type === 'import_spec' ? [importOf(node, text)] : undefined),
  moduleOf: (root, text) =>
    textOf(root.children.find(({ type }) => type === 'package_clause')?.children[0], text),
  isExported: (_node, name) => /^\p{Lu}/u.test(name),
};

/** The name of a package is the last part of its path, without the number of a version. */
function importOf(node: PlainNode, text: string): Omit<Imported, 'container'> {
  const module = textOf(child(node, 'path'), text).slice(1, -1);
  const given = textOf(child(node, 'name'), text);
  const plain = module.replace(/\/v\d{1,3}$/, '');
  const alias = given === '' ? plain.slice(plain.lastIndexOf('/') + 1) : given;
  return {
    alias: given === '.' ? '' : alias,
    module,
    isAll: given === '.',
    start: node.start,
    end: node.end,
  };
}
