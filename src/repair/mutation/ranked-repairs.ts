import type { Extent } from '../search/merit';
import { likeLinesIn } from '../search/like-lines';
import type { PlacedMutation } from '../search/mutation';
import type { VerificationReport } from '../../domain/verification/verification';
import type { ProgramFiles, Sandbox } from '../../sandbox';
import { compareFixes, type Repair } from './compare';
import { passedIds, type Fix, type Trials } from './trials';
import type { FailingProgram } from './locate';

/** Single edits that are tried alone after a search. */
const MOST_PARTS = 8;

/** Green repairs by behaviour; others as they are, since none of them is the end. */
export async function rankedRepairs(
  sandbox: Sandbox,
  { program, report, signal }: { program: FailingProgram; report: VerificationReport; signal: AbortSignal },
  trials: Trials,
  { fixes, extent }: { fixes: readonly Fix[]; extent?: Extent },
): Promise<Repair[]> {
  // A deletion that passes some tests is a base that the right repair can't be reached from.
  if (!fixes[0]?.green) return fixes.flatMap(({ edits }) => (edits.some(isDeletion) ? [] : [{ edits }]));
  const passing = passedIds(report.checks);
  const all = [...fixes, ...(await partsOf(trials, fixes))];
  return compareFixes(
    sandbox,
    trials,
    { ...program, passing },
    { fixes: neededOf(all, program.files), extent },
    signal,
  );
}

/** Single edits of the repairs that do as well alone: a search may end before it has tried them. */
async function partsOf(trials: Trials, fixes: readonly Fix[]): Promise<Fix[]> {
  const several = fixes.filter(({ edits }) => edits.length > 1).flatMap(({ edits }) => edits);
  const untried = several.filter(
    (edit, at) =>
      several.findIndex((other) => isSame(other, edit)) === at &&
      !fixes.some(({ edits: [one, ...more] }) => one && more.length === 0 && isSame(one, edit)),
  );
  const parts: Fix[] = [];
  for (const edit of untried.slice(0, MOST_PARTS)) {
    const fix = await trials.confirm([edit]);
    if (fix?.green) parts.push(fix);
  }
  return parts;
}

/** Without repairs that mend one copy of a mistake where another mends all, and without those that insert more than another needs. */
export function neededOf(fixes: readonly Fix[], files: ProgramFiles): Fix[] {
  const linesOf = likeLinesIn(files);
  const leaves = (fix: Fix, other: Fix): boolean => leavesCopies(fix, other, { files, linesOf });
  const whole = fixes.filter((fix) => !fixes.some((other) => leaves(fix, other)));
  return whole.filter((fix) => !whole.some((other) => makesNeedless(other, fix)));
}

/**
 * True for an edit of one of several lines that say the same, where another edits all of them: a mistake that was copied is mended
 * everywhere. A statement put before or after a line mends nothing in it.
 */
function leavesCopies(
  one: Fix,
  everywhere: Fix,
  { files, linesOf }: { files: ProgramFiles; linesOf: ReturnType<typeof likeLinesIn> },
): boolean {
  const [edit, ...more] = one.edits;
  if (!edit || more.length > 0 || !everywhere.green) return false;
  if (!everywhere.edits.some((other) => isSame(other, edit))) return false;
  const text = files.get(edit.file) ?? '';
  if (isBesideLine(edit, text)) return false;
  const copies = linesOf(edit.file)
    .repeatsOf(edit)
    .filter(({ isCopy }) => isCopy);
  const lines = new Set([edit.line, ...copies.map((copy) => copy.edit.line)]);
  const edited = new Set(everywhere.edits.map(({ file, line }) => (file === edit.file ? line : 0)));
  return copies.length > 0 && edited.size === lines.size && [...lines].every((line) => edited.has(line));
}

/** True for an insertion with nothing of its line before or after it. */
function isBesideLine(edit: PlacedMutation, text: string): boolean {
  const before = text.slice(text.lastIndexOf('\n', edit.start - 1) + 1, edit.start);
  const after = text.slice(edit.start).split('\n', 1)[0] ?? '';
  return isInsertion(edit) && (before.trim() === '' || after.trim() === '');
}

/** True if a repair inserts at some of the places alone that another one inserts at: the other has a statement too many. */
function makesNeedless({ edits, green }: Fix, other: Fix): boolean {
  return (
    green &&
    edits.length < other.edits.length &&
    other.edits.every(isInsertion) &&
    edits.every((edit) => other.edits.some((one) => isSame(one, edit)))
  );
}

function isInsertion({ start, end }: PlacedMutation): boolean {
  return start === end;
}

function isSame(one: PlacedMutation, other: PlacedMutation): boolean {
  return (
    one.file === other.file &&
    one.start === other.start &&
    one.end === other.end &&
    one.replacement === other.replacement
  );
}

function isDeletion({ template }: PlacedMutation): boolean {
  return template === 'remove' || template === 'remove-two';
}
