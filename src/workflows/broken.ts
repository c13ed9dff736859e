import { ActivityFailure, isCancellation } from '@temporalio/workflow';
import { firstLine } from '../domain/text';

/** Event of work that can't be done. */
interface Broken {
  type: 'broken';
  reason: string;
}

/** Makes an event of work that can't be done: a full disk, a directory that is gone, a store that can't be read. */
export function brokenIs<E, Event>(
  perform: (effect: E) => Promise<Event>,
): (effect: E) => Promise<Event | Broken> {
  return async (effect) => {
    try {
      return await perform(effect);
    } catch (error) {
      if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
      return { type: 'broken', reason: firstLine(error.cause?.message ?? error.message) };
    }
  };
}
