/** A call request: one exported function of the program, in an isolate of its own. */
import type { CallRequest } from '../protocol';
import type { RuntimeEvent } from '../runtime-protocol';
import { addNeeds, execute } from './execute';
import type { Execution } from './execute';
import { toFailure } from './failure';
import { writeFrame } from './frames';
import { Extra } from './program';
import type { Program } from './program';
import { MAX_RESTARTS, tooManyModules, writeEnd } from './run';
import type { Stock } from './stock';

/** Calls the function and writes `result` where there is one, then `end`. */
export function call(request: CallRequest, program: Program, stock: Stock): void {
  const extra = new Extra();
  extra.addPath(request.module);
  const started = performance.now();
  let result = attempt(request, program, stock, extra, request.limits.wallMs);
  for (let restarts = 0; result.end === 'need'; restarts++) {
    if (!addNeeds(extra, result.needs, program) || restarts >= MAX_RESTARTS) {
      const failure = tooManyModules(request.module);
      writeFrame({ t: 'result', outcome: { ok: false, failure }, console: [] });
      break;
    }
    const wallMs = Math.max(1, request.limits.wallMs - (performance.now() - started));
    writeFrame({ t: 'restart' });
    result = attempt(request, program, stock, extra, wallMs);
  }
  writeEnd(result.end, request.limits.heapMb);
}

function attempt(
  request: CallRequest,
  program: Program,
  stock: Stock,
  extra: Extra,
  wallMs: number,
): Execution {
  const { limits, module, name, data } = request;
  const bundle = program.bundle('', { coverage: false, extra });
  const report = (event: RuntimeEvent): boolean => {
    if (event.e !== 'result') return true;
    const { console, ...outcome } = event;
    const sources = { files: program.files, bundle };
    const told = outcome.ok ? outcome : { ok: false, failure: toFailure(outcome.failure, sources) };
    writeFrame({ t: 'result', outcome: told, console });
    return true;
  };
  const room = stock.take(limits.heapMb, bundle.places);
  try {
    return execute(room, bundle, {
      files: program.paths,
      mocks: program.mocks,
      limits: { ...limits, wallMs },
      bail: false,
      coverage: false,
      changes: false,
      keepScripts: false,
      call: { module, name, data, resultLimit: limits.resultKb * 1024 },
      onEvent: report,
    });
  } finally {
    room.cell.dispose();
  }
}
