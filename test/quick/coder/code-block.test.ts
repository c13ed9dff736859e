import { codeOf, withoutForeignImports } from '../../../src/coder/tools/data/code-block';

const CODE = 'export function total(data: number[]): number {\n  return data.length;\n}\n';

describe('code of a reply', () => {
  it.each([
    ['a fenced block', `Here:\n\n\`\`\`ts\n${CODE}\`\`\`\nIt works.`],
    ['a block with the whole name of the language', `\`\`\`typescript\n${CODE}\`\`\``],
    ['a block without a name', `\`\`\`\n${CODE}\`\`\``],
    ['a block that is not closed', `\`\`\`ts\n${CODE}`],
    ['the longest of several blocks', `\`\`\`ts\nf();\n\`\`\`\n\`\`\`ts\n${CODE}\`\`\``],
    ['no block of another language', `\`\`\`python\n${'x = 1\n'.repeat(50)}\`\`\`\n\`\`\`js\n${CODE}\`\`\``],
    ['tildes', `~~~ts\n${CODE}~~~`],
    ['nothing but code', CODE],
    ['JSON with code', JSON.stringify({ code: CODE, success: true })],
    ['other ends of lines', `\`\`\`ts\r\n${CODE.replaceAll('\n', '\r\n')}\`\`\``],
  ])('is taken from %s', (_, reply) => {
    expect(codeOf(reply)).toBe(CODE);
  });

  it.each([
    ['I cannot do that.'],
    [''],
    ['```ts\n\n```'],
    ['```python\nx = 1\n```'],
    ['The function returns a class.'],
  ])('is missing in %j', (reply) => {
    expect(codeOf(reply)).toBeUndefined();
  });
});

describe('imports that are not allowed', () => {
  it('are removed and named, the allowed ones stay', () => {
    const imports = [
      "import { sum } from 'lodash-es';",
      "import fs from 'node:fs';",
      "import type { A } from './a';",
      "import 'side-effect';",
      "const cp = require('child_process');",
      "const { get } = (await import('axios')).default;",
      "import map from 'lodash-es/map';",
      "export * from 'other';",
    ];
    const { code, removed } = withoutForeignImports(`${imports.join('\n')}\n${CODE}`);
    expect(removed).toEqual(['node:fs', './a', 'side-effect', 'child_process', 'axios', 'other']);
    expect(code).toBe(`${imports[0]}\n${imports[6]}\n${CODE}`);
  });

  it('stay where they are within other code, for the check to tell', () => {
    const code = `${CODE}export const f = () => require('fs');\n`;
    expect(withoutForeignImports(code)).toEqual({ code, removed: [] });
  });
});
