/** node:worker_threads: there is one thread, and it is the main one. */
import { nameClasses } from '../node/brand';
import { notInSandbox } from '../node/errors';
import { MessageChannel, MessagePort } from './message-channel';

const { markAbsent } = loadStandIn('internal/guard') as typeof import('../core/internal.guard').default;

class Worker {
  constructor() {
    throw notInSandbox('A worker thread');
  }
}

const data = new Map<unknown, unknown>();

nameClasses({ Worker });
markAbsent(Worker);

export default {
  isMainThread: true,
  isInternalThread: false,
  parentPort: null,
  workerData: null,
  threadId: 0,
  threadName: '',
  resourceLimits: {},
  SHARE_ENV: Symbol.for('nodejs.worker_threads.SHARE_ENV'),
  Worker,
  MessageChannel,
  MessagePort,
  getEnvironmentData: (key: unknown): unknown => data.get(key),
  setEnvironmentData: (key: unknown, value: unknown): unknown =>
    value === undefined ? void data.delete(key) : void data.set(key, value),
  markAsUntransferable: (): void => undefined,
  isMarkedAsUntransferable: (): boolean => false,
};
