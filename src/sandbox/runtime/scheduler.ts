/**
 * Takes a run one macrotask at a time. A flow is a generator that yields calls to wait for; a flow that waits may let
 * others run inside its wait, as a test does with its subtests.
 */
import type { Clock } from './clock';
import type { Call, Outcome } from './invoke';
import { invoke } from './invoke';

/** A turn of a flow: a call to wait for, or `undefined` to let the host take the reports. */
export type Turn = Wait | undefined;
export type Flow<T = void> = Generator<Turn, T, Outcome>;

export interface Wait {
  call: Call;
  /** The next flow to run while this call is awaited, if there is one. */
  inner?: () => Flow | undefined;
}

const NOTHING: Outcome = { threw: false };

/** One flow under way. */
class Frame {
  /** The flow goes on with this at the next turn. */
  ready: Outcome | undefined = NOTHING;
  /** Fails the call that is awaited. */
  fail: ((value: unknown) => void) | undefined;
  inner: (() => Flow | undefined) | undefined;

  constructor(readonly flow: Flow) {}
}

export class Scheduler {
  private readonly frames: Frame[] = [];

  constructor(private readonly clock: Clock) {}

  begin(flow: Flow): void {
    this.frames.push(new Frame(flow));
  }

  get ended(): boolean {
    return this.frames.length === 0;
  }

  /** How many flows are inside each other. */
  get depth(): number {
    return this.frames.length;
  }

  /** Gives everything up. */
  stop(): void {
    this.frames.length = 0;
  }

  /** One macrotask: continues the innermost flow, else runs the next timer. Throws what a flow throws. */
  turn(): void {
    const frame = this.frames.at(-1);
    if (!frame) return;
    const { ready } = frame;
    if (ready) {
      frame.ready = undefined;
      this.advance(frame, ready);
      return;
    }
    const inner = frame.inner?.();
    if (inner) this.begin(inner);
    else if (!this.clock.runNext())
      this.failCall(new Error('nothing is left that could settle what is awaited.'));
  }

  /** Fails the call that the innermost flow waits for. */
  failCall(value: unknown): void {
    this.frames.at(-1)?.fail?.(value);
  }

  private advance(frame: Frame, outcome: Outcome): void {
    frame.fail = undefined;
    frame.inner = undefined;
    const { value: turn, done } = frame.flow.next(outcome);
    if (done) {
      this.frames.pop();
    } else if (turn) {
      frame.inner = turn.inner;
      frame.fail = invoke(turn.call, this.clock, (result) => {
        frame.ready = result;
      });
    } else {
      frame.ready = NOTHING;
    }
  }
}
