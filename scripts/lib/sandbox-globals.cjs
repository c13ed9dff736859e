'use strict';
// Globals as the sandbox's runtime sees them.

/**
 * Built-ins the runtime keeps private copies of: user code may rebind the global names, never these.
 * `globalThis` of everything in the bundle is a private object, so nothing it stores there can be reached.
 */
const PRIVATE_GLOBALS = [
  ...[
    'Object',
    'Function',
    'Array',
    'Number',
    'Boolean',
    'String',
    'Symbol',
    'BigInt',
    'Date',
    'Promise',
    'RegExp',
  ],
  ...[
    'Error',
    'AggregateError',
    'EvalError',
    'RangeError',
    'ReferenceError',
    'SyntaxError',
    'TypeError',
    'URIError',
  ],
  ...[
    'JSON',
    'Math',
    'Reflect',
    'Proxy',
    'Map',
    'Set',
    'WeakMap',
    'WeakSet',
    'WeakRef',
    'ArrayBuffer',
    'DataView',
  ],
  ...[
    'Int8Array',
    'Uint8Array',
    'Uint8ClampedArray',
    'Int16Array',
    'Uint16Array',
    'Int32Array',
    'Uint32Array',
  ],
  ...['Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array', 'Iterator'],
  ...[
    'parseInt',
    'parseFloat',
    'isNaN',
    'isFinite',
    'encodeURIComponent',
    'decodeURIComponent',
    'encodeURI',
    'decodeURI',
  ],
];

/** Globals that code under test may replace: whatever in the bundle reads one by name finds nothing. */
const REBINDABLE = [
  ...['console', 'require', 'navigator', 'performance', 'window', 'Window'],
  ...['setTimeout', 'clearTimeout', 'setImmediate', 'queueMicrotask'],
  ...['Buffer', 'File', 'MessageChannel', 'URL', 'atob', 'btoa'],
];

module.exports = { PRIVATE_GLOBALS, REBINDABLE };
