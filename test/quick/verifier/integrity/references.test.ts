import { literalsIn } from '../../../../src/domain/verification/integrity/literals';
import { ReferenceFinder } from '../../../../src/domain/verification/integrity/references';

describe('the texts of a source', () => {
  it.each([
    ['are those in quotes of all kinds', `a("x", 'y', \`z\`)`, ['x', 'y', 'z']],
    ['are not those in comments', `// 'x'\n/* "y" */ 'z'`, ['z']],
    ['may hold what begins a comment', `'http://x' + "/*" + 'y'`, ['http://x', '/*', 'y']],
    ['may hold escaped quotes', `'it\\'s'`, ["it\\'s"]],
    ['end where a line ends without a quote', `don't\n'x'`, ['x']],
    ['are found after a template that is not closed', "`\n'x'", ['x']],
  ])('%s', (_, source, texts) => {
    expect(literalsIn(source, false).texts).toEqual(texts);
  });
});

describe('a source refers to', () => {
  const finder = new ReferenceFinder(
    new Set([
      ...[
        'src/sum.ts',
        'src/index.ts',
        'src/rates.json',
        'app/__init__.py',
        'app/calc.py',
        'golden/out.txt',
        'lib/x.rb',
      ],
      ...[
        'internal/money/sum.go',
        'src/main/java/a/b/C.java',
        'cases/a.in',
        'kit/check.sh',
        'src/data/de.json',
      ],
    ]),
  );
  it.each<[string, string, string, string[], string[]]>([
    ['a module without its ending', 'test/a.ts', "import '../src/sum';", ['src/sum.ts'], []],
    [
      'a module by the ending that it is built to',
      'test/a.ts',
      "import '../src/sum.js';",
      ['src/sum.ts'],
      [],
    ],
    ['the module of a folder', 'test/a.ts', "require('../src')", ['src/index.ts'], []],
    ['a module by an alias', 'test/a.ts', "import '@/sum';", ['src/sum.ts'], []],
    ['data by its name alone', 'test/a.js', "read('rates.json')", ['src/rates.json'], []],
    ['data by a path from the root', 'test/a.js', "read('golden/out.txt')", ['golden/out.txt'], []],
    ['a folder where names are put together', 'src/a.js', 'read(`./data/${lang}.json`)', [], ['src/data']],
    ['a folder beside what reads folders', 'test/a.js', "join(__dirname, 'golden')", [], ['golden']],
    ['no folder by a plain text', 'src/a.js', "on('golden')", [], []],
    ['a module of Python', 'tests/test_a.py', 'from app.calc import add', ['app/calc.py'], []],
    [
      'a module of a package of Python',
      'tests/test_a.py',
      'from app import calc',
      ['app/__init__.py', 'app/calc.py'],
      [],
    ],
    ['a module beside it in Python', 'app/main.py', 'from .calc import add', ['app/calc.py'], []],
    [
      'a package of Go by the path of its module',
      'main.go',
      'import "example.com/shop/internal/money"',
      [],
      ['internal/money'],
    ],
    ['a class of Java', 'src/test/java/a/CTest.java', 'import a.b.C;', ['src/main/java/a/b/C.java'], []],
    ['a script of a shell in another', 'run.sh', '. ./kit/check.sh', ['kit/check.sh'], []],
    ['cases that a script goes through', 'run.sh', 'for f in cases/*.in; do', [], ['cases']],
    ['no folder that a script goes to', 'run.sh', 'cd golden && ls', [], []],
    ['a library of Ruby', 'test/a.rb', "require 'x'\nrequire_relative '../lib/x'", ['lib/x.rb'], []],
  ])('%s', (_, path, text, files, folders) => {
    const found = finder.of(path, text);
    expect([[...found.files].sort(), [...found.folders].sort()]).toEqual([files, folders]);
  });
});
