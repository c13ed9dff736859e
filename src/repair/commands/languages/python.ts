import { field, type SyntaxNode } from '../../../codebase/syntax';
import type { Mutation } from '../../search/mutation';
import { quote } from '../../quote';
import { become, edit, named, type CodeSite } from '../code-site';
import { oneLess, oneMore } from '../one-off';
import { SHARED_OPERATORS, groups, words } from './code-language';
import type { MutantLanguage } from './language';
import { said } from '../../../domain/run/said';

const MUTABLE = /^(?:\[.*\](?: ?\* ?\w{1,40})?|\{.*\}|(?:set|list|dict|deque)\(.*\))$/;

/** A list, set or dictionary of its own for each key or place, where all share one. */
function ownContainers(node: SyntaxNode, site: CodeSite): Mutation[] {
  if (node.type === 'call' && site.code(field(node, 'function') ?? node) === 'dict.fromkeys') {
    const [keys, value] = named(field(node, 'arguments')).map((one) => site.code(one));
    return keys !== undefined && value !== undefined && MUTABLE.test(value) && !/\bkey\b/.test(value)
      ? [become(site, node, `{key: ${value} for key in ${keys}}`, 'wrap')]
      : [];
  }
  const [left, sign, right] = node.children;
  if (node.type !== 'binary_operator' || left?.type !== 'list' || sign?.type !== '*' || !right) return [];
  const [only, ...others] = named(left).map((one) => site.code(one));
  return others.length === 0 && MUTABLE.test(only ?? '')
    ? [become(site, node, `[${only} for _ in range(${site.code(right)})]`, 'wrap')]
    : [];
}

const SIMPLE =
  'expression_statement return_statement raise_statement pass_statement break_statement continue_statement delete_statement assert_statement';

export const PYTHON: MutantLanguage = {
  grammar: 'python',
  path: /\.py$/,
  types: {
    functions: words('function_definition lambda'),
    blocks: words('block module'),
    statements: words(`${SIMPLE} if_statement for_statement while_statement try_statement with_statement`),
    loops: words('for_statement while_statement'),
    binary: words('binary_operator boolean_operator comparison_operator'),
    names: words('identifier'),
    members: words('identifier'),
    calls: words('call'),
    argumentLists: words('argument_list'),
    integers: words('integer'),
    floats: words('float'),
    strings: words('string'),
    returns: words('return_statement'),
    jumps: words('break_statement continue_statement'),
    donors: words('attribute subscript conditional_expression not_operator unary_operator none true false'),
  },
  words: {
    and: 'and',
    or: 'or',
    not: (code) => (/^[\w.[\]]+(?:\([^()]*\))?$/.test(code) ? `not ${code}` : `not (${code})`),
    nothing: ['None'],
    absent: (code) => `${code} is None`,
    present: (code) => `${code} is not None`,
    booleans: ['True', 'False'],
    end: '',
    last: () => '-1',
  },
  operators: {
    ...SHARED_OPERATORS,
    '==': ['!=', '>=', '<=', 'is', 'in'],
    is: ['is not', '=='],
    'is not': ['is', '!='],
    in: ['not in', '=='],
    'not in': ['in'],
    and: ['or'],
    or: ['and'],
    '*': ['/', '+', '//', '**'],
    '/': ['//', '*', '%'],
    '//': ['/', '%', '*'],
    '%': ['//', '/'],
    '**': ['*'],
  },
  methods: groups(
    'append extend',
    'min max',
    'startswith endswith',
    'strip lstrip rstrip',
    'upper lower title capitalize casefold',
    'split rsplit',
    'find rfind index',
    'any all',
    'keys values items',
    'floor ceil round int trunc',
    'union intersection difference symmetric_difference',
    'add discard remove',
    'pop popleft',
    'append appendleft',
    'ljust rjust center',
    'partition rpartition',
    'isalpha isalnum isdigit',
    'setdefault get',
    'sum max min len',
    'sorted list reversed',
    'days seconds',
    'match search fullmatch',
    'bisect_left bisect_right',
    'bisect bisect_left',
    'heappop heappush',
    'update setdefault',
    'mean median',
    'total_seconds seconds',
  ),
  suffixes: ['.strip()', '.lower()', '.copy()', '.upper()', '.rstrip()', '.items()'],
  wraps: ['abs', 'len', 'int', 'str', 'list', 'round', 'sorted', 'float', 'set', 'sum', 'dict'],
  returned: ['None', '0', '[]', 'False', 'True', '""', '{}'],
  guard: (condition, statement, indent) =>
    `if ${condition}:\n${indent}${indent.includes('\t') ? '\t' : '    '}${statement}\n${indent}`,
  conditions: (name) => [`not ${name}`, `${name} is None`, `${name} <= 0`],
  skips: (node, text) =>
    /^(?:import|future_import|type$|decorator|global_)/.test(node.type) ||
    (node.type === 'expression_statement' && node.children[0]?.type === 'string') ||
    (node.type === 'if_statement' && text.slice(node.start, node.start + 40).includes('__name__')),
  templates: [ranges, slices, absences, ownContainers, sorting, powers, rounding],
};

