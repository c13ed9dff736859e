import { z } from 'zod';
import type { EffectKey } from '../domain/ids';
import { addUsage, NO_USAGE, type Usage } from '../domain/run/budget';
import { partOf, type RefStore } from '../store';
import type { BoughtCall } from './types';

const Opened = z.object({ model: z.string(), inputTokens: z.number().int() });

const CLOSED = '/closed';

/** Note that a model was asked, by the try. */
export function askedRef(reply: EffectKey, attempt: number): EffectKey {
  return partOf(reply, `asked-${attempt}`);
}

/** The reply's name and the try of such a note; undefined for other names. */
export function readAskedRef(name: string): { reply: string; attempt: number } | undefined {
  const [, reply, attempt] = /^(.*)\/asked-(\d+)$/.exec(name) ?? [];
  return reply === undefined ? undefined : { reply, attempt: Number(attempt) };
}

/** Note that what was asked is over and cost nothing. */
export function closedRef({ run, effect }: EffectKey): EffectKey {
  return { run, effect: effect + CLOSED };
}

/** True for the effect of such a note. */
export function isClosedRef(name: string): boolean {
  return name.endsWith(CLOSED);
}

/** One call under way. */
export interface OpenCall {
  /** Call it if the endpoint answered without a reply, or was never reached: nothing is to be paid. */
  close(): Promise<void>;
}

/**
 * Records calls before they are made. A call that is neither answered nor closed was lost with its worker or on its
 * way, and may have to be paid: a ledger of replies alone would not show it.
 */
export class CallNotes {
  constructor(private readonly refs: RefStore) {}

  /** `reply` is the key of the reply that the call is to bring, `attempt` counts the tries of its activity from 1. */
  async open(reply: EffectKey, attempt: number, model: string, inputTokens: number): Promise<OpenCall> {
    const key = askedRef(reply, attempt);
    await this.refs.putOnce(key, JSON.stringify({ model, inputTokens }));
    return {
      close: async () => {
        await this.refs.putOnce(closedRef(key), '');
      },
    };
  }

  /** Usage lost in tries 1 to `attempt` of a call; `answered` is the try that brought the reply, if one did. */
  async lostUntil(reply: EffectKey, attempt: number, answered?: number): Promise<Usage> {
    let lost = NO_USAGE;
    for (let made = 1; made <= attempt; made++) {
      if (made === answered) continue;
      const key = askedRef(reply, made);
      const mark = await this.refs.get(key);
      if (mark === undefined || (await this.refs.get(closedRef(key))) !== undefined) continue;
      lost = addUsage(lost, lostCall(mark).usage);
    }
    return lost;
  }
}

/** Calls among the references of a run whose reply never arrived, for all that is known paid for; `answered` tells by the key of a reply which try brought it. */
export function lostAmong(
  refs: readonly { effect: string; value: string }[],
  answered: ReadonlyMap<string, number>,
): BoughtCall[] {
  const closed = new Set(refs.map(({ effect }) => effect).filter(isClosedRef));
  return refs.flatMap(({ effect, value }) => {
    const asked = readAskedRef(effect);
    const isLost = asked !== undefined && answered.get(asked.reply) !== asked.attempt;
    return isLost && !closed.has(closedRef({ run: '', effect }).effect) ? [lostCall(value)] : [];
  });
}

function lostCall(mark: string): BoughtCall {
  const { model, inputTokens } = Opened.parse(JSON.parse(mark));
  return { model, usage: { modelCalls: 1, lostCalls: 1, inputTokens, outputTokens: 0 } };
}
