/** Documents that are ZIP archives: what they hold is read into memory, up to a limit. */
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { decodeText } from '../../machine/text/guess-encoding';
import { Refusal } from '../refusal';

/** Most bytes of all parts that are read of one document, unpacked. */
const MOST_BYTES = 128 * 1024 * 1024;
const MOST_ENTRIES = 20_000;

export class Archive {
  private left = MOST_BYTES;

  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  static async open(bytes: Buffer): Promise<Archive> {
    try {
      const zip = await fromBufferPromise(bytes);
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) {
        entries.set(entry.fileName, entry);
        if (entries.size > MOST_ENTRIES) throw new Refusal('too-large');
      }
      return new Archive(zip, entries);
    } catch (error) {
      throw damaged(error);
    }
  }

  get names(): string[] {
    return [...this.entries.keys()];
  }

  /** Bytes that the whole archive says it unpacks to. */
  get unpackedBytes(): number {
    return [...this.entries.values()].reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  }

  has(name: string): boolean {
    return this.entries.has(name);
  }

  /** Parts with a number in their names, which the pattern gives, in its order. */
  numbered(pattern: RegExp): string[] {
    return this.names
      .flatMap((name) => {
        const number = pattern.exec(name)?.[1];
        return number === undefined ? [] : [{ name, number: Number(number) }];
      })
      .sort((a, b) => a.number - b.number)
      .map(({ name }) => name);
  }

  /** The text of a part; undefined where it has none of this name. */
  async text(name: string): Promise<string | undefined> {
    const entry = this.entries.get(name);
    if (!entry) return undefined;
    if (entry.isEncrypted()) throw new Refusal('encrypted');
    try {
      return decodeText(await this.read(entry))?.text;
    } catch (error) {
      throw damaged(error);
    }
  }

  private async read(entry: Entry): Promise<Buffer> {
    const parts: Buffer[] = [];
    const stream = await this.zip.openReadStreamPromise(entry);
    for await (const part of stream as AsyncIterable<Buffer>) {
      this.left -= part.length;
      if (this.left < 0) throw new Refusal('too-large');
      parts.push(part);
    }
    return Buffer.concat(parts);
  }
}

function damaged(error: unknown): unknown {
  return error instanceof Refusal || error instanceof RangeError ? error : new Refusal('damaged');
}
