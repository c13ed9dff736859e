import { chmodSync, chownSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectKept, type CollectKeptRequest } from '../../../../src/workspace/manifest/kept/collect-kept';
import { asBlob, asTree } from '../../../support/hashes';
import { tempFolder } from '../../../support/temp-folder';
import { contentsOf } from '../../../support/manifest-world';
import { ManifestJournals } from '../../../../src/workspace/manifest/steps/journal';

let home: string;
let kept: string;

beforeEach(() => {
  home = tempFolder('kept');
  kept = join(home, 'kept');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** Puts a file aside for a run; `place` is that of another disk. */
function putAside(run: string, text: string, place = kept): void {
  mkdirSync(join(place, run, 'publish'), { recursive: true });
  writeFileSync(join(place, run, 'publish', `f-${'0'.repeat(64)}`), text);
}

function collect(more: Partial<CollectKeptRequest> = {}) {
  const journals = join(home, 'journals');
  return collectKept({ kept, journals, collected: [], known: [], cutoffMs: 0, dryRun: false, ...more });
}

test('what was put aside goes with its run, on every disk, and nothing else does', async () => {
  const other = join(home, 'other', '.kintsugi-kept-0');
  for (const run of ['old', 'open']) putAside(run, run);
  putAside('old', 'elsewhere', other);
  mkdirSync(join(kept, '.places'));
  writeFileSync(join(kept, '.places', 'x'), other);
  const request = { collected: ['old'], known: ['open'] };
  expect((await collect({ ...request, dryRun: true })).collected).toMatchObject({ runs: 2, files: 2 });
  expect(contentsOf(home)).toHaveLength(4);
  expect(await collect(request)).toMatchObject({
    held: { runs: 1, files: 1 },
    collected: { runs: 2, files: 2 },
  });
  expect(contentsOf(home).sort()).toEqual([other, 'open'].sort());
});

test('what no run knows any more goes once it is older than the retention', async () => {
  putAside('forgotten', 'x');
  utimesSync(join(kept, 'forgotten'), 1_000, 1_000);
  expect((await collect({ cutoffMs: 999_000 })).collected.runs).toBe(0);
  expect((await collect({ cutoffMs: 1_001_000 })).collected.runs).toBe(1);
  expect(contentsOf(home)).toEqual([]);
});

test('what an unfinished publish has put aside stays', async () => {
  putAside('old', 'x');
  const hash = asBlob('0'.repeat(64));
  await new ManifestJournals(join(home, 'journals')).write({
    version: 1,
    id: 'publish',
    state: 'committed',
    key: { run: 'old', effect: 'e' },
    roots: [home],
    base: asTree(hash),
    tree: asTree(hash),
    places: [join(kept, 'old', 'publish')],
    steps: [],
    folders: [],
  });
  expect((await collect({ collected: ['old'] })).held.runs).toBe(1);
});

test('a folder that may not be written into goes too', async () => {
  putAside('old', 'x');
  mkdirSync(join(kept, 'old', 'publish', 'd-shut'));
  writeFileSync(join(kept, 'old', 'publish', 'd-shut', 'y'), 'y');
  chmodSync(join(kept, 'old', 'publish', 'd-shut'), 0o555);
  const isSuperuser = process.geteuid?.() === 0;
  if (isSuperuser) {
    for (const path of ['', 'kept', 'kept/old', 'kept/old/publish', 'kept/old/publish/d-shut'])
      chownSync(join(home, path), 65_534, 65_534);
    process.seteuid?.(65_534);
  }
  try {
    expect((await collect({ collected: ['old'] })).collected.files).toBe(2);
  } finally {
    if (isSuperuser) process.seteuid?.(0);
  }
  expect(contentsOf(home)).toEqual([]);
});
