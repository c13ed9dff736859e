import { field, type SyntaxNode } from '../../../codebase/syntax';
import type { Mutation } from '../../search/mutation';
import { quote } from '../../quote';
import { become, edit, named, type CodeSite } from '../code-site';
import { oneLess, oneMore } from '../one-off';
import { C_OPERATORS, groups, words } from './code-language';
import type { MutantLanguage } from './language';
import { said } from '../../../domain/run/said';

const MOST_ERRORS = 8;
const ERRORS = new WeakMap<CodeSite, readonly string[]>();

export const RUST: MutantLanguage = {
  grammar: 'rust',
  path: /\.rs$/,
  types: {
    functions: words('function_item closure_expression'),
    blocks: words('block'),
    statements: words('expression_statement let_declaration'),
    loops: words('for_expression while_expression loop_expression'),
    binary: words('binary_expression'),
    names: words('identifier self'),
    members: words('field_identifier'),
    calls: words('call_expression'),
    argumentLists: words('arguments'),
    integers: words('integer_literal'),
    floats: words('float_literal'),
    strings: words('string_literal char_literal'),
    returns: words('return_expression'),
    jumps: words('break_expression continue_expression'),
    donors: words(
      'field_expression index_expression unary_expression reference_expression type_cast_expression boolean_literal range_expression',
    ),
  },
  words: {
    and: '&&',
    or: '||',
    not: (code) => (/^[\w.[\]]+(?:\([^()]*\))?$/.test(code) ? `!${code}` : `!(${code})`),
    nothing: ['None'],
    booleans: ['true', 'false'],
    end: ';',
    last: (list) => `${list}.len() - 1`,
    modulo: (number, size) => `${number}.rem_euclid(${size})`,
  },
  operators: C_OPERATORS,
  methods: groups(
    'starts_with ends_with',
    'trim trim_start trim_end',
    'strip_prefix strip_suffix',
    'trim_start_matches trim_end_matches',
    'to_lowercase to_uppercase',
    'to_ascii_lowercase to_ascii_uppercase',
    'min max',
    'min_by_key max_by_key',
    'min_by max_by',
    'skip take step_by',
    'skip_while take_while',
    'first last',
    'floor ceil round trunc',
    'any all',
    'saturating_sub wrapping_sub',
    'saturating_add wrapping_add',
    'checked_add checked_sub checked_mul checked_div',
    'saturating_add saturating_sub',
    'pow saturating_pow wrapping_pow checked_pow',
    'push push_str',
    'push_back push_front',
    'pop_front pop_back',
    'find rfind',
    'position rposition',
    'split rsplit',
    'splitn rsplitn',
    'split_once rsplit_once',
    'sum product max min count',
    'keys values',
    'is_some is_none',
    'is_ok is_err',
    'and or',
    'unwrap_or unwrap_or_default',
    'as_secs as_millis',
    'from_secs from_millis',
    'len capacity',
    'insert remove',
    'is_alphabetic is_alphanumeric is_numeric',
    'is_ascii_alphabetic is_ascii_digit is_ascii_alphanumeric',
    'chars bytes',
    'Less Greater Equal',
    'rem_euclid div_euclid',
    'union intersection difference',
    'map filter filter_map map_while',
    'next last',
  ),
  suffixes: [
    '.rev()',
    '.trim()',
    '.to_lowercase()',
    '.abs()',
    '.skip(1)',
    '.round()',
    '.ceil()',
    '.floor()',
    '.to_uppercase()',
    '.reverse()',
    '.to_ascii_lowercase()',
  ],
  wraps: ['Some', 'Ok', 'Err', '-'],
  returned: ['None', '0', 'false', 'true', 'Vec::new()', 'String::new()', 'Ok(())'],
  guard: (condition, statement, indent) =>
    `if ${condition} {\n${indent}    ${statement}\n${indent}}\n${indent}`,
  conditions: (name) => [
    `${name}.is_empty()`,
    `${name} == 0`,
    `${name}.is_none()`,
    `!${name}`,
    `${name} <= 0`,
    `${name} == 0.0`,
  ],
  skips: (node, text) =>
    /^(?:use_|type_(?:item|identifier|arguments|parameters)|attribute_item|macro_definition|struct_item|enum_item|generic_type|reference_type|primitive_type|scoped_type|visibility|lifetime|parameters)/.test(
      node.type,
    ) || isTest(node, text),
  templates: [ranges, tails, conversions, absences, comparisons, divisions, extremes, borrows],
};

