import { ancestor, field, type SyntaxNode } from '../../../codebase/syntax';
import type { Mutation } from '../../search/mutation';
import { quote } from '../../quote';
import { become, edit, nodesIn, type CodeSite } from '../code-site';

/** Weight of a map that was never made: few places lack one, and all who write to it fail. */
const UNMADE = 2;

/** A map that is made where only its type is told: nothing can be put into one that is nil. */
export function nilMaps(node: SyntaxNode, site: CodeSite): Mutation[] {
  if (node.type === 'composite_literal') return unmadeFields(node, site);
  const type = node.type === 'var_spec' ? field(node, 'type') : undefined;
  if (type?.type !== 'map_type' || field(node, 'value')) return [];
  return [become(site, node, `${site.code(node)} = ${site.code(type)}{}`, 'default', UNMADE)];
}

/** Fields with maps that a value of a type of this file leaves out. */
function unmadeFields(node: SyntaxNode, site: CodeSite): Mutation[] {
  const [type, body] = [field(node, 'type'), field(node, 'body')];
  if (!type || !body) return [];
  const own = site.code(body);
  // Values in the order of the fields leave none out.
  if (body.end - body.start > 2 && !/^\{\s*\w+:/.test(own)) return [];
  const given = new Set([...own.matchAll(/[{,\s](\w{1,80}):/g)].map(([, name]) => name));
  return mapFields(site.code(type), site)
    .filter(({ name }) => !given.has(name))
    .map(({ name, type: map }) => {
      const code = `${name}: ${map}{}`;
      const at = body.start + 1;
      return edit({ start: at, end: at }, `${code}, `, 'default', `${quote(code)} is missing`, UNMADE);
    });
}

interface MapField {
  name: string;
  type: string;
}

/** Fields with maps of the types of a file, by the type. */
const FIELDS = new WeakMap<CodeSite, ReadonlyMap<string, MapField[]>>();

function mapFields(struct: string, site: CodeSite): readonly MapField[] {
  const known = FIELDS.get(site) ?? readFields(site);
  FIELDS.set(site, known);
  return known.get(struct) ?? [];
}

function readFields(site: CodeSite): Map<string, MapField[]> {
  const found = new Map<string, MapField[]>();
  for (const node of nodesIn(site.root)) {
    if (node.type !== 'field_declaration' || field(node, 'type')?.type !== 'map_type') continue;
    const struct = field(
      ancestor(node, ({ type }) => type === 'type_spec'),
      'name',
    );
    const [name, type] = [field(node, 'name'), field(node, 'type')];
    if (!struct || !name || !type) continue;
    const key = site.code(struct);
    found.set(key, [...(found.get(key) ?? []), { name: site.code(name), type: site.code(type) }]);
  }
  return found;
}
