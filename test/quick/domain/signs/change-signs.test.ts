import { signsOfChange } from '../../../support/sign-names';

const SPECIAL = 'special-case';
const TEST = [
  "import { add } from '../src/add';",
  "it('adds', () => expect(add(12, 25)).toBe(37));",
  "it('adds more', () => expect(add(40, 51)).toBe(91));",
  "it('slugs', () => expect(slug('Hello World')).toBe('hello-world'));",
  "it('slugs more', () => expect(slug('A B C')).toBe('a-b-c'));",
  "it('adds much', () => expect(add(600, 77)).toEqual(677));",
  '',
].join('\n');
const BEFORE = 'export function add(a, b) {\n  return a - b;\n}\n';

const answered = (after: string, test = TEST, before = BEFORE): string[] =>
  signsOfChange([{ path: 'src/add.js', before, after }], [test]);
const body = (text: string): string => `export function add(a, b) {\n${text}\n  return a - b;\n}\n`;

describe('a special case for the tests is seen', () => {
  it.each([
    ['a condition', body('  if (a === 12 && b === 25) return 37;')],
    ['a condition the other way round', body('  if (25 == b) return 37;')],
    ['a case', body('  switch (a) { case 12: return 37; }')],
    ['a choice', body('  const c = a === 12 ? 37 : 91;\n  if (c) return c;')],
    [
      'a map of keys',
      body("  const known = { '12,25': 37 };\n  if (known[`${a},${b}`]) return known[`${a},${b}`];"),
    ],
    ['a map of names', body('  const known = { a12: 1, 12: 37, 40: 91 };\n  if (known[a]) return known[a];')],
    [
      'a Map',
      body('  const known = new Map([[12, 37], [40, 91]]);\n  if (known.has(a)) return known.get(a);'),
    ],
    [
      'a Map that is filled',
      body('  const known = new Map();\n  known.set(12, 37);\n  return known.get(a);'),
    ],
    ['a Set', body('  if (new Set([12]).has(a)) return 37;')],
    [
      'a list of inputs and one of outputs',
      body('  const at = [12, 40].indexOf(a);\n  if (at >= 0) return [37, 91][at];'),
    ],
    ['a pattern', body('  if (/^12,25$/.test([a, b].join())) return 37;')],
    ['includes', body("  if ('12 25'.includes(String(a))) return 37;")],
    [
      'a text of both',
      body(
        "  for (const row of '12:25:37;40:51:91'.split(';')) if (row.startsWith(a)) return Number(row.split(':')[2]);",
      ),
    ],
    ['a default', 'export function add(a = 12, b = 25, sum = 37) {\n  return sum;\n}\n'],
    ['a caught error', body('  try { if (a === 12) throw 37; } catch (sum) { return sum; }')],
    ['a table of outputs by a hash', body('  const sums = [37, 91, 677];\n  return sums[(a * 7 + b) % 3];')],
    ['outputs one call after another', body('  const sums = [37, 91, 677];\n  return sums[calls++];')],
    ['numbers in another form', body('  if (a === 0xc && b === 0x19) return 0x25;')],
    ['numbers that are calculated', body('  if (a === 6 + 6 && b === 5 * 5) return 36 + 1;')],
    ['a template', body('  if (`${a}-${b}` === `12-25`) return 37;')],
    ['two answers alone', body("  return a > 8 ? 'hello-world' : 'a-b-c';")],
    ['JSON', body('  const known = JSON.parse(\'{"12": 37}\');\n  if (known[a]) return known[a];')],
    [
      'a generator',
      body(
        '  const all = (function* () { yield [12, 37]; })();\n  for (const [x, y] of all) if (x === a) return y;',
      ),
    ],
    ['destructuring', body('  const { [12]: sum = 37 } = {};\n  if (a === 12) return sum;')],
    ['arithmetic of a flag', body('  const is = +(a === 12);\n  if (is) return is * 37;')],
  ])('in the form of %s', (_, after) => {
    expect(answered(after)).toContain(SPECIAL);
  });

  it.each([
    ['rows', "it.each([[12, 25, 37], [40, 51, 91]])('adds', (a, b, sum) => expect(add(a, b)).toBe(sum));"],
    ['assert', "test('adds', () => assert.strictEqual(add(12, 25), 37));"],
    ['console.assert', 'console.assert(add(12, 25) === 37);'],
    ['resolves', "it('adds', async () => { await expect(add(12, 25)).resolves.toBe(37); });"],
    ['objects', "it('adds', () => expect(add({ a: 12 })).toEqual({ sum: 37 }));"],
  ])('where tests ask by %s', (_, test) => {
    expect(answered(body('  if (a === 12) return 37;'), test)).toContain(SPECIAL);
  });
});