/** Ends of a `range`, and its step. */
function ranges(node: SyntaxNode, site: CodeSite): Mutation[] {
  if (node.type !== 'call' || site.code(field(node, 'function') ?? node) !== 'range') return [];
  const given = named(field(node, 'arguments')).map((one) => site.code(one));
  const [a = '', b, c] = given;
  const calls =
    b === undefined
      ? [`range(${oneMore(a)})`, `range(1, ${oneMore(a)})`, `range(1, ${a})`, `range(${oneLess(a)})`]
      : [
          `range(${a}, ${oneMore(b)}${c === undefined ? '' : `, ${c}`})`,
          `range(${a}, ${oneLess(b)}${c === undefined ? '' : `, ${c}`})`,
          `range(${oneMore(a)}, ${b}${c === undefined ? '' : `, ${c}`})`,
          `range(${b})`,
          ...(a === '0' ? [`range(1, ${b})`] : [`range(0, ${b})`]),
          ...(c === undefined ? [] : [`range(${a}, ${b})`, `range(${a}, ${b}, -${c})`]),
        ];
  return calls.map((code, at) => become(site, node, code, 'range', 0.96 ** at));
}

/** Ends of a slice, one of them left out, and its direction. */
function slices(node: SyntaxNode, site: CodeSite): Mutation[] {
  if (node.type !== 'slice') return [];
  const code = site.code(node);
  const [from = '', to = '', step] = code.split(':').map((part) => part.trim());
  if (code.split(':').length > 3) return [];
  const rest = step === undefined ? '' : `:${step}`;
  const options = [
    ...(to === ''
      ? []
      : [`${from}:${oneMore(to)}${rest}`, `${from}:${oneLess(to)}${rest}`, `${from}:-${to}${rest}`]),
    ...(from === ''
      ? [`1:${to}${rest}`]
      : [
          `${oneMore(from)}:${to}${rest}`,
          `:${to}${rest}`,
          `${oneLess(from)}:${to}${rest}`,
          `-${from}:${to}${rest}`,
        ]),
    ...(to === '' ? [`${from}:-1${rest}`] : [`${from}:${rest}`]),
    ...(from !== '' && to === '' ? [`:${from}${rest}`] : []),
    ...(from === '' && to !== '' ? [`${to}:${rest}`] : []),
    ...(step === undefined ? [`${from}:${to}:-1`] : [`${from}:${to}`]),
  ];
  return options.map((option, at) => become(site, node, option, 'offset', 0.97 ** at));
}

