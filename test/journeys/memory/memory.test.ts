import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConversationTurn } from '../../../src/domain/goal/conversation';
import type { Tried } from '../../../src/domain/goal/learning';
import { createConversations, createLearned } from '../../../src/memory';
import { bundleChild, ended, nextMessage, startChild } from '../../support/child';
import { tempFolder } from '../../support/temp-folder';

const NOW = '2026-01-02T00:00:00.000Z';
const ROOTS = ['/roots/a'];

let base: string;
let folder: string;
let child: string;
let number = 0;

beforeAll(() => {
  base = tempFolder('memory');
  child = bundleChild(join(__dirname, 'memory.child.ts'), base);
});
afterAll(() => rmSync(base, { recursive: true, force: true }));
beforeEach(() => {
  number += 1;
  folder = join(base, `home-${number}`);
});

function turn(run: string, at = NOW): ConversationTurn {
  const mentions = [{ path: 'new', type: 'folder', how: 'made', at } as const];
  return { run, request: `request of ${run}`, at, mentions };
}

function tried(run: string, given: Partial<Tried> = {}): Tried {
  return { run, step: 1, attempt: 1, tool: 'list', args: { path: run }, ok: true, at: NOW, ...given };
}

/** Names of files besides those of the memory itself. */
function strays(): string[] {
  return readdirSync(folder).filter((name) => !name.endsWith('.json'));
}

function onlyFile(): string {
  const [name = '', ...others] = readdirSync(folder);
  expect(others).toEqual([]);
  return join(folder, name);
}

describe('the store of conversations', () => {
  it('gives back the turns of a conversation, and none of another', async () => {
    const store = createConversations(folder);
    expect(await store.turns('trip')).toEqual([]);
    await store.add('trip', turn('one', '2026-01-01T00:00:00.000Z'));
    await store.add('trip', turn('two'));
    await store.add('Trip', turn('three'));
    expect(await createConversations(folder).turns('trip')).toEqual([
      turn('one', '2026-01-01T00:00:00.000Z'),
      turn('two'),
    ]);
    expect((await store.turns('Trip')).map(({ run }) => run)).toEqual(['three']);
  });

  it('is for its user alone', async () => {
    await createConversations(folder).add('trip', turn('one'));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(onlyFile()).mode & 0o777).toBe(0o600);
  });

  it.each(['../trip', 'a/b', '', '.hidden', 'x'.repeat(81), 'a\n'])('refuses %j as an id', async (id) => {
    const store = createConversations(folder);
    await expect(store.turns(id)).rejects.toThrow();
    await expect(store.add(id, turn('one'))).rejects.toThrow();
  });

  it.each([
    ['cut off', '{"version":1,"id":"trip","tur'],
    ['empty', ''],
    ['of another form', '{"version":1,"id":"trip","turns":[{"run":1}]}'],
  ])('puts a file that is %s aside, says it once, and goes on', async (_, text) => {
    const said: string[] = [];
    const store = createConversations(folder, (line) => said.push(line));
    await store.add('trip', turn('one'));
    const file = onlyFile();
    writeFileSync(file, text);
    const found = await Promise.all([store.turns('trip'), store.turns('trip'), store.turns('trip')]);
    expect(found).toEqual([[], [], []]);
    await store.add('trip', turn('two'));
    expect((await store.turns('trip')).map(({ run }) => run)).toEqual(['two']);
    const [aside = '', ...others] = strays();
    expect(others).toEqual([]);
    expect(readFileSync(join(folder, aside), 'utf8')).toBe(text);
    expect(said).toEqual([expect.stringContaining(join(folder, aside))]);
  });

  it('puts a folder in the place of its file aside too', async () => {
    const said: string[] = [];
    const store = createConversations(folder, (line) => said.push(line));
    await store.add('trip', turn('one'));
    const file = onlyFile();
    rmSync(file);
    mkdirSync(file);
    await store.add('trip', turn('two'));
    expect(await store.turns('trip')).toEqual([turn('two')]);
    expect(said).toHaveLength(1);
  });
});

