/** Functions that Node's modules take from its C++ side, as far as they can be had within an isolate. */
import * as is from '../node/kinds';
import { SYSTEM_ERRORS } from '../node/system-errors';
import { ENCODINGS } from '../node/utf8';

type Members = Readonly<Record<string, unknown>>;

const ONLY_ENUMERABLE = 2;
const SKIP_SYMBOLS = 16;
const MAX_INDEX = 2 ** 32 - 2;

function isIndex(key: PropertyKey): boolean {
  return typeof key === 'string' && /^(?:0|[1-9]\d{0,9})$/.test(key) && Number(key) <= MAX_INDEX;
}

function getOwnNonIndexProperties(object: object, filter: number): PropertyKey[] {
  return Reflect.ownKeys(object).filter(
    (key) =>
      !isIndex(key) &&
      !(filter & SKIP_SYMBOLS && typeof key === 'symbol') &&
      (!(filter & ONLY_ENUMERABLE) || Object.prototype.propertyIsEnumerable.call(object, key)),
  );
}

const never = (): boolean => false;
const nothing = (): undefined => undefined;

const types: Members = {
  ...is,
  isAnyArrayBuffer: is.isArrayBuffer,
  isEventTarget: never,
  isExternal: never,
  isModuleNamespaceObject: never,
  // Nothing inside an isolate can tell a proxy from its target.
  isProxy: never,
  isSharedArrayBuffer: never,
};

const util: Members = {
  constants: {
    ...{ kPending: 0, kFulfilled: 1, kRejected: 2 },
    ...{ kExiting: 0, kExitCode: 1, kHasExitCode: 2 },
    ...{ ALL_PROPERTIES: 0, ONLY_ENUMERABLE, SKIP_SYMBOLS, kDisallowCloneAndTransfer: 0 },
  },
  privateSymbols: {},
  getOwnNonIndexProperties,
  // Only the engine knows a promise's state and a proxy's target.
  getPromiseDetails: () => [0, undefined],
  getProxyDetails: nothing,
  getCallerLocation: nothing,
  getConstructorName: (value: unknown) => (is.isNativeError(value) ? 'Error' : 'Object'),
  previewEntries: () => [[], false],
  isInsideNodeModules: () => true,
};

const uv: Members = {
  getErrorMap: () =>
    new Map(Object.entries(SYSTEM_ERRORS).map(([name, [number, text]]) => [-number, [name, text]])),
  getErrorMessage: (number: number) =>
    Object.values(SYSTEM_ERRORS).find(([one]) => one === -number)?.[1] ?? `Unknown system error ${number}`,
  errname: (number: number) =>
    Object.entries(SYSTEM_ERRORS).find(([, [one]]) => one === -number)?.[0] ??
    `Unknown system error ${number}`,
};

const bindings: Readonly<Record<string, Members>> = {
  buffer: { compare: is.compareViews },
  config: { hasIntl: true },
  constants: { os: { signals: {} } },
  string_decoder: { encodings: ENCODINGS },
  types,
  url_pattern: {},
  util,
  uv,
};

export function binding(name: string): Members {
  const found = bindings[name];
  if (!found) throw new Error(`Node's binding ${name} is not in the sandbox.`);
  return found;
}
