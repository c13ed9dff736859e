import { ModelError } from './errors';
import type { CallOptions, ModelSettings } from './types';

/** A model to ask, and the setting that names it. */
export interface Choice {
  model: string;
  setting: string;
}

/**
 * Lets calls through until the worker is to stop: calls under way are finished, so that none is paid for twice, and later
 * ones are held and then left to the next worker.
 */
export class CallGate {
  private underWay = 0;
  private isClosed = false;
  private readonly emptied = new AbortController();
  private readonly released = new AbortController();

  /** Makes a call. Rejects with a `ModelError` that may be tried again where the worker stops first. */
  async pass<T>(signal: AbortSignal, act: () => Promise<T>): Promise<T> {
    if (this.isClosed) throw await this.hold(signal);
    this.underWay += 1;
    try {
      return await act();
    } finally {
      this.underWay -= 1;
      this.look();
    }
  }

  /** Closes the gate; resolves once no call is under way. */
  close(): Promise<void> {
    this.isClosed = true;
    this.look();
    return aborted(this.emptied.signal);
  }

  /** Sends back the calls that are held. */
  release(): void {
    this.isClosed = true;
    this.released.abort();
  }

  private look(): void {
    if (this.isClosed && this.underWay === 0) this.emptied.abort();
  }

  private async hold(signal: AbortSignal): Promise<ModelError> {
    await aborted(AbortSignal.any([signal, this.released.signal]));
    return new ModelError({
      type: 'ModelUnavailable',
      message: 'The worker was stopped before it asked the model: the next worker does.',
      retryable: true,
      concerns: 'request',
    });
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** The models that a call may go to, in their order: the one that it names, else its purpose's, then the fallbacks. */
export function choicesOf(
  { model: general, purposes, fallbacks = [] }: Pick<ModelSettings, 'model' | 'purposes' | 'fallbacks'>,
  { model, purpose }: Pick<CallOptions, 'model' | 'purpose'>,
): Choice[] {
  if (model !== undefined) return [{ model, setting: '--model' }];
  const own = purposes?.[purpose];
  const first = own
    ? { model: own, setting: `KINTSUGI_MODEL_${purpose.toUpperCase()}` }
    : { model: general, setting: 'KINTSUGI_MODEL' };
  const rest = fallbacks.filter((name, index) => name !== first.model && fallbacks.indexOf(name) === index);
  return [first, ...rest.map((name) => ({ model: name, setting: 'KINTSUGI_MODEL_FALLBACKS' }))];
}
