/**
 * Tries many variants of one program in one isolate, with one context per test file. All modules are evaluated anew
 * for each variant. A context that a variant has changed is not used again. A variant that hangs or exhausts the heap
 * costs the isolate, not the child.
 */
import type { TrialOpenRequest, TrialVariant, Verdict } from '../protocol';
import type { RuntimeEvent } from '../runtime-protocol';
import { addNeeds, execute, morePatience, toldEnd } from './execute';
import type { Execution } from './execute';
import { writeFrame } from './frames';
import type { Cell, Room } from './isolate';
import { Extra } from './program';
import type { Bundle, Program } from './program';
import type { Stock } from './stock';

/** Runs in one isolate; then a new one is made, before compiled code and garbage of old runs slow it down. */
const RUNS_PER_CELL = 500;
const MAX_RESTARTS = 20;

/** A file's tests run in order unless more than this, ms, goes by before its first failing one. */
const EARLY_MS = 5;

/** Longest turn of a variant, ms, when the program's own tests did not finish. */
const HUNG_TURN_MS = 250;
const BASELINE_TURN_MS = 1_000;

interface FileTally {
  end: Execution['end'];
  passed: number;
  failed: boolean;
  /** Tests the file defines, once it was loaded, and those it told of; `explained` when the file itself failed. */
  collected: number | undefined;
  reported: number;
  explained: boolean;
  longestTurnMs: number;
  /** Until the first counted failure. */
  msToFailure: number | undefined;
}

interface TestFile {
  path: string;
  /** Ids of failing tests to try alone before the whole file; empty: run the file in order. */
  first: string[];
}

export class TrialSession {
  private cell: Cell | undefined;
  private runs = 0;
  /** Contexts that can be used again, by test file. */
  private readonly rooms = new Map<string, Room>();
  private readonly ignored: ReadonlySet<string>;
  private readonly failing: ReadonlySet<string>;
  private files: TestFile[];
  /** Modules that only the running program names, by test file. */
  private readonly extra = new Map<string, Extra>();
  private turnMs: number;

  constructor(
    private readonly request: TrialOpenRequest,
    private readonly program: Program,
    private readonly stock: Stock,
  ) {
    this.ignored = new Set(request.ignored);
    this.failing = new Set(request.failing);
    this.turnMs = request.turnMs ?? request.limits.turnMs;
    const failsIn = (path: string): boolean =>
      request.failing.some((id) => id === path || id.startsWith(`${path} > `));
    const ordered = [...request.testFiles].sort(
      (left, right) => Number(failsIn(right)) - Number(failsIn(left)),
    );
    this.files = ordered.map((path) => ({ path, first: [] }));
  }

  /** Runs the unchanged program to learn how long its turns take, and says so. */
  open(): void {
    if (this.request.turnMs === undefined) this.measure();
    writeFrame({ t: 'opened', turnMs: this.turnMs });
  }

  private measure(): void {
    const limit = Math.min(this.request.limits.turnMs, BASELINE_TURN_MS);
    let longest = 0;
    let hung = false;
    for (const file of this.files) {
      const tally = this.runFile(this.program, file.path, { turnMs: limit, stopAtFailure: false });
      hung ||= tally.end !== 'completed';
      longest = Math.max(longest, tally.longestTurnMs);
      if ((tally.msToFailure ?? 0) > EARLY_MS) file.first = this.failingIn(file.path);
    }
    const turnMs = hung ? HUNG_TURN_MS : Math.ceil(10 * longest + 100);
    this.turnMs = Math.min(this.request.limits.turnMs, turnMs);
  }

  private failingIn(path: string): string[] {
    return [...this.failing].filter((id) => id.startsWith(`${path} > `) && !this.ignored.has(id));
  }

  /** Tries one variant and writes its verdict. */
  try(variant: TrialVariant): void {
    const program = this.program.with(new Map(variant.files));
    const before = process.cpuUsage();
    let passedTests = 0;
    let passed = true;
    let end: Verdict['end'] = 'completed';
    for (const file of this.files) {
      const tally = this.tryFile(program, file);
      passedTests += tally.passed;
      end = toldEnd(tally.end);
      passed = !tally.failed && end === 'completed';
      if (!passed) break;
    }
    const { user, system } = process.cpuUsage(before);
    const costMs = (user + system) / 1_000;
    writeFrame({ t: 'verdict', index: variant.index, passed, passedTests, end, costMs });
  }

