/**
 * node:async_hooks: Node's own, over the context that timers and ticks hand on. Nothing in an isolate tells which code a promise
 * continues, so a store is lost at the first `await` or `then` that waits; hooks are never called.
 */
import nodeModule from './internal.library';

type Hooks = typeof import('node:async_hooks');

// Its members are made as they are read.
const hooks: Hooks = { ...nodeModule<Hooks>('async_hooks') };
const frame = nodeModule<object>('internal/async_context_frame');
const scope = nodeModule<object>('internal/async_local_storage/run_scope');
for (const type of [frame, scope, hooks.createHook({}).constructor]) sandboxHost.lock(type);

export default hooks;
