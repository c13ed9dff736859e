import type { Imported } from './facts';
import { type LanguageTable, textOf } from './language-table';
import { child, type PlainNode } from './plain-tree';

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
  importsOf: (node, text) => (node.type === 'import_spec' ? [goImportOf(node, text)] : undefined),
  moduleOf: (root, text) =>
    textOf(root.children.find(({ type }) => type === 'package_clause')?.children[0], text),
  isExported: (_node, name) => /^\p{Lu}/u.test(name),
};

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

export const PYTHON: LanguageTable = {
  language: 'python',
  grammar: 'python',
  path: /\.pyi?$/,
  declarations: new Map([
    ['class_definition', { kind: 'class' }],
    ['function_definition', { kind: 'function', memberKind: 'method', type: 'return_type' }],
    [
      'assignment',
      {
        kind: 'variable',
        memberKind: 'property',
        name: 'left',
        type: 'type',
        value: 'right',
        isOnlyOutside: true,
      },
    ],
  ]),
  names: new Set(['identifier']),
  members: new Map([['attribute', { of: 'object', name: 'attribute' }]]),
  calls: new Map([['call', { callee: 'function' }]]),
  arguments: 'arguments',
  parameters: 'parameters',
  instances: new Map(),
  wrappers: new Map([
    ['parenthesized_expression', ''],
    ['await', ''],
    ['type', ''],
    ['as_pattern', ''],
    ['decorator', ''],
  ]),
  transparent: new Set(['Optional', 'Type', 'Annotated', 'Final', 'ClassVar', 'Awaitable']),
  self: new Set(['self', 'cls']),
  super: new Set(['super']),
  bindings: new Map([
    ['parameters', { names: [''] }],
    ['lambda_parameters', { names: [''] }],
    ['typed_parameter', { names: [''], type: 'type' }],
    ['default_parameter', { names: ['name'] }],
    ['typed_default_parameter', { names: ['name'], type: 'type' }],
    ['list_splat_pattern', { names: [''] }],
    ['dictionary_splat_pattern', { names: [''] }],
    ['assignment', { names: ['left'], type: 'type', value: 'right' }],
    ['named_expression', { names: ['name'], value: 'value' }],
    ['for_statement', { names: ['left'] }],
    ['for_in_clause', { names: ['left'] }],
    ['as_pattern_target', { names: [''] }],
    ['pattern_list', { names: [''] }],
    ['tuple_pattern', { names: [''] }],
  ]),
  functions: new Set(['function_definition', 'lambda']),
  ignored: new Set(['keyword_argument name']),
  assignments: new Set(['assignment left', 'augmented_assignment left']),
  bases: new Set(['superclasses']),
  hasBareMembers: false,
  sharing: 'file',
  hasArity: false,
  containerOf: () => undefined,
  importsOf: (node, text) => {
    if (node.type === 'import_statement') return node.children.map((one) => wholeModule(one, text));
    return node.type === 'import_from_statement' ? fromModule(node, text) : undefined;
  },
  moduleOf: () => '',
  isExported: (_node, name) => !name.startsWith('_') || name.startsWith('__'),
};

/** `import a.b` makes `a` known, `import a.b as c` the inner module. */
function wholeModule(node: PlainNode, text: string): Omit<Imported, 'container'> {
  const module = textOf(node.type === 'aliased_import' ? child(node, 'name') : node, text);
  const alias = child(node, 'alias');
  return {
    alias: alias ? textOf(alias, text) : module,
    module,
    isAll: false,
    start: node.start,
    end: node.end,
  };
}

function fromModule(node: PlainNode, text: string): Omit<Imported, 'container'>[] {
  const module = textOf(child(node, 'module_name'), text);
  const place = { start: node.start, end: node.end };
  return node.children.flatMap((one): Omit<Imported, 'container'>[] => {
    if (one.type === 'wildcard_import') return [{ alias: '', module, isAll: true, ...place }];
    if (one.field !== 'name') return [];
    const named = one.type === 'aliased_import' ? child(one, 'name') : one;
    const name = textOf(named, text);
    const alias = textOf(child(one, 'alias'), text) || name;
    return [{ alias, module, name, isAll: false, ...place, nameStart: named?.start }];
  });
}

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

/** The name of a package is the last part of its path, without the number of a version. */
function goImportOf(node: PlainNode, text: string): Omit<Imported, 'container'> {
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
