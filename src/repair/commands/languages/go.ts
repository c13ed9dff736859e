import { field, type SyntaxNode, ancestor } from '../../../codebase/syntax';
import type { Mutation } from '../../search/mutation';
import { quote } from '../../quote';
import { become, edit, named, type CodeSite, nodesIn } from '../code-site';
import { oneLess, oneMore } from '../one-off';
import { binaryOf } from '../templates/operators';
import { C_OPERATORS, groups, words } from './code-language';
import type { MutantLanguage } from './language';
import { said } from '../../../domain/run/said';

/** Weight of a map that was never made: few places lack one, and all who write to it fail. */
const UNMADE = 2;

interface MapField {
  name: string;
  type: string;
}

/** Fields with maps of the types of a file, by the type. */
const FIELDS = new WeakMap<CodeSite, ReadonlyMap<string, MapField[]>>();

export const GO: MutantLanguage = {
  grammar: 'go',
  path: /\.go$/,
  types: {
    functions: words('function_declaration method_declaration func_literal'),
    blocks: words('block statement_list expression_case default_case'),
    statements: words(
      'expression_statement return_statement if_statement for_statement assignment_statement short_var_declaration inc_statement dec_statement break_statement continue_statement expression_switch_statement type_switch_statement defer_statement go_statement var_declaration',
    ),
    loops: words('for_statement'),
    binary: words('binary_expression'),
    names: words('identifier'),
    members: words('field_identifier'),
    calls: words('call_expression'),
    argumentLists: words('argument_list'),
    integers: words('int_literal'),
    floats: words('float_literal'),
    strings: words('interpreted_string_literal raw_string_literal rune_literal'),
    returns: words('return_statement'),
    jumps: words('break_statement continue_statement'),
    donors: words('selector_expression index_expression slice_expression unary_expression nil true false'),
  },
  words: {
    and: '&&',
    or: '||',
    not: (code) => (/^[\w.[\]]+(?:\([^()]*\))?$/.test(code) ? `!${code}` : `!(${code})`),
    nothing: ['nil'],
    absent: (code) => `${code} == nil`,
    present: (code) => `${code} != nil`,
    booleans: ['true', 'false'],
    end: '',
    last: (list) => `len(${list})-1`,
    modulo: (number, size) => `(${number}%${size} + ${size}) % ${size}`,
  },
  operators: { ...C_OPERATORS, '&': ['|', '^', '&^'], '&^': ['&'] },
  methods: groups(
    'HasPrefix HasSuffix',
    'TrimPrefix TrimSuffix',
    'TrimLeft TrimRight Trim',
    'TrimSpace ToLower',
    'ToUpper ToLower Title',
    'Index LastIndex',
    'Contains HasPrefix HasSuffix ContainsAny',
    'Floor Ceil Round Trunc',
    'Min Max',
    'min max',
    'Before After Equal',
    'Add Sub',
    'Fields Split',
    'SplitN Split',
    'Lock Unlock',
    'RLock RUnlock',
    'Minutes Seconds Hours Milliseconds',
    'Minute Second Hour Millisecond Microsecond',
    'Add AddDate',
    'Atoi ParseInt',
    'IsLetter IsDigit IsSpace IsUpper IsLower',
    'Ints Strings Slice SliceStable',
    'len cap',
    'Year YearDay',
    'Month Day',
    'Is As',
    'Replace ReplaceAll',
  ),
  suffixes: [],
  wraps: [
    'strings.TrimSpace',
    'strings.ToLower',
    'math.Abs',
    'math.Round',
    'math.Ceil',
    'math.Floor',
    'strings.ToUpper',
    'float64',
    'int',
    'len',
    '-',
  ],
  returned: ['nil', '0', '""', 'false', 'true'],
  guard: (condition, statement, indent) =>
    `if ${condition} {\n${indent}\t${statement}\n${indent}}\n${indent}`,
  conditions: (name) =>
    name === 'err'
      ? ['err != nil']
      : [`len(${name}) == 0`, `${name} == nil`, `${name} == 0`, `${name} <= 0`, `!${name}`, `${name} == ""`],
  skips: (node) =>
    /^(?:import_|package_|type_declaration|parameter_list|type_(?:identifier|parameter|arguments|elem)|pointer_type|slice_type|map_type)/.test(
      node.type,
    ),
  templates: [slices, errors, wrappedErrors, declarations, sorting, appends, emptiness, divisions, nilMaps],
};

/** Ends of a slice. */
function slices(node: SyntaxNode, site: CodeSite): Mutation[] {
  if (node.type !== 'slice_expression') return [];
  const operand = field(node, 'operand');
  if (!operand || field(node, 'capacity')) return [];
  const [from = '', to = ''] = [field(node, 'start'), field(node, 'end')].map((one) =>
    one ? site.code(one) : '',
  );
  const head = site.code(operand);
  const options = [
    ...(to === ''
      ? [`${from}:len(${head})-1`]
      : [`${from}:${oneMore(to, '')}`, `${from}:${oneLess(to, '')}`, `${from}:`]),
    ...(from === '' ? [`1:${to}`] : [`${oneMore(from, '')}:${to}`, `${oneLess(from, '')}:${to}`, `:${to}`]),
    ...(from !== '' && to === '' ? [`:${from}`, `len(${head})-${from}:`] : []),
    ...(from === '' && to !== '' ? [`${to}:`, `:len(${head})-${to}`] : []),
  ];
  return options.map((range, at) => become(site, node, `${head}[${range}]`, 'offset', 0.97 ** at));
}

