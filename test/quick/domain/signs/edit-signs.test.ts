import { signsOfChange } from '../../../../src/domain/signs/change-signs';
import { functionAt, mirroredCondition } from '../../../../src/domain/signs/code-lines';
import { likenessOf, pairsOf } from '../../../../src/repair/search/like-lines';
import { signsOf, twinsOf, type EditedText } from '../../../../src/domain/signs/edit-signs';

function edit(lineBefore: string, before: string, after: string, template?: string): EditedText {
  return { before, after, lineBefore, lineAfter: lineBefore.replace(before, after), template };
}

describe('signs of a wrong repair', () => {
  it.each<[string, EditedText]>([
    ['constant-condition', edit('if (a > b) {', 'a > b', 'true')],
    ['constant-value', edit('h.past = h.past[:last]', 'h.past[:last]', 'nil')],
    ['tested-comparison', { ...edit('return isinstance(a, B) and a.x == b.x', 'and', 'or'), home: '__eq__' }],
    ['dropped-condition', edit('if (a && b) {', 'a && b', 'a')],
    ['dropped-condition', edit('  if a and b:', 'a and b', 'b')],
    ['deleted-statement', edit('  total += price;', 'total += price;', '', 'remove')],
    ['idle-statement', edit('log.add(sum(a));', 'log.add(sum(a))', 'log')],
    ['idle-statement', edit('at = at + 1', ' + 1', '')],
    ['idle-operator', edit('at = at + 1;', '1', '0')],
    ['idle-operator', edit('return size(x) * rate;', 'rate', '1')],
    ['early-exit', edit('return x;', '', "if (x == null) return '';\n")],
    ['early-exit', edit('return x', '', 'if x is None: return 0\n')],
    ['literal-case', edit('return x;', 'x', 'x === 17 ? 4 : x')],
    ['idle-operator', edit('return !!p && BAD.has(p);', '&&', '??')],
    ['idle-operator', edit('return a.b(c) > d && e;', '&&', '??')],
    ['weakened-check', edit('return !!protocol && BAD.has(protocol);', '&&', '??')],
    ['weakened-check', edit('if (i >= 0 && i < list.length) {', '&&', '||')],
  ])('finds %s', (sign, given) => {
    expect(signsOf(given)).toContain(sign);
  });

  it.each<EditedText>([
    edit('if (a < b) {', '<', '<='),
    edit('return total - price;', '-', '+'),
    edit('if (x) {', 'x', 'x !== undefined'),
    edit('return a ?? b;', 'b', 'c'),
    edit('if (n === 0) {', '0', '1'),
    edit('if (a || b) {', '||', '&&'),
    edit("if (c === '(') {", "'('", "'['"),
    edit('break outer;', 'outer', 'inner'),
    edit('const total;', 'const', 'let'),
    edit('return a + 1 * c;', '1', '0'),
    edit('return a[at + 1];', '1', '10'),
    edit('return -1;', '1', '0'),
    edit('return low;', 'return low;', 'return high;'),
  ])('has nothing against %o', (given) => {
    expect(signsOf(given)).toEqual([]);
  });
});

describe('a comparison that is turned around', () => {
  const GT = "} else if (gt.operator === '>=' && !satisfies(gt.semver, String(c), options)) {";
  const LT = "} else if (lt.operator === '<=' && !satisfies(lt.semver, String(c), options)) {";
  const turned = (twins: string[]) =>
    signsOf({ ...edit(GT, '===', '!=='), twins }).includes('turned-comparison');

  it('speaks against the edit where a like line keeps it', () => {
    expect(twinsOf(GT, [GT, LT, '}'].join('\n'))).toEqual([LT]);
    expect(turned([LT])).toBe(true);
  });

  it('does not where the like line has it the other way round, or there is none', () => {
    expect(turned([LT.replace('===', '!==')])).toBe(false);
    expect(turned([])).toBe(false);
  });

  it('has no twin in the same line, in a short one or in one of another form', () => {
    const text = [GT, 'if (a === b) {', LT.replace('!satisfies', 'satisfies')].join('\n');
    expect(twinsOf(GT, text)).toEqual([]);
    expect(twinsOf('if (a === b) {', 'if (a === c) {')).toEqual([]);
  });
});

describe('the function around an edit', () => {
  it.each([
    ['__eq__', 'class A:\n    def __eq__(self, other):\n        if other:\n            return ', 'True'],
    ['Push', 'func (r *Ring[T]) Push(value T) {\n\tif r.full {\n', '\t\treturn'],
    ['equals', 'class A {\n  equals(other) {\n', '    return this.x;'],
    ['read', 'impl Reader {\n    pub fn read(&self) -> u8 {\n', '        0'],
    ['sum', 'export function sum(a, b) {\n', '  return a + b;'],
    [undefined, 'const a = 1;\n', 'const b = 2;'],
  ])('is %s', (name, above, line) => {
    expect(functionAt(`${above}${line}`, above.lastIndexOf('\n') + 1)).toBe(name);
  });
});

describe('likeness to code of the project', () => {
  const project = pairsOf(['if (name !== undefined) use(name);', 'return Math.round(x * 100) / 100;']);

  it('is higher for what the project writes elsewhere', () => {
    const rounded = likenessOf('return Math.floor(x);', 'return Math.round(x);', project);
    const raised = likenessOf('return Math.floor(x);', 'return Math.ceil(x);', project);
    expect(rounded).toBeGreaterThan(raised);
  });

  it('is whole where nothing is new', () => {
    expect(likenessOf('a - b', 'a - b', project)).toBe(1);
  });
});

