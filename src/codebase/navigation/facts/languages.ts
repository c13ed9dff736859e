/** Languages that grammars read: ends of names, queries, and how each says that a name is exported. */

import type { CodeLanguage } from '../types';

/**
 * Node types of each grammar, as queries. Captures: `d.<kind>` a declaration with its `name`, `scope` a block that belongs
 * to `owner`, `call` a called name with its `receiver`, `import` a statement with its `source` and the names that it brings
 * (`imported`, `local`, `default`, `namespace`), `export` an exporting statement, `exported` a name that one names.
 */

const SCRIPT = `
(function_declaration name: (identifier) @name) @d.function
(generator_function_declaration name: (identifier) @name) @d.function
(method_definition name: (_) @name) @d.method
(variable_declarator name: (identifier) @name
  value: [(arrow_function) (function_expression) (generator_function)]) @d.function
(variable_declarator name: (identifier) @name value: (class)) @d.class
(program (lexical_declaration (variable_declarator name: (identifier) @name) @d.constant))
(program (variable_declaration (variable_declarator name: (identifier) @name) @d.variable))
(export_statement declaration: (lexical_declaration (variable_declarator name: (identifier) @name) @d.constant))
(export_statement declaration: (variable_declaration (variable_declarator name: (identifier) @name) @d.variable))
(pair key: (property_identifier) @name value: [(arrow_function) (function_expression)]) @d.method
(assignment_expression left: (member_expression object: (_) @target property: (property_identifier) @name)
  right: [(arrow_function) (function_expression) (class)]) @d.method
(assignment_expression left: (member_expression) @module right: [
  (identifier) @exported
  (object (shorthand_property_identifier) @exported)
  (function_expression name: (identifier) @name)
  (class name: (_) @name)])
(call_expression function: (identifier) @call)
(call_expression function: (member_expression object: (_) @receiver property: (property_identifier) @call))
(new_expression constructor: (identifier) @call)
(import_statement source: (string) @source) @import
(export_statement source: (string) @source) @import
(call_expression function: (import) arguments: (arguments . (string) @source)) @import
((call_expression function: (identifier) @require arguments: (arguments . (string) @source)) @import
  (#eq? @require "require"))
((variable_declarator name: (identifier) @default value: (call_expression function: (identifier) @require)) @named
  (#eq? @require "require"))
(object_pattern (shorthand_property_identifier_pattern) @imported)
(import_specifier name: (_) @imported alias: (_)? @local)
(export_specifier name: (_) @exported)
(import_clause (identifier) @default)
(namespace_import (identifier) @namespace)
(export_statement) @export
`;

const JSX = `
(jsx_opening_element name: (identifier) @call)
(jsx_self_closing_element name: (identifier) @call)
`;

const JAVASCRIPT = `${SCRIPT}${JSX}
(class_declaration name: (_) @name) @d.class
(field_definition property: (_) @name) @d.property
`;

const TYPESCRIPT = `${SCRIPT}
(class_declaration name: (_) @name) @d.class
(abstract_class_declaration name: (_) @name) @d.class
(interface_declaration name: (_) @name) @d.interface
(type_alias_declaration name: (_) @name) @d.type
(enum_declaration name: (_) @name) @d.enum
(internal_module name: (_) @name) @d.module
(module name: (identifier) @name) @d.module
(function_signature name: (identifier) @name) @d.function
(method_signature name: (_) @name) @d.method
(abstract_method_signature name: (_) @name) @d.method
(public_field_definition name: (_) @name) @d.property
(interface_body (property_signature name: (_) @name) @d.property)
`;

const TSX = `${TYPESCRIPT}${JSX}`;

const PYTHON = `
(function_definition name: (identifier) @name) @d.function
(class_definition name: (identifier) @name) @d.class
(module (expression_statement (assignment left: (identifier) @name) @d.variable))
(class_definition body: (block (expression_statement (assignment left: (identifier) @name) @d.property)))
(call function: (identifier) @call)
(call function: (attribute object: (_) @receiver attribute: (identifier) @call))
(import_statement name: (dotted_name) @source) @import
(import_statement name: (aliased_import name: (dotted_name) @source alias: (identifier) @namespace)) @import
(import_from_statement module_name: (_) @source) @import
(import_from_statement name: (dotted_name) @imported)
(import_from_statement name: (aliased_import name: (dotted_name) @imported alias: (identifier) @local))
`;

