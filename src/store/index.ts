export { openStore, type OpenStore } from './open-store';
export { withSignal } from './abort-scope';
export type { Store } from './types';
