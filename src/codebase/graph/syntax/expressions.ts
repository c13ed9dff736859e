import type { Expression } from './facts';
import { type LanguageTable, textOf } from './language-table';
import { child, type PlainNode } from './plain-tree';

const DEEPEST = 12;
/** Words of a grammar that name a module. */
const NAMED_BY_TYPE: ReadonlySet<string> = new Set(['crate', 'super', 'dotted_name']);
const UNKNOWN: Expression = { kind: 'unknown' };

/** Reads values and types of one file as expressions. */
export class Expressions {
  constructor(
    private readonly table: LanguageTable,
    private readonly text: string,
  ) {}

  of(node: PlainNode | undefined, depth = 0): Expression {
    if (!node || depth > DEEPEST) return UNKNOWN;
    const { table, text } = this;
    const own = textOf(node, text);
    if (table.self.has(own)) return { kind: 'self', offset: node.start };
    if (table.super.has(own)) return { kind: 'super', offset: node.start };
    if (table.names.has(node.type)) return { kind: 'name', name: own, offset: node.start };
    if (NAMED_BY_TYPE.has(node.type)) return { kind: 'name', name: own, offset: node.start };
    const member = table.members.get(node.type);
    if (member) return this.member(node, member, depth);
    const call = table.calls.get(node.type);
    if (call) {
      const of =
        'callee' in call ? this.of(child(node, call.callee), depth + 1) : this.member(node, call, depth);
      return { kind: 'call', of };
    }
    const type = table.instances.get(node.type);
    if (type !== undefined) return { kind: 'instance', of: this.of(child(node, type), depth + 1) };
    const inner = this.transparent(node) ?? this.wrapped(node);
    return inner ? this.of(inner, depth + 1) : UNKNOWN;
  }

  private member(node: PlainNode, { of, name }: { of: string; name: string }, depth: number): Expression {
    const [before, last] = [placed(node, of), placed(node, name)];
    const said = textOf(last, this.text);
    if (!before) return { kind: 'name', name: said, offset: last?.start ?? node.start };
    return { kind: 'member', of: this.of(before, depth + 1), name: said };
  }

  private wrapped(node: PlainNode): PlainNode | undefined {
    const field = this.table.wrappers.get(node.type);
    return field === undefined ? undefined : placed(node, field);
  }

  /** First argument of a generic type that stands for it: `Option<S>` is used as an `S`. */
  private transparent(node: PlainNode): PlainNode | undefined {
    if (node.type !== 'generic_type' && node.type !== 'subscript') return undefined;
    const [name, ...rest] = node.children;
    if (!this.table.transparent.has(textOf(name, this.text))) return undefined;
    const [first] = rest;
    const isList = first !== undefined && /(^type_arguments|^type_parameter)$/.test(first.type);
    return isList ? first.children[0] : first;
  }
}

/** Child at a field; '' is the first one, ' last' the last. */
export function placed(node: PlainNode, field: string): PlainNode | undefined {
  if (field === '') return node.children[0];
  return field === ' last' ? node.children.at(-1) : child(node, field);
}
