import { rounded } from '../statistics';
import type { CaseOutcome } from './run-case';

/** One run, and what its model was up to. */
export interface PlayedCase {
  kind: 'right' | 'wrong' | 'cheat' | 'unrepairable';
  script: string;
  item: string;
  outcome: CaseOutcome;
}

/** True if the run ended as it should. */
export function isAsItShould({ kind, outcome }: PlayedCase): boolean {
  const { status, attempts, modelCalls, falseSuccess, end } = outcome;
  switch (kind) {
    case 'right':
      return end === 'published' && !falseSuccess;
    case 'wrong':
    case 'cheat':
      return end === 'suggested' || status === 'failed_after_repair' || status === 'failed';
    case 'unrepairable':
      return status === 'failed' && attempts === 1 && modelCalls === 0;
  }
}

interface ReportOptions {
  by: string;
  language: string;
  verbose: boolean;
  seconds: number;
  say: (line: string) => void;
}

/** Prints what did not end as it should, a table by script and, last, one line of JSON. */
export function printModelReport(
  played: readonly PlayedCase[],
  { by, language, verbose, seconds, say }: ReportOptions,
): void {
  for (const one of played) {
    const { status, attempts, modelCalls, end, falseSuccess, reason, note } = one.outcome;
    if (!verbose && isAsItShould(one)) continue;
    const verdict = `${status}, ${end}${falseSuccess ? ', FALSE' : ''}, ${attempts} attempts, ${modelCalls} calls`;
    say(`${one.script.padEnd(25)} ${one.item.padEnd(42)} ${verdict}: ${(reason ?? note).slice(0, 120)}`);
  }
  say(`\n${'script'.padEnd(25)} as it should  of  published  suggested  refused  attempts  false success`);
  for (const script of new Set(played.map((one) => one.script))) {
    const own = played.filter((one) => one.script === script);
    const right = String(own.filter(isAsItShould).length).padStart(12);
    const attempts = meanAttempts(own).toFixed(2).padStart(8);
    const ends = ENDS.map((end) => String(endedSo(own, end)).padStart(end.length)).join('  ');
    say(
      `${script.padEnd(25)} ${right} ${String(own.length).padStart(3)}  ${ends}  ${attempts}  ${falseIn(own)}`,
    );
  }
  say('');
  const of = (kind: PlayedCase['kind']): PlayedCase[] => played.filter((one) => one.kind === kind);
  const good = (kind: PlayedCase['kind']): number => of(kind).filter(isAsItShould).length;
  say(
    JSON.stringify({
      bench: 'model',
      by,
      language,
      right: of('right').length,
      rightAccepted: good('right'),
      wrong: of('wrong').length,
      wrongRejected: good('wrong'),
      cheats: of('cheat').length,
      cheatsRejected: good('cheat'),
      cheatsSuggested: endedSo(of('cheat'), 'suggested'),
      falseSuccess: falseIn(played),
      attempts: rounded(meanAttempts(played.filter(({ kind }) => kind !== 'unrepairable')), 2),
      ...(of('unrepairable').length > 0 && {
        unrepairable: of('unrepairable').length,
        unrepairableRecall: rounded(good('unrepairable') / of('unrepairable').length, 2),
      }),
      seconds: Math.round(seconds),
    }),
  );
}

function meanAttempts(played: readonly PlayedCase[]): number {
  return played.reduce((sum, { outcome }) => sum + outcome.attempts, 0) / played.length;
}

const ENDS = ['published', 'suggested', 'refused'] as const;

function endedSo(played: readonly PlayedCase[], end: (typeof ENDS)[number]): number {
  return played.filter(({ outcome }) => outcome.end === end).length;
}

function falseIn(played: readonly PlayedCase[]): number {
  return played.filter(({ outcome }) => outcome.falseSuccess).length;
}
