/** node:perf_hooks. */
import { notInSandbox } from '../node/errors';
import web from './internal.web-performance';

const { performance } = web;

export default {
  ...web,
  timerify: (fn: unknown): unknown => performance.timerify(fn),
  eventLoopUtilization: (): object => performance.eventLoopUtilization(),
  monitorEventLoopDelay: (): never => {
    throw notInSandbox('perf_hooks.monitorEventLoopDelay');
  },
  createHistogram: (): never => {
    throw notInSandbox('perf_hooks.createHistogram');
  },
  constants: Object.freeze({ __proto__: null, NODE_PERFORMANCE_MILESTONE_LOOP_START: 4 }),
};
