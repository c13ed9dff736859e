/** Results of `stat` and `readdir`. */
import { nameClasses } from '../node/brand';
import type { Node } from './nodes';

const KINDS: Readonly<Record<string, number>> = {
  isFile: 0o100000,
  isDirectory: 0o40000,
  isSymbolicLink: 0o120000,
  isBlockDevice: 0o60000,
  isCharacterDevice: 0o20000,
  isFIFO: 0o10000,
  isSocket: 0o140000,
};

const BLOCK = 4_096;

function sizeOf(node: Node): number {
  if (node.kind === 'file') return node.size;
  return node.kind === 'link' ? node.target.length : BLOCK;
}

type Field = number | bigint | undefined;

/** All fields in Node's order. */
function fieldsOf(node: Node): [name: string, value: number][] {
  const size = sizeOf(node);
  return [
    ['dev', 1],
    ['mode', node.mode],
    ['nlink', node.nlink],
    ['uid', node.uid],
    ['gid', node.gid],
    ['rdev', 0],
    ['blksize', BLOCK],
    ['ino', node.ino],
    ['size', size],
    ['blocks', node.kind === 'link' ? 0 : Math.ceil(size / BLOCK) * 8],
    ['atimeMs', node.atime],
    ['mtimeMs', node.mtime],
    ['ctimeMs', node.ctime],
    ['birthtimeMs', node.birthtime],
  ];
}

class StatsBase {
  [name: string]: unknown;

  constructor(fields: readonly (readonly [string, Field])[] = []) {
    for (const [name, value] of fields) this[name] = value;
  }
}

const TIMES = ['atime', 'mtime', 'ctime', 'birthtime'] as const;

/** The dates are made when they are asked for, as Node does. */
function defineParts(prototype: object): void {
  for (const name of TIMES) {
    Object.defineProperty(prototype, name, {
      get(this: Record<string, Field>) {
        return new Date(Math.round(Number(this[`${name}Ms`])));
      },
      set(this: object, value: unknown) {
        Object.defineProperty(this, name, { value, writable: true, enumerable: true, configurable: true });
      },
      enumerable: true,
      configurable: true,
    });
  }
  for (const [name, kind] of Object.entries(KINDS)) {
    const value = function (this: { mode: number | bigint }): boolean {
      return (Number(this.mode) & 0o170000) === kind;
    };
    Object.defineProperty(prototype, name, { value, writable: true, configurable: true });
  }
}

export class Stats extends StatsBase {}
export class BigIntStats extends StatsBase {}
for (const type of [Stats, BigIntStats]) defineParts(type.prototype);

export function statsOf(node: Node, bigint: boolean): Stats | BigIntStats {
  const fields = fieldsOf(node);
  if (!bigint) return new Stats(fields);
  const whole = fields.map(([name, value]): [string, bigint] => [name, BigInt(Math.round(value))]);
  const nanos = TIMES.map((name): [string, bigint] => [`${name}Ns`, BigInt(Math.round(node[name] * 1e6))]);
  return new BigIntStats([...whole, ...nanos]);
}

const KIND_OF = { file: 'isFile', folder: 'isDirectory', link: 'isSymbolicLink' } as const;

/** An entry of a folder. */
export class Dirent {
  readonly name: unknown;
  readonly parentPath: string;
  readonly path: string;

  constructor(name: unknown, parentPath: string, kind: Node['kind']) {
    this.name = name;
    this.parentPath = parentPath;
    this.path = parentPath;
    kinds.set(this, kind);
  }
}

const kinds = new WeakMap<Dirent, Node['kind']>();

for (const method of Object.keys(KINDS)) {
  const value = function (this: Dirent): boolean {
    const kind = kinds.get(this);
    return kind !== undefined && KIND_OF[kind] === method;
  };
  Object.defineProperty(Dirent.prototype, method, { value, writable: true, configurable: true });
}

nameClasses({ Stats, BigIntStats, Dirent });