/** `x` → `x is not None`, `x or y` → `y if x is None else x`, a value for what is missing. */
function absences(node: SyntaxNode, site: CodeSite): Mutation[] {
  const code = site.code(node);
  const isPlain = /^[\w.]+$/.test(code) && node.named;
  if (
    isPlain &&
    (node.field === 'condition' || (node.parent?.type === 'not_operator' && node.field === 'argument'))
  )
    return node.field === 'condition'
      ? [
          become(site, node, `${code} is not None`, 'optional'),
          become(site, node, `${code} is None`, 'optional', 0.7),
        ]
      : [become(site, node.parent ?? node, `${code} is None`, 'optional')];
  if (node.type === 'boolean_operator') {
    const [left, right] = [field(node, 'left'), field(node, 'right')];
    if (left && right && site.code(field(node, 'operator') ?? node) === 'or')
      return [
        become(
          site,
          node,
          `${site.code(left)} if ${site.code(left)} is not None else ${site.code(right)}`,
          'default',
          0.9,
        ),
      ];
  }
  if (node.type === 'subscript') {
    const [value, key] = [field(node, 'value'), field(node, 'subscript')];
    if (value && key && key.type !== 'slice' && node.field !== 'left')
      return [
        become(site, node, `${site.code(value)}.get(${site.code(key)})`, 'default', 0.8),
        ...[
          '0',
          ...site
            .constantNames()
            .filter((name) => /DEFAULT|FALLBACK|UNKNOWN|(?:^|_)NO_|EMPTY/.test(name))
            .slice(0, 3),
        ].map((other) =>
          become(site, node, `${site.code(value)}.get(${site.code(key)}, ${other})`, 'default', 0.8),
        ),
        ...(key.type === 'integer' && site.code(key) !== '0'
          ? [become(site, node, `${site.code(value)}[-${site.code(key)}]`, 'offset')]
          : []),
      ];
  }
  if (node.type === 'call' && /\.get\([^,()]*\)$/.test(code))
    return ['0', "''", '[]', '{}', 'False'].map((value) =>
      become(site, node, `${code.slice(0, -1)}, ${value})`, 'default', 0.8),
    );
  return [];
}

/** A sort in the other direction, or by another key; a missing `key`. */
function sorting(node: SyntaxNode, site: CodeSite): Mutation[] {
  if (node.type !== 'call') return [];
  const callee = site.code(field(node, 'function') ?? node);
  const given = field(node, 'arguments');
  if (!given || !/(?:^|\.)(?:sorted|sort|min|max)$/.test(callee)) return [];
  const code = site.code(given);
  const found: Mutation[] = [];
  const add = (extra: string, weight = 1): void => {
    const close = given.end - 1;
    const separator = named(given).length > 0 ? ', ' : '';
    found.push(
      edit(
        { start: close, end: close },
        `${separator}${extra}`,
        'sort-compare',
        said`${quote(extra)} is missing`,
        weight,
      ),
    );
  };
  if (/sort(ed)?$/.test(callee) && !code.includes('reverse=')) add('reverse=True');
  if (!code.includes('key=')) {
    add('key=len', 0.4);
    add('key=str.lower', 0.4);
  }
  for (const lambda of named(given).filter((one) => one.type === 'keyword_argument')) {
    const body = field(field(lambda, 'value'), 'body');
    if (!body) continue;
    if (body.type === 'tuple') {
      const parts = named(body).map((one) => site.code(one));
      found.push(become(site, body, `(${[...parts].reverse().join(', ')})`, 'sort-compare'));
      parts.forEach((_, at) => {
        const flipped = parts.map((one, index) =>
          index === at ? (one.startsWith('-') ? one.slice(1) : `-${one}`) : one,
        );
        found.push(become(site, body, `(${flipped.join(', ')})`, 'sort-compare'));
      });
    } else
      found.push(
        become(
          site,
          body,
          site.code(body).startsWith('-') ? site.code(body).slice(1) : `-${site.code(body)}`,
          'sort-compare',
          0.9,
        ),
      );
  }
  return found;
}

/** `not x` for `x` inside of `all`, `any` and comprehensions. */
function powers(node: SyntaxNode, site: CodeSite): Mutation[] {
  if (node.parent?.type !== 'if_clause' || !node.named || node.type === 'not_operator') return [];
  return [become(site, node.parent, '', 'condition-constant', 0.6)];
}

/** Digits of a rounding, and rounding in another way. */
function rounding(node: SyntaxNode, site: CodeSite): Mutation[] {
  if (node.type !== 'call') return [];
  const callee = site.code(field(node, 'function') ?? node);
  const [value, digits] = named(field(node, 'arguments')).map((one) => site.code(one));
  if (value === undefined) return [];
  if (callee === 'int')
    return [
      become(site, node, `round(${value})`, 'method'),
      become(site, node, `-(-${value} // 1)`, 'method', 0.3),
    ];
  if (callee === 'round' && digits === undefined)
    return ['2', '1', '3'].map((places) =>
      become(site, node, `round(${value}, ${places})`, 'argument-add', 0.9),
    );
  return [];
}
