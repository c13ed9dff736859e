/** node:events. */
import nodeModule from './internal.library';

const events = nodeModule<typeof import('node:events')>('events');

type Make = () => typeof events.EventEmitterAsyncResource;

/** It is made when it is read, after the rest was locked. */
const make = Object.getOwnPropertyDescriptor(events, 'EventEmitterAsyncResource')?.get as Make;
Object.defineProperty(events, 'EventEmitterAsyncResource', {
  get: () => {
    const type = make();
    for (const one of [type, new type({ name: type.name }).asyncResource.constructor]) sandboxHost.lock(one);
    return type;
  },
  enumerable: true,
  configurable: true,
});

export default events;
