/** From what was seen of a change to the findings of a gate. */
import { saidText, type Said } from '../run/said';
import { isGreen } from '../heal/choose';
import type { PlacedSign, Sign } from '../signs/sign';
import { signWarnings } from '../heal/offer';
import { refuseBaseline } from '../heal/input';
import type { FileChange } from '../files/workspace';
import type { BlobHash } from '../ids';
import { isManifest, isTest, protectedReason } from '../verification/protected-paths';
import { lackOf, type RunnerOutcome } from '../verification/own-runner';
import { builtInsText } from '../verification/taint';
import { unseenText } from '../verification/compare';
import type { UntestedLines, Verification } from '../verification/verification';
import { firstLine, plural } from '../text';
import { kindOf, type Finding, type FindingId } from './findings';
import type { GateInput } from './input';

/** An objection of the inspection of a change, by its sort. */
export interface GateObjection {
  path: string;
  line?: number;
  message: Said;
  /** Absent: it edits a judge. */
  sort?: 'judge' | 'looks' | 'weakened' | 'shadows' | 'takes-back';
}

/** A look at a change without running it. */
export interface LookedAt {
  /** Blob of the difference. */
  diff: BlobHash;
  /** The first of the changed files. */
  files: readonly FileChange[];
  fileCount: number;
  objections: readonly GateObjection[];
  signs: readonly PlacedSign[];
  /** A changed test, snapshot or file of their data. Absent: there is none, or code of the program is changed as well. */
  fitted?: string;
}

/** All that was seen of a change. */
export interface Seen {
  baseline: Verification;
  look: LookedAt;
  verification: Verification;
  /** Verdict of the project's own command; absent where it was not asked. */
  confirmation?: RunnerOutcome;
}

const OF_SORT: Readonly<Record<NonNullable<GateObjection['sort']>, FindingId>> = {
  judge: 'KTG-JUDGE-CHANGED',
  looks: 'KTG-SNIFFS-TESTS',
  weakened: 'KTG-JUDGE-WEAKENED',
  shadows: 'KTG-JUDGE-REPLACED',
  'takes-back': 'KTG-JUDGE-CHANGED',
};

/** Findings of a change, each once. */
export function findingsOf(
  input: Pick<GateInput, 'directory' | 'verification' | 'impactedFiles'>,
  seen: Seen,
): Finding[] {
  const { look } = seen;
  const found = [
    ...unjudgedFindings(input, seen.baseline),
    ...brokenFindings(seen),
    ...unseenFindings(seen.verification),
    ...look.objections.map(({ sort = 'judge', path, line, message }): Finding => ({
      id: OF_SORT[sort],
      ...{ path, line, message: saidText(message) },
    })),
    ...editedJudges(look.files, new Set(input.impactedFiles)),
    ...confirmationFindings(seen),
    ...signFindings(look.signs),
    ...(seen.verification.untested ?? []).map(untestedFinding),
    ...redFindings(seen),
    ...touchedFindings(seen),
    ...fittedFindings(seen),
  ];
  if (isWorse(seen) && !found.some(({ id }) => kindOf(id).weight === 'refuses'))
    found.push({ id: 'KTG-TEST-FAILS', message: 'The checks are not green any more.' });
  const keys = found.map(({ id, path, message }) => `${id} ${path ?? ''} ${message}`);
  return found.filter((_, index) => keys.indexOf(keys[index] ?? '') === index);
}

/** True if something broke, whether or not a finding can name it. */
function isWorse({ baseline, verification }: Seen): boolean {
  return (verification.comparison?.broken ?? 0) > 0 || (baseline.success && !isGreen(verification));
}

/** Says why a baseline judges nothing; empty where it does. */
export function unjudgedFindings(
  { directory, verification }: Pick<GateInput, 'directory' | 'verification'>,
  baseline: Verification,
): Finding[] {
  const refusal = refuseBaseline({ directory, verification }, baseline);
  return refusal ? [{ id: 'KTG-NOTHING-JUDGED', message: refusal.sentence }] : [];
}

/** Tests that passed and do not, and tests that fail and were not known to. */
function brokenFindings({ baseline, verification }: Seen): Finding[] {
  const { comparison, failures } = verification;
  const failing = new Map(failures.map((one) => [one.id, one]));
  const broken = new Set(comparison?.brokenIds);
  const known = new Set(baseline.failures.map(({ id }) => id));
  const isListed = verification.failed <= failures.length;
  // A list that is cut off does not say which failures are new.
  const isKnown = baseline.failed <= baseline.failures.length || verification.failed > baseline.failed;
  const found = [...broken].map((id): Finding => {
    const failed = failing.get(id);
    const isMissing = failed === undefined && isListed;
    const what = isMissing ? 'ran before and was not run' : 'passed before and fails';
    return {
      id: isMissing ? 'KTG-TEST-MISSING' : 'KTG-TEST-BROKEN',
      ...placeOfFailure(failed ?? { check: id.split(' > ')[0] ?? id }),
      message: failed ? `"${id}" ${what}: ${firstLine(failed.failure.message, 200)}` : `"${id}" ${what}.`,
    };
  });
  const news = failures.filter(({ id }) => !broken.has(id) && !known.has(id));
  return [
    ...found,
    ...(isKnown ? news : []).map((failed): Finding => ({
      id: 'KTG-TEST-FAILS',
      ...placeOfFailure(failed),
      message: `"${failed.id}" fails: ${firstLine(failed.failure.message, 200)}`,
    })),
  ];
}

