/** The conversation with a process that reads sources: frames of JSON, each behind its length in four bytes. */

/** Path → blob of the text, for each file of a state that the process may want. */
export type TextFiles = readonly (readonly [path: string, hash: string])[];

/** A state of files that the process gets to know; it keeps the last few. */
export interface TreeFrame {
  type: 'tree';
  tree: string;
  files: TextFiles;
}

/** A question about states that were told of. */
export interface AskFrame {
  type: 'ask';
  question: unknown;
  /** Time after which the process gives up by itself. */
  patienceMs: number;
}

/** Answer to `NeedFrame`; without a text the file can't be read. */
export interface TextFrame {
  type: 'text';
  text?: string;
}

export interface NeedFrame {
  type: 'need';
  tree: string;
  path: string;
}

/** An answer. `part`: it is what is known so far, and counts if no other comes. */
export interface AnswerFrame {
  type: 'part' | 'done';
  answer: unknown;
}

export type ToProcess = TreeFrame | AskFrame | TextFrame;
export type FromProcess = NeedFrame | AnswerFrame;

/** Descriptors of the process: frames come by the one and go by the other. */
export const READ_FD = 3;
export const WRITE_FD = 4;

/** States that the process keeps, the last ones it was told of. */
export const KEPT_TREES = 4;

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
