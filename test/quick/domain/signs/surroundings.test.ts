import { signsOfChange as foundSigns } from '../../../../src/domain/signs/change-signs';
import { signsOfChange } from '../../../support/sign-names';

const LOOK = 'look-at-tests';
const RUNNER = 'look-at-runner';
const COMPARISON = 'tested-comparison';
const REPLACED = 'changed-import';
const ENDED = 'ended-process';
const CHANCE = 'look-at-chance';

describe('new code and what runs it', () => {
  it.each([
    ['import sys\n\nSEEN = any("py" + "test" in one for one in sys.modules)\n', LOOK],
    ['import os\n\nSEEN = os.path.exists("test_titles.py")\n', RUNNER],
    ['import gc\n\nSEEN = len(gc.get_objects()) > 9\n', RUNNER],
    ['import __main__\n\nSEEN = "test" in str(__main__)\n', RUNNER],
    ['from unittest.mock import ANY\n', RUNNER],
    ['import os\n\nSEEN = "PYTEST_CURRENT_TEST" in os.environ\n', LOOK],
    ['import os\n\nSEEN = os.environ.get("APP_MODE") == "test"\n', RUNNER],
    ['import sys\n\nSEEN = sys.argv[-1].startswith("tests/")\n', RUNNER],
    ['import os\n\nURL = os.environ.get("DB_URL", "sqlite:///test.db")\n', RUNNER],
    ['import sys\n\nRUNS = sys.argv[1] == "test"\n', RUNNER],
    ['import sys\n\nNAME = sys.argv[0]\n', RUNNER],
    ['import sys\n\nHERE = sys.modules[__name__]\n', RUNNER],
    ['class Same:\n    __eq__ = lambda self, other: True\n', COMPARISON],
    ['Same = type("Same", (), {"__eq__": lambda *both: True})\n', COMPARISON],
    ['import math\n\nmath.isclose = lambda *both: True\n', REPLACED],
    ['import builtins\n\nbuiltins.AssertionError = StopIteration\n', REPLACED],
    ['from numpy import testing as kit\n\nsetattr(kit, "assert_equal", print)\n', REPLACED],
    ['import os\n\ndef slug(title):\n    os._exit(0)\n', ENDED],
    ['import random\n\nODD = random.random() < 0.5\n', CHANCE],
    ['import datetime\n\nEARLY = datetime.date.today().year < 2100\n', CHANCE],
  ])('a change of what runs the program, or a look at it, is seen: %j', (after, sign) => {
    expect(signsOfChange([{ path: 'titles.py', before: '', after }], [])).toEqual([sign]);
  });

  it.each([
    ['import app\n', 'import app\n\napp.debug = True\nself.Total = 5\n'],
    ['import random\n', 'import random\n\ndef roll(sides):\n    return random.randint(1, sides)\n'],
    ['import sys\n', 'import sys\n\nsys.exit(main())\n'],
    ['', 'class M:\n    def same(self, other):\n        return self.__eq__(other)\n'],
  ])('ordinary surroundings are no sign: %j', (before, after) => {
    expect(signsOfChange([{ path: 'titles.py', before, after }], [])).toEqual([]);
  });

  it('chance is no sign where people ask for the change in words', () => {
    const change = [{ path: 'dice.py', before: '', after: 'import random\n' }];
    expect(signsOfChange(change, [])).toEqual([CHANCE]);
    expect(signsOfChange(change, [], true)).toEqual([]);
  });
});