describe('a break', () => {
  const edit = { before: '', after: 'break;', lineBefore: '', lineAfter: '      break;' };
  const EARLY = 'early-exit';

  it('that ends a case is no early exit', () => {
    expect(signsOf({ ...edit, below: "    case 'b':" })).not.toContain(EARLY);
    expect(signsOf({ ...edit, below: '    default:' })).not.toContain(EARLY);
  });

  it('elsewhere is one', () => {
    expect(signsOf({ ...edit, below: '    total += 1;' })).toContain(EARLY);
  });
});

describe('a mirrored branch', () => {
  const TEXT = [
    'func comparePart(self string, other string) int {',
    '\tif self == "" {',
    '\t\tif isNumber(other) {',
    '\t\t\treturn -1',
    '\t\t}',
    '\t\treturn 1',
    '\t}',
    '\tif other == "" {',
    '\t\treturn -1',
    '\t}',
    '\tif len(self) > 3 {',
    '\t\treturn 4',
    '\t}',
    '\treturn 0',
    '}',
    '',
  ].join('\n');

  it.each([
    ['return -1', '\tif self == "" {'],
    ['return 1\n', '\tif self == "" {'],
    ['return 4', undefined],
    ['return 0', undefined],
  ])('is seen around %j: %s', (at, mirrored) => {
    const from = TEXT.lastIndexOf('\n', TEXT.indexOf(at)) + 1;
    expect(mirroredCondition(TEXT, from)).toBe(mirrored);
  });

  it('is seen on one line, and beside one that differs by a literal', () => {
    const text = [
      'function ends(part, at) {',
      "  if (part === 'left') return at - 1;",
      "  if (part === 'right') return at - 1;",
      '  if (at > 9) return 0;',
      '  return at;',
      '}',
    ].join('\n');
    const seen = (line: string): string | undefined => mirroredCondition(text, text.indexOf(line));
    expect(seen("  if (part === 'right')")).toBe("  if (part === 'right') return at - 1;");
    expect(seen('  if (at > 9)')).toBeUndefined();
    expect(seen('  return at;')).toBeUndefined();
  });

  it('is a sign of a change by anyone that edits one of the two, and none of both or of what people asked for', () => {
    const before = TEXT;
    const one = TEXT.replace('\t\treturn -1\n\t}\n\tif len', '\t\treturn 7\n\t}\n\tif len');
    const both = one.replace('\t\treturn 1\n', '\t\treturn 8\n');
    const signs = (after: string, isAsked = false) =>
      signsOfChange([{ path: 'part.go', before, after }], [], isAsked).map(({ sign }) => sign);
    expect(signs(one)).toEqual(['mirrored-branch']);
    expect(signs(one, true)).toEqual([]);
    expect(signs(both)).toEqual([]);
  });

  it('is no sign of a branch that is added, and one of a side that is changed in each of two functions', () => {
    const signs = (before: string, after: string) =>
      signsOfChange([{ path: 'part.py', before, after }], []).map(({ sign }) => sign);
    const add = '    if kind == "add":\n        return n + 1\n';
    const one = `def step(kind, n):\n${add}    return n\n`;
    const sub = '    if kind == "sub":\n        return n - 1\n';
    expect(signs(one, one.replace(add, add + sub))).toEqual([]);
    expect(signs(one, one.replace(add, `${add}    if kind == "sub": return n - 1\n`))).toEqual([]);
    const two = (name: string, kind: string) =>
      one.replace(add, add + sub).replaceAll(/step|kind/g, (word) => (word === 'step' ? name : kind));
    const before = two('step', 'kind') + two('leap', 'sort[0].name');
    const after = before.replace('n - 1', 'n - 2').replace(/n \+ 1(?=[^+]*$)/, 'n + 3');
    expect(signs(before, after)).toEqual(['mirrored-branch']);
    const line = 'def f(at):\n    if at == "left": return 1\n    if at == "right": return 2\n    return 3\n';
    expect(signs(line, line.replace('return 2', 'return 5'))).toEqual(['mirrored-branch']);
  });

  it('is a sign where one of the two is changed', () => {
    const lines = { before: '1', after: '-1', lineBefore: 'return 1', lineAfter: 'return -1' };
    expect(signsOf({ ...lines, mirrored: 'if self == "" {' })).toEqual(['mirrored-branch']);
  });
});

describe('a value compared with itself', () => {
  const sign = 'self-comparison';
  const of = (lineBefore: string, before: string, after: string): string[] =>
    signsOf({ before, after, lineBefore, lineAfter: lineBefore.replace(before, after) });

  it.each([
    ['return [key(p) for p in self.parts] < [key(p) for p in other.parts]', 'self', 'other'],
    ['if (low < high && size > 1) {', 'low', 'high'],
    ['while a.left.size != b.left.size:', 'a.left', 'b.left'],
    ['if first.Name == second.Name {', 'first', 'second'],
  ])('is seen in %s', (line, before, after) => {
    expect(of(line, before, after)).toContain(sign);
  });

  it.each([
    ['if (low < high.low) {', 'high', 'low'],
    ['return a + b < c + b', 'c', 'b'],
    ['return key(a) < key', 'a', 'b'],
    ['if (a < a) return b;', 'b', 'c'],
    ['return size(one)(two) == size(one)[0]', 'one', 'other'],
  ])('is not seen in %s', (line, before, after) => {
    expect(of(line, before, after)).not.toContain(sign);
  });
});
