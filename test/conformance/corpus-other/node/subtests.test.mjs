import test from 'node:test';
import assert from 'node:assert';

test('passes', () => {
  assert.strictEqual(1, 1);
});
test('fails', () => {
  assert.strictEqual(1, 2);
});
test('is asynchronous', async () => {
  await new Promise((resolve) => setTimeout(resolve, 5));
});
test('rejects', async () => {
  throw new TypeError('rejected');
});
test('returns a value', () => 5);
test('has no function');
test(function named() {});
test({ name: 'named by an option' }, () => {});

test('a parent', async (t) => {
  await t.test('first child', () => {});
  await t.test('second child', async (t2) => {
    await t2.test('grandchild', (t3) => {
      assert.strictEqual(t3.name, 'grandchild');
      assert.strictEqual(t3.fullName, 'a parent > second child > grandchild');
    });
  });
  await Promise.all([t.test('parallel 1', async () => {}), t.test('parallel 2', async () => {})]);
});
test('a parent of a failing child', async (t) => {
  await t.test('fails', () => {
    throw new Error('child');
  });
  await t.test('runs all the same', () => {});
});
test('a parent of failing grandchildren', async (t) => {
  await t.test('child', async (t2) => {
    await t2.test('fails', () => {
      throw new Error('grandchild');
    });
  });
});
test('a parent that does not wait', (t) => {
  t.test('runs all the same', async () => {
    await new Promise((resolve) => setTimeout(resolve, 50));
  });
});
test('a parent that fails after its child', async (t) => {
  await t.test('passes', () => {});
  throw new Error('parent');
});
test('waits for children in order', async (t) => {
  const log = [];
  await t.test('a', async () => {
    await new Promise((resolve) => setTimeout(resolve, 10));
    log.push('a');
  });
  await t.test('b', () => {
    log.push('b');
  });
  assert.deepStrictEqual(log, ['a', 'b']);
});
test('defines subtests in a loop', async (t) => {
  for (const n of [1, 2, 3]) {
    await t.test(`number ${n}`, () => {
      assert.notStrictEqual(n, 2);
    });
  }
});
test('same name', () => {});
test('same name', () => {
  throw new Error('second');
});
test('a child through the import', async () => {
  await test('inner', () => {});
});