describe('the store of what is learned', () => {
  it('gives rows of exactly these roots, in whatever order they are named', async () => {
    const store = createLearned(folder);
    await store.add(['/b', '/a'], [tried('one')]);
    await store.add(['/a'], [tried('two')]);
    expect((await store.rows(['/a', '/b', '/a'], NOW)).map(({ path }) => path)).toEqual(['one']);
    expect((await store.rows(['/a'], NOW)).map(({ path }) => path)).toEqual(['two']);
    expect(await store.rows(['/b'], NOW)).toEqual([]);
    expect(await store.rows(['/a\0/b'], NOW)).toEqual([]);
  });

  it('counts a try once, however often it is added', async () => {
    const store = createLearned(folder);
    const tries = [tried('one'), tried('one', { attempt: 2, ok: false, reason: 'r' })];
    await store.add(ROOTS, tries);
    await store.add(ROOTS, tries);
    await createLearned(folder).add(ROOTS, tries);
    expect(await store.rows(ROOTS, NOW)).toMatchObject([{ successes: 1, failures: 1, lastReason: 'r' }]);
  });

  it('writes nothing where nothing is learned', async () => {
    const store = createLearned(folder);
    await store.add(ROOTS, []);
    expect(await store.rows(ROOTS, NOW)).toEqual([]);
    expect(() => readdirSync(folder)).toThrow('ENOENT');
  });

  it('begins anew where its file is damaged', async () => {
    const said: string[] = [];
    const store = createLearned(folder, (line) => said.push(line));
    await store.add(ROOTS, [tried('one')]);
    writeFileSync(onlyFile(), '\0\0\0');
    expect(await store.rows(ROOTS, NOW)).toEqual([]);
    await store.add(ROOTS, [tried('two')]);
    expect((await store.rows(ROOTS, NOW)).map(({ path }) => path)).toEqual(['two']);
    expect(said).toHaveLength(1);
  });
});

describe('writers at the same time', () => {
  it('of one process lose nothing of each other', async () => {
    const stores = [createLearned(folder), createLearned(folder)] as const;
    const runs = Array.from({ length: 40 }, (_, index) => `run-${index}`);
    await Promise.all(runs.map((run, index) => stores[index % 2 === 0 ? 0 : 1].add(ROOTS, [tried(run)])));
    const rows = await stores[0].rows(ROOTS, NOW);
    expect(rows.map(({ path }) => path).sort()).toEqual([...runs].sort());
    expect(strays()).toEqual([]);
  });

  it('of three processes lose nothing of each other', async () => {
    const children = ['x', 'y', 'z'].map((name) => startChild(child, [folder, name, '15']));
    await Promise.all(children.map(ended));
    expect(children.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
    expect(await createLearned(folder).rows(ROOTS, NOW)).toHaveLength(45);
    expect(await createConversations(folder).turns('trip')).toHaveLength(45);
    expect(strays()).toEqual([]);
  });

  it('may be killed at any moment: what they had added is kept, and others go on', async () => {
    const added = new Map<string, number>();
    for (const round of [1, 2, 3, 4, 5]) {
      const name = `killed-${round}`;
      const one = startChild(child, [folder, name, '10000']);
      one.on('message', (step) => added.set(name, Number(step)));
      for (let step = 0; step < round; step += 1) await nextMessage(one);
      await new Promise((resolve) => setTimeout(resolve, round * 3));
      one.kill('SIGKILL');
      await ended(one);
    }
    const said: string[] = [];
    const learned = createLearned(folder, (line) => said.push(line));
    const conversations = createConversations(folder, (line) => said.push(line));
    await learned.add(ROOTS, [tried('after')]);
    await conversations.add('trip', turn('after'));
    const paths = (await learned.rows(ROOTS, NOW)).map(({ path }) => path);
    const runs = (await conversations.turns('trip')).map(({ run }) => run);
    const expected = [...added].flatMap(([name, steps]) =>
      Array.from({ length: steps }, (_, index) => `${name}-${index + 1}`),
    );
    expect(added.size).toBe(5);
    expect(paths).toEqual(expect.arrayContaining(['after', ...expected]));
    if (expected.length < 40) expect(runs).toEqual(expect.arrayContaining(['after', ...expected]));
    expect(said).toEqual([]);
  });

  it('find the leftovers of killed ones removed after an hour', async () => {
    await createLearned(folder).add(ROOTS, [tried('one')]);
    const other = `${folder}-swept`;
    mkdirSync(other);
    const left = join(other, 'x.json.00000000-0000-0000-0000-000000000000.tmp');
    writeFileSync(left, '');
    utimesSync(left, 1_000, 1_000);
    await createLearned(other).add(ROOTS, [tried('one')]);
    expect(readdirSync(other).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});