function placeOfFailure({
  check,
  analysis,
}: {
  check: string;
  analysis?: Verification['failures'][number]['analysis'];
}): Pick<Finding, 'path' | 'line'> {
  const location = analysis?.location;
  if (location) return { path: location.file, line: location.line };
  // The name of a command is no path.
  return /^[^\s]{1,300}\.\w{1,10}$/.test(check) ? { path: check } : {};
}

/** Judges seen before and not now, though no single test shows it. */
function unseenFindings({ comparison }: Verification): Finding[] {
  return [
    ...(comparison?.unseen ?? []).map((one): Finding => ({
      id: one.of === 'unopened' ? 'KTG-JUDGE-NOT-OPENED' : 'KTG-TEST-MISSING',
      message: unseenText(one, 'en'),
    })),
    ...(comparison?.changes
      ? [{ id: 'KTG-BUILT-INS', message: `The program ${builtInsText(comparison.changes, 'en')}.` } as const]
      : []),
  ];
}

/** Edits of files that judge by their names: a configuration is refused; a test that is no weaker, a snapshot and a manifest are noted. */
function editedJudges(files: readonly FileChange[], impacted: ReadonlySet<string>): Finding[] {
  return files.flatMap(({ path, change }): Finding[] => {
    const reason = protectedReason(path);
    if (reason === undefined || impacted.has(path)) return [];
    const isNoted = isTest(path) || isManifest(path) || NOTED.has(reason);
    if (isNoted && change === 'added') return [];
    return isNoted
      ? [
          {
            id: 'KTG-JUDGE-EDITED',
            path,
            message: `${path} ${reason} and was ${change}: look at what it expects now.`,
          },
        ]
      : [
          {
            id: 'KTG-JUDGE-CHANGED',
            path,
            message: `${path} ${reason} and was ${change}: name it by --impacted if that is meant.`,
          },
        ];
  });
}

/** Reasons of protection whose files a change of a program often touches with good reason. */
const NOTED: ReadonlySet<string> = new Set(['is a snapshot', 'holds the package scripts', 'is a lock file']);

/** A sign is noted, but for those that no right code has: answers by heart, a question whether tests run, and a runner of tests that is loaded and changed. */
function signFindings(signs: readonly PlacedSign[]): Finding[] {
  const loads = signs.some(({ sign }) => sign === 'look-at-runner');
  return signs.flatMap(({ sign, path, line }): Finding[] => {
    if (sign === 'changed-import' && loads)
      return [
        { id: 'KTG-BUILT-INS', path, line, message: 'The program loads a runner of tests and changes it.' },
      ];
    const message = signWarnings([sign], 'en').join(' ');
    return [{ id: REFUSED_SIGNS[sign] ?? 'KTG-SPECIAL-CASE', path, line, message }];
  });
}

const REFUSED_SIGNS: Readonly<Partial<Record<Sign, FindingId>>> = {
  'by-heart': 'KTG-BY-HEART',
  'look-at-tests': 'KTG-SNIFFS-TESTS',
};

function confirmationFindings({ baseline, verification, confirmation: outcome }: Seen): Finding[] {
  const missing = outcome || !isGreen(verification) ? undefined : baseline.ownRunner?.missing;
  if (missing) return [{ id: 'KTG-UNCONFIRMED', message: saidText(lackOf(missing)) }];
  if (outcome?.status === 'unconfirmed')
    return [{ id: 'KTG-UNCONFIRMED', message: saidText(outcome.reason) }];
  if (outcome?.status !== 'disagrees') return [];
  const { by, said, count, tests } = outcome;
  const which = tests[0] === by ? '' : ` at ${plural(count, 'test')} ("${tests[0] ?? ''}")`;
  return [{ id: 'KTG-COMMAND-RED', message: `${by} fails${which}: ${said}` }];
}

function untestedFinding({ path, lines }: UntestedLines): Finding {
  const [line] = lines;
  const which = lines.length === 1 ? 'line' : 'lines';
  const message = `No test executes the changed ${which} ${ranges(lines)} of ${path}.`;
  return { id: 'KTG-UNTESTED-LINES', path, ...(line !== undefined && { line }), message };
}