const GO = `
(function_declaration name: (identifier) @name) @d.function
(method_declaration receiver: (parameter_list (parameter_declaration type: [
  (type_identifier) @owner
  (pointer_type (type_identifier) @owner)
  (generic_type type: (type_identifier) @owner)
  (pointer_type (generic_type type: (type_identifier) @owner))])) name: (field_identifier) @name) @d.method
(type_spec name: (type_identifier) @name type: (struct_type)) @d.class
(type_spec name: (type_identifier) @name type: (interface_type)) @d.interface
(type_spec name: (type_identifier) @name) @d.type
(type_alias name: (type_identifier) @name) @d.type
(source_file (const_declaration (const_spec name: (identifier) @name) @d.constant))
(source_file (var_declaration (var_spec name: (identifier) @name) @d.variable))
(source_file (var_declaration (var_spec_list (var_spec name: (identifier) @name) @d.variable)))
(method_elem name: (field_identifier) @name) @d.method
(field_declaration name: (field_identifier) @name) @d.property
(call_expression function: (identifier) @call)
(call_expression function: (selector_expression operand: (_) @receiver field: (field_identifier) @call))
(import_spec name: (package_identifier)? @namespace path: (interpreted_string_literal) @source) @import
`;

const RUST = `
(function_item name: (identifier) @name) @d.function
(function_signature_item name: (identifier) @name) @d.method
(struct_item name: (type_identifier) @name) @d.class
(union_item name: (type_identifier) @name) @d.class
(enum_item name: (type_identifier) @name) @d.enum
(enum_variant name: (identifier) @name) @d.constant
(trait_item name: (type_identifier) @name) @d.interface
(type_item name: (type_identifier) @name) @d.type
(const_item name: (identifier) @name) @d.constant
(static_item name: (identifier) @name) @d.variable
(mod_item name: (identifier) @name body: (_)) @d.module
(macro_definition name: (identifier) @name) @d.function
(field_declaration name: (field_identifier) @name) @d.property
(impl_item type: [(type_identifier) @owner (generic_type type: (type_identifier) @owner)]) @scope
(call_expression function: (identifier) @call)
(call_expression function: (field_expression value: (_) @receiver field: (field_identifier) @call))
(call_expression function: (scoped_identifier path: (_) @receiver name: (identifier) @call))
(macro_invocation macro: (identifier) @call)
(use_declaration argument: (_) @source) @import
(mod_item name: (identifier) @source !body) @import
`;

const JAVA = `
(class_declaration name: (identifier) @name) @d.class
(record_declaration name: (identifier) @name) @d.class
(interface_declaration name: (identifier) @name) @d.interface
(annotation_type_declaration name: (identifier) @name) @d.interface
(enum_declaration name: (identifier) @name) @d.enum
(enum_constant name: (identifier) @name) @d.constant
(method_declaration name: (identifier) @name) @d.method
(constructor_declaration name: (identifier) @name) @d.constructor
(field_declaration declarator: (variable_declarator name: (identifier) @name)) @d.property
(method_invocation object: (_) @receiver name: (identifier) @call)
(method_invocation !object name: (identifier) @call)
(object_creation_expression type: (type_identifier) @call)
(import_declaration (scoped_identifier) @source) @import
`;

/** Sign of an exported name: an exporting statement, a word of the declaration, or the name itself. */
export type ExportSign = 'statement' | 'pub' | 'public' | 'capital' | 'no-underscore';

export interface Grammar {
  /** `tree-sitter-<name>.wasm`. */
  readonly name: string;
  readonly language: CodeLanguage;
  readonly ends: readonly string[];
  readonly query: string;
  readonly exportSign: ExportSign;
  /** Names of methods that make an object. */
  readonly constructors?: readonly string[];
}

const GRAMMARS: readonly Grammar[] = [
  {
    name: 'typescript',
    language: 'typescript',
    ends: ['ts', 'mts', 'cts'],
    query: TYPESCRIPT,
    exportSign: 'statement',
    constructors: ['constructor'],
  },
  {
    name: 'tsx',
    language: 'typescript',
    ends: ['tsx'],
    query: TSX,
    exportSign: 'statement',
    constructors: ['constructor'],
  },
  {
    name: 'javascript',
    language: 'javascript',
    ends: ['js', 'mjs', 'cjs', 'jsx'],
    query: JAVASCRIPT,
    exportSign: 'statement',
    constructors: ['constructor'],
  },
  {
    name: 'python',
    language: 'python',
    ends: ['py', 'pyi'],
    query: PYTHON,
    exportSign: 'no-underscore',
    constructors: ['__init__'],
  },
  { name: 'go', language: 'go', ends: ['go'], query: GO, exportSign: 'capital' },
  { name: 'rust', language: 'rust', ends: ['rs'], query: RUST, exportSign: 'pub' },
  { name: 'java', language: 'java', ends: ['java'], query: JAVA, exportSign: 'public' },
];

const BY_END: ReadonlyMap<string, Grammar> = new Map(
  GRAMMARS.flatMap((grammar) => grammar.ends.map((end) => [end, grammar] as const)),
);

/** Grammar of a path by the end of its name; undefined where there is none. */
export function grammarOf(path: string): Grammar | undefined {
  return BY_END.get(/\.(\w{1,8})$/.exec(path)?.[1]?.toLowerCase() ?? '');
}

/** Language of a path; undefined where no grammar reads it. */
export function languageOf(path: string): CodeLanguage | undefined {
  return grammarOf(path)?.language;
}
