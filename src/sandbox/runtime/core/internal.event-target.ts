/** EventTargets, as Node's module of events knows them within. */
import { EventTarget, kEvents } from '../web/events';

export default {
  isEventTarget: (value: unknown): boolean => value instanceof EventTarget,
  kEvents,
  kResistStopPropagation: Symbol('kResistStopPropagation'),
};
