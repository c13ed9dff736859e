import type { Imported } from './facts';
import { type LanguageTable, textOf } from './language-table';
import { child, type PlainNode } from './plain-tree';

/** Java. */
export const JAVA: LanguageTable = {
  language: 'java',
  grammar: 'java',
  path: /\.java$/,
  declarations: new Map([
    ['class_declaration', { kind: 'class' }],
    ['record_declaration', { kind: 'class' }],
    ['interface_declaration', { kind: 'interface' }],
    ['annotation_type_declaration', { kind: 'interface' }],
    ['enum_declaration', { kind: 'enum' }],
    ['enum_constant', { kind: 'constant' }],
    ['method_declaration', { kind: 'method', type: 'type' }],
    ['constructor_declaration', { kind: 'constructor' }],
    ['variable_declarator', { kind: 'property', type: 'type', value: 'value', isOnlyOutside: true }],
  ]),
  names: new Set(['identifier', 'type_identifier']),
  members: new Map([
    ['field_access', { of: 'object', name: 'field' }],
    ['scoped_identifier', { of: 'scope', name: 'name' }],
    ['scoped_type_identifier', { of: '', name: ' last' }],
    ['method_reference', { of: '', name: ' last' }],
  ]),
  calls: new Map([['method_invocation', { of: 'object', name: 'name' }]]),
  arguments: 'arguments',
  parameters: 'parameters',
  instances: new Map([
    ['object_creation_expression', 'type'],
    ['cast_expression', 'type'],
  ]),
  wrappers: new Map([
    ['parenthesized_expression', ''],
    ['generic_type', ''],
    ['annotated_type', ''],
  ]),
  transparent: new Set(['Optional']),
  self: new Set(['this']),
  super: new Set(['super']),
  bindings: new Map([
    ['formal_parameter', { names: ['name'], type: 'type' }],
    ['spread_parameter', { names: [''] }],
    ['inferred_parameters', { names: [''] }],
    ['lambda_expression', { names: ['parameters'] }],
    ['variable_declarator', { names: ['name'], type: 'type', value: 'value' }],
    ['enhanced_for_statement', { names: ['name'], type: 'type' }],
    ['catch_formal_parameter', { names: ['name'] }],
    ['resource', { names: ['name'], type: 'type', value: 'value' }],
    ['instanceof_expression', { names: ['name'], type: 'right' }],
  ]),
  functions: new Set(['method_declaration', 'constructor_declaration', 'lambda_expression']),
  ignored: new Set(['labeled_statement ', 'element_value_pair key', 'package_declaration ']),
  assignments: new Set(['assignment_expression left']),
  bases: new Set(['superclass', 'interfaces', 'extends_interfaces']),
  hasBareMembers: true,
  sharing: 'package',
  hasArity: true,
  containerOf: () => undefined,
  importsOf: (node, text) => (node.type === 'import_declaration' ? [importOf(node, text)] : undefined),
  moduleOf: (root, text) =>
    textOf(root.children.find(({ type }) => type === 'package_declaration')?.children.at(-1), text),
  isExported: (node, _name, text) => {
    const owner = node.type === 'variable_declarator' ? node.parent : node;
    const modifiers = owner?.children.find(({ type }) => type === 'modifiers');
    const inInterface = owner?.parent?.type === 'interface_body';
    return (
      inInterface || node.type === 'enum_constant' || /\b(public|protected)\b/.test(textOf(modifiers, text))
    );
  },
};

function importOf(node: PlainNode, text: string): Omit<Imported, 'container'> {
  const target = node.children.find(({ type }) => type === 'scoped_identifier' || type === 'identifier');
  const whole = textOf(target, text);
  const place = { start: node.start, end: node.end };
  if (node.children.some(({ type }) => type === 'asterisk'))
    return { alias: '', module: whole, isAll: true, ...place };
  const at = whole.lastIndexOf('.');
  const name = whole.slice(at + 1);
  const nameStart = child(target, 'name')?.start;
  return { alias: name, module: whole.slice(0, Math.max(0, at)), name, isAll: false, ...place, nameStart };
}
