import type { Imported } from './facts';
import { type LanguageTable, textOf } from './language-table';
import { child, type PlainNode } from './plain-tree';

/** Python. */
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
