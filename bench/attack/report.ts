/** Counts outcomes and prints them: a line for what was not held, a table of classes, one JSON object. */
import type { Attack } from './attacks';
import type { AttackOutcome } from './lane';

/** Most that the parent may grow, MiB, whatever the attacks do. */
const MOST_PARENT_MB = 150;

/** True for an outcome that only time speaks against: the attack, or the honest run after it, took too long, or longer than anybody waited. */
export function isOutOfTime({ held, forged, ending, problem }: AttackOutcome): boolean {
  const slow = problem === undefined ? ending === 'timeout' : problem.endsWith('ended by timeout');
  const late = slow || ending === 'hung';
  return !held && forged.length === 0 && late;
}

export class Tally {
  private readonly outcomes: AttackOutcome[] = [];
  private alone = 0;
  private peak = 0;

  constructor(private readonly verbose: boolean) {}

  add(outcome: AttackOutcome): void {
    this.outcomes.push(outcome);
    if (this.verbose || !outcome.held || outcome.ending !== outcome.expected) print(lineOf(outcome));
  }

  /** An outcome that replaces one out of time. */
  addAlone(outcome: AttackOutcome): void {
    this.alone += 1;
    this.add(outcome);
  }

  growth(bytes: number): void {
    this.peak = Math.max(this.peak, bytes);
  }

  private count(passes: (outcome: AttackOutcome) => boolean): number {
    return this.outcomes.filter(passes).length;
  }

  /** True when every attack was held, and the parent stayed small. */
  finish(): boolean {
    const classes: Attack['expect'][] = ['contained', 'timeout', 'memory', 'error'];
    for (const expected of classes) {
      const of = this.outcomes.filter((outcome) => outcome.expected === expected);
      if (of.length === 0) continue;
      const exact = of.filter((outcome) => outcome.ending === expected).length;
      const held = of.filter((outcome) => outcome.held).length;
      print(`${expected.padEnd(10)} ${of.length} attacks, ${exact} ended so, ${held} held`);
    }
    const figures = {
      attacks: this.outcomes.length,
      held: this.count((outcome) => outcome.held),
      forged: this.count((outcome) => outcome.forged.length > 0),
      hung: this.count((outcome) => outcome.ending === 'hung'),
      hostDied: this.count((outcome) => outcome.ending === 'died'),
      runAgainAlone: this.alone,
      peakParentMb: Math.round(this.peak / 1024 / 1024),
    };
    print(JSON.stringify(figures));
    return figures.held === figures.attacks && figures.peakParentMb <= MOST_PARENT_MB;
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function lineOf({ name, expected, ending, held, forged, problem, ms }: AttackOutcome): string {
  const verdict = held ? (ending === expected ? 'held' : 'held by the other limit') : 'NOT HELD';
  const shown = forged.slice(0, 5).join(', ') + (forged.length > 5 ? ` and ${forged.length - 5} more` : '');
  const why = [problem, forged.length > 0 ? `forged: ${shown}` : undefined].filter(Boolean).join('; ');
  return `${name.padEnd(32)} ${expected.padEnd(9)} ended ${ending.padEnd(9)} ${String(ms).padStart(6)} ms  ${verdict}${why ? `: ${why}` : ''}`;
}
