/** AbortController and AbortSignal. */
import { brandClasses, CUSTOM } from '../node/brand';
import { invalidArgType, nodeError } from '../node/errors';
import { validateUint32 } from '../node/validate';
import { DOMException } from './dom-exception';
import { defineHandler, Event, EventTarget } from './events';

/** Lets this module make signals; programs can't. */
const KEY = Symbol('new');

interface State {
  aborted: boolean;
  reason: unknown;
  /** Signals that are aborted with it. */
  readonly dependents: Set<AbortSignal>;
}

const states = new WeakMap<AbortSignal, State>();

function stateOf(signal: AbortSignal): State {
  const state = states.get(signal);
  if (!state) throw nodeError(TypeError, 'ERR_INVALID_THIS', 'Value of "this" must be of type AbortSignal');
  return state;
}

function abort(signal: AbortSignal, reason: unknown): void {
  const state = stateOf(signal);
  if (state.aborted) return;
  state.aborted = true;
  state.reason = reason === undefined ? new DOMException('This operation was aborted', 'AbortError') : reason;
  const dependents = [...state.dependents].filter((one) => !stateOf(one).aborted);
  for (const dependent of dependents)
    Object.assign(stateOf(dependent), { aborted: true, reason: state.reason });
  for (const one of [signal, ...dependents]) one.dispatchEvent(new Event('abort'));
}

export class AbortSignal extends EventTarget {
  declare onabort: ((event: Event) => unknown) | null;

  constructor(key?: unknown) {
    if (key !== KEY) throw nodeError(TypeError, 'ERR_ILLEGAL_CONSTRUCTOR', 'Illegal constructor');
    super();
    states.set(this, { aborted: false, reason: undefined, dependents: new Set() });
  }

  get aborted(): boolean {
    return stateOf(this).aborted;
  }
  get reason(): unknown {
    return stateOf(this).reason;
  }
  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }

  static abort(reason?: unknown): AbortSignal {
    const signal = new AbortSignal(KEY);
    const { aborted, ...rest } = stateOf(signal);
    void aborted;
    const given =
      reason === undefined ? new DOMException('This operation was aborted', 'AbortError') : reason;
    states.set(signal, { ...rest, aborted: true, reason: given });
    return signal;
  }

  static timeout(delay: unknown): AbortSignal {
    validateUint32(delay, 'delay');
    const signal = new AbortSignal(KEY);
    const error = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
    sandboxHost.timers.setTimeout(() => abort(signal, error), delay);
    return signal;
  }

  static any(signals: Iterable<AbortSignal>): AbortSignal {
    if (typeof signals !== 'object' || signals === null || !(Symbol.iterator in signals))
      throw nodeError(TypeError, 'ERR_INVALID_ARG_TYPE', 'signals cannot be converted to sequence.');
    const list = [...signals];
    list.forEach((signal, index) => {
      if (!(signal instanceof AbortSignal)) throw invalidArgType(`signals[${index}]`, 'AbortSignal', signal);
    });
    const aborted = list.find((signal) => signal.aborted);
    if (aborted) return AbortSignal.abort(aborted.reason);
    const result = new AbortSignal(KEY);
    for (const signal of list) stateOf(signal).dependents.add(result);
    return result;
  }

  [CUSTOM](_depth: number, options: object, inspect: (value: unknown, options: object) => string): string {
    return `AbortSignal ${inspect({ aborted: this.aborted }, options)}`;
  }
}

export class AbortController {
  readonly #signal = new AbortSignal(KEY);

  get signal(): AbortSignal {
    return this.#signal;
  }
  abort(reason?: unknown): void {
    abort(this.#signal, reason);
  }
  [CUSTOM](_depth: number, options: object, inspect: (value: unknown, options: object) => string): string {
    return `AbortController ${inspect({ signal: this.#signal }, options)}`;
  }
}

defineHandler(AbortSignal.prototype, 'abort');
brandClasses({ AbortSignal, AbortController });