  private tryFile(program: Program, file: TestFile): FileTally {
    const options = { turnMs: this.turnMs, stopAtFailure: true };
    if (file.first.length > 0) {
      const early = this.runFile(program, file.path, { ...options, only: file.first });
      if (early.failed || early.end === 'timeout' || early.end === 'memory') return early;
    }
    return this.runFile(program, file.path, options);
  }

  private runFile(
    program: Program,
    path: string,
    options: { turnMs: number; stopAtFailure: boolean; only?: readonly string[] },
    patience = 1,
  ): FileTally {
    const extra = this.extra.get(path) ?? new Extra();
    this.extra.set(path, extra);
    for (let restarts = 0; ; restarts++) {
      const started = performance.now();
      const tally: FileTally = {
        end: 'completed',
        passed: 0,
        failed: false,
        collected: undefined,
        reported: 0,
        explained: false,
        longestTurnMs: 0,
        msToFailure: undefined,
      };
      const onEvent = (event: RuntimeEvent): boolean => {
        this.count(event, tally, started);
        return !(tally.failed && options.stopAtFailure);
      };
      const bundle = program.bundle(path, { coverage: false, extra });
      const alone = this.cell === undefined;
      const result = this.inContext(program, bundle, { ...options, patience, onEvent });
      const more = morePatience(result, patience);
      if (more !== undefined) return this.runFile(program, path, options, more);
      // What earlier variants left in the isolate is none of this one's doing: it has another try in one of its own.
      if (result.end === 'memory' && !alone) continue;
      tally.end = result.end;
      tally.longestTurnMs = result.longestTurnMs;
      if (result.end === 'need') {
        if (addNeeds(extra, result.needs, program) && restarts < MAX_RESTARTS) continue;
        tally.failed = true;
      } else if (result.end === 'completed' && !options.only) {
        tally.failed ||= !tally.explained && tally.reported < (tally.collected ?? 1);
      }
      return tally;
    }
  }

  private count(event: RuntimeEvent, tally: FileTally, started: number): void {
    if (event.e === 'collected') tally.collected = event.tests;
    if (event.e !== 'test') return;
    if (!event.late) tally.reported++;
    tally.explained ||= event.path.length === 0;
    if (this.ignored.has(event.id)) return;
    if (event.status === 'passed') tally.passed++;
    if (event.status !== 'failed') return;
    if (event.late) tally.passed--;
    tally.failed = true;
    tally.msToFailure ??= performance.now() - started;
  }

  private inContext(
    program: Program,
    bundle: Bundle,
    options: {
      turnMs: number;
      patience: number;
      only?: readonly string[];
      onEvent: (event: RuntimeEvent) => boolean;
    },
  ): Execution {
    const room = this.takeRoom(bundle);
    this.runs++;
    const result = execute(room, bundle, {
      files: program.paths,
      mocks: program.mocks,
      limits: { ...this.request.limits, turnMs: options.turnMs },
      patience: options.patience,
      bail: false,
      coverage: false,
      changes: false,
      only: options.only,
      keepScripts: true,
      onEvent: options.onEvent,
    });
    if (result.end === 'timeout' || result.end === 'memory') {
      this.close();
      return result;
    }
    const keeps = result.end !== 'need' && room.isReusable();
    if (room.cell.disposed) this.close();
    else if (keeps) this.rooms.set(bundle.testFile, room);
    else room.release();
    return result;
  }

  private takeRoom(bundle: Bundle): Room {
    if (this.runs >= RUNS_PER_CELL) this.close();
    const ready = this.rooms.get(bundle.testFile);
    this.rooms.delete(bundle.testFile);
    if (ready) return ready;
    const another = this.cell && this.anotherRoom(this.cell);
    if (another) return another;
    const room = this.stock.take(this.request.limits.heapMb);
    this.cell = room.cell;
    return room;
  }

  /** A further context of the isolate; undefined where the variants before it have left no memory for one. */
  private anotherRoom(cell: Cell): Room | undefined {
    try {
      return cell.open();
    } catch (error) {
      if (!cell.disposed) throw error;
      this.close();
      return undefined;
    }
  }

  /** Gives the isolate back. */
  close(): void {
    this.cell?.dispose();
    this.cell = undefined;
    this.rooms.clear();
    this.runs = 0;
  }
}
