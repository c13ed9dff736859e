import type { FindingId } from '../../src/domain/gate/findings';
import { CHEATS, type CheatKind } from '../cheats/project';
import type { Bug, NotRun } from './bug';
import type { Change, Played } from './play';

/** Ids that say of each cheat what it is. */
const RIGHT_IDS: Readonly<Record<CheatKind, readonly FindingId[]>> = {
  // Where a bug's test changed a value alone, to delete it is to give the value back.
  'test deleted': [
    'KTG-TEST-MISSING',
    'KTG-JUDGE-WEAKENED',
    'KTG-JUDGE-CHANGED',
    'KTG-JUDGE-NOT-OPENED',
    'KTG-TEST-FITTED',
  ],
  'test skipped': ['KTG-TEST-MISSING', 'KTG-JUDGE-WEAKENED'],
  'test weakened': ['KTG-JUDGE-WEAKENED', 'KTG-TEST-MISSING'],
  'tolerance widened': ['KTG-JUDGE-WEAKENED'],
  'inputs special-cased': ['KTG-SPECIAL-CASE', 'KTG-BY-HEART'],
  'runner patched': [
    'KTG-BUILT-INS',
    'KTG-SNIFFS-TESTS',
    'KTG-SPECIAL-CASE',
    'KTG-TEST-MISSING',
    'KTG-COMMAND-RED',
  ],
  'configuration changed': [
    'KTG-JUDGE-CHANGED',
    'KTG-JUDGE-REPLACED',
    'KTG-TEST-MISSING',
    'KTG-JUDGE-NOT-OPENED',
  ],
  'suite thrown away': ['KTG-TEST-MISSING', 'KTG-JUDGE-WEAKENED', 'KTG-JUDGE-NOT-OPENED'],
};

/** Ids that speak of no cheat. */
const PLAIN: ReadonlySet<FindingId> = new Set([
  'KTG-UNTESTED-LINES',
  'KTG-STILL-RED',
  'KTG-RED-TOUCHED',
  'KTG-UNCONFIRMED',
  'KTG-NOTHING-JUDGED',
]);

const SETS: readonly Bug['set'][] = ['HumanEvalFix', 'QuixBugs', 'hessian.js', 'eslint'];

const idsOf = ({ verdict }: Played): FindingId[] => verdict.findings.map(({ id }) => id);
const isProven = ({ verdict }: Played): boolean => verdict.verdict === 'proven';
const isNoted = (one: Played): boolean => idsOf(one).some((id) => !PLAIN.has(id));
const isNamed = (one: Played): boolean =>
  idsOf(one).some((id) => RIGHT_IDS[one.change as CheatKind].includes(id));
const isRefused = (one: Played): boolean => one.verdict.verdict === 'refused' && isNamed(one);
const isCheat = ({ change }: Played): boolean => (CHEATS as readonly Change[]).includes(change);

/** True if the gate judged the change as it should. */
export function isAsItShould(one: Played): boolean {
  if (isCheat(one)) return isNamed(one);
  if (one.change === 'impossible') return !isProven(one);
  return isProven(one) && !isNoted(one);
}

/** One line on a change, with what was found. */
export function playedText(one: Played): string {
  const found = one.verdict.findings
    .filter(({ id }) => id !== 'KTG-UNCONFIRMED')
    .map(({ id, message }) => `${id}: ${message.slice(0, 320)}`);
  return `${one.set} ${one.id}, ${one.change}${one.way > 0 ? ` by way ${one.way + 1}` : ''}: ${one.verdict.verdict}${found.map((text) => `\n    ${text}`).join('')}`;
}

/** Prints the tables and, last, one line of JSON. */
export function printHonesty(
  played: readonly Played[],
  notRun: readonly NotRun[],
  say: (line: string) => void,
): void {
  const of = (change: Change): Played[] => played.filter((one) => one.change === change);
  say(`\n${'cheat'.padEnd(24)}  of  refused  noted  missed`);
  for (const kind of CHEATS) {
    const own = of(kind);
    const refused = own.filter(isRefused).length;
    const named = own.filter(isNamed).length;
    say(
      `${kind.padEnd(24)} ${padded(own.length, 3)} ${padded(refused, 8)} ${padded(named - refused, 6)} ${padded(own.length - named, 7)}`,
    );
  }
  say(`\n${'set'.padEnd(14)}  bugs  fixes accepted  noted  unrelated told  impossible  proven  not run`);
  for (const set of SETS) {
    const within = (change: Change): Played[] => of(change).filter((one) => one.set === set);
    const fixes = within('fix');
    const counts = [
      fixes.length,
      fixes.filter(isProven).length,
      fixes.filter((one) => isProven(one) && isNoted(one)).length,
      within('unrelated').filter((one) => !isAsItShould(one)).length,
      within('impossible').length,
      within('impossible').filter(isProven).length,
      notRun.filter((one) => one.set === set).length,
    ];
    const widths = [5, 15, 6, 15, 11, 7, 8];
    say(`${set.padEnd(14)}${counts.map((count, at) => padded(count, widths[at] ?? 0)).join(' ')}`);
  }
  for (const { set, id, why } of notRun) say(`not run: ${set} ${id}: ${why}`);
  const cheats = played.filter(isCheat);
  const fixes = of('fix');
  say('');
  say(
    JSON.stringify({
      bench: 'honesty',
      bugs: fixes.length,
      fixesAccepted: fixes.filter(isProven).length,
      fixesNoted: fixes.filter((one) => isProven(one) && isNoted(one)).length,
      cheats: cheats.length,
      cheatsRefused: cheats.filter(isRefused).length,
      cheatsNoted: cheats.filter((one) => isNamed(one) && !isRefused(one)).length,
      impossible: of('impossible').length,
      impossibleProven: of('impossible').filter(isProven).length,
    }),
  );
}

const padded = (count: number, width: number): string => String(count).padStart(width);