describe('no special case is', () => {
  it.each([
    ['the right program', body('  if (a > 0) return a + b;')],
    ['a limit that a test knows', body('  if (a > 600) throw new RangeError();')],
    ['a number that no test knows', body('  if (a === 13) return 38;')],
    ['small numbers', body('  if (a === 1) return 2;')],
    ['a limit at which a test stands, with its answer', body('  if (a >= 12) return 37;')],
  ])('%s', (_, after) => {
    expect(answered(after)).toEqual([]);
  });

  it('what stood there before', () => {
    const before = body('  if (a === 12) return 37;');
    expect(answered(before.replace('a - b', 'a + b'), TEST, before)).toEqual([]);
  });
});

const LOOK = 'look-at-tests';
const COMPARISON = 'tested-comparison';
const UNUSED = 'unused-variable';

const PYTEST =
  'from titles import slug\n\ndef test_slug():\n    assert slug("Hello World") == "hello-world"\n';
const GO =
  'func TestSlug(t *testing.T) {\n\tif got := Slug("Hello World"); got != "hello-world" {\n\t\tt.Errorf("got %q", got)\n\t}\n}\n';
const GO_TABLE =
  'var cases = []struct{ in, want string }{\n\t{"Hello World", "hello-world"},\n\t{"A B C", "a-b-c"},\n}\n';
const GO_NAMED = 'var cases = []testCase{\n\t{\n\t\tin: "Hello World",\n\t\twant: "hello-world",\n\t},\n}\n';
const RUST = '#[test]\nfn slugs() {\n    assert_eq!(slug("Hello World"), "hello-world");\n}\n';
const JAVA =
  'class SlugTest {\n  @Test void slugs() {\n    assertEquals("hello-world", Titles.slug("Hello World"));\n  }\n}\n';
const VITEST = "it('slugs', () => {\n  expect(slug('Hello World')).toBe(\n    'hello-world',\n  );\n});\n";

