/** node:stream/consumers: all of a stream at once. */
import { Buffer } from 'node:buffer';

type Chunks = AsyncIterable<unknown> | Iterable<unknown>;

async function buffer(stream: Chunks): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const chunk of stream)
    parts.push(typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Uint8Array));
  return Buffer.concat(parts);
}

async function arrayBuffer(stream: Chunks): Promise<ArrayBuffer> {
  return new Uint8Array(await buffer(stream)).buffer;
}

async function text(stream: Chunks): Promise<string> {
  const decoder = new TextDecoder();
  let result = '';
  for await (const chunk of stream)
    result += typeof chunk === 'string' ? chunk : decoder.decode(chunk as Uint8Array, { stream: true });
  return result + decoder.decode();
}

async function json(stream: Chunks): Promise<unknown> {
  return JSON.parse(await text(stream)) as unknown;
}

async function blob(stream: Chunks): Promise<unknown> {
  const Blob = sandboxHost.global.Blob as new (parts: unknown[]) => unknown;
  return new Blob([await buffer(stream)]);
}

async function array(stream: Chunks): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const item of stream) items.push(item);
  return items;
}

export default { array, arrayBuffer, blob, buffer, json, text };