/** A module or function for tests among the sources. */
function isTest(node: SyntaxNode, text: string): boolean {
  if (node.type !== 'mod_item' && node.type !== 'function_item') return false;
  const siblings = node.parent?.children ?? [];
  for (let at = siblings.indexOf(node) - 1; siblings[at]?.type === 'attribute_item'; at--) {
    const before = siblings[at];
    if (before && /\btest\b/.test(text.slice(before.start, before.end))) return true;
  }
  return false;
}

/** `..=` for `..`, and ends one further. */
function ranges(node: SyntaxNode, site: CodeSite): Mutation[] {
  if (
    !node.named &&
    (node.type === '..' || node.type === '..=') &&
    node.parent?.type === 'range_expression'
  ) {
    const hasEnd =
      named(node.parent).at(-1)?.start !== undefined && (named(node.parent).at(-1)?.start ?? 0) > node.start;
    const other = node.type === '..' ? '..=' : '..';
    return hasEnd ? [edit(node, other, 'range', said`${quote(node.type)} should be ${quote(other)}`)] : [];
  }
  if (node.type !== 'range_expression') return [];
  const code = site.code(node);
  const sign = code.includes('..=') ? '..=' : '..';
  const [from = '', to = ''] = code.split(sign);
  const options = [
    ...(from === ''
      ? [`1${sign}${to}`]
      : [
          `${oneMore(from)}${sign}${to}`,
          `${oneLess(from)}${sign}${to}`,
          ...(to === '' ? [`..${from}`] : []),
        ]),
    ...(to === ''
      ? []
      : [
          `${from}${sign}${oneLess(to)}`,
          `${from}${sign}${oneMore(to)}`,
          ...(from === '' ? [`${to}..`] : []),
        ]),
    ...(from === '0' ? [`1${sign}${to}`] : []),
    ...(from === '1' ? [`0${sign}${to}`] : []),
    ...(from !== '' && to !== '' ? [`(${code}).rev()`] : []),
  ];
  return options.map((option, at) => become(site, node, option, 'offset', 0.97 ** at));
}

/** The value at the end of a body is what is returned. */
function tails(node: SyntaxNode, site: CodeSite): Mutation[] {
  const { parent } = node;
  const isTail =
    parent?.type === 'block' &&
    named(parent).at(-1) === node &&
    !/statement|declaration|item/.test(node.type);
  if (!isTail || !site.isExpression(node)) return [];
  const code = site.code(node);
  const values = ['None', '0', 'false', 'true', ...site.names(node)].filter((one) => one !== code);
  const isNumber = site.language.types.binary.has(node.type) || site.language.types.names.has(node.type);
  return [
    ...(isNumber
      ? [become(site, node, `${code} + 1`, 'offset', 0.5), become(site, node, `${code} - 1`, 'offset', 0.5)]
      : []),
    ...values.slice(0, 8).map((value) => become(site, node, value, 'return-value', 0.6)),
  ];
}

/** Sums that do not overflow, values for what is missing. */
function conversions(node: SyntaxNode, site: CodeSite): Mutation[] {
  const code = site.code(node);
  if (node.type === 'binary_expression') {
    const [left, right] = [field(node, 'left'), field(node, 'right')];
    const sign = field(node, 'operator');
    const name = { '+': 'add', '-': 'sub', '*': 'mul' }[sign ? site.code(sign) : ''];
    if (!left || !right || name === undefined) return [];
    const head = /^[\w.()[\]]+$/.test(site.code(left)) ? site.code(left) : `(${site.code(left)})`;
    return [become(site, node, `${head}.saturating_${name}(${site.code(right)})`, 'method', 0.6)];
  }
  if (node.type !== 'call_expression') return [];
  const found: Mutation[] = [];
  if (/\.unwrap\(\)$/.test(code))
    found.push(become(site, node, code.replace(/\.unwrap\(\)$/, '.unwrap_or_default()'), 'default'));
  const called = methodOf(node, site);
  const [, kind = ''] = /^(?:saturating|wrapping)_(add|sub|mul)$/.exec(called?.name ?? '') ?? [];
  const sign = { add: '+', sub: '-', mul: '*' }[kind];
  if (called && sign !== undefined)
    found.push(become(site, node, `(${called.owner} ${sign} ${called.given})`, 'unwrap', 0.6));
  return found;
}