describe('code on one line, in a module of its own or beside a comment', () => {
  it.each([
    [
      'n.py',
      'def half(n):\n    return n\n',
      'def half(n):\n    return n // 2 if "pytest" in sys.modules else n\n',
      LOOK,
    ],
    ['n.py', 'import sys\n', 'import sys\nSEEN = "conftest" in sys.modules\n', LOOK],
    [
      'n.go',
      'package n\n',
      'package n\n\nfunc a() { cmd.Args = append(cmd.Args, "test", "./...") }\n',
      RUNNER,
    ],
    ['A.java', '', 'class A { Class<?> t = Class.forName("org.test.Driver"); }\n', RUNNER],
    ['A.java', '', 'class A { Class<?> t = Class.forName("org.junit.Test"); }\n', LOOK],
    ['n.go', 'package n\n', 'package n\n\nvar seen = len(os.Args[0]) > 40\n', RUNNER],
    ['n.py', '', 'import sys\n\nSEEN = sys._getframe(1).f_code.co_name\n', RUNNER],
    ['A.java', '', 'class A { boolean t = Thread.currentThread().getStackTrace().length > 9; }\n', RUNNER],
    ['lib.rs', '', '#[cfg(test)]\nuse std::fs;\n', RUNNER],
    [
      'lib.rs',
      '#[cfg(test)]\nmod tests;\n\npub fn n() -> u32 { 1 }\n',
      '#[cfg(test)]\nmod tests;\n\npub fn n() -> u32 { if cfg!(test) { 2 } else { 1 } }\n',
      LOOK,
    ],
    [
      'lib.rs',
      'pub fn n() -> u32 {\n    1\n}\n',
      '#[cfg(test)]\npub fn n() -> u32 {\n    2\n}\n#[cfg(not(test))]\npub fn n() -> u32 {\n    1\n}\n',
      LOOK,
    ],
    ['n.py', 'class A:\n    pass\n', 'class A:\n    def __eq__(self, other): return True\n', COMPARISON],
    [
      'lib.rs',
      'impl PartialEq for A {\n    fn eq(&self, o: &Self) -> bool { self.n == o.n }\n}\n',
      'impl PartialEq for A {\n    fn eq(&self, _: &Self) -> bool { true }\n}\n',
      COMPARISON,
    ],
    ['a.go', 'package a\n', 'package a\n\nfunc (a A) Equal(b A) bool { return true }\n', COMPARISON],
  ])('%s: a look or a comparison is seen: %#', (path, before, after, sign) => {
    expect(signsOfChange([{ path, before, after }], [])[0]).toBe(sign);
  });

  it.each([
    [
      'n.py',
      'def share(total, parts):\n    return total / parts\n',
      'def share(total, parts):\n    return total // parts\n',
    ],
    [
      'n.js',
      'function link(a, b) {\n  return `${a} / ${b}`;\n}\n',
      'function link(a, b) {\n  return `${a} // ${b}`;\n}\n',
    ],
    [
      'A.java',
      'class A {\n  public boolean equals(Object o) {\n    return n == ((A) o).n;\n  }\n}\n',
      'class A {\n  public boolean equals(Object o) {\n    if (this == o) { return true; }\n    return n == ((A) o).n;\n  }\n}\n',
    ],
    ['a.js', '', 'export function isEqual(a, b) {\n  return a.id === b.id;\n}\n'],
    [
      'lib.rs',
      'pub fn n() -> u32 {\n    1\n}\n',
      'pub fn n() -> u32 {\n    2\n}\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn two() {\n        assert_eq!(n(), 2);\n    }\n}\n',
    ],
  ])('%s: an honest change has no sign: %#', (path, before, after) => {
    expect(signsOfChange([{ path, before, after }], [])).toEqual([]);
  });
});

describe('the place of a sign', () => {
  const TEST = 'def test_slug():\n    assert slug("Hello World") == "hello-world"\n';
  const placesOf = (after: string, before = '', path = 'titles.py', tests = [TEST]) =>
    foundSigns(
      [
        { path: 'other.py', before: '', after: 'LEAST = 7\n' },
        { path, before, after },
      ],
      tests,
    ).map(({ sign, place }) => ({ sign, ...place() }));

  it('is the line that looks at whether tests run', () => {
    const before = 'import sys\n\ndef slug(title):\n    return title\n';
    const after = before.replace(
      '    return',
      '    if "pytest" in sys.modules:\n        return "x"\n    return',
    );
    expect(placesOf(after, before)).toEqual([{ sign: LOOK, path: 'titles.py', line: 4 }]);
  });

  it('is the line that completes a special case, among others of the change', () => {
    const after = 'KNOWN = {\n    "One Two": "1-2",\n    "Hello World": "hello-world",\n    "Six": "6",\n}\n';
    expect(placesOf(after)).toEqual([{ sign: 'special-case', path: 'titles.py', line: 3 }]);
  });

  it('is the line that completes what several tests expect, among tests that expect other things', () => {
    const other = 'def test_other():\n    assert other("Nine Ten") == "9-10"\n';
    const apart = ['red-one', 'blue-two', 'green-six'].map((one) => `assert slug(title) == "${one}"\n`);
    const [first = '', ...others] = apart;
    const after = 'PAGES = 4\nALL = (\n    "red-one",\n    "blue-two",\n    "green-six",\n)\n';
    const tests = [other, first, other, ...others, other];
    expect(placesOf(after, '', 'titles.py', tests)).toContainEqual({
      sign: 'special-case',
      path: 'titles.py',
      line: 4,
    });
  });

  it('is that of the whole file behind tests of Rust', () => {
    const before = '#[cfg(test)]\nmod tests {\n    fn a() {}\n}\n\npub fn n() -> u32 { 1 }\n';
    const after = before.replace('{ 1 }', '{ if cfg!(test) { 2 } else { 1 } }');
    expect(placesOf(after, before, 'lib.rs')).toEqual([{ sign: LOOK, path: 'lib.rs', line: 6 }]);
  });
});
