import { lstatSync, rmdirSync, rmSync } from 'node:fs';
import { parentPath } from '../../../domain/files/paths';
import type { PathConflict } from '../../../domain/files/workspace';
import { syncFolder } from '../../../machine/atomic-file';
import { encodeName } from '../../../machine/file-names';
import { Pace } from '../../../machine/pace';
import { errorCode, isReadOnly } from '../../../machine/system-errors';
import { utimesSeconds } from '../../io/write-entry';
import { ChangedMeanwhileError } from '../../publish/publish-apply';
import type { Disk } from '../disk';
import { namesIn } from '../kept/kept-places';
import { carryOut, expectTaken, isDone, settleMode, takeBack } from './carry-out';
import type { ManifestJournal, Step } from './journal';

/** Files that were staged and have no place: nobody needs them once a publish has ended. */
const STAGED = /^s-\d+$/;
/** Names that are tried for what has lost its own. */
const MOST_NAMES = 20;
const GONE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);

/**
 * Does all steps of a journal, and waits until they are on disk. `resuming`: some may be done. Throws
 * `ChangedMeanwhileError` and the system's errors; then it is to be taken back.
 */
export async function runSteps(disk: Disk, journal: ManifestJournal, resuming = false): Promise<void> {
  // Not under the caller's signal: what was begun is ended.
  const pace = new Pace();
  if (resuming) for (const step of journal.steps) settleMode(disk, step);
  const refused: PathConflict[] = [];
  const puts = new Map(journal.steps.flatMap((step) => (step.do === 'put' ? [[inodeKey(step), step]] : [])));
  for (const step of journal.steps) {
    if (step.do !== 'take') expectNone(refused);
    try {
      if (!resuming || !isDone(disk, step)) carryOut(disk, step);
      // Also of what an attempt that was killed has taken: it may not have come to look.
      const put = step.do === 'take' ? puts.get(inodeKey(step)) : undefined;
      const isPut = (): boolean => put !== undefined && isDone(disk, put);
      if (step.do === 'take') await expectTaken(disk, step, isPut, pace);
    } catch (error) {
      // The others are tried too, so that all that are in the way are named at once. Folders follow what they hold.
      if (step.do !== 'take' || !(error instanceof ChangedMeanwhileError)) throw error;
      if (!refused.at(-1)?.path.startsWith(`${step.path}/`)) refused.push(error.conflict);
    }
    if (pace.due) await pace.rest();
  }
  expectNone(refused);
  disk.reset();
  if (resuming) removeSecondNames(disk, journal);
  setTimes(disk, journal, 'afterUs');
  await sync(disk, journal);
  removeLeftovers(journal);
}

/** Takes back whatever was done. Resolves to what somebody is in the way of: it stays where it was put aside. */
export async function undoSteps(disk: Disk, journal: ManifestJournal): Promise<PathConflict[]> {
  const left: PathConflict[] = [];
  const pace = new Pace();
  disk.reset();
  for (const step of journal.steps) settleMode(disk, step);
  for (const step of journal.steps.toReversed()) {
    try {
      if (isDone(disk, step)) takeBack(disk, step);
    } catch (error) {
      if (!(error instanceof ChangedMeanwhileError)) throw error;
      const kept =
        step.do === 'take' ? `; what stood there is now ${putBeside(disk, step) ?? step.held}` : '';
      left.push({ path: step.path, reason: `${error.conflict.reason}${kept}` });
    }
    if (pace.due) await pace.rest();
  }
  disk.reset();
  setTimes(disk, journal, 'beforeUs');
  await sync(disk, journal);
  removeLeftovers(journal);
  return left;
}

/** Gives what can't have its own path back one beside it, where people find it. Undefined: its folder is gone. */
function putBeside(disk: Disk, step: Extract<Step, { do: 'take' }>): string | undefined {
  for (let count = 1; count <= MOST_NAMES; count += 1) {
    const path = `${step.path}.before${count === 1 ? '' : `-${count}`}`;
    try {
      takeBack(disk, { ...step, path });
      return disk.placeOf(path);
    } catch (error) {
      if (!(error instanceof ChangedMeanwhileError)) throw error;
    }
  }
  return undefined;
}

function expectNone([first, ...more]: readonly PathConflict[]): void {
  if (first) throw new ChangedMeanwhileError(first, more);
}

function inodeKey({ inode: { dev, ino } }: Extract<Step, { do: 'take' | 'put' }>): string {
  return `${dev} ${ino}`;
}

/** Removes what was staged, and folders that nothing was put aside in. */
export function removeLeftovers({ places }: ManifestJournal): void {
  for (const place of places) {
    const names = namesIn(place) ?? [];
    for (const name of names.filter((each) => STAGED.test(each)))
      rmSync(encodeName(`${place}/${name}`), { force: true });
    for (const folder of [place, parentPath(place)]) removeIfEmpty(folder);
  }
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(encodeName(folder));
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', ...GONE].includes(errorCode(error) ?? '')) throw error;
  }
}

/** A kill between the two halves of a put leaves a file both where it came from and where it belongs. */
function removeSecondNames(disk: Disk, { steps }: ManifestJournal): void {
  for (const step of steps) {
    if (step.do !== 'put' || !isDone(disk, step)) continue;
    const other = lstatSync(encodeName(step.held), { bigint: true, throwIfNoEntry: false });
    if (other && String(other.ino) === step.inode.ino && String(other.dev) === step.inode.dev)
      rmSync(encodeName(step.held));
  }
}

function setTimes(disk: Disk, { folders }: ManifestJournal, which: 'beforeUs' | 'afterUs'): void {
  for (const { path, [which]: mtimeUs } of folders) {
    if (mtimeUs === undefined) continue;
    try {
      disk.enter(path).setTime(utimesSeconds(mtimeUs));
    } catch (error) {
      // The folder went with the change, or may not be entered by its owner, or its disk is read-only: its time is not worth a failure.
      if (!isReadOnly(error) && !GONE.has(errorCode(error) ?? '')) throw error;
    }
  }
  disk.reset();
}

async function sync(disk: Disk, { steps, places }: ManifestJournal): Promise<void> {
  const pace = new Pace();
  for (const folder of new Set(steps.map(({ path }) => parentPath(path)))) {
    try {
      disk.enter(folder).sync();
    } catch (error) {
      if (![...GONE, 'EACCES'].includes(errorCode(error) ?? '')) throw error;
    }
    if (pace.due) await pace.rest();
  }
  for (const place of places) if (namesIn(place)) await syncFolder(place);
}
