/** A project whose run has a middle state: a request makes `mul`, wrongly, and a repair follows. */
export const CALC = [
  '// A calculator.',
  '',
  'export function add(a: number, b: number): number {',
  '  return a + b;',
  '}',
  '',
].join('\n');

/** The calculator with a `mul` of this body. */
export function withMul(body: string): string {
  return `${CALC}\nexport function mul(a: number, b: number): number {\n  ${body}\n}\n`;
}

export const WRONG = 'return a + b;';
export const LOOP = 'let sum = 0; while (b-- > 0) sum += a; return sum;';

export const CALC_PROJECT = {
  'package.json': '{ "name": "calc", "private": true }\n',
  'src/calc.ts': CALC,
  'test/calc.test.ts': [
    "import { add, mul } from '../src/calc';",
    "it('adds', () => expect(add(2, 3)).toBe(5));",
    "it('multiplies', () => {",
    '  expect(mul(2, 3)).toBe(6);',
    '  expect(mul(1, 4)).toBe(4);',
    '});',
    '',
  ].join('\n'),
};

/** A unified diff that gives the wrong `mul` another body. */
export function mulPatch(body: string): string {
  return [
    '--- a/src/calc.ts',
    '+++ b/src/calc.ts',
    '@@ -7,3 +7,3 @@',
    ' export function mul(a: number, b: number): number {',
    `-  ${WRONG}`,
    `+  ${body}`,
    ' }',
    '',
  ].join('\n');
}

/** A model's reply that gives the calculator a `mul` of this body. */
export function mulReply(summary: string, body: string): object {
  const modification = {
    path: 'src/calc.ts',
    action: 'modify',
    content: withMul(body),
    replacements: null,
  };
  return { summary, fileModifications: [modification] };
}