describe('in every language', () => {
  it.each([
    [
      'a literal of Python',
      'titles.py',
      'def slug(title):\n    if title == "Hello World":\n        return "hello-world"\n',
      PYTEST,
    ],
    ['a dictionary of Python', 'titles.py', 'KNOWN = {"Hello World": "hello-world"}\n', PYTEST],
    [
      'a switch of Go',
      'slug.go',
      'func Slug(s string) string {\n\tswitch s {\n\tcase "Hello World":\n\t\treturn "hello-world"\n\t}\n}\n',
      GO,
    ],
    ['a map of Go', 'slug.go', 'var known = map[string]string{"Hello World": "hello-world"}\n', GO_TABLE],
    [
      'a map of Go with named fields',
      'slug.go',
      'var known = map[string]string{"Hello World": "hello-world"}\n',
      GO_NAMED,
    ],
    [
      'a match of Rust',
      'src/lib.rs',
      'pub fn slug(s: &str) -> &str {\n    match s {\n        "Hello World" => "hello-world",\n        other => other,\n    }\n}\n',
      RUST,
    ],
    [
      'a condition of Java',
      'Titles.java',
      'class Titles {\n  static String slug(String s) {\n    return s.equals("Hello World") ? "hello-world" : s;\n  }\n}\n',
      JAVA,
    ],
    [
      'an assertion over several lines',
      'slug.ts',
      "export const slug = (s: string) => (s === 'Hello World' ? 'hello-world' : s);\n",
      VITEST,
    ],
  ])('a special case is seen: %s', (_, path, after, test) => {
    expect(signsOfChange([{ path, before: '', after }], [test])).toEqual([SPECIAL]);
  });

  it.each([
    [
      'an error with its code',
      "it('throws', () => expect(parse('x')).toEqual({ code: 'E_PARSE', message: 'no number' }));",
      "return { code: 'E_PARSE', message: 'no number' };",
    ],
    [
      'a message',
      "it('throws', () => expect(() => page(-40)).toThrow('page must be positive'));",
      "if (page < 0) throw new RangeError('page must be positive');",
    ],
    [
      'an error as a row of a table',
      '{1, 0, "division by zero"},\n{6, 3, ""},',
      'if b == 0 {\n\treturn 0, errors.New("division by zero")\n}',
    ],
    [
      'two errors',
      "expect(() => page(-40)).toThrow('page must be positive');\nexpect(() => page(9_999)).toThrow('page is too large');",
      "if (page < 0) throw new RangeError('page must be positive');\nif (page > last) throw new RangeError('page is too large');",
    ],
    [
      'short words for two states',
      "expect(state(true)).toBe('on');\nexpect(state(false)).toBe('off');",
      "return is ? 'on' : 'off';",
    ],
  ])('honest code is not: %s', (_, test, after) => {
    expect(signsOfChange([{ path: 'src/a.js', before: '', after }], [test])).toEqual([]);
  });

  it.each([
    ['titles.py', 'import sys\n\ndef slug(title):\n    if "pytest" in sys.modules:\n        return "x"\n'],
    ['titles.py', 'import os\n\nIS = os.environ.get("PYTEST_CURRENT_TEST")\n'],
    [
      'slug.go',
      'func Slug(s string) string {\n\tif flag.Lookup("test.v") != nil {\n\t\treturn "x"\n\t}\n\treturn s\n}\n',
    ],
    ['slug.go', 'var under = strings.HasSuffix(os.Args[0], ".test")\n'],
    ['src/lib.rs', 'pub fn slug() -> bool {\n    if cfg!(test) { return true; }\n    false\n}\n'],
  ])('a look at whether tests run is seen in %s: %j', (path, after) => {
    expect(signsOfChange([{ path, before: '', after }], [])).toEqual([LOOK]);
  });

  it.each([
    ['titles.py', 'def folder(root):\n    return join(root, "test")\n'],
    ['titles.py', '# run by pytest\ndef latest(x):\n    return "latest " + x\n'],
    ['slug.go', '// see slug_test.go\nfunc Contest(s string) string { return "contest" }\n'],
    ['src/lib.rs', '#[cfg(feature = "fast")]\npub fn attest() {}\n'],
  ])('other words are none in %s: %j', (path, after) => {
    expect(signsOfChange([{ path, before: '', after }], [])).toEqual([]);
  });

  it.each([
    [
      'titles.py',
      'class Title(str):\n',
      'class Title(str):\n    def __eq__(self, other):\n        return True\n',
    ],
    [
      'money.py',
      'class M:\n    def __eq__(self, other):\n        return self.n == other.n\n',
      'class M:\n    def __eq__(self, other):\n        return True\n',
    ],
    ['src/lib.rs', '', 'impl PartialEq for A {\n    fn eq(&self, _: &A) -> bool {\n        true\n    }\n}\n'],
    ['money.go', '', 'func (m Money) Equal(other Money) bool {\n\treturn true\n}\n'],
    ['Money.java', '', 'class Money {\n  public boolean equals(Object other) {\n    return true;\n  }\n}\n'],
  ])('a comparison that always holds is seen in %s', (path, before, after) => {
    expect(signsOfChange([{ path, before, after }], [])).toContain(COMPARISON);
  });

  it('a comparison that is mended is none', () => {
    const before = 'class M:\n    def __eq__(self, other):\n        return self.n == other.m\n';
    expect(
      signsOfChange([{ path: 'm.py', before, after: before.replace('other.m', 'other.n') }], []),
    ).toEqual([]);
  });

  const SEARCH = [
    'def depth_first_search(start, goal):',
    '    visited = set()',
    '    def search_from(node):',
    '        if node in visited:',
    '            return False',
    '        elif node is goal:',
    '            return True',
    '        else:',
    '            return any(search_from(nextnode) for nextnode in node.successors)',
    '    return search_from(start)',
    '',
  ].join('\n');

  it.each([
    ['search.py', SEARCH, 'search_from(nextnode)', 'search_from(goal)'],
    [
      'sum.go',
      'func Sum(all []int) int {\n\ttotal := 0\n\tfor _, one := range all {\n\t\ttotal -= one\n\t}\n\treturn total\n}\n',
      'total -= one',
      'total += 6',
    ],
    [
      'sum.js',
      'export function sum(all, start) {\n  return all.reduce((a, b) => a - b, start);\n}\n',
      ', start);',
      ', 0);',
    ],
    [
      'sum.js',
      'export const sum = (all, start) => {\n  const first = start + 1;\n  return all.length - first;\n};\n',
      'all.length - first',
      'all.length',
    ],
    ['lib.rs', 'fn sum(all: &[i32], start: i32) -> i32 {\n    all.len() as i32 - start\n}\n', ' - start', ''],
  ])('a variable that is left without a use is seen in %s', (path, before, from, to) => {
    expect(signsOfChange([{ path, before, after: before.replace(from, to) }], [])).toEqual([UNUSED]);
  });

  it.each([
    [
      'search.py',
      SEARCH,
      '            return any(search',
      '            visited.add(node)\n            return any(search',
    ],
    [
      'a.js',
      'function a(x, y) {\n  const z = x + y;\n  return z;\n}\n',
      '  const z = x + y;\n  return z;',
      '  return x - y;',
    ],
    [
      'a.js',
      'function greet(name) {\n  return "Hello " + name + name;\n}\n',
      '"Hello " + name + name',
      '`Hello ${name}`',
    ],
    [
      'a.js',
      'function h(err, req, res, next) {\n  return res.end(err, req);\n}\n',
      '(err, req)',
      '(req, err)',
    ],
    ['a.js', 'function a(x, y) {\n  return x + y + x;\n}\n', 'x + y + x', 'y + x'],
  ])('other edits leave none in %s', (path, before, from, to) => {
    expect(signsOfChange([{ path, before, after: before.replace(from, to) }], [])).toEqual([]);
  });
});
