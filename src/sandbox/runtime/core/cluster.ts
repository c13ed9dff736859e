/** node:cluster: there is one process, and it is the first. */
import { absentModule } from '../node/absent';
import events from './events';

const facts = absentModule('cluster', 'Worker disconnect fork setupMaster setupPrimary', {
  isMaster: true,
  isPrimary: true,
  isWorker: false,
  workers: {},
  settings: {},
  SCHED_NONE: 1,
  SCHED_RR: 2,
  schedulingPolicy: 2,
});

export default Object.assign(new events.EventEmitter(), facts);
