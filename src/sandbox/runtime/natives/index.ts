/** Node's own library in the snapshot: the modules that all runs share, and the class for those that each has anew. */
import { Bytes } from './bytes';
import { NodeLibrary } from './library';

export { Bytes, NodeLibrary };
export { binding } from './binding';
export { lockedGetters } from './primordials';

const modules = {
  'internal/bytes': () => ({ Buffer: Bytes }),
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
