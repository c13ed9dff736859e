/** A run request: one test file, in an isolate that was made ready before the request came. */
import { isPackageFile } from '../links';
import { MAX_ASKED, type RunRequest } from '../protocol';
import type { Hits, RuntimeEvent } from '../runtime-protocol';
import { pathOf } from '../test-side';
import { addNeeds, execute, morePatience, processorMs, toldEnd } from './execute';
import type { Execution } from './execute';
import { placeIn, toFailure } from './failure';
import type { Sources } from './failure';
import { writeFrame } from './frames';
import { exceededMemory } from './memory-use';
import { Extra } from './program';
import type { Bundle, Program } from './program';
import type { Stock } from './stock';

/** Restarts for modules that only the running program names; a file that needs more of them fails. */
const MAX_RESTARTS = 50;

/** Characters of a run's reports after which texts are cut short. */
const REPORT_BUDGET = 8 * 1024 * 1024;

type TestEvent = Extract<RuntimeEvent, { e: 'test' }>;

function linesOf(hits: Hits | undefined, bundle: Bundle, lines: Map<string, Set<number>>): void {
  for (const [path, counters] of Object.entries(hits ?? {})) {
    const table = bundle.modules.get(path)?.counters ?? [];
    const found = lines.get(path) ?? new Set();
    for (const counter of counters) for (const line of table[counter] ?? []) found.add(line);
    lines.set(path, found);
  }
}

function sorted(lines: Iterable<number>): number[] {
  return [...new Set(lines)].sort((left, right) => left - right);
}

function listLines(lines: ReadonlyMap<string, ReadonlySet<number>>): Record<string, number[]> {
  return Object.fromEntries([...lines].map(([path, set]) => [path, sorted(set)]));
}

/** All lines with counters and those that ran, of every counted module that the test file may reach. */
function coveredLines(
  bundle: Bundle,
  hit: ReadonlyMap<string, ReadonlySet<number>>,
  tested: ReadonlyMap<string, ReadonlySet<number>>,
): Record<string, { executable: number[]; hit: number[]; tested: number[] }> {
  const counted = [...bundle.modules.values()].filter((module) => module.counted);
  return Object.fromEntries(
    counted.map(({ path, counters }) => [
      path,
      {
        executable: sorted(counters.flat()),
        hit: sorted(hit.get(path) ?? []),
        tested: sorted(tested.get(path) ?? []),
      },
    ]),
  );
}

/** Sends a run's events on as frames: every finished test at once, so that a kill loses nothing. */
class Reporter {
  /** Lines that ran at all. */
  private readonly all = new Map<string, Set<number>>();
  private readonly tested = new Map<string, Set<number>>();
  private budget = REPORT_BUDGET;
  private lastMark = performance.now();
  /** Lines that ran while the file loaded: they belong to every test. */
  private readonly loaded = new Map<string, Set<number>>();

  constructor(
    private readonly sources: Sources,
    private readonly coverage: boolean,
  ) {}

  take(event: RuntimeEvent): void {
    if (event.e === 'collected') this.collected(event.tests, event.hits);
    else if (event.e === 'start') this.start(event.id, event.path);
    else if (event.e === 'test') this.test(event);
    else if (event.e === 'changed') writeFrame({ t: 'changed', names: event.names });
    else if (event.e === 'chance')
      writeFrame({ t: 'chance', what: event.what, ...placeIn(event.stack, this.sources) });
    else if (event.e === 'end') this.end(event);
  }

  private end({ stdout, stderr, hits }: Extract<RuntimeEvent, { e: 'end' }>): void {
    writeFrame({ t: 'output', stdout, stderr });
    if (!this.coverage) return;
    linesOf(hits, this.sources.bundle, this.all);
    writeFrame({ t: 'coverage', lines: coveredLines(this.sources.bundle, this.all, this.tested) });
  }

  private collected(tests: number, hits: Hits | undefined): void {
    linesOf(hits, this.sources.bundle, this.loaded);
    linesOf(hits, this.sources.bundle, this.all);
    writeFrame({ t: 'collected', tests });
  }

  private start(id: string, path: string[]): void {
    this.lastMark = performance.now();
    writeFrame({ t: 'start', id, path });
  }

