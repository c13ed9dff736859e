/** Parts of whatwg-url that know no classes; it has no types of its own. */
declare module 'whatwg-url/lib/url-state-machine' {
  /** The parts of a URL as the standard keeps them. */
  export interface UrlRecord {
    scheme: string;
    username: string;
    password: string;
    /** A name, a number (IPv4) or a list of them (IPv6). */
    host: string | number | readonly number[] | null;
    port: number | null;
    /** A text when it can't be taken apart (`mailto:x`). */
    path: string[] | string;
    query: string | null;
    fragment: string | null;
  }
  /** Null for what is none. `url` is changed, from the state `stateOverride` on. */
  export function basicURLParse(
    text: string,
    options?: { baseURL?: UrlRecord; url?: UrlRecord; stateOverride?: string },
  ): UrlRecord | null;
  export function serializeURL(url: UrlRecord, withoutFragment?: boolean): string;
  export function serializeHost(host: NonNullable<UrlRecord['host']>): string;
  export function serializePath(url: UrlRecord): string;
  export function setTheUsername(url: UrlRecord, text: string): void;
  export function setThePassword(url: UrlRecord, text: string): void;
  export function cannotHaveAUsernamePasswordPort(url: UrlRecord): boolean;
  export function hasAnOpaquePath(url: UrlRecord): boolean;
}
declare module 'whatwg-url/lib/percent-encoding' {
  export function percentDecodeBytes(bytes: Uint8Array): Uint8Array;
  export function utf8PercentEncodeString(text: string, isEncoded: (byte: number) => boolean): string;
}
