import { RunRoots } from '../../../../src/activities/run-roots';
import { createMemoryStore } from '../../../support/memory-store';
import { readRunRecord } from '../../../../src/store/retention/plan';
import { asBlob } from '../../../support/hashes';

const hash = (digit: string): string => digit.repeat(64);
const facts = { workflowId: 'heal-x', namespace: 'default' };
const key = { run: 'r', effect: 'verify/baseline' };

async function namedBy(store: ReturnType<typeof createMemoryStore>, run = 'r'): Promise<unknown[]> {
  const rows = await store.refs.list(run);
  return rows.filter(({ effect: name }) => name !== '.run').map(({ value }) => JSON.parse(value) as unknown);
}

test('what activities are given and return is named by references of their run, with its field', async () => {
  const store = createMemoryStore();
  const roots = new RunRoots(store, 'namespace-id');
  await roots.begin(key, facts, { key, tree: hash('a') });
  expect(await namedBy(store)).toEqual([[{ tree: hash('a') }]]);
  await roots.end(key, { report: hash('b'), failing: 'none', nested: [{ tree: hash('a') }] });
  expect(await namedBy(store)).toEqual([[{ tree: hash('a') }], [{ report: hash('b') }]]);
  expect(await readRunRecord(store.refs, 'r')).toEqual({ version: 1, ...facts, namespaceId: 'namespace-id' });
});

test('what is named already is not named again, by another effect neither; another run names it itself', async () => {
  const store = createMemoryStore();
  const roots = new RunRoots(store);
  roots.noteNamed(key, { tree: hash('a') });
  await roots.begin({ run: 'r', effect: 'next' }, facts, { tree: hash('a') });
  expect(await namedBy(store)).toEqual([]);
  await roots.begin({ run: 'fork', effect: 'first' }, facts, { tree: hash('a') });
  expect(await namedBy(store, 'fork')).toEqual([[{ tree: hash('a') }]]);
});

test('a result that is a hash alone is named as a blob', async () => {
  const store = createMemoryStore();
  await new RunRoots(store).end(key, hash('a'));
  expect(await namedBy(store)).toEqual([[{ blob: hash('a') }]]);
});

test('a try that makes another result names that as well', async () => {
  const store = createMemoryStore();
  for (const digit of ['a', 'b']) await new RunRoots(store).end(key, { tree: hash(digit) });
  expect(await namedBy(store)).toHaveLength(2);
});

test('a long list is a blob that is named', async () => {
  const store = createMemoryStore();
  const many = Array.from({ length: 2_000 }, (_, index) => index.toString(16).padStart(64, '0'));
  await new RunRoots(store).end(key, { many });
  const [[{ blob }]] = (await namedBy(store)) as [[{ blob: string }]];
  const text = (await store.blobs.load(asBlob(blob))).toString();
  for (const one of many) expect(text).toContain(one);
});
