/** DOMException. */
import { brandClasses } from '../node/brand';

/** Names that have a number from olden times. */
const CODES: Readonly<Record<string, number>> = {
  IndexSizeError: 1,
  HierarchyRequestError: 3,
  WrongDocumentError: 4,
  InvalidCharacterError: 5,
  NoModificationAllowedError: 7,
  NotFoundError: 8,
  NotSupportedError: 9,
  InUseAttributeError: 10,
  InvalidStateError: 11,
  SyntaxError: 12,
  InvalidModificationError: 13,
  NamespaceError: 14,
  InvalidAccessError: 15,
  TypeMismatchError: 17,
  SecurityError: 18,
  NetworkError: 19,
  AbortError: 20,
  URLMismatchError: 21,
  QuotaExceededError: 22,
  TimeoutError: 23,
  InvalidNodeTypeError: 24,
  DataCloneError: 25,
};

const names = new WeakMap<object, string>();

/** The error of the web's own functions. Its `name` says what it is about. */
export class DOMException extends Error {
  constructor(message = '', options: string | { name?: string; cause?: unknown } = 'Error') {
    super(String(message));
    const details = typeof options === 'object' && options !== null ? options : { name: options };
    names.set(this, String(details.name ?? 'Error'));
    if ('cause' in details)
      Object.defineProperty(this, 'cause', { value: details.cause, writable: true, configurable: true });
    // The head of a stack is written when the stack is first read.
    void this.stack;
  }

  get code(): number {
    return CODES[this.name] ?? 0;
  }
}

brandClasses({ DOMException });

// `name` belongs to the class, which can't be declared over that of Error.
Object.defineProperties(DOMException.prototype, {
  name: {
    get(this: object) {
      return names.get(this) ?? 'Error';
    },
    enumerable: true,
    configurable: true,
  },
  code: { enumerable: true },
});
for (const [name, code] of Object.entries(CODES)) {
  const constant = `${name
    .replace(/Error$/, '')
    .replace(/(?<=[a-z])(?=[A-Z])/g, '_')
    .toUpperCase()}_ERR`;
  for (const holder of [DOMException, DOMException.prototype])
    Object.defineProperty(holder, constant, { value: code, enumerable: true });
}
