/**
 * Many variants: every child takes batches of them, and what a variant does to its child costs that variant only. One that
 * was ended by a limit is tried again, alone: only an end that repeats is believed.
 */
import { type Death, entryOf, type SandboxChild } from './child-process';
import { allowedGrowth } from '../memory';
import type { ChildPool } from './pool';
import type { ChildMessage, TrialVariant } from '../protocol';
import type { TrialRequest, VariantVerdict } from '../types';

/** Variants sent to a child at a time, at most. */
const BATCH = 8;

/** Batches for each child that what is left makes at least: the smaller the last ones, the more closely children end together. */
const LAST_BATCHES = 2;

/** ms beyond the turns a variant is allowed, until its child is killed. */
const GRACE_MS = 500;

/** Longest turn, ms, once a child could not even finish the unchanged program. */
const HUNG_TURN_MS = 250;

/** Turns a variant may take in full, per test file, before its child is killed. */
const FULL_TURNS = 4;

/** Longer turns, as a multiple, of a variant that is tried again: one at the edge of its limit gets through on any machine. */
const AGAIN = 2;

/** Children that may die before they have so much as opened the program, until all that is left is given up. */
const MAX_FAILED_OPENINGS = 3;

/** Least time for opening a program, ms, and what a child may grow meanwhile beyond its usual limit, bytes. */
const OPEN_MS = 10_000;
const OPEN_GROWTH = 512 * 1024 * 1024;

/** Variants that still need a verdict, and what was learned on the way. */
class Work {
  readonly verdicts: VariantVerdict[] = [];
  /** Variants that a limit ended. */
  readonly doubtful: number[] = [];
  private pending: number[];
  /** Longest turn of a variant, ms; known once a child has measured the unchanged program. */
  turnMs: number | undefined;
  /** Openings in a row that a child did not survive. */
  private failedOpenings = 0;

  constructor(
    readonly request: TrialRequest,
    private readonly shares: number,
  ) {
    this.pending = request.variants.map((_, index) => index);
  }

  get finished(): boolean {
    return this.pending.length === 0;
  }

  takeBatch(): TrialVariant[] {
    const { variants } = this.request;
    const even = Math.ceil(this.pending.length / (LAST_BATCHES * this.shares));
    const size = this.shares > 1 ? Math.min(BATCH, even) : BATCH;
    return this.pending
      .splice(0, size)
      .map((index) => ({ index, files: [...(variants[index] ?? [])].map(entryOf) }));
  }

  giveBack(indexes: readonly number[]): void {
    this.pending = [...indexes, ...this.pending];
  }

  judge({ index, passed, passedTests, end, costMs }: VariantVerdict): void {
    this.verdicts[index] = { index, passed, passedTests, end, costMs };
    if (end === 'timeout' || end === 'memory') this.doubtful.push(index);
  }

  opened(): void {
    this.failedOpenings = 0;
  }

  /** Nobody but the program itself is to blame: after some tries no variant has passed. */
  openingFailed(end: Exclude<Death, 'aborted'>): void {
    if (++this.failedOpenings < MAX_FAILED_OPENINGS) return;
    for (const index of this.pending.splice(0)) {
      this.verdicts[index] = { index, passed: false, passedTests: 0, end, costMs: 0 };
    }
  }

  /** ms of processor time that one variant may take from batch or verdict to verdict. */
  get patience(): number {
    const { limits, testFiles } = this.request;
    const perFile =
      this.turnMs === undefined ? limits.wallMs : Math.min(limits.wallMs, this.turnMs * FULL_TURNS);
    return perFile * Math.max(1, testFiles.length) + GRACE_MS;
  }
}

type Ending = 'done' | 'died' | 'aborted';

/** One child's conversation about its share of the work. */
class Share {
  /** Sent and not answered, in order: the first is what the child works on. */
  private outstanding: number[] = [];
  private opened = false;
  /** Variants it was given. */
  private tried = 0;
  /** Bytes that opening the program took, or a variant since: what is left of it is not charged to those that follow. */
  private held = OPEN_GROWTH;
  /** Time of its last word, ms of `performance.now`. */
  private guardedAt = 0;
  /** The child need not run the unchanged program. */
  private readonly measured: boolean;

  constructor(
    private readonly child: SandboxChild,
    private readonly work: Work,
    private readonly mayGoOn: () => boolean,
  ) {
    this.measured = work.turnMs !== undefined;
  }

  /** Works until nothing is left, somebody else waits for a child, or the child dies. */
  run(): Promise<Ending> {
    return new Promise((resolve) => {
      this.child.listen({
        message: (message) => {
          if (this.take(message)) resolve('done');
        },
        died: (death) => resolve(this.died(death)),
      });
      this.open();
    });
  }

