import { beforeEach, describe, expect, test as base } from 'vitest';

const log: string[] = [];

const test = base.extend<{ plain: number; made: string[]; depends: string; automatic: void; shared: { n: number } }>({
  plain: 5,
  made: async ({}, use) => {
    log.push('made begins');
    await use(['fresh']);
    log.push('made ends');
  },
  depends: async ({ made, plain }, use) => {
    await use(`${made[0]} ${plain}`);
  },
  automatic: [
    async ({}, use) => {
      log.push('automatic begins');
      await use();
      log.push('automatic ends');
    },
    { auto: true },
  ],
  shared: [
    async ({}, use) => {
      log.push('shared begins');
      await use({ n: 1 });
    },
    { scope: 'file' },
  ],
});

test('gives plain values', ({ plain }) => {
  expect(plain).toBe(5);
});
test('made only what is automatic', () => {
  expect(log).toContain('automatic begins');
  expect(log).not.toContain('made begins');
});
test('makes values', ({ made }) => {
  expect(made).toEqual(['fresh']);
  made.push('used');
  log.length = 0;
});
test('ended them', () => {
  expect(log).toContain('made ends');
});
test('makes them anew', ({ made }) => {
  expect(made).toEqual(['fresh']);
});
test('makes what they depend on', ({ depends }) => {
  expect(depends).toBe('fresh 5');
});
test('shares values of the file', ({ shared }) => {
  shared.n += 1;
  expect(shared.n).toBe(2);
});
test('shares them again', ({ shared }) => {
  expect(shared.n).toBe(2);
  expect(log.filter((entry) => entry === 'shared begins').length).toBeLessThanOrEqual(1);
});
test('has the context beside them', ({ plain, task }) => {
  expect(task.name).toBe('has the context beside them');
  expect(plain).toBe(5);
});
test.for([1, 2])('works with for %d', (n, { plain }) => {
  expect(n + plain).toBe(6);
});
describe('hooks', () => {
  beforeEach<{ made: string[] }>(({ made }) => {
    made?.push('from the hook');
  });
  test('get them', ({ made }) => {
    expect(made).toEqual(['fresh', 'from the hook']);
  });
});
const more = test.extend<{ extra: string }>({
  extra: async ({ plain }, use) => {
    await use(`extra ${plain}`);
  },
  plain: 7 as never,
});
more('extends further', ({ extra, plain }) => {
  expect(extra).toBe('extra 7');
  expect(plain).toBe(7);
});
const failing = base.extend<{ broken: number }>({
  broken: async () => {
    throw new Error('fixture');
  },
});
failing('fails with its fixture', ({ broken }) => {
  expect(broken).toBe(1);
});
failing('passes without it', () => {});
