/**
 * Changes of a program to built-ins, globals and shared modules. Tests read these as well, so a repair that changes one
 * could answer in place of the code. Only changes that the program made before the repair may be made after it.
 */
import {
  type CheckReport,
  type TestResult,
  type VerificationComparison,
  type VerificationReport,
  totalsOf,
} from './verification';
import { LOADED } from './protected-paths';
import { VERIFICATION_WORDS } from './verification-words';
import type { Language } from '../run/input';
import { excerpt } from '../text';

/** Begins the name of a variable of the environment. */
const VARIABLE = 'process.env.';

const SHOWN = 5;
const NAME_CHARS = 100;

/** Title of the test that stands for such a change in a report. */
const TITLE = 'changes built-ins';

/** Names for people, each once. */
function shownNames(names: readonly string[]): { names: string[]; more: number } {
  const plain = [...new Set(names)];
  const shown = plain.slice(0, SHOWN).map((name) => excerpt(name, NAME_CHARS));
  return { names: shown, more: plain.length - shown.length };
}

function isLoaded(check: CheckReport | undefined): check is CheckReport {
  return check !== undefined && !check.tests.some(({ failure }) => failure?.phase === 'collect');
}

/**
 * Names that the check changed and that the baseline's run of the same test file did not change. A file that is new, or
 * did not load there, may change what other files changed: loaded, it would have.
 */
export function newChanges(check: CheckReport, baseline: VerificationReport): string[] {
  const { changed = [] } = check;
  if (changed.length === 0) return [];
  const before = baseline.checks.find(({ name, kind }) => name === check.name && kind === 'tests');
  const sources = isLoaded(before) ? [before] : baseline.checks;
  const known = new Set(sources.flatMap((one) => one.changed ?? []).map(kindOf));
  const judges = new Set(baseline.judges?.files.map(({ path }) => path + LOADED));
  return changed.filter((name) => !known.has(kindOf(name)) && (!name.endsWith(LOADED) || judges.has(name)));
}

/** Who sets variables at all may set others: their names are often data. */
function kindOf(name: string): string {
  return name.startsWith(VARIABLE) ? VARIABLE : name;
}

/** Change of built-ins as what follows "it". */
export function builtInsText(
  { names, more }: NonNullable<VerificationComparison['changes']>,
  language: Language,
): string {
  const words = VERIFICATION_WORDS[language];
  return words.builtIns(
    names.map((name) => (name.endsWith(LOADED) ? words.onlyLoaded(name.slice(0, -LOADED.length)) : name)),
    more,
  );
}

export function changesOf(
  checks: readonly CheckReport[],
  baseline: VerificationReport,
): VerificationComparison['changes'] {
  const names = checks.flatMap((check) => newChanges(check, baseline));
  return names.length === 0 ? undefined : shownNames(names);
}

function failureOf(check: CheckReport, names: readonly string[]): TestResult {
  return {
    id: `${check.name} > ${TITLE}`,
    file: check.name,
    path: [TITLE],
    status: 'failed',
    durationMs: 0,
    failure: {
      errorName: 'ChangedBuiltInsError',
      message: `${builtInsText(shownNames(names), 'en')}. Tests rely on them, so a repair may not change them: repair the program without.`,
      phase: 'run',
    },
    console: [],
  };
}

/** The checks, each with a failed test more where its program makes new changes. */
export function withChangesFailed(
  checks: readonly CheckReport[],
  baseline: VerificationReport | undefined,
): CheckReport[] {
  return checks.map((check) => {
    const names = baseline ? newChanges(check, baseline) : [];
    if (names.length === 0) return check;
    const tests = [...check.tests, failureOf(check, names)];
    return { ...check, tests, totals: totalsOf(tests) };
  });
}

/** Tells of a program that changes built-ins, repaired or not. */
export function changeNotes(checks: readonly CheckReport[]): string[] {
  const isTold = (name: string): boolean => !name.endsWith(LOADED) && !name.startsWith(VARIABLE);
  const names = checks.flatMap(({ changed = [] }) => changed.filter(isTold));
  if (names.length === 0) return [];
  return [
    `The program ${builtInsText(shownNames(names), 'en')}, which its tests use too. A repair that changes others is refused.`,
  ];
}
