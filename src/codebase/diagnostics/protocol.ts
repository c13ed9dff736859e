/** The conversation with the process that looks for errors: frames of JSON, each behind its length in four bytes. */

/** A syntax or type error. Lines and columns count from 1. */
export interface Problem {
  path: string;
  line: number;
  column: number;
  /** One line. */
  message: string;
  /** `TS2322`; absent for errors of other parsers. */
  code?: string;
}

/** Path → blob of the text, for each file of a tree that a checker may want. */
export type TextFiles = readonly (readonly [path: string, hash: string])[];

/** A tree that the process gets to know; it keeps the last few. */
export interface TreeFrame {
  type: 'tree';
  tree: string;
  files: TextFiles;
}

/** Paths to be looked at in a tree, and the tree whose errors are known already. */
export interface CheckFrame {
  type: 'check';
  tree: string;
  before?: string;
  paths: readonly string[];
  /** Path → path in the tree before, where that is another. */
  renamed?: Readonly<Record<string, string>>;
  /** Real path of the directory with the packages. */
  directory?: string;
  /** Time after which the checkers give up by themselves. */
  patienceMs: number;
}

/** Answer to `NeedFrame`; without a text the file can't be read. */
export interface TextFrame {
  type: 'text';
  text?: string;
}

export interface NeedFrame {
  type: 'need';
  hash: string;
}

/**
 * Problems of the paths, without those that the tree before had; `more`: how many were left out. `unread`: paths that no checker
 * knows or could read. `late`: the checkers gave up before they had seen all.
 */
export interface DoneFrame {
  type: 'done';
  problems: Problem[];
  more: number;
  unread: string[];
  late: boolean;
}

export type ToProcess = TreeFrame | CheckFrame | TextFrame;
export type FromProcess = NeedFrame | DoneFrame;

/** Descriptors of the process: frames come by the one and go by the other. */
export const READ_FD = 3;
export const WRITE_FD = 4;

/** Trees that the process keeps, the last ones it was told of. */
export const KEPT_TREES = 4;

/** Most problems of one answer: a generated file may have a hundred thousand. */
export const MOST_PROBLEMS = 200;

const HEAD = 4;

/** A frame as bytes. */
export function encodeFrame(frame: ToProcess | FromProcess): Buffer {
  const body = Buffer.from(JSON.stringify(frame));
  const head = Buffer.alloc(HEAD);
  head.writeUInt32BE(body.length);
  return Buffer.concat([head, body]);
}

/** Puts frames together from chunks. */
export class FrameReader {
  private chunks: Buffer[] = [];
  private length = 0;

  /** Frames that are whole with this chunk. */
  add(chunk: Buffer): unknown[] {
    this.chunks.push(chunk);
    this.length += chunk.length;
    const frames: unknown[] = [];
    for (let size = this.size(); size !== undefined && this.length >= HEAD + size; size = this.size()) {
      const all = Buffer.concat(this.chunks);
      frames.push(JSON.parse(all.toString('utf8', HEAD, HEAD + size)));
      this.chunks = [all.subarray(HEAD + size)];
      this.length -= HEAD + size;
    }
    return frames;
  }

  private size(): number | undefined {
    if (this.length < HEAD) return undefined;
    if ((this.chunks[0]?.length ?? 0) < HEAD) this.chunks = [Buffer.concat(this.chunks)];
    return this.chunks[0]?.readUInt32BE(0);
  }
}
