import { beginGoal, readGoalTask, type BeginDeps } from '../../../../src/coder/goal';
import type { Mention } from '../../../../src/domain/goal/conversation';
import { FilesRun, type FolderTexts } from '../../../support/file-tools';
import { asBlob } from '../../../support/hashes';

const NOW = '2026-01-02T00:00:00.000Z';

/** Begins a run in these roots, after a turn that made these folders. */
async function begun(
  folders: Readonly<Record<string, FolderTexts>>,
  made: readonly string[],
  more: { request?: string; type?: Mention['type']; timeRange?: BeginDeps['timeRange'] } = {},
) {
  const { store, tree } = await FilesRun.on(Object.values(folders));
  const mentions = made.map((path): Mention => ({ path, type: more.type ?? 'folder', how: 'made', at: NOW }));
  const deps: BeginDeps = {
    ...store,
    capture: async () => ({ tree, times: asBlob(''), entries: 1, bytes: 0 }),
    turnsOf: async () => [{ run: 'before', request: 'make folders', at: NOW, mentions }],
    learnedRows: async () => [],
    knownFolders: async () => [],
    timeRange: more.timeRange ?? (() => undefined),
  };
  const input = {
    ...{
      key: { run: 'r', effect: 'begin' },
      request: more.request ?? 'list that folder',
      roots: Object.keys(folders),
    },
    ...{ language: 'en' as const, conversation: 'trip', now: NOW },
  };
  const context = { signal: new AbortController().signal, progress: () => undefined };
  const { references, open, task } = await beginGoal(deps, input, context);
  const { conversationText } = await readGoalTask(store.blobs, task);
  return { paths: references.map(({ path }) => path), open, conversationText };
}

const PAPERS = { 'papers/a.pdf': 'a' };

test('a folder of an earlier run is the same one in a run with other roots', async () => {
  const made = ['/home/u/desk/papers'];
  expect(await begun({ '/home/u/desk': PAPERS }, made)).toMatchObject({ paths: ['papers'] });
  expect(await begun({ '/home/u/docs': PAPERS, '/home/u/desk': PAPERS }, made)).toMatchObject({
    paths: made,
  });
  expect(await begun({ '/home/u': { 'desk/papers/a.pdf': 'a' } }, made)).toMatchObject({
    paths: ['desk/papers'],
  });
});

test('a folder outside of the roots, or that is not there any more, is no folder that is meant', async () => {
  const { paths, open, conversationText } = await begun({ '/home/u/docs': PAPERS }, [
    '/home/u/desk/papers',
    '/home/u/docs/gone',
  ]);
  expect({ paths, open }).toEqual({ paths: [], open: [] });
  expect(conversationText).toBe(`- ${NOW}: make folders`);
});

test('them are all things of the turn before', async () => {
  const files = { 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c' };
  const made = ['/home/u/desk/a.txt', '/home/u/desk/b.txt'];
  const more = { request: 'delete them', type: 'file' as const };
  expect(await begun({ '/home/u/desk': files }, made, more)).toMatchObject({
    paths: ['a.txt', 'b.txt'],
    open: [],
  });
});

test("a file of a time is one on disk too, and asked about where several are; a hidden one isn't meant", async () => {
  // Files of the run's own tree are as new as the call.
  const day = { from: '2026-01-01T12:00:00Z', to: '2026-01-02T12:00:00Z' };
  const more = { request: "open yesterday's file", timeRange: () => day };
  const open = async (files: FolderTexts) => begun({ '/home/u/desk': files }, [], more);
  expect(await open({ 'x/a.txt': 'a', '.hidden/b': 'b' })).toMatchObject({ paths: ['x/a.txt'], open: [] });
  expect(await open({ 'a.txt': 'a', 'b.txt': 'b' })).toMatchObject({
    paths: [],
    open: [{ phrase: "yesterday's file", choices: ['a.txt', 'b.txt'] }],
  });
  const before = { ...more, timeRange: () => ({ from: '2025-12-01T00:00:00Z', to: '2025-12-02T00:00:00Z' }) };
  expect(await begun({ '/home/u/desk': { 'a.txt': 'a' } }, [], before)).toMatchObject({
    paths: [],
    open: [],
  });
});
