/** node:readline over streams: lines of an input, and questions whose answers come from it. */
import { nameClasses } from './brand';
import { EventEmitter } from 'node:events';
import { StringDecoder } from 'node:string_decoder';
import { abortError, nodeError } from './errors';
import { validateFunction } from './validate';

interface Input {
  on(event: string, listener: (...args: never[]) => void): unknown;
  removeListener(event: string, listener: (...args: never[]) => void): unknown;
  resume(): unknown;
  pause(): unknown;
}

interface Output {
  write(text: string): unknown;
}

interface InterfaceOptions {
  input: Input;
  output?: Output;
  prompt?: string;
  signal?: AbortSignal;
  history?: string[];
}

function closedError(): Error {
  return nodeError(Error, 'ERR_USE_AFTER_CLOSE', 'readline was closed');
}

export class Interface extends EventEmitter {
  readonly input: Input;
  readonly output: Output | undefined;
  readonly terminal = false;
  line = '';
  closed = false;
  #prompt: string;
  #rest = '';
  #answer: ((text: string) => void) | undefined;
  readonly #decoder = new StringDecoder('utf8');
  readonly #onData = (chunk: unknown): void =>
    this.#take(typeof chunk === 'string' ? chunk : this.#decoder.write(chunk as Buffer));
  readonly #onEnd = (): void => {
    const last = this.#rest + this.#decoder.end();
    this.#rest = '';
    if (last !== '') this.#line(last);
    this.close();
  };

  constructor(options: InterfaceOptions | Input, output?: Output) {
    super();
    const given =
      typeof (options as Input).on === 'function'
        ? { input: options as Input, output }
        : (options as InterfaceOptions);
    this.input = given.input;
    this.output = given.output;
    this.#prompt = given.prompt ?? '> ';
    this.input.on('data', this.#onData);
    this.input.on('end', this.#onEnd);
    this.input.resume();
    const { signal } = given;
    if (signal?.aborted) sandboxHost.nextTick(() => this.close(), []);
    else signal?.addEventListener('abort', () => this.close(), { once: true });
  }

  #take(text: string): void {
    const lines = (this.#rest + text).split(/\r\n|\n|\r(?!$)|\u2028|\u2029/);
    this.#rest = lines.pop() ?? '';
    for (const line of lines) if (!this.closed) this.#line(line);
  }

  #line(line: string): void {
    const answer = this.#answer;
    this.#answer = undefined;
    if (answer) answer(line);
    else this.emit('line', line);
  }

  getPrompt(): string {
    return this.#prompt;
  }
  setPrompt(prompt: string): void {
    this.#prompt = String(prompt);
  }
  prompt(): void {
    if (this.closed) throw closedError();
    this.output?.write(this.#prompt);
    this.resume();
  }
  question(query: unknown, ...args: unknown[]): void {
    const callback = args[args.length - 1];
    if (this.closed) throw closedError();
    validateFunction(callback, 'cb');
    if (this.#answer) return this.prompt();
    this.#answer = callback;
    this.output?.write(String(query));
    this.resume();
  }
  write(text: unknown): void {
    if (this.closed) throw closedError();
    if (text !== undefined && text !== null) this.#take(String(text));
  }
  pause(): this {
    this.input.pause();
    this.emit('pause');
    return this;
  }
  resume(): this {
    this.input.resume();
    this.emit('resume');
    return this;
  }
  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.input.removeListener('data', this.#onData);
    this.input.removeListener('end', this.#onEnd);
    this.input.pause();
    this.emit('close');
  }
  [Symbol.dispose](): void {
    this.close();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    const lines: string[] = [];
    let wake: (() => void) | undefined;
    const ring = (): void => wake?.();
    this.on('line', (line: string) => {
      lines.push(line);
      ring();
    });
    this.on('close', ring);
    try {
      for (;;) {
        while (lines.length > 0) yield lines.shift() ?? '';
        if (this.closed) return;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      this.close();
    }
  }
}

export class PromiseInterface extends Interface {
  override question(query: unknown, options?: { signal?: AbortSignal }): never {
    return new Promise((resolve, reject) => {
      const { signal } = options ?? {};
      if (signal?.aborted) return reject(abortError(signal.reason));
      signal?.addEventListener('abort', () => reject(abortError(signal.reason)), { once: true });
      super.question(query, resolve);
    }) as never;
  }
}

type Move = (stream: Output | undefined, ...args: unknown[]) => boolean;

/** Writes an escape sequence and calls back. */
function move(sequence: (...args: unknown[]) => string): Move {
  return (stream, ...args) => {
    const callback = args.findLast((arg) => typeof arg === 'function');
    const text = sequence(...args);
    if (text !== '') stream?.write(text);
    if (callback) sandboxHost.nextTick(callback as () => void, []);
    return true;
  };
}

const ESC = '\u001b[';

export const moves: Record<string, Move> = {
  clearLine: move((direction) => `${ESC}${direction === -1 ? '1' : direction === 1 ? '0' : '2'}K`),
  clearScreenDown: move(() => `${ESC}0J`),
  cursorTo: move((x, y) =>
    typeof y === 'number' ? `${ESC}${y + 1};${Number(x) + 1}H` : `${ESC}${Number(x) + 1}G`,
  ),
  moveCursor: move((x, y) => {
    const [dx, dy] = [Number(x), Number(y)];
    const across = dx === 0 ? '' : `${ESC}${Math.abs(dx)}${dx < 0 ? 'D' : 'C'}`;
    return across + (dy === 0 || Number.isNaN(dy) ? '' : `${ESC}${Math.abs(dy)}${dy < 0 ? 'A' : 'B'}`);
  }),
};

nameClasses({ Interface });
