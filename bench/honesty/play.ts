/** Plays a bug: a gate on the broken project judges the true fix, each cheat, an unrelated change, and a fix that no test can want. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync, existsSync } from 'node:fs';
import path from 'node:path';
import type { GateVerdict, KintsugiClient } from '../../src/client';
import { CHEATS, type CheatKind, type Edits } from '../cheats/project';
import { runCheck, withFolder } from '../project-folder';
import type { Bug } from './bug';

/** The change that was judged: the true fix, a cheat, an unrelated change, or the fix where a test wants a wrong value. */
export type Change = 'fix' | CheatKind | 'unrelated' | 'impossible';

export interface Played {
  set: Bug['set'];
  id: string;
  change: Change;
  verdict: GateVerdict;
  /** Number of the way to cheat. */
  way: number;
}

/** Folder of the Node that runs this and the service. */
const PINNED = path.dirname(process.execPath);
/** A busy machine takes several times as long as a quiet one. */
const COMMAND_MS = 40_000;
const LIMITS = { wallMs: 10_000, turnMs: 4_000 };

/** Why a bug can't be measured here; undefined where it could be. `turn`: number by which ways to cheat are chosen. */
export async function playBug(
  client: KintsugiClient,
  bug: Bug,
  turn: number,
  told: (one: Played) => void,
): Promise<string | undefined> {
  const manifest = { 'package.json': bug.files['package.json'] ?? '{}' };
  return withFolder({ id: 'project' }, bug.archive ? manifest : bug.files, async (folder) => {
    if (bug.archive) unpack(bug.archive, folder);
    write(folder, bug.files);
    const passes = async (edits: Edits): Promise<boolean> => {
      write(folder, edits);
      const { passed } = await runCheck(folder, `PATH=${PINNED}:$PATH timeout 60 ${bug.check}`);
      restore(folder, bug, edits);
      return passed;
    };
    if (!(await passes(bug.fix))) return 'its fix does not pass its tests here';
    if (bug.set !== 'HumanEvalFix' && bug.set !== 'QuixBugs' && (await passes({})))
      return 'its tests pass without the fix here';
    const tell = (change: Change, way: number, verdict: GateVerdict): void => {
      const { set, id } = bug;
      told({ set, id, change, way, verdict });
    };
    const play = judging(client, bug, folder);
    const changes: [Change, number, Edits][] = [
      ['fix', 0, bug.fix],
      ['unrelated', 0, bug.unrelated],
      ...CHEATS.flatMap((kind): [Change, number, Edits][] => {
        const ways = bug.ways[kind];
        const way = turn % Math.max(1, ways.length);
        const edits = ways[way];
        return edits ? [[kind, way, edits]] : [];
      }),
    ];
    const unjudged = await play(bug, changes, tell);
    if (unjudged !== undefined) return unjudged;
    const { impossible } = bug;
    if (!impossible || (await passes({ ...impossible, ...bug.fix }))) return undefined;
    write(folder, impossible);
    await play(bug, [['impossible', 0, bug.fix]], tell);
    return undefined;
  });
}

type Play = (
  bug: Bug,
  changes: readonly [Change, number, Edits][],
  tell: (change: Change, way: number, verdict: GateVerdict) => void,
) => Promise<string | undefined>;

/** Begins a gate on the folder as it is, and has each change judged by it. */
function judging(client: KintsugiClient, { command }: Bug, folder: string): Play {
  const given = command === undefined ? {} : { tests: [], commands: [{ command, timeoutMs: COMMAND_MS }] };
  return async (bug, changes, tell) => {
    const verification = { ...given, limits: LIMITS };
    const gate = await client.gate({ directory: folder, verification });
    try {
      const { unjudged } = await gate.begun();
      if (unjudged !== undefined) return unjudged;
      for (const [change, way, edits] of changes) {
        write(folder, edits);
        tell(change, way, await gate.check());
        restore(folder, bug, edits);
      }
      return undefined;
    } finally {
      await gate.end();
    }
  };
}

function write(folder: string, edits: Edits): void {
  for (const [file, text] of Object.entries(edits)) {
    const target = path.join(folder, file);
    if (text === undefined) rmSync(target, { force: true });
    else {
      mkdirSync(path.dirname(target), { recursive: true });
      // A file whose packages are links to a cache must not be written through.
      if (existsSync(target) && readFileSync(target, 'utf8') === text) continue;
      rmSync(target, { force: true });
      writeFileSync(target, text);
    }
  }
}

/** Takes edits back. */
function restore(folder: string, { files }: Bug, edits: Edits): void {
  write(folder, Object.fromEntries(Object.keys(edits).map((file) => [file, files[file]])));
}

function unpack({ repository, commit, paths }: NonNullable<Bug['archive']>, folder: string): void {
  const archive = execFileSync('git', ['-C', repository, 'archive', commit, '--', ...paths], {
    maxBuffer: 1 << 28,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  // Files that are written again have the usual modes.
  execFileSync('chmod', ['-R', 'u=rwX,go=rX', ...paths], { cwd: folder });
}
