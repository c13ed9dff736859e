/** Part of node:util that is about signals. */
import { invalidArgType, nodeError } from '../node/errors';

interface Abortable {
  readonly aborted: boolean;
  addEventListener(type: string, listener: () => void, options: { once: boolean }): void;
}

/** A promise of a signal's abortion. */
function aborted(signal: Abortable, resource: unknown): Promise<void> {
  if (typeof signal !== 'object' || signal === null || !('aborted' in signal))
    return Promise.reject(nodeError(TypeError, 'ERR_INVALID_ARG_TYPE', 'signal is not of type AbortSignal.'));
  if (typeof resource !== 'object' || resource === null)
    return Promise.reject(invalidArgType('resource', 'Object', resource));
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

export default { aborted };
