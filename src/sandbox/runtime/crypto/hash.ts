/** Hash and Hmac. They are streams, too. */
import { hmac } from '@noble/hashes/hmac.js';
import { Transform } from 'node:stream';
import { nameClasses } from '../node/brand';
import { invalidArgType, nodeError } from '../node/errors';
import { validateString, validateUint32 } from '../node/validate';
import { bytesOf, DATA, encode, KEY } from './bytes';
import type { Running } from './digests';
import { digestOf, startDigest } from './digests';

function finalized(): Error {
  return nodeError(Error, 'ERR_CRYPTO_HASH_FINALIZED', 'Digest already called');
}

interface Streamed {
  update(chunk: unknown, encoding?: string): unknown;
  digest(): unknown;
  push(chunk: unknown): void;
}

const streamed = new WeakSet<object>();

/** A state of a stream, made when it is first looked at: most hashes are never used as streams. */
function stateOf(prototype: object, name: string): PropertyDescriptor {
  return {
    get(this: object) {
      // An emitter compares its table of listeners with that of its prototype, which has none.
      if (this === prototype) return undefined;
      if (!streamed.has(this)) {
        streamed.add(this);
        Transform.call(this as Transform, {});
      }
      return Reflect.getOwnPropertyDescriptor(this, name)?.value as unknown;
    },
    set(this: object, value: unknown) {
      Object.defineProperty(this, name, { value, writable: true, enumerable: true, configurable: true });
    },
    configurable: true,
  };
}

/** Stream methods that Hash and Hmac share. */
const transforming = {
  _transform(this: Streamed, chunk: unknown, encoding: string, done: () => void): void {
    this.update(chunk, encoding);
    done();
  },
  _flush(this: Streamed, done: () => void): void {
    this.push(this.digest());
    done();
  },
};

export class Hash {
  #running: Running | undefined;

  constructor(algorithm: unknown, options?: { outputLength?: number }) {
    if (algorithm instanceof Hash) {
      if (!algorithm.#running) throw finalized();
      this.#running = algorithm.#running.clone();
      return;
    }
    validateString(algorithm, 'algorithm');
    const length = options?.outputLength;
    if (length !== undefined) validateUint32(length, 'options.outputLength');
    this.#running = startDigest(algorithm, length);
    if (!this.#running) throw new Error('Digest method not supported');
  }

  copy(options?: { outputLength?: number }): Hash {
    return new Hash(this, options);
  }

  update(data: unknown, encoding?: string): this {
    if (!this.#running) throw finalized();
    if (typeof data !== 'string' && !ArrayBuffer.isView(data)) throw invalidArgType('data', DATA, data);
    this.#running.update(bytesOf(data, 'data', DATA, encoding));
    return this;
  }

  digest(encoding?: unknown): unknown {
    if (!this.#running) throw finalized();
    const bytes = this.#running.digest();
    this.#running = undefined;
    return encode(bytes, encoding);
  }
}

export class Hmac {
  #running: Running | undefined;
  #done = false;

  constructor(algorithm: unknown, key: unknown) {
    validateString(algorithm, 'hmac');
    const secret = bytesOf(key, 'key', KEY);
    const digest = digestOf(algorithm);
    if (!digest) throw nodeError(TypeError, 'ERR_CRYPTO_INVALID_DIGEST', `Invalid digest: ${algorithm}`);
    this.#running = hmac.create(digest, secret) as unknown as Running;
  }

  update(data: unknown, encoding?: string): this {
    if (this.#done) throw finalized();
    if (typeof data !== 'string' && !ArrayBuffer.isView(data)) throw invalidArgType('data', DATA, data);
    this.#running?.update(bytesOf(data, 'data', DATA, encoding));
    return this;
  }

  /** Unlike a hash it may be asked again, and then has nothing to say. */
  digest(encoding?: unknown): unknown {
    const bytes = this.#done ? new Uint8Array(0) : (this.#running?.digest() ?? new Uint8Array(0));
    this.#done = true;
    this.#running = undefined;
    return encode(bytes, encoding);
  }
}

nameClasses({ Hash, Hmac });
for (const type of [Hash, Hmac]) {
  for (const [name, value] of Object.entries(transforming))
    Object.defineProperty(type.prototype, name, { value, writable: true, configurable: true });
  Object.setPrototypeOf(type.prototype, Transform.prototype);
  for (const name of ['_readableState', '_writableState', '_events'])
    Object.defineProperty(type.prototype, name, stateOf(type.prototype, name));
}