  private open(): void {
    const { request, turnMs } = this.work;
    this.child.markStart();
    this.guard();
    this.child.send({
      t: 'trial-open',
      ...this.child.load(request.files, request.context),
      testFiles: [...request.testFiles],
      limits: request.limits,
      ignored: [...(request.ignoredTests ?? [])],
      failing: [...(request.failingTests ?? [])],
      turnMs,
    });
  }

  private guard(): void {
    const { patience, request } = this.work;
    this.guardedAt = performance.now();
    const ms = this.opened ? patience : Math.max(patience, OPEN_MS);
    this.child.guard({ ms, growth: allowedGrowth(request.limits.heapMb) + this.held });
  }

  /** True when this share is done. */
  private take(message: ChildMessage): boolean {
    if (message.t === 'opened' && !this.opened) {
      this.opened = true;
      this.held = Math.min(OPEN_GROWTH, Math.max(0, this.child.grown()));
      this.work.opened();
      this.work.turnMs ??= message.turnMs;
    } else if (message.t === 'verdict' && message.index === this.outstanding[0]) {
      this.work.judge(message);
      this.held = Math.min(OPEN_GROWTH, Math.max(this.held, this.child.seenGrowth()));
      this.outstanding.shift();
    } else {
      this.child.kill('crash');
      return false;
    }
    this.guard();
    if (this.outstanding.length > 0) return false;
    // A full batch at least: two requests that gave way to each other with little done would open the program again and again.
    const goOn = this.tried < BATCH || this.mayGoOn();
    return !(goOn && this.sendBatch()) && this.end();
  }

  private sendBatch(): boolean {
    const variants = this.work.takeBatch();
    if (variants.length === 0) return false;
    this.tried += variants.length;
    this.outstanding = variants.map((variant) => variant.index);
    this.child.send({ t: 'try', variants });
    return true;
  }

  private end(): true {
    this.child.send({ t: 'trial-close' });
    return true;
  }

  /** The variant under way gets the blame; those behind it go back. */
  private died(death: Death): Ending {
    if (death === 'aborted') return 'aborted';
    const { limits } = this.work.request;
    if (!this.opened) this.work.turnMs ??= Math.min(limits.turnMs, HUNG_TURN_MS);
    // One that died while it ran the unchanged program says nothing yet: the next need not run it.
    if (!this.opened && this.measured) this.work.openingFailed(death);
    const [killer, ...rest] = this.outstanding;
    this.work.giveBack(rest);
    if (killer !== undefined) {
      const costMs = Math.round(performance.now() - this.guardedAt);
      this.work.judge({ index: killer, passed: false, passedTests: 0, end: death, costMs });
    }
    return 'died';
  }
}

async function workOn(pool: ChildPool, work: Work, signal: AbortSignal | undefined): Promise<void> {
  while (!work.finished) {
    const child = await pool.take(signal);
    let ending: Ending = 'done';
    const abort = (): void => child.kill('aborted');
    signal?.addEventListener('abort', abort, { once: true });
    try {
      // While the child was on its way here, nobody listened to the signal.
      signal?.throwIfAborted();
      ending = 'died';
      ending = await new Share(child, work, () => pool.queue === 0).run();
    } finally {
      signal?.removeEventListener('abort', abort);
      pool.give(child, ending === 'done');
    }
    signal?.throwIfAborted();
    if (ending === 'aborted') throw new Error('The sandbox is closed.');
  }
}

/** Variants that are tried again alone: on a busy machine more than a few end by time because they never end. */
const MOST_AGAIN = 8;

/** Verdicts on all variants, in their order. */
export async function tryVariantsOn(
  pool: ChildPool,
  request: TrialRequest,
  children: number,
  signal: AbortSignal | undefined,
): Promise<VariantVerdict[]> {
  signal?.throwIfAborted();
  const shares = Math.min(children, Math.ceil(request.variants.length / BATCH));
  const work = new Work(request, shares);
  await Promise.all(Array.from({ length: shares }, () => workOn(pool, work, signal)));
  for (const index of work.doubtful.slice(0, MOST_AGAIN)) {
    const again = new Work({ ...request, variants: [request.variants[index] ?? new Map()] }, 1);
    again.turnMs = work.turnMs === undefined ? undefined : AGAIN * work.turnMs;
    await workOn(pool, again, signal);
    const costMs = (work.verdicts[index]?.costMs ?? 0) + (again.verdicts[0]?.costMs ?? 0);
    if (again.verdicts[0]) work.verdicts[index] = { ...again.verdicts[0], index, costMs };
  }
  return work.verdicts;
}
