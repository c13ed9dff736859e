import { importEdits } from '../../../../src/repair/mutation/missing-imports';

const FILES = {
  'src/app.ts':
    "import { add } from 'utils/math';\nimport { read } from './files';\nexport const two = add(1, 1);\n",
  'src/utils/math.ts': 'export const add = (a: number, b: number) => a + b;\n',
  'src/files.ts': "import { debounce } from 'lodahs';\nimport { join } from 'paht';\n",
  'src/data/index.ts': 'export {};\n',
  'lib/node.mjs': "import './start.js';\nimport { add } from 'tools/sum.mjs';\n",
  'lib/start.js': '',
  'lib/tools/sum.mjs': '',
  'lib/texts.cjs': "const { shout } = require('./txets');\n",
  'lib/texts.json': '{}',
  'test/app.test.ts': "import { add } from 'utils/math';\n",
  'shop/cart.py': 'from math_utils import add\nimport reqests\nimport shop.prices.vat\n',
  'shop/lib/math_utils.py': '',
  'src/prices.py': 'import vat_rules\n',
  'src/rules/vat_rules.py': '',
};
const world = {
  files: new Map(Object.entries(FILES)),
  packages: ['lodash', 'requests', 'react'],
  isMutable: (path: string) => !path.startsWith('test/'),
};

function namesFor(missing: string): string[] {
  return importEdits([missing], world).map(({ file, line, replacement }) => `${file}:${line} ${replacement}`);
}

describe('edits of an import that is not found', () => {
  it.each([
    ['a bare path by the file at whose end it stands', 'utils/math', 'src/app.ts:1 ./utils/math'],
    ['a misspelt package by one that is declared', 'lodahs', 'src/files.ts:1 lodash'],
    ['a misspelt built-in of Node by its name', 'paht', 'src/files.ts:2 path'],
    [
      'a path with its suffix where the file writes suffixes',
      'tools/sum.mjs',
      'lib/node.mjs:2 ./tools/sum.mjs',
    ],
    ['a path that leads nowhere by a near one', 'lib/txets', 'lib/texts.cjs:1 ./texts.json'],
    ['a module of Python by its package', 'math_utils', 'shop/cart.py:1 shop.lib.math_utils'],
    ['a misspelt package of Python by one that is declared', 'reqests', 'shop/cart.py:2 requests'],
    ['a module below src by the name without it', 'vat_rules', 'src/prices.py:1 rules.vat_rules'],
  ])('correct %s first', (_, missing, first) => {
    expect(namesFor(missing)[0]).toBe(first);
  });

  it('touch no file that judges and no other import', () => {
    const edits = importEdits(['utils/math'], world);
    expect(new Set(edits.map(({ file }) => file))).toEqual(new Set(['src/app.ts']));
    const [{ start = 0, end = 0 } = {}] = edits;
    expect(FILES['src/app.ts'].slice(start, end)).toBe('utils/math');
  });

  it('are none where nothing has such a name', () => {
    expect(namesFor('no-such-package-at-all')).toEqual([]);
  });
});
