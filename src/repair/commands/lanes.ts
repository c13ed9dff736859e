import { applyMutations, editKey } from '../search/mutation';
import type { Fix } from '../mutation/trials';
import { editedOf, type Finds } from './finds';
import type { Mutant } from './make-mutants';
import type { Edited } from './merit';
import type { BenchTrials } from './open-trials';
import type { CommandTrials, Job, Tried } from './trials/command-trials';

/** One bench at work. */
export interface Lane {
  trials: BenchTrials;
  /** Confirms a mutant that passes the failing tests by all checks. */
  confirm(mutant: Mutant): Promise<Fix | undefined>;
}

/** Edits for one group of failing tests that a run has begun to try: what sweeps over these tests share, those of later rounds too. */
export interface Begun {
  keys: Set<string>;
  /** Those that the command itself is to try, and those that are to be tried once more. */
  untried: Mutant[];
  late: Mutant[];
  /** Those that the time of their batch was over for. */
  cut: Mutant[];
}

export function nothingBegun(): Begun {
  return { keys: new Set(), untried: [], late: [], cut: [] };
}

/** The job that edits nothing: it has to fail, or no pass of another one says anything. */
const UNEDITED = 0;

/** Mutants of a batch that are tried once more: most of them never end, and nobody waits long for a batch. */
const AGAIN = 2;
/** Edits of a batch that are verified when the time is up. */
const MOST_LATE = 3;

/** Mutants for one group of failing tests in their order, shared by the lanes of a search. */
export class Sweep {
  private tried = 0;
  private next = 0;
  private jobs = 0;
  private passing: Mutant[] = [];
  /** Mutants of the batches that are being tried. */
  private readonly inHand = new Set<Mutant>();
  private readonly begun: Begun;
  private proof: 'unasked' | 'left' | 'fails' | 'passes';

  /** `small`: first batches are this part of a usual one. `isProven`: the unchanged program is known to fail these tests. */
  constructor(
    private readonly mutants: readonly Mutant[],
    private readonly texts: ReadonlyMap<string, string>,
    private readonly given: { begun?: Begun; small: number; isProven?: boolean },
  ) {
    this.begun = given.begun ?? nothingBegun();
    this.proof = given.isProven === false ? 'unasked' : 'fails';
  }

  /** True where the unchanged program passes these tests. */
  get passesUnedited(): boolean {
    return this.proof === 'passes';
  }

  /** True where all that is left comes after what others have to try. */
  get isLate(): boolean {
    return !this.hasOpen && this.begun.untried.length === 0;
  }

  get isDone(): boolean {
    return this.isLate && this.begun.late.length === 0 && this.passing.length === 0;
  }

  /** Edits that were not tried. Those that ran ten times as long as tests of this program do were: most of them never end. */
  get untried(): Mutant[] {
    const { keys, untried, cut } = this.begun;
    const waiting = this.mutants.slice(this.next).filter((mutant) => !keys.has(editKey(mutant)));
    return [...untried, ...cut, ...this.inHand, ...waiting];
  }

  /** True where edits are left that nothing is known of. */
  private get hasOpen(): boolean {
    return this.next < this.mutants.length || this.begun.cut.length > 0;
  }

  /** Edits that pass these tests, which there was no time to verify. */
  get unverified(): Edited[] {
    return this.passing.map((mutant) => editedOf(mutant, this.texts.get(mutant.file) ?? ''));
  }

