import type OpenAI from 'openai';
import type { EffectKey } from '../domain/ids';
import { endpointUrl } from '../domain/model-endpoint';
import type { Choice } from './choices';
import { classifyModelError } from './classify';
import { complete, type Completion, type Hear } from './completion';
import { createEndpoint } from './endpoint';
import { CallTimeoutError, ModelError } from './errors';
import { ALL_ABILITIES, lesserAbilities, paramsOf, type Abilities, type Wanted } from './request';
import type { CallOptions, ModelSettings, ToolMessage } from './types';

/** Takes replies while they are made. */
export interface LiveReplies {
  begin(key: EffectKey): { say(text: () => string): void; end(): void };
}

/** Paid calls of one endpoint. */
export class EndpointCalls {
  private readonly openai: OpenAI;
  private readonly url: string;
  private readonly abilities = new Map<string, Abilities>();

  constructor(
    private readonly settings: ModelSettings,
    /** Values that no message of an error may show. */
    private readonly secrets: readonly string[],
    private readonly live?: LiveReplies,
  ) {
    this.url = endpointUrl(settings);
    this.openai = createEndpoint(settings);
  }

  /** One paid call within its time. Rejects with `ModelError` only. */
  async call(
    { model, setting }: Choice,
    messages: readonly ToolMessage[],
    wanted: Wanted,
    options: Pick<CallOptions, 'key' | 'signal' | 'attempt'>,
  ): Promise<Completion> {
    const { timeoutMs } = this.settings;
    const deadline = AbortSignal.timeout(timeoutMs);
    const live = this.live?.begin(options.key);
    try {
      options.signal.throwIfAborted();
      const signal = AbortSignal.any([options.signal, deadline]);
      const hear: Hear = (text) => live?.say(text);
      return await this.negotiate(model, messages, wanted, { attempt: options.attempt ?? 1, signal, hear });
    } catch (error) {
      if (options.signal.aborted) throw cancelled(options.signal);
      const cause = deadline.aborted ? new CallTimeoutError('too slow', { cause: error }) : error;
      const facts = { url: this.url, model, setting, timeoutMs, secrets: this.secrets };
      throw new ModelError(classifyModelError(cause, facts), { cause });
    } finally {
      live?.end();
    }
  }

  /** Asks in the best way that the endpoint is not known to refuse, and remembers what it refused. */
  private async negotiate(
    model: string,
    messages: readonly ToolMessage[],
    wanted: Wanted,
    { attempt, signal, hear }: { attempt: number; signal: AbortSignal; hear: Hear },
  ): Promise<Completion> {
    let abilities = this.abilities.get(model) ?? ALL_ABILITIES;
    for (;;) {
      try {
        const params = paramsOf(model, messages, wanted, abilities);
        const completion = await complete(this.openai, params, signal, hear);
        // Only now: a server that was merely broken for a moment must not be asked in lesser ways for ever.
        this.abilities.set(model, abilities);
        return completion;
      } catch (error) {
        const lesser = signal.aborted ? undefined : lesserAbilities(error, abilities, wanted, attempt);
        if (!lesser) throw error;
        abilities = lesser;
      }
    }
  }
}

/** The failure of a call that its caller gave up. */
export function cancelled(signal: AbortSignal): ModelError {
  const failure = {
    type: 'ModelCancelled',
    message: 'The model call was cancelled.',
    retryable: false,
    concerns: 'request',
    lost: true,
  } as const;
  return new ModelError(failure, { cause: signal.reason });
}
