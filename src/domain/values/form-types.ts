/** Names that `$type` may have. No value can add one: classes of a program are named beside it. */
export const FORM_TYPES: ReadonlySet<string> = new Set([
  ...['undefined', 'number', 'bigint', 'symbol', 'string', 'function', 'class', 'boxed', 'hole', 'circular'],
  ...['unreadable', 'Date', 'RegExp', 'Promise', 'WeakMap', 'WeakSet', 'WeakRef', 'Map', 'Set', 'Array'],
  ...['Object', 'instance', 'Error', 'Vector', 'Table', 'ArrayBuffer', 'DataView'],
  ...[
    'Int8Array',
    'Uint8Array',
    'Uint8ClampedArray',
    'Int16Array',
    'Uint16Array',
    'Int32Array',
    'Uint32Array',
  ],
  ...['Float16Array', 'Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array'],
]);
