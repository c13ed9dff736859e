/** Hash and Hmac. They are streams, too. */
import { hmac } from '@noble/hashes/hmac.js';
import 'node:stream';
import type { Transform } from 'node:stream';
import nodeModule from '../libs/natives';
import { nameClasses } from '../node/brand';
import { invalidArgType, nodeError } from '../node/errors';
import { validateString, validateUint32 } from '../node/validate';
import { bytesOf, DATA, encode, KEY } from './bytes';
import type { Running } from './digests';
import { digestOf, startDigest } from './digests';

function finalized(): Error {
  return nodeError(Error, 'ERR_CRYPTO_HASH_FINALIZED', 'Digest already called');
}

/** A stream whose state is made when it is first looked at: most hashes are never used as streams. */
const LazyTransform = nodeModule<typeof Transform>('internal/streams/lazy_transform');

export class Hash extends LazyTransform {
  #running: Running | undefined;

  constructor(algorithm: unknown, options?: { outputLength?: number }) {
    super(options as object);
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

  override _transform(chunk: unknown, encoding: BufferEncoding, done: () => void): void {
    this.update(chunk, encoding);
    done();
  }

  override _flush(done: () => void): void {
    this.push(this.digest());
    done();
  }
}

export class Hmac extends LazyTransform {
  #running: Running | undefined;
  #done = false;

  constructor(algorithm: unknown, key: unknown) {
    super();
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

for (const key of ['_transform', '_flush'])
  Object.defineProperty(Hmac.prototype, key, { ...Reflect.getOwnPropertyDescriptor(Hash.prototype, key) });
nameClasses({ Hash, Hmac });
