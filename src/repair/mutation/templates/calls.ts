import ts from 'typescript';
import type { Mutation } from '../../search/mutation';
import { quote } from '../../quote';
import { replace, replaceExpression, type Site } from '../site';
import { said } from '../../../domain/run/said';

/** Methods that are taken for each other. */
const METHODS: readonly (readonly string[])[] = [
  ['min', 'max'],
  ['floor', 'ceil', 'round', 'trunc'],
  ['abs', 'sign'],
  ['sqrt', 'cbrt'],
  ['push', 'unshift'],
  ['pop', 'shift'],
  ['slice', 'splice', 'substring'],
  ['substring', 'substr'],
  ['some', 'every'],
  ['startsWith', 'endsWith', 'includes'],
  ['toLowerCase', 'toUpperCase'],
  ['indexOf', 'lastIndexOf', 'search', 'findIndex'],
  ['find', 'filter', 'map', 'forEach', 'flatMap', 'some'],
  ['find', 'findLast', 'findIndex'],
  ['keys', 'values', 'entries'],
  ['trim', 'trimStart', 'trimEnd'],
  ['padStart', 'padEnd'],
  ['replace', 'replaceAll'],
  ['reduce', 'reduceRight'],
  ['parseInt', 'parseFloat', 'Number'],
  ['get', 'has'],
  ['add', 'delete'],
  ['getDate', 'getDay', 'getMonth', 'getFullYear'],
  ['charAt', 'charCodeAt', 'codePointAt'],
  ['concat', 'push'],
  ['then', 'catch'],
  ['all', 'allSettled', 'race', 'any'],
  ['getHours', 'getUTCHours'],
  ['getDate', 'getUTCDate'],
];

/** Other methods, other arguments, a call unwrapped. */
export function calls(node: ts.Node, site: Site): Mutation[] {
  if (!ts.isCallExpression(node)) return [];
  return [
    ...methods(node),
    ...unwrapped(node, site),
    ...argumentOrder(node, site),
    ...argumentCount(node, site),
    ...sorts(node, site),
  ];
}

function methods(node: ts.CallExpression): Mutation[] {
  const callee = node.expression;
  const name = ts.isPropertyAccessExpression(callee)
    ? callee.name
    : ts.isIdentifier(callee)
      ? callee
      : undefined;
  if (!name) return [];
  const others = new Set(METHODS.filter((group) => group.includes(name.getText())).flat());
  others.delete(name.getText());
  return [...others].map((to) =>
    replace(name, to, 'method', said`${quote(name.getText())} should be ${quote(to)}`),
  );
}

/** `f(x)` → `x`, `x.m()` → `x`. */
function unwrapped(node: ts.CallExpression, site: Site): Mutation[] {
  const callee = node.expression;
  const mutations: Mutation[] = [];
  const [only] = node.arguments;
  if (
    node.arguments.length === 1 &&
    only &&
    !ts.isSpreadElement(only) &&
    !ts.isFunctionLike(only) &&
    !ts.isObjectLiteralExpression(only)
  ) {
    mutations.push(replaceExpression(node, site.code(only), 'unwrap', 0.6));
  }
  if (ts.isPropertyAccessExpression(callee) && !/^[A-Z]/.test(callee.expression.getText())) {
    mutations.push(replaceExpression(node, site.code(callee.expression), 'unwrap'));
  }
  return mutations;
}

function argumentOrder(node: ts.CallExpression, site: Site): Mutation[] {
  const args = node.arguments;
  const mutations: Mutation[] = [];
  args.forEach((first, i) => {
    for (const second of args.slice(i + 1, i + 3)) {
      mutations.push(exchange(first, second, 'argument-swap', site));
    }
  });
  return mutations;
}

/** Two expressions of one list changed places. */
export function exchange(
  first: ts.Node,
  second: ts.Node,
  template: 'argument-swap' | 'exchange',
  site: Site,
): Mutation {
  const [a, b] = [site.code(first), site.code(second)];
  const between = site.text.slice(first.end, second.getStart());
  return {
    start: first.getStart(),
    end: second.end,
    replacement: b + between + a,
    template,
    description: said`${quote(a)} and ${quote(b)} should change places`,
    weight: 1,
  };
}

function argumentCount(node: ts.CallExpression, site: Site): Mutation[] {
  const args = node.arguments.map((one) => site.code(one));
  const callee = site.code(node.expression);
  const mutations: Mutation[] = [];
  const build = (
    list: readonly string[],
    template: 'argument-drop' | 'argument-add',
    weight: number,
  ): void => {
    mutations.push(replaceExpression(node, `${callee}(${list.join(', ')})`, template, weight));
  };
  if (args.length > 1)
    args.forEach((_, i) =>
      build(
        args.filter((_one, at) => at !== i),
        'argument-drop',
        1,
      ),
    );
  if (args.length < 4) {
    for (const name of site.locals(node)) {
      build([...args, name.name], 'argument-add', 0.8);
      if (args.length > 0) build([name.name, ...args], 'argument-add', 0.5);
    }
    for (const name of passedOn(node, site)) build([...args, name], 'argument-add', 1);
    for (const literal of ['1', '10', '0', 'true']) build([...args, literal], 'argument-add', 0.4);
  }
  return mutations;
}

/** Names of the file that other calls give last: options that are passed on. */
function passedOn(node: ts.CallExpression, site: Site): string[] {
  const last = site.fileDonors().lastArguments;
  return site
    .names(node)
    .filter(({ name, local }) => !local && last.includes(name))
    .map(({ name }) => name);
}

/** `sort()` compares as text: numbers want a comparison. */
function sorts(node: ts.CallExpression, site: Site): Mutation[] {
  const callee = node.expression;
  if (!ts.isPropertyAccessExpression(callee) || !/^(sort|toSorted)$/.test(callee.name.text)) return [];
  const receiver = site.code(callee);
  const orders = ['(a, b) => a - b', '(a, b) => b - a'];
  const mutations = orders.map((order) => replaceExpression(node, `${receiver}(${order})`, 'sort-compare'));
  if (node.arguments.length > 0)
    mutations.push(replaceExpression(node, `${receiver}()`, 'sort-compare', 0.5));
  return mutations;
}
