/** Body of Request and Response, which is read once. */
import { globals } from '../libs/support';
import { isArrayBuffer } from '../node/kinds';
import { Blob, bytesOfBlob } from './blob';
import { FormData } from './form-data';
import type { Headers } from './headers';

export interface Content {
  bytes: Uint8Array;
  type: string | undefined;
}

const BOUNDARY = '----formdata-sandbox-000000000000';

function encode(text: string): Uint8Array {
  return new globals.TextEncoder().encode(text);
}

function encodeForm(data: FormData): Uint8Array {
  let text = '';
  for (const [name, value] of data) {
    const disposition = `Content-Disposition: form-data; name="${name.replaceAll('"', '%22')}"`;
    text +=
      typeof value === 'string'
        ? `--${BOUNDARY}\r\n${disposition}\r\n\r\n${value}\r\n`
        : `--${BOUNDARY}\r\n${disposition}; filename="${value.name}"\r\nContent-Type: ${value.type || 'application/octet-stream'}\r\n\r\n${new globals.TextDecoder().decode(bytesOfBlob(value))}\r\n`;
  }
  return encode(`${text}--${BOUNDARY}--\r\n`);
}

/** The bytes of anything that may be a body, and the type that goes with it. */
export function contentOf(body: unknown): Content | undefined {
  if (body === undefined || body === null) return undefined;
  if (body instanceof Blob) return { bytes: bytesOfBlob(body), type: body.type || undefined };
  if (isArrayBuffer(body)) return { bytes: new Uint8Array(body as ArrayBuffer).slice(), type: undefined };
  if (ArrayBuffer.isView(body))
    return { bytes: new Uint8Array(body.buffer, body.byteOffset, body.byteLength).slice(), type: undefined };
  if (body instanceof FormData)
    return { bytes: encodeForm(body), type: `multipart/form-data; boundary=${BOUNDARY}` };
  if (body instanceof globals.URLSearchParams)
    return { bytes: encode(String(body)), type: 'application/x-www-form-urlencoded;charset=UTF-8' };
  return { bytes: encode(`${body as string}`), type: 'text/plain;charset=UTF-8' };
}

export abstract class Body {
  #content: Uint8Array | undefined;
  #used = false;
  abstract readonly headers: Headers;

  protected setContent(content: Uint8Array | undefined): void {
    this.#content = content;
  }

  /** The content for a copy. */
  protected getContent(): Uint8Array | undefined {
    if (this.#used) throw new TypeError(`${this.constructor.name}.clone: Body has already been consumed.`);
    return this.#content?.slice();
  }

  /** There are no web streams in the sandbox: the content is read by the methods. */
  get body(): null {
    return null;
  }
  get bodyUsed(): boolean {
    return this.#used;
  }

  async #take(): Promise<Uint8Array> {
    if (this.#used) throw new TypeError('Body is unusable: Body has already been read');
    this.#used = this.#content !== undefined;
    return this.#content ?? new Uint8Array(0);
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return (await this.#take()).slice().buffer;
  }
  async bytes(): Promise<Uint8Array> {
    return (await this.#take()).slice();
  }
  async text(): Promise<string> {
    return new globals.TextDecoder().decode(await this.#take());
  }
  async json(): Promise<unknown> {
    return JSON.parse(await this.text()) as unknown;
  }
  async blob(): Promise<Blob> {
    return new Blob([await this.#take()], { type: this.headers.get('content-type') ?? '' });
  }
  async formData(): Promise<FormData> {
    const type = this.headers.get('content-type') ?? '';
    if (!type.startsWith('application/x-www-form-urlencoded'))
      throw new TypeError(
        `${this.constructor.name}.formData: only application/x-www-form-urlencoded is read in the sandbox.`,
      );
    const data = new FormData();
    for (const [name, value] of new globals.URLSearchParams(await this.text())) data.append(name, value);
    return data;
  }
}