/** `nil` for an error, an error for `nil`; an error made where none is given back. */
function errors(node: SyntaxNode, site: CodeSite): Mutation[] {
  if (node.type !== 'return_statement') return [];
  const values = named(named(node)[0]);
  const last = values.at(-1);
  if (!last || values.length === 0) return [];
  const code = site.code(last);
  if (code === 'nil')
    return site
      .names(node)
      .filter((name) => /^err|^Err/.test(name))
      .map((name) => become(site, last, name, 'return-value', 0.9));
  return /^err/i.test(code) ? [become(site, last, 'nil', 'return-value', 0.8)] : [];
}

/** `errors.Is` for `==`, which does not see an error that is wrapped in another. */
function wrappedErrors(node: SyntaxNode, site: CodeSite): Mutation[] {
  const parts = binaryOf(node, site);
  if (!parts || !site.has('"errors"')) return [];
  const [left = '', sign = '', right = ''] = [parts.left, parts.operator, parts.right].map((part) =>
    site.code(part),
  );
  if (sign !== '==' && sign !== '!=') return [];
  const [given, known] = isErrorName(left) ? [left, right] : [right, left];
  if (!isErrorName(given) || !/^[\w.]{0,60}\b(?:Err|EOF)\w{0,60}$/.test(known)) return [];
  return [become(site, node, `${sign === '!=' ? '!' : ''}errors.Is(${given}, ${known})`, 'equality')];
}

function isErrorName(code: string): boolean {
  return /^err(?:\d*|[A-Z]\w*)$/.test(code);
}

/** `=` for `:=`, by which an outer variable is meant. */
function declarations(node: SyntaxNode): Mutation[] {
  if (node.type !== ':=' || node.parent?.type !== 'short_var_declaration') return [];
  return [
    edit(node, '=', 'assignment', said`\`:=\` should be \`=\`: it declares another variable of that name`),
  ];
}

/** The order of a sort: what `less` compares, the other way round. */
function sorting(node: SyntaxNode, site: CodeSite): Mutation[] {
  const [left, operator, right] = [field(node, 'left'), field(node, 'operator'), field(node, 'right')];
  if (node.type !== 'binary_expression' || !left || !operator || !right) return [];
  const [a, sign, b] = [site.code(left), site.code(operator), site.code(right)];
  const isOrder = (a.includes('[i]') && b.includes('[j]')) || (/^a\b/.test(a) && /^b\b/.test(b));
  if (!isOrder || (sign !== '<' && sign !== '>')) return [];
  return [become(site, node, `${a} ${sign === '<' ? '>' : '<'} ${b}`, 'sort-compare')];
}

/** A division of whole numbers that is made a fraction too late: `float64(a / b)`. */
function divisions(node: SyntaxNode, site: CodeSite): Mutation[] {
  const [, type = '', above = '', below = ''] =
    /^(float(?:32|64))\(([^()/]{1,60})\/([^()/]{1,60})\)$/.exec(site.code(node)) ?? [];
  return type === '' || node.type !== 'call_expression'
    ? []
    : [become(site, node, `${type}(${above.trim()}) / ${type}(${below.trim()})`, 'arithmetic')];
}

/** A slice is empty without being nil, and the other way round. */
function emptiness(node: SyntaxNode, site: CodeSite): Mutation[] {
  const [left, operator, right] = [field(node, 'left'), field(node, 'operator'), field(node, 'right')];
  if (node.type !== 'binary_expression' || !left || !operator || !right) return [];
  const sign = site.code(operator);
  if (sign !== '==' && sign !== '!=') return [];
  const code = site.code(left);
  if (site.code(right) === 'nil') return [become(site, node, `len(${code}) ${sign} 0`, 'optional')];
  const [, inner] = /^len\(([^()]{1,60})\)$/.exec(code) ?? [];
  return inner !== undefined && site.code(right) === '0'
    ? [become(site, node, `${inner} ${sign} nil`, 'optional', 0.5)]
    : [];
}

/** An element or all of a slice; the slice that is appended to. */
function appends(node: SyntaxNode, site: CodeSite): Mutation[] {
  if (node.type !== 'call_expression' || !site.code(node).startsWith('append(')) return [];
  const given = named(field(node, 'arguments'));
  const last = given.at(-1);
  if (!last || given.length < 2) return [];
  const code = site.code(last);
  return code.endsWith('...')
    ? []
    : [edit({ start: last.end, end: last.end }, '...', 'spread', said`${quote(code)} should be spread`, 0.5)];
}

/** A map that is made where only its type is told: nothing can be put into one that is nil. */
function nilMaps(node: SyntaxNode, site: CodeSite): Mutation[] {
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
      return edit({ start: at, end: at }, `${code}, `, 'default', said`${quote(code)} is missing`, UNMADE);
    });
}

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
