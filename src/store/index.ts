export { openStore, type OpenStore } from './open-store';
export { withSignal } from '../machine/abort-scope';
export type { Store } from './types';
