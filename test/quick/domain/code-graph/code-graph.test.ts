import {
  dependentFiles,
  impactWeight,
  rankFiles,
  nearestNames,
} from '../../../../src/domain/code-graph/impact-rank';
import { lastName, parseSymbolName, symbolsNamed } from '../../../../src/domain/code-graph/symbol-name';
import { walkGraph } from '../../../../src/domain/code-graph/walk';

describe('names of symbols', () => {
  test.each([
    ['get', { kind: 'name', qualified: 'get' }],
    ['Cart::get()', { kind: 'name', qualified: 'Cart.get' }],
    ['./a/b.ts#Cart.get~2', { kind: 'name', path: 'a/b.ts', qualified: 'Cart.get~2' }],
    ['a/b.ts:3:14', { kind: 'place', path: 'a/b.ts', line: 3, column: 14 }],
  ])('%s is read', (text, name) => {
    expect(parseSymbolName(text)).toEqual(name);
  });

  const symbol = (path: string, container: string, name: string, isExported = true, twin = '') => ({
    id: `${path}#${container === '' ? '' : `${container}.`}${name}${twin}`,
    path,
    container,
    name,
    isExported,
  });
  const all = [
    symbol('test/a.ts', '', 'get'),
    symbol('src/a.ts', 'Cart', 'get'),
    symbol('src/a.ts', 'Cart', 'get', true, '~2'),
    symbol('src/a.ts', '', 'get', false),
    symbol('lib/src/a.ts', '', 'get'),
  ];
  const found = (text: string): string[] => {
    const name = parseSymbolName(text);
    if (name.kind !== 'name') throw new Error('a place');
    return symbolsNamed(name, all, (path) => path.startsWith('test/')).map(({ id }) => id);
  };

  test('a bare name means all symbols of it: whole names, exported ones and sources first', () => {
    expect(found('get')).toEqual([
      'lib/src/a.ts#get',
      'src/a.ts#get',
      'test/a.ts#get',
      'src/a.ts#Cart.get',
      'src/a.ts#Cart.get~2',
    ]);
  });

  test('a whole id means one symbol, and the end of a path all files that end so', () => {
    expect(found('src/a.ts#get')).toEqual(['src/a.ts#get']);
    expect(found('src/a.ts#Cart.get~2')).toEqual(['src/a.ts#Cart.get~2']);
    expect(found('a.ts#Cart.get')).toEqual(['src/a.ts#Cart.get', 'src/a.ts#Cart.get~2']);
    expect(found('art.get')).toEqual([]);
    expect(lastName('Cart.get~2')).toBe('get');
  });

  test('the nearest names are told in the order of their distance', () => {
    const known = ['validateEmail', 'validateMail', 'email', 'send', 'sned'];
    expect(nearestNames('validateEmial', known)).toEqual(['validateEmail', 'validateMail']);
    expect(nearestNames('mail', known)).toEqual(['email', 'validateMail', 'validateEmail']);
    expect(nearestNames('snd', known)).toEqual(['send', 'sned']);
    expect(nearestNames('zzzzzz', known)).toEqual([]);
  });
});

describe('a walk', () => {
  const graph: Record<string, string[]> = { a: ['b', 'c'], b: ['d', 'a'], c: ['d?'], d: ['e'], e: ['a'] };
  const edges = (node: string) =>
    (graph[node] ?? []).map((to) => ({ node: to.replace('?', ''), isExact: !to.endsWith('?') }));
  const walk = (options: object, onLevel?: () => void) => {
    const whole = {
      keyOf: (node: string) => node,
      depth: 5,
      limit: 10,
      isLate: () => false,
      listsStarts: false,
      ...options,
    };
    const { nodes, ...rest } = walkGraph(['a'], edges, whole, onLevel);
    return { ...rest, nodes: nodes.map(({ way, isExact }) => `${way.join('')}${isExact ? '' : '?'}`) };
  };

  test('meets each node once by its shortest way, and ends in circles', () => {
    expect(walk({})).toEqual({ nodes: ['ab', 'ac', 'abd', 'abde'], more: 0, isLate: false });
    expect(walk({ depth: 2 })).toEqual({ nodes: ['ab', 'ac', 'abd'], more: 0, isLate: false });
    expect(walk({ listsStarts: true }).nodes).toEqual(['ab', 'ac', 'abd', 'aba', 'abde']);
  });

  test('takes the exact one of two ways that are as short', () => {
    graph['a'] = ['c', 'b'];
    expect(walk({}).nodes).toEqual(['ac', 'ab', 'abd', 'abde']);
    graph['a'] = ['c'];
    expect(walk({}).nodes).toEqual(['ac', 'acd?', 'acde?']);
    graph['a'] = ['b', 'c'];
  });

  test('counts what is beyond its limit, and tells what it has when it is late', () => {
    expect(walk({ limit: 1 })).toEqual({ nodes: ['ab'], more: 3 - 1, isLate: false });
    let levels = 0;
    const isLate = (): boolean => levels > 0;
    expect(walk({ isLate }, () => (levels += 1))).toEqual({ nodes: ['ab', 'ac'], more: 0, isLate: true });
  });
});

describe('the rank of an impact', () => {
  const near = { depth: 1, uses: 1, isExact: true, isTest: false };

  test('falls with the distance, and rises with the number of uses', () => {
    expect(impactWeight(near)).toBe(1);
    expect(impactWeight({ ...near, depth: 2 })).toBe(0.5);
    expect(impactWeight({ ...near, uses: 16 })).toBe(2);
    expect(impactWeight({ ...near, isExact: false })).toBeLessThan(1);
    const ranked = rankFiles([
      { path: 'b', weight: 1 },
      { path: 'a', weight: 1 },
      { path: 'c', weight: 0.6 },
      { path: 'c', weight: 0.6 },
    ]);
    expect(ranked.map(({ path }) => path)).toEqual(['c', 'a', 'b']);
  });

  test('files that depend on others are found with their distance, in circles too', () => {
    const dependents: Record<string, string[]> = { a: ['b', 'c'], b: ['a', 'd'], d: ['e'] };
    const found = dependentFiles(['a'], (path) => dependents[path] ?? [], 2);
    expect([...found]).toEqual([
      ['b', 1],
      ['c', 1],
      ['d', 2],
    ]);
  });
});
