/** Seeded failures: sources that do not parse. */
import { gather } from './seeded';

export const parsing = gather((add) => {
  add(
    'TypeScript that does not parse',
    { 'a.ts': `export const a = 1;\nexport const b: number = /*HERE*/= 2;`, 'demo.test.ts': `import './a';` },
    'Expression expected',
  );
  add(
    'JavaScript that does not parse',
    { 'a.js': `const ok = 1;\nconst no = /*HERE*/;`, 'demo.test.js': `require('./a');` },
    "Unexpected token ';'",
  );
  add(
    'a module that does not parse',
    { 'a.mjs': `export const ok = 1;\nexport const no = /*HERE*/;`, 'demo.test.ts': `import './a.mjs';` },
    'Unexpected token',
  );
  add(
    'TSX that does not parse',
    { 'a.tsx': `export const a = </*HERE*/div>\n  <b></b>\n;`, 'demo.test.ts': `import './a';` },
    'closing tag',
  );
  add(
    'a name declared twice',
    {
      'a.ts': `let x: number = 1;\nconst y: string = ''; let /*HERE*/x = 2;\nexport { x, y };`,
      'demo.test.ts': `import './a';`,
    },
    "Identifier 'x' has already been declared",
  );
  add(
    'JSON that does not parse',
    {
      'a.json': `{\n  "a": 1,\n  "b": /*HERE*/\n}`.replace('/*HERE*/\n}', '[1 /*HERE*/2]\n}'),
      'demo.test.ts': `import './a.json';`,
    },
    'Expected',
  );
  add(
    'a test that does not parse',
    `it('fails', () => {\n  const /*HERE*/= 1;\n});`,
    'Variable declaration expected',
  );
});
