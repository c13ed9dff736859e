import { StringDecoder } from 'node:string_decoder';

/** The end of a text that arrives in pieces, which may cut a character. */
export class TextTail {
  text = '';
  private readonly decoder = new StringDecoder('utf8');

  /** `most`: characters that are kept. */
  constructor(private readonly most: number) {}

  add(chunk: Buffer): void {
    this.text = (this.text + this.decoder.write(chunk)).slice(-this.most);
  }
}
