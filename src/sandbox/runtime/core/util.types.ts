/** node:util/types. */
import * as is from '../node/kinds';

type Check = (value: unknown) => boolean;

const TYPED = [
  ...[
    'Uint8Array',
    'Uint8ClampedArray',
    'Uint16Array',
    'Uint32Array',
    'Int8Array',
    'Int16Array',
    'Int32Array',
  ],
  ...['Float16Array', 'Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array'],
];

const never: Check = () => false;

const types: Record<string, Check> = {
  isArgumentsObject: is.isArgumentsObject,
  isArrayBuffer: is.isArrayBuffer,
  isAsyncFunction: is.isAsyncFunction,
  isBigIntObject: is.isBigIntObject,
  isBooleanObject: is.isBooleanObject,
  isDate: is.isDate,
  isExternal: never,
  isGeneratorFunction: is.isGeneratorFunction,
  isGeneratorObject: is.isGeneratorObject,
  isMap: is.isMap,
  isMapIterator: is.isMapIterator,
  isModuleNamespaceObject: never,
  isNativeError: is.isNativeError,
  isNumberObject: is.isNumberObject,
  isPromise: is.isPromise,
  // Nothing inside an isolate can tell a proxy from its target.
  isProxy: never,
  isRegExp: is.isRegExp,
  isSet: is.isSet,
  isSetIterator: is.isSetIterator,
  isSharedArrayBuffer: never,
  isStringObject: is.isStringObject,
  isSymbolObject: is.isSymbolObject,
  isWeakMap: is.isWeakMap,
  isWeakSet: is.isWeakSet,
  isAnyArrayBuffer: is.isArrayBuffer,
  isBoxedPrimitive: is.isBoxedPrimitive,
  isArrayBufferView: (value) => ArrayBuffer.isView(value),
  isDataView: is.isDataView,
  isTypedArray: (value) => is.typedArrayName(value) !== undefined,
  isKeyObject: never,
  isCryptoKey: never,
};

for (const name of TYPED) types[`is${name}`] = (value) => is.typedArrayName(value) === name;

export default types;