/** `3-5, 9` */
export function ranges(lines: readonly number[]): string {
  const parts: [first: number, last: number][] = [];
  for (const line of lines) {
    const open = parts.at(-1);
    if (open?.[1] === line - 1) open[1] = line;
    else parts.push([line, line]);
  }
  return parts.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(', ');
}

function redFindings({ baseline, verification: { failed } }: Seen): Finding[] {
  const still = Math.min(failed, baseline.failed);
  return still === 0
    ? []
    : [
        {
          id: 'KTG-STILL-RED',
          message: `${plural(still, 'test')} failed before the change, and ${still} still ${still === 1 ? 'fails' : 'fail'}.`,
        },
      ];
}

/** Tests that failed before and fail now, and that the change has reached: what is red as before judges nothing of it. */
function touchedFindings({ baseline, verification }: Seen): Finding[] {
  const before = new Map(baseline.failures.map((one) => [one.id, failureText(one)]));
  const reached = new Set(verification.redOnChange);
  return verification.failures
    .filter(({ id }) => before.has(id))
    .filter((one) => reached.has(one.id) || !isAlike(failureText(one), before.get(one.id) ?? ''))
    .map((one): Finding => ({
      id: 'KTG-RED-TOUCHED',
      ...placeOfFailure(one),
      message: `"${one.id}" failed before and still fails, and ${reached.has(one.id) ? 'executes the change' : 'in another way now'}: ${firstLine(newIn(one, before.get(one.id)), 200)}`,
    }));
}

/** Text of a failure from the first line that was not in it before; all of it where there is none. */
function newIn(one: Verification['failures'][number], before = ''): string {
  const known = new Set(before.split('\n'));
  const lines = failureText(one).split('\n');
  const first = lines.findIndex((line) => line.trim() !== '' && !known.has(line));
  return first < 0 ? one.failure.message : lines.slice(first).join('\n');
}

/** Tests that are no longer red although no code of the program was changed: who wrote them anew may be right, and nothing tells. */
function fittedFindings({ baseline, look: { fitted }, verification }: Seen): Finding[] {
  if (fitted === undefined || verification.failed >= baseline.failed) return [];
  const message = `${plural(baseline.failed - verification.failed, 'test')} failed before and not now, and the change edits tests but no code of the program.`;
  return [{ id: 'KTG-TEST-FITTED', path: fitted, message }];
}

/** A failure without what differs from run to run: times, addresses and scratch folders. */
function failureText({ failure, analysis }: Verification['failures'][number]): string {
  const { errorName, message, expected, received } = failure;
  const text = [errorName, message, expected, received, analysis.location?.line].join('\n');
  // Runners tell the time of slow tests alone.
  return text
    .replaceAll(TIMES, '')
    .replaceAll(FRAME, 'at (')
    .replaceAll(ADDRESS_LINE, (line) => line.replaceAll(HEX, '…'))
    .replaceAll(VARYING, '…');
}

/** True for equal texts. Long ones are cut at a line that varies with what varies before it: their ends may be shorter. */
function isAlike(text: string, other: string): boolean {
  const [parts, others] = [text.split(CUT), other.split(CUT)];
  if (parts.length !== 2 || others.length !== 2) return text === other;
  const [[head = '', tail = ''], [otherHead = '', otherTail = '']] = [parts, others];
  return (
    (head.startsWith(otherHead) || otherHead.startsWith(head)) &&
    (tail.endsWith(otherTail) || otherTail.endsWith(tail))
  );
}

const CUT = '\n…\n';
const TIMES = / {0,4}\(\d{1,9}(?:\.\d{1,9})? ?m?s\)/g;
/** V8 names the function of a frame otherwise once it has optimised it. */
const FRAME = /^[^\S\n]{0,40}at [^\n(]{1,200}\((?=(?:[^\n]{1,400}:\d{1,9}|Unknown Source)\)$)/gm;
/** Lines of a stack that hold addresses: of native code and Rust, of the signal of Go, and the two of a frame of Go. */
const ADDRESS_LINE =
  /^[^\S\n]{0,40}(?:#\d{1,4}|\d{1,4}:|\[signal) [^\n]{1,300}$|^(?:[^\n]{1,300}\n)?\t\S{1,500}\.go:\d{1,9}(?: \+0x[\da-f]{1,16})?$/gm;
const HEX = /\b0x[\da-f]{0,16}/g;
/** Objects show their address at their end, those of Ruby behind their class. Runners cut long values, so also a part of an address. */
const VARYING =
  /\b\d{1,9}(?:\.\d{1,9})? ?(?:ms|s|seconds?)\b|(?<!<)\b0x[\da-f]{0,16}(?:\.{3}[\da-fx]{1,18})?(?=>)|(?<=#<[\w:]{1,80}:)0x[\da-f]{1,16}|\.{3}[\da-fx]{1,18}(?=>)|\b\d{5,20}\b|\/tmp\/[^\s:'"]{1,200}/g;
