/** A call request: one exported function of the program, in an isolate of its own. */
import type { InputForm } from '../../domain/values/dataset';
import type { CallRequest, Piece } from '../protocol';
import type { RuntimeEvent } from '../runtime-protocol';
import { execute } from './execute';
import type { Execution } from './execute';
import { toFailure } from './failure';
import { readPiece, writeFrame } from './frames';
import type { Room } from './isolate';
import { Extra } from './program';
import type { Program } from './program';
import { tooManyModules, untilDone } from './run';
import type { Effort } from './run';
import type { Stock } from './stock';

/** Calls the function and writes `result` where there is one, then `end`. */
export function call(request: CallRequest, program: Program, stock: Stock): void {
  const extra = new Extra();
  extra.addPath(request.module);
  const fail = (): void => {
    const failure = tooManyModules(request.module);
    writeFrame({ t: 'result', outcome: { ok: false, failure, fault: 'import' }, console: [] });
  };
  untilDone(request, program, (_, effort) => attempt(request, program, stock, extra, effort), fail, extra);
}

function attempt(
  request: CallRequest,
  program: Program,
  stock: Stock,
  extra: Extra,
  { wallMs, patience }: Effort,
): Execution {
  const { limits, module, name, data, input, alias } = request;
  const bundle = program.bundle('', { coverage: false, extra });
  const report = (event: RuntimeEvent): boolean => {
    if (event.e !== 'result') return true;
    const { console, ...outcome } = event;
    const sources = { files: program.files, bundle };
    const told = outcome.ok ? outcome : { ...outcome, failure: toFailure(outcome.failure, sources) };
    writeFrame({ t: 'result', outcome: told, console });
    return true;
  };
  const room = stock.take(limits.heapMb);
  try {
    if (input && !feed(room, input)) return { end: 'memory', longestTurnMs: 0 };
    return execute(room, bundle, {
      files: program.paths,
      mocks: program.mocks,
      limits: { ...limits, wallMs },
      patience,
      bail: false,
      coverage: false,
      changes: false,
      keepScripts: false,
      call: { module, name, data, alias, resultLimit: limits.resultKb * 1024 },
      onEvent: report,
    });
  } finally {
    room.cell.dispose();
  }
}

/** ms that an isolate may take for one piece, which no user code takes part in. */
const PIECE_MS = 5_000;

/** Hands the data over, piece by piece; false where it does not fit into the isolate. */
function feed(room: Room, form: InputForm): boolean {
  try {
    room.send('input', JSON.stringify(form), PIECE_MS);
    for (let index = 0, last = false; !last; index++) {
      writeFrame({ t: 'more', index });
      const piece = readPiece() as Piece | undefined;
      // The parent has gone.
      if (piece === undefined) process.exit(0);
      room.send('piece', piece.text, PIECE_MS);
      last = piece.last;
    }
    return true;
  } catch (error) {
    // Buffers outside of the heap that can't be had are errors of range.
    if (room.cell.disposed || error instanceof RangeError) return false;
    throw error;
  }
}
