import type { CodeLanguage, SymbolKind } from '../../navigation/types';
import type { Imported } from './facts';
import type { PlainNode } from './plain-tree';

/** Rule for a node that declares a name. Fields are names of places in the node. */
export interface DeclarationRule {
  kind: SymbolKind;
  /** Kind inside of a type. */
  memberKind?: SymbolKind;
  /** Absent: `name`. */
  name?: string;
  /** Field with the type of the value, or of what the function returns. */
  type?: string;
  /** Field with the value, where the type is not written. */
  value?: string;
  /** Declares nothing inside of a function: that is a local variable. */
  isOnlyOutside?: boolean;
}

/** Rule for a node that makes a parameter or a local variable known. */
export interface BindingRule {
  /** Fields with the names; the first child where none is given. */
  names: string[];
  type?: string;
  value?: string;
}

/** Words of one language's grammar. */
export interface LanguageTable {
  language: CodeLanguage;
  grammar: string;
  path: RegExp;
  declarations: ReadonlyMap<string, DeclarationRule>;
  /** Leaves that are names. */
  names: ReadonlySet<string>;
  /** `of.name`. */
  members: ReadonlyMap<string, { of: string; name: string }>;
  /** Calls by the field of what is called, or of the name and what is before it. */
  calls: ReadonlyMap<string, { callee: string } | { of: string; name: string }>;
  arguments: string;
  parameters: string;
  /** Nodes that make an instance, by the field of the type. */
  instances: ReadonlyMap<string, string>;
  /** Nodes that mean what is in them, by the field; '' is the first child. */
  wrappers: ReadonlyMap<string, string>;
  /** Generic types that stand for their first argument. */
  transparent: ReadonlySet<string>;
  /** Nodes and names that mean the object itself, or its base. */
  self: ReadonlySet<string>;
  super: ReadonlySet<string>;
  bindings: ReadonlyMap<string, BindingRule>;
  /** Nodes whose names are known inside of them only. */
  functions: ReadonlySet<string>;
  /** Nodes that hold a name which is no use: labels, keys. By type and field. */
  ignored: ReadonlySet<string>;
  assignments: ReadonlySet<string>;
  /** Fields or node types with the bases of a type. */
  bases: ReadonlySet<string>;
  /** True where members are known without `this`. */
  hasBareMembers: boolean;
  /** Files that see each other's names without an import. */
  sharing: 'file' | 'folder' | 'package';
  /** True where overloads have different numbers of parameters. */
  hasArity: boolean;
  /** Container that a node gives its inside, where it declares nothing itself, or another than the one around it. */
  containerOf(node: PlainNode, text: string): string | undefined;
  /** Type and base that a node ties together. */
  implementedBy?: (node: PlainNode) => { type: PlainNode; base: PlainNode } | undefined;
  importsOf(node: PlainNode, text: string): Omit<Imported, 'container'>[] | undefined;
  moduleOf(root: PlainNode, text: string): string;
  isExported(node: PlainNode, name: string, text: string): boolean;
}

export function textOf(node: PlainNode | undefined, text: string): string {
  return node ? text.slice(node.start, node.end) : '';
}
