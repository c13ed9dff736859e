import { declaredTests } from '../../../../src/verifier/integrity/declared-tests';
import { parseFile } from '../../../../src/codebase';
import { breaksTypes } from '../../../../src/repair/mutation/type-check';
import { cpuMs } from '../../../support/cpu-time';

const WORDS = ['export ', 'static ', 'readonly ', 'async ', 'accessor ', 'abstract/**/', 'declare\n'];

it.each(WORDS)('256 KB of the modifier %j do not hang who reads them', (word) => {
  const text = word.repeat((256 * 1024) / word.length);
  expect(cpuMs(() => expect(parseFile('a.ts', text)).toBeUndefined())).toBeLessThan(3_000);
  expect(cpuMs(() => declaredTests('a.test.ts', text))).toBeLessThan(3_000);
});

it('a long source that is honest is read', () => {
  const text = Array.from({ length: 20_000 }, (_, n) => `export const a${n} = (b: number) => b * ${n};`);
  expect(parseFile('a.ts', text.join('\n'))?.source.statements).toHaveLength(20_000);
});

it('types that take for ever are not waited for', () => {
  const letters = [...'abcdefghi'].map((letter) => `'${letter}'`).join('|');
  const uses = Array.from(
    { length: 3_000 },
    (_, n) => `type T${n} = \`\${A}\${A}\${A}\${A}${n}\`; const v${n}: T${n} = 'x';\n`,
  );
  const text = `type A = ${letters};\n${uses.join('')}`;
  expect(cpuMs(() => breaksTypes('a.ts', text, text))).toBeLessThan(8_000);
});
