/** Runs attacks one after the other on children of their own, each followed by runs that must be none the worse for it. */
import { createSandbox, type LocalSandbox } from '../../src/sandbox';
import type { ProgramContext, ProgramFiles } from '../../src/sandbox/types';
import { SandboxLimits } from '../../src/domain/verification/verification';
import type { CheckReport } from '../../src/domain/verification/verification';
import type { Attack } from './attacks';
import { CALLED_TESTS, CLEAN_PROGRAM, CLEAN_TESTS, LOADED_TESTS, programOf, type Expected } from './program';
import { rightProgram, SHARED_CONTEXT, SHARED_TEST, sharedProgram } from './shared';
import { endingOf, isAsGood, notFailed, notPassed, read, stain, type Ending } from './verdict';

/** Limits that make hundreds of bombs bearable. */
export const ATTACK_LIMITS: SandboxLimits = SandboxLimits.parse({ wallMs: 3_000, turnMs: 800, heapMb: 96 });

/** ms beyond the wall limit after which a run without a result counts as hung: limits count processor time, and killing takes time on a busy machine. */
const HANG_MS = 24_000;

export interface AttackOutcome {
  name: string;
  expected: Attack['expect'];
  ending: Ending | 'hung' | 'died';
  /** Ended as expected, or by the other limit; nothing forged, nothing escaped, the next runs whole. */
  held: boolean;
  forged: string[];
  /** Why it was not held, beside the forged tests. */
  problem: string | undefined;
  ms: number;
}

type Fate = { ending: Ending; forged: string[]; problem: string | undefined };

class Hung extends Error {}

/** A sandbox with one child at work (and its spare), so that the run after an attack meets what the attack left. */
export class Lane {
  private sandbox: LocalSandbox;

  constructor(private readonly limits: SandboxLimits = ATTACK_LIMITS) {
    this.sandbox = this.open();
  }

  private open(): LocalSandbox {
    return createSandbox({ children: 1 });
  }

  childPids(): number[] {
    return this.sandbox.childPids();
  }

  close(): Promise<void> {
    return this.sandbox.close();
  }

  private async run(
    files: ProgramFiles,
    { testFile }: Pick<Expected, 'testFile'>,
    context?: ProgramContext,
    limits = this.limits,
  ): Promise<CheckReport> {
    const controller = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Hung(`no result of ${testFile}`)), limits.wallMs + HANG_MS);
    });
    try {
      const running = this.sandbox.run({ files, testFile, context, limits }, controller.signal);
      running.catch(() => undefined);
      return (await Promise.race([running, late])).report;
    } finally {
      clearTimeout(timer);
      controller.abort();
    }
  }

  /** Rejects only when the sandbox itself throws, which nothing hostile may bring about. */
  async attack(attack: Attack): Promise<AttackOutcome> {
    const started = performance.now();
    const outcome = (part: Partial<AttackOutcome> & { ending: AttackOutcome['ending'] }): AttackOutcome => ({
      name: attack.name,
      expected: attack.expect,
      held: false,
      forged: [],
      problem: undefined,
      ms: Math.round(performance.now() - started),
      ...part,
    });
    try {
      return outcome(await this.fateOf(attack));
    } catch (error) {
      if (!(error instanceof Hung)) return outcome({ ending: 'died', problem: String(error) });
      await this.sandbox.close();
      this.sandbox = this.open();
      return outcome({ ending: 'hung', problem: error.message });
    }
  }

  private async fateOf(
    attack: Attack,
  ): Promise<Pick<AttackOutcome, 'ending' | 'held' | 'forged' | 'problem'>> {
    const { forged, problem, ending } = await (attack.files
      ? this.fateInProject(attack)
      : this.fateAlone(attack));
    // The two children take turns, so this is the one that the attack was in, unless that has been killed.
    const clean = await this.run(CLEAN_PROGRAM, CLEAN_TESTS);
    const all = [...forged, ...read(clean, CLEAN_TESTS).forged];
    const stained = problem ?? stain(clean, CLEAN_TESTS);
    const held = isAsGood(ending, attack) && all.length === 0 && stained === undefined;
    return { ending, held, forged: all, problem: stained };
  }

  /** The attack as the program of tests that need nothing else. */
  private async fateAlone({ code }: Attack): Promise<Fate> {
    const files = programOf(code);
    const called = read(await this.run(files, CALLED_TESTS), CALLED_TESTS);
    const { ending } = called;
    // What a limit stops it would stop while the file loads, too.
    const again = ending === 'contained' || ending === 'error';
    const loaded = again ? read(await this.run(files, LOADED_TESTS), LOADED_TESTS) : undefined;
    const crashed = loaded?.ending === 'crash' ? 'the child crashed while the file loaded' : undefined;
    return {
      ending,
      forged: [...called.forged, ...(loaded?.forged ?? [])],
      problem: called.escaped ?? crashed,
    };
  }

  /** The attack in a project whose tests share with it what they compare with. */
  private async fateInProject({ code, files = {} }: Attack): Promise<Fate> {
    const where = { testFile: SHARED_TEST };
    // It has many tests, and no attack there is a bomb.
    const limits = { ...this.limits, turnMs: 4_000, wallMs: 12_000 };
    const report = await this.run(sharedProgram(code, files), where, SHARED_CONTEXT, limits);
    const honest = notPassed(await this.run(rightProgram(files), where, SHARED_CONTEXT, limits));
    const problem = honest === undefined ? undefined : `a right program lost ${honest}`;
    return { ending: endingOf(report), forged: notFailed(report), problem };
  }
}

/** Runs attacks on as many lanes; outcomes in the order in which they end. */
export async function runOnLanes(
  lanes: readonly Lane[],
  attacks: readonly Attack[],
  take: (outcome: AttackOutcome) => void,
): Promise<void> {
  const queue = [...attacks];
  await Promise.all(
    lanes.map(async (lane) => {
      for (let attack = queue.shift(); attack; attack = queue.shift()) take(await lane.attack(attack));
    }),
  );
}
