/** The conversation with the process that reads documents: a head of JSON behind its length, then the bytes that it tells of. */
import type { DocumentProblem, DocumentText } from '../types';

/** Head of a question; so many bytes of the document follow. */
export interface Question {
  name: string;
  bytes: number;
}

export type Answer = DocumentText | DocumentProblem;

/** Descriptors of the process: questions come by the one, answers go by the other. */
export const READ_FD = 3;
export const WRITE_FD = 4;

const LENGTH = 4;

/** A head as bytes. */
export function encodeHead(head: Question | Answer): Buffer {
  const body = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(LENGTH);
  length.writeUInt32BE(body.length);
  return Buffer.concat([length, body]);
}

/** Takes from a stream as many bytes as are asked for. */
export class ByteReader {
  private readonly chunks: AsyncIterator<Buffer>;
  private rest: Buffer[] = [];
  private length = 0;

  constructor(stream: AsyncIterable<Buffer>) {
    this.chunks = stream[Symbol.asyncIterator]();
  }

  /** The next head; undefined where the stream has ended. */
  async head(): Promise<unknown> {
    const length = await this.take(LENGTH);
    const body = length && (await this.take(length.readUInt32BE(0)));
    return body && (JSON.parse(body.toString('utf8')) as unknown);
  }

  /** The next bytes; undefined where the stream has ended before them. */
  async take(count: number): Promise<Buffer | undefined> {
    while (this.length < count) {
      const next = await this.chunks.next();
      if (next.done) return undefined;
      this.rest.push(next.value);
      this.length += next.value.length;
    }
    const all = this.rest.length === 1 ? (this.rest[0] ?? Buffer.alloc(0)) : Buffer.concat(this.rest);
    this.rest = [all.subarray(count)];
    this.length = all.length - count;
    return all.subarray(0, count);
  }
}
