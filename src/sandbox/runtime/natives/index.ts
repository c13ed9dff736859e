/** Node's own library in the snapshot: the modules that all runs share, and the class for those that each has anew. */
import { NodeLibrary } from './library';

export { NodeLibrary };
export { binding } from './binding';
export { lockedGetters } from './primordials';

/** Only bytes in messages are shown by it. */
class Bytes extends Uint8Array {
  hexSlice(from: number, to: number): string {
    return Array.from(this.subarray(from, to), (byte) => byte.toString(16).padStart(2, '0')).join('');
  }
}

const modules = {
  buffer: () => ({ Buffer: Bytes }),
  'internal/bootstrap/realm': () => ({ BuiltinModule: { exists: () => false } }),
  // V8 can't put a changed Error.stackTraceLimit into a snapshot: before the built-ins are locked nothing may set it.
  'internal/v8/startup_snapshot': () => ({
    namespace: { isBuildingSnapshot: () => Object.isExtensible(Map.prototype) },
  }),
  'internal/options': () => ({ getOptionValue: () => undefined }),
  'internal/url': () => ({ URL: class {}, isURL: () => false }),
};
const process = {
  platform: 'linux',
  versions: {},
  env: {},
  stderr: {},
  cwd: () => '/',
  emitWarning: () => undefined,
};

export const shared = new NodeLibrary({ process, modules });