  private test(event: TestEvent): void {
    const { id, path, status, console, late } = event;
    const failure = event.failure && toFailure(event.failure, this.sources);
    const durationMs = Math.round((performance.now() - this.lastMark) * 1000) / 1000;
    this.lastMark = performance.now();
    const frame = {
      t: 'test',
      id,
      path,
      status,
      failure,
      console,
      durationMs: status === 'skipped' || status === 'todo' ? 0 : durationMs,
      late,
    };
    const size = JSON.stringify(frame).length;
    this.budget -= size;
    if (this.budget < 0 && failure) {
      frame.failure = {
        errorName: failure.errorName,
        message: failure.message.slice(0, 300),
        location: failure.location,
        phase: failure.phase,
      };
    }
    if (this.budget < 0) frame.console = [];
    const lines = this.coverage ? this.linesOfTest(event.hits) : undefined;
    writeFrame({ ...frame, lines });
  }

  private linesOfTest(hits: Hits | undefined): Record<string, number[]> {
    const lines = new Map([...this.loaded].map(([path, set]): [string, Set<number>] => [path, new Set(set)]));
    linesOf(hits, this.sources.bundle, lines);
    linesOf(hits, this.sources.bundle, this.all);
    linesOf(hits, this.sources.bundle, this.tested);
    return listLines(lines);
  }
}

/** Error for a module that loads too many others. */
export function tooManyModules(module: string): { errorName: string; message: string; phase: 'collect' } {
  const message = `${module} needs more than ${MAX_RESTARTS} modules named at run time; name them literally in require() or import.`;
  return { errorName: 'Error', message, phase: 'collect' };
}

/** How long a try may take, and with how much patience. */
export interface Effort {
  wallMs: number;
  patience: number;
}

/** Tries again for as long as a try asks for it: with more patience, or with modules that only it names; `fail`: these never end. */
export function untilDone(
  request: { limits: { wallMs: number; heapMb: number } },
  program: Program,
  attempt: (extra: Extra, effort: Effort) => Execution,
  fail: () => void,
  extra = new Extra(),
): void {
  const { heapMb, wallMs } = request.limits;
  const started = processorMs();
  let patience = 1;
  for (let restarts = 0; ; restarts++) {
    const result = attempt(extra, { wallMs: Math.max(1, wallMs - (processorMs() - started)), patience });
    const more = morePatience(result, patience);
    patience = more ?? patience;
    const needs = result.end === 'need' ? result.needs : undefined;
    const again = needs !== undefined && addNeeds(extra, needs, program) && restarts < MAX_RESTARTS;
    if (more === undefined && !again) {
      if (needs) fail();
      return writeFrame({ t: 'end', end: exceededMemory(heapMb) ? 'memory' : toldEnd(result.end) });
    }
    writeFrame({ t: 'restart' });
  }
}

/** Runs the request and writes its frames; the last one is `end`. */
export function run(request: RunRequest, program: Program, stock: Stock): void {
  const fail = (): void => {
    const failure = tooManyModules(request.testFile);
    const test = { id: request.testFile, path: [], status: 'failed', failure, console: [], durationMs: 0 };
    writeFrame({ t: 'test', ...test });
  };
  untilDone(request, program, (extra, effort) => attempt(request, program, stock, extra, effort), fail);
}

function ownModules({ modules }: Bundle): string[] {
  return [...modules.keys()]
    .filter((path) => !isPackageFile(path))
    .map(pathOf)
    .slice(0, MAX_ASKED);
}

function attempt(
  request: RunRequest,
  program: Program,
  stock: Stock,
  extra: Extra,
  { wallMs, patience }: Effort,
): Execution {
  const coverage = request.coverage;
  const bundle = program.bundle(request.testFile, { coverage, extra });
  const reporter = new Reporter({ files: program.files, bundle }, coverage);
  const room = stock.take(request.limits.heapMb);
  try {
    writeFrame({ t: 'loaded', paths: ownModules(bundle) });
    return execute(room, bundle, {
      files: program.paths,
      mocks: program.mocks,
      limits: { ...request.limits, wallMs },
      patience,
      bail: request.bail,
      coverage,
      changes: true,
      draw: request.draw,
      last: request.last,
      keepScripts: false,
      onEvent: (event) => {
        reporter.take(event);
        return true;
      },
    });
  } finally {
    room.cell.dispose();
  }
}
