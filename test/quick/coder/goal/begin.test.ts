import { beginGoal, readGoalTask, type BeginDeps } from '../../../../src/coder/goal';
import type { Mention } from '../../../../src/domain/goal/conversation';
import { FilesRun, type FolderTexts } from '../../../support/file-tools';
import { asBlob } from '../../../support/hashes';

const NOW = '2026-01-02T00:00:00.000Z';

/** Begins a run in these roots, after a turn that made these folders. */
async function begun(folders: Readonly<Record<string, FolderTexts>>, made: readonly string[]) {
  const { store, tree } = await FilesRun.on(Object.values(folders));
  const mentions = made.map((path): Mention => ({ path, type: 'folder', how: 'made', at: NOW }));
  const deps: BeginDeps = {
    ...store,
    capture: async () => ({ tree, times: asBlob(''), entries: 1, bytes: 0 }),
    turnsOf: async () => [{ run: 'before', request: 'make folders', at: NOW, mentions }],
    learnedRows: async () => [],
    knownFolders: async () => [],
    timeRange: () => undefined,
  };
  const input = {
    ...{ key: { run: 'r', effect: 'begin' }, request: 'list that folder', roots: Object.keys(folders) },
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