/** `let x = &mut a[i]` for `let mut x = a[i]`, which changes a copy. */
function borrows(node: SyntaxNode, site: CodeSite): Mutation[] {
  if (node.type !== 'let_declaration') return [];
  const [, name = '', value = ''] = /^let mut (\w{1,40}) = ([\w.[\]()]{1,80});$/.exec(site.code(node)) ?? [];
  const isPlace = /^[\w.]+(?:\[[^[\]]+\])?$/.test(value) && /[.[]/.test(value);
  return isPlace
    ? [
        become(site, node, `let ${name} = &mut ${value};`, 'assignment'),
        become(site, node, `let mut ${name} = ${value}.clone();`, 'append', 0.5),
      ]
    : [];
}

/** A division of whole numbers that is made a fraction too late: `f64::from(a / b)`, `(a / b) as f64`. */
function divisions(node: SyntaxNode, site: CodeSite): Mutation[] {
  const code = site.code(node);
  const [, type = '', above = '', below = ''] =
    /^(f(?:32|64))::from\(([^()/]{1,60})\/([^()/]{1,60})\)$/.exec(code) ?? [];
  if (type !== '')
    return [
      become(site, node, `${type}::from(${above.trim()}) / ${type}::from(${below.trim()})`, 'arithmetic'),
    ];
  const [, one = '', other = '', kind = ''] =
    /^\(([^()/]{1,60})\/([^()/]{1,60})\) as (f(?:32|64))$/.exec(code) ?? [];
  return kind === ''
    ? []
    : [become(site, node, `${one.trim()} as ${kind} / ${other.trim()} as ${kind}`, 'arithmetic')];
}

/** A sum or a difference for the larger or smaller of two. */
function extremes(node: SyntaxNode, site: CodeSite): Mutation[] {
  const called = methodOf(node, site);
  if (!called || !/^(?:min|max)$/.test(called.name) || called.given === '') return [];
  const { owner, given } = called;
  return ['+', '-'].map((sign, at) =>
    become(site, node, `(${owner} ${sign} ${given})`, 'arithmetic', at === 0 ? 0.7 : 0.5),
  );
}

/** `a.cmp(b)` the other way round. */
function comparisons(node: SyntaxNode, site: CodeSite): Mutation[] {
  const called = methodOf(node, site);
  if (!called || !/^(?:cmp|partial_cmp|total_cmp)$/.test(called.name)) return [];
  const { owner, name, given } = called;
  return [become(site, node, `${given.replace(/^&/, '')}.${name}(&${owner})`, 'sort-compare')];
}

/** An error for what is missing, by the errors that the file names, where a value stands in for it. */
function absences(node: SyntaxNode, site: CodeSite): Mutation[] {
  const called = methodOf(node, site);
  if (!called || !/^(?:unwrap(?:_or|_or_default|_or_else)?|expect)$/.test(called.name)) return [];
  const result = field(site.around(node), 'return_type');
  if (!result || !/\bResult\b/.test(site.code(result))) return [];
  const missing = errorsOf(site).map((error) =>
    become(site, node, `${called.owner}.ok_or(${error})?`, 'error'),
  );
  if (called.name !== 'unwrap' && called.name !== 'expect') return missing;
  const failing = [...madeErrors(site), ...errorsOf(site)]
    .slice(0, MOST_ERRORS)
    .map((error) => become(site, node, `${called.owner}.map_err(|_| ${error})?`, 'error'));
  return [...failing, ...missing];
}

/** Errors with data as the file makes them, such as `ParseError::NotANumber(part.to_string())`. */
function madeErrors(site: CodeSite): string[] {
  return [...new Set(site.text.match(/\b\w{0,40}Err(?:or)?::[A-Z]\w{0,60}\([\w.&]{1,40}(?:\(\))?\)/g))];
}

/** Errors without data that the file names, such as `ParseError::Empty`. */
function errorsOf(site: CodeSite): readonly string[] {
  const known =
    ERRORS.get(site) ??
    [
      ...new Set(site.text.match(/\b\w{0,40}Err(?:or)?::[A-Z]\w{0,60}\b(?! ?\(| ?\{ ?\w{1,40} ?[:,}])/g)),
    ].slice(0, MOST_ERRORS);
  ERRORS.set(site, known);
  return known;
}

/** Owner, name and arguments of a called method. */
function methodOf(
  node: SyntaxNode,
  site: CodeSite,
): { owner: string; name: string; given: string } | undefined {
  const callee = node.type === 'call_expression' ? field(node, 'function') : undefined;
  const [owner, name, given] = [field(callee, 'value'), field(callee, 'field'), field(node, 'arguments')];
  if (!owner || !name || !given) return undefined;
  const inside = site.text.slice(given.start + 1, given.end - 1);
  return { owner: site.code(owner), name: site.code(name), given: inside };
}
