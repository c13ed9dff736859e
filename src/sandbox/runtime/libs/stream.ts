/** The library of node:stream and what is built on it. */
import { inspect } from 'node:util';
import streamModule from 'readable-stream/lib/stream';
import promises from 'readable-stream/lib/stream/promises';
import consumers from '../node/consumers';
import { setInspect } from '../node/errors';
import { Interface, moves, PromiseInterface } from '../node/readline';
import { PROMISIFY } from '../node/brand';

setInspect((value) => inspect(value));

/** Since Node 22 streams of bytes hold this many before they ask for a pause. */
const HIGH_WATER_MARK = 65_536;

streamModule.setDefaultHighWaterMark(false, HIGH_WATER_MARK);

type Make = (...args: unknown[]) => unknown;

function makerOf(Type: new (...args: never[]) => unknown): Make {
  return (...args) => new Type(...(args as never[]));
}

const readlinePromises = { Interface: PromiseInterface, createInterface: makerOf(PromiseInterface) };
const readline = {
  Interface,
  createInterface: makerOf(Interface),
  ...moves,
  emitKeypressEvents: () => undefined,
  promises: readlinePromises,
};

Object.defineProperty(Interface.prototype.question, PROMISIFY, {
  value(this: Interface, query: unknown) {
    return new Promise((resolve) => this.question(query, resolve));
  },
  configurable: true,
});

const modules: Record<string, unknown> = {
  stream: streamModule,
  'stream/promises': promises,
  'stream/consumers': consumers,
  readline,
  'readline/promises': readlinePromises,
  globals: {},
};

export const load = (name: string): unknown => modules[name];