  /** Tries the next batch. */
  async step({ trials: ways, confirm }: Lane, finds: Finds, signal: AbortSignal): Promise<void> {
    const { trials, jobs: edits, from } = this.nextFor(ways, finds.isMet);
    const { untried, late } = this.begun;
    const isAgain = from === late;
    const jobs = this.isProven ? edits : [...this.unedited(), ...edits];
    if (jobs.length > 0) {
      if (!isAgain) for (const { mutant } of edits) this.inHand.add(mutant);
      const result = await trials.try(jobs, finds.leftMs, signal);
      for (const { mutant } of edits) this.inHand.delete(mutant);
      const proving = this.isProven ? 0 : this.prove(result);
      const open = (some: readonly Job[]): Mutant[] =>
        some.flatMap(({ id, mutant }) => (id === UNEDITED ? [] : [mutant]));
      untried.push(...open(result.left));
      late.push(...open(result.late));
      from.push(...open(result.cut));
      const tried = isAgain ? 0 : result.tried - proving;
      this.tried += tried;
      finds.count(tried, isAgain ? 0 : result.broken);
      const passing = edits.filter(({ id, mutant }) => result.passed.has(id) && finds.isNew(mutant));
      this.passing.push(...passing.map(({ mutant }) => mutant));
    }
    if (this.isProven) await this.verify(confirm, finds);
  }

  private get isProven(): boolean {
    return this.proof === 'fails';
  }

  /** Takes what a batch says of the unchanged program; gives the number of jobs that this took. */
  private prove({ passed, left, tried }: Tried): number {
    const isLeft = left.some(({ id }) => id === UNEDITED);
    if (passed.has(UNEDITED)) this.proof = 'passes';
    else if (isLeft) this.proof = 'left';
    else if (tried > 0) this.proof = 'fails';
    return isLeft || tried === 0 ? 0 : 1;
  }

  private unedited(): Job[] {
    const [mutant] = this.mutants;
    if (!mutant) return [];
    return [
      { id: UNEDITED, mutant: { ...mutant, body: undefined }, text: this.texts.get(mutant.file) ?? '' },
    ];
  }

  /** All checks may take a minute for each edit, so few are verified once the time is up, and none where one was right. */
  private async verify(confirm: Lane['confirm'], finds: Finds): Promise<void> {
    for (let late = 0; !finds.isFull;) {
      if (finds.isOver && (finds.isMet || late++ >= MOST_LATE)) return;
      const mutant = this.passing.shift();
      if (!mutant) return;
      const fix = await confirm(mutant);
      if (fix) finds.add(fix, mutant, this.texts.get(mutant.file) ?? '');
    }
  }

  /** The next batch, and the list to put back what it does not get to. After a repair (`isMet`) edits go strictly in order. */
  private nextFor(
    { fast, plain }: BenchTrials,
    isMet: boolean,
  ): { trials: CommandTrials; jobs: Job[]; from: Mutant[] } {
    const { untried, late, cut } = this.begun;
    // Its fast way can't take the unchanged program.
    if (this.proof === 'left') return { trials: plain, jobs: [], from: cut };
    const enough = isMet ? 1 : plain.batch;
    if (this.hasOpen && (!fast || untried.length < enough)) {
      const trials = fast ?? plain;
      return { trials, jobs: this.take(trials.batch), from: cut };
    }
    const from = untried.length > 0 ? untried : late;
    return { trials: plain, jobs: this.jobsOf(from.splice(0, from === late ? AGAIN : plain.batch)), from };
  }

  private take(count: number): Job[] {
    // The first batches are small: most of what is found is found early.
    const wanted = this.tried < 2 * count ? Math.max(2, Math.ceil(count * this.given.small)) : count;
    const { keys, cut } = this.begun;
    const taken = cut.splice(0, wanted);
    for (; taken.length < wanted && this.next < this.mutants.length; this.next++) {
      const mutant = this.mutants[this.next];
      if (!mutant || keys.has(editKey(mutant))) continue;
      keys.add(editKey(mutant));
      taken.push(mutant);
    }
    return this.jobsOf(taken);
  }

  private jobsOf(mutants: readonly Mutant[]): Job[] {
    return mutants.map((mutant) => {
      this.jobs += 1;
      const text = applyMutations(this.texts.get(mutant.file) ?? '', [mutant]);
      return { id: this.jobs, mutant, text };
    });
  }
}
