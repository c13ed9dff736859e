/** Globals of packages in libraries: whatever a program puts in their place. */
const coders = (): (typeof import('../core/internal.encoding-binding').default)['encoding'] =>
  (loadStandIn('internal/encoding-binding') as typeof import('../core/internal.encoding-binding').default)
    .encoding;

export class TextEncoder {
  encode(text: string): Uint8Array {
    return coders().encodeUtf8String(text);
  }
}

export class TextDecoder {
  decode(bytes: Uint8Array): string {
    return coders().decodeUTF8(bytes, true, false);
  }
}
