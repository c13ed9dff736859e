/** The library of node:stream and what is built on it. */
// First, for what it changes can't be changed once it is locked.
import 'node:events';
import 'node:buffer';
import nodeModule from './natives';

export const load = (name: string): unknown => (name === 'globals' ? {} : nodeModule(name));
