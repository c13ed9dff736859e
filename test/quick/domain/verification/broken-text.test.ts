import { brokenText } from '../../../../src/domain/verification/broken-text';

describe('the changed function is broken on purpose', () => {
  it.each([
    [
      'a.py',
      'def a(x):\n    return x\n\ndef b(x):\n    return x\n',
      'def a(x):\n    return x + 1\n\ndef b(x):\n    return x\n',
      'def a(x):\n    raise RuntimeError("broken on purpose")\n    return x + 1\n\ndef b(x):\n    return x\n',
    ],
    [
      'a.py',
      '',
      'class A:\n    def a(\n        self,\n    ) -> int:  # it\n        return 1\n',
      'class A:\n    def a(\n        self,\n    ) -> int:  # it\n        raise RuntimeError("broken on purpose")\n        return 1\n',
    ],
    [
      'a.go',
      'func (m Money) Add(o Money) Money {\n\treturn m\n}\n',
      'func (m Money) Add(o Money) Money {\n\treturn o\n}\n',
      'func (m Money) Add(o Money) Money { panic("broken on purpose");\n\treturn o\n}\n',
    ],
    [
      'a.rs',
      'pub fn a(x: i32) -> i32 {\n    x\n}\n',
      'pub fn a(x: i32) -> i32 {\n    x + 1\n}\n',
      'pub fn a(x: i32) -> i32 { panic!("broken on purpose");\n    x + 1\n}\n',
    ],
    [
      'A.java',
      'class A {\n  int a(int x) {\n    x += 1;\n    return x;\n  }\n}\n',
      'class A {\n  int a(int x) {\n    return x;\n  }\n}\n',
      'class A {\n  int a(int x) { if (true) throw new RuntimeException("broken on purpose");\n    return x;\n  }\n}\n',
    ],
    [
      'a.js',
      'const a = (x) => {\n  return x;\n};\n',
      'const a = (x) => {\n  return -x;\n};\n',
      'const a = (x) => { throw new Error("broken on purpose");\n  return -x;\n};\n',
    ],
    [
      'a.js',
      'exports.a = function (x) {\n  return x;\n};\n',
      'exit(0);\nexports.a = function (x) {\n  return x;\n};\n',
      'exit(0);\nexports.a = function (x) {\n  return x;\n};\n\nthrow new Error("broken on purpose");\n',
    ],
    [
      'A.java',
      'class A {\n  String name(int x) {\n    return "a";\n  }\n\n  int size() {\n    return 1;\n  }\n}\n',
      'class A {\n  String name(int x) {\n    return "b";\n  }\n\n  int size() {\n    return 1;\n  }\n}\n',
      'class A {\n  String name(int x) { if (true) throw new RuntimeException("broken on purpose");\n    return "b";\n  }\n\n  int size() {\n    return 1;\n  }\n}\n',
    ],
    [
      'a.py',
      'LIMIT = 5\n\ndef helper(x):\n    return x\n',
      'LIMIT = 6\n\ndef helper(x):\n    return x\n',
      'LIMIT = 6\n\ndef helper(x):\n    return x\n\nraise RuntimeError("broken on purpose")\n',
    ],
    [
      'a.py',
      'def a(x):\n    return send(\n        x,\n        1,\n    )\n\ndef b(x):\n    return x\n',
      'def a(x):\n    return send(\n        x,\n        2,\n    )\n\ndef b(x):\n    return x\n',
      'def a(x):\n    raise RuntimeError("broken on purpose")\n    return send(\n        x,\n        2,\n    )\n\ndef b(x):\n    return x\n',
    ],
  ])('in %s', (path, before, after, broken) => {
    expect(brokenText(path, before, after)).toBe(broken);
  });

  it.each([
    [
      'a constant of a compiled language',
      'a.go',
      'const a = 1\n\nfunc b() {\n}\n',
      'const a = 2\n\nfunc b() {\n}\n',
    ],
    [
      'a function of one line',
      'a.py',
      'def f(x): return x\n\ndef g(x):\n    return x\n',
      'def f(x): return -x\n\ndef g(x):\n    return x\n',
    ],
    ['a function without a block', 'a.js', 'const a = (x) => x;\n', 'const a = (x) => -x;\n'],
    ['a text', 'a.txt', 'one\n', 'two\n'],
  ])('and nothing where %s is changed', (_, path, before, after) => {
    expect(brokenText(path, before, after)).toBeUndefined();
  });
});
