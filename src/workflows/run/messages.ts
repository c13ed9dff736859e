import type { SignalDefinition } from '@temporalio/common';
import {
  ApplicationFailure,
  setDefaultSignalHandler,
  setHandler,
  type defineUpdate,
} from '@temporalio/workflow';
import { readMessage, type Schema } from '../../domain/message';
import type { NewEvent } from '../../domain/run/events';
import { forPeople, withProvenName, writerOf } from '../../domain/proof';
import { answerSignal, topUpSignal } from '../../messages';
import type { AnyRun } from './live-run';

/** How a message came, and whether Kintsugi's own client has proven that it sent it. */
export interface Way {
  by: 'update' | 'signal';
  isProven: boolean;
}

/** How a run takes one kind of message, by Update and, from the Web UI, by Signal. */
export interface Reception<T, Receipt> {
  update: ReturnType<typeof defineUpdate<Receipt, [T]>>;
  signal?: SignalDefinition<[T]>;
  /** Tells in the log why a signal was refused: its sender hears nothing. */
  refused?: (reason: string) => NewEvent;
  schema: Schema<T>;
  /** `The answer`, `The top-up`: begins the sentence of a refusal. */
  what: string;
  /** The object that the signal takes, for whom it was not understood. */
  takes?: string;
  /** Type of the failure that a refused Update ends with. */
  failure: string;
  /** Why it does not fit, in one sentence; undefined where it does. */
  refuse(message: T): string | undefined;
  /** Notes it. Waits for nothing. */
  accept(message: T, way: Way): Receipt;
}

export type MessageTaker = Pick<AnyRun, 'gauge' | 'tell'> & {
  update(change: { refusedAnswer?: string }): void;
};

/**
 * Takes messages of one kind. An Update that does not fit is refused by its validator and leaves no trace; a Signal can't
 * be refused, so the reason is shown and told in the log.
 */
export function receive<T, Receipt>(
  { update, signal, refused, schema, what, takes, failure, refuse, accept }: Reception<T, Receipt>,
  run: MessageTaker,
): void {
  const take = (message: T, given: unknown, by: Way['by']): Receipt => {
    const writer = writerOf(given);
    // What the worker wrote is no message of a person.
    const isProven = writer === 'client' || writer === 'person';
    return accept(withProvenName(message, writer), { by, isProven });
  };
  const takeUpdate = (given: unknown): Receipt => {
    run.gauge.look();
    return forPeople(take(schema.parse(given), given, 'update'));
  };
  setHandler(update, takeUpdate, {
    validator: (given) => {
      const read = readMessage(schema, given, what);
      const reason = read.refusal ?? refuse(read.value);
      if (reason) throw ApplicationFailure.nonRetryable(reason, failure);
    },
  });
  if (!signal) return;
  setHandler(signal, (given) => {
    const read = readMessage(schema, given, 'The signal');
    const reason =
      read.refusal === undefined
        ? refuse(read.value)
        : `A signal was not understood: it takes ${takes ?? 'one JSON object'}. ${read.refusal}`;
    run.gauge.look();
    if (reason !== undefined) {
      if (refused) run.tell([refused(reason)]);
      run.update({ refusedAnswer: reason });
    } else if (read.refusal === undefined) take(read.value, given, 'signal');
  });
}

const NAME_CHARS = 60;

/** Says that no run takes a signal of another name: the Web UI lets people send any. */
export function receiveStrangers(run: MessageTaker): void {
  setDefaultSignalHandler((name) => {
    run.gauge.look();
    const refusedAnswer = `There is no signal ${name.slice(0, NAME_CHARS)}: send ${answerSignal.name} or ${topUpSignal.name}.`;
    run.update({ refusedAnswer });
  });
}
