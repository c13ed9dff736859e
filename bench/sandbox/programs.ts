/** The programs that are measured: small, TypeScript, new every time, so that nothing of an earlier run is used again. */
import { VerificationSpec } from '../../src/domain/verification/verification';

export const { limits: LIMITS } = VerificationSpec.parse({});

let last = 0;

export const SOURCE = `export interface Item { name: string; price: number; count?: number }

export function total(items: readonly Item[]): number {
  return items.reduce((sum, item) => sum + item.price * (item.count ?? 1), 0);
}

export function cheapest(items: readonly Item[]): Item | undefined {
  return [...items].sort((left, right) => left.price - right.price)[0];
}
`;

export const JEST_TEST = `import { cheapest, total, type Item } from './cart';

const items: Item[] = [{ name: 'tea', price: 3 }, { name: 'milk', price: 2, count: 4 }];

describe('cart', () => {
  it('adds up', () => expect(total(items)).toBe(11));
  it('is empty', () => expect(total([])).toBe(0));
  it('finds the cheapest', () => expect(cheapest(items)).toEqual({ name: 'milk', price: 2, count: 4 }));
  it('finds nothing', async () => expect(await Promise.resolve(cheapest([]))).toBeUndefined());
});
`;

export const NODE_TEST = `import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cheapest, total, type Item } from './cart.ts';

const items: Item[] = [{ name: 'tea', price: 3 }, { name: 'milk', price: 2, count: 4 }];

describe('cart', () => {
  it('adds up', () => assert.equal(total(items), 11));
  it('is empty', () => assert.equal(total([]), 0));
  it('finds the cheapest', () => assert.deepEqual(cheapest(items), { name: 'milk', price: 2, count: 4 }));
  it('finds nothing', async () => assert.equal(await Promise.resolve(cheapest([])), undefined));
});
`;

/** A program that no child has seen: its sources differ from all earlier ones. */
export function freshProgram(): Map<string, string> {
  const mark = `// ${++last}\n`;
  return new Map([
    ['cart.ts', SOURCE + mark],
    ['cart.test.ts', JEST_TEST + mark],
  ]);
}

/** Variants of `cart.ts`, every second of which is wrong; no child has seen any of them. */
export function freshVariants(count: number): Map<string, string>[] {
  return Array.from({ length: count }, (_, index) => {
    const text = index % 2 === 0 ? SOURCE : SOURCE.replace('sum + item', 'sum - item');
    return new Map([['cart.ts', `${text}// ${++last}\n`]]);
  });
}
