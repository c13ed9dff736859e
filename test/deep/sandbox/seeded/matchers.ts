/** Seeded failures: what matchers and assertions find. */
import { gather } from './seeded';

export const matchers = gather((add) => {
  add(
    'expect',
    `it('fails', () => {\n  const made: { a: number } = { a: 1 };\n  expect(made as unknown)./*HERE*/toEqual({ a: 2 });\n});`,
  );
  add(
    'expect after types',
    `it('fails', () => { const x = new Map<string, Array<number>>(); const y = x as unknown as number; expect<number>(y!)./*HERE*/toBe(2); });`,
  );
  add('expect.not', `it('fails', () => {\n  expect(1).not\n    ./*HERE*/toBe(1);\n});`);
  add('expect in a helper', {
    'demo.test.ts': `import { check } from './test/check';
it('fails', () => {
  /*ALSO*/check(1);
});`,
    'test/check.ts': `type N = number;
export function check(n: N): void {
  expect(n)./*HERE*/toBe(2 as N);
}`,
  });
  add(
    'expect in a helper of the test',
    `const same = (a: unknown, b: unknown): void => {
  expect(a)./*HERE*/toBe(b);
};
it('fails', () => {
  /*ALSO*/same(1, 2);
});`,
  );
  add(
    'expect.resolves',
    `it('fails', async () => {\n  await expect(Promise.resolve(1)).resolves./*HERE*/toBe(2);\n});`,
  );
  add(
    'expect.rejects',
    `it('fails', async () => {\n  await /*HERE*/expect(Promise.resolve(1)).rejects.toThrow();\n});`,
  );
  add('a thrown call that was expected', `it('fails', () => {\n  expect(() => 1)./*HERE*/toThrow();\n});`);
  add('expect.assertions', `it('fails', () => {\n  expect./*HERE*/assertions(1);\n});`);
});
