/** The parts of a URL as the standard keeps them. */
export interface UrlRecord {
  scheme: string;
  username: string;
  password: string;
  host: string | null;
  port: number | null;
  /** A text when it can't be taken apart (`mailto:x`). */
  path: string[] | string;
  query: string | null;
  fragment: string | null;
}

export const SPECIAL_PORTS: Readonly<Record<string, number | null>> = {
  http: 80,
  https: 443,
  ws: 80,
  wss: 443,
  ftp: 21,
  file: null,
};

export function isSpecial(url: UrlRecord): boolean {
  return Object.hasOwn(SPECIAL_PORTS, url.scheme);
}

export function emptyRecord(): UrlRecord {
  return {
    scheme: '',
    username: '',
    password: '',
    host: null,
    port: null,
    path: [],
    query: null,
    fragment: null,
  };
}

export const DRIVE = /^[a-zA-Z][:|]$/;

export const startsWithDrive = (text: string): boolean => /^[a-zA-Z][:|](?:[/\\?#]|$)/.test(text);

export const isSingleDot = (part: string): boolean => /^(?:\.|%2e)$/i.test(part);

export const isDoubleDot = (part: string): boolean => /^(?:\.|%2e){2}$/i.test(part);

export function shorten(url: UrlRecord): void {
  const path = url.path as string[];
  if (url.scheme === 'file' && path.length === 1 && /^[a-zA-Z]:$/.test(path[0] ?? '')) return;
  path.pop();
}

export function pathOf(url: UrlRecord): string {
  return typeof url.path === 'string' ? url.path : url.path.map((part) => `/${part}`).join('');
}

export function serializeUrl(url: UrlRecord, withFragment = true): string {
  let text = `${url.scheme}:`;
  if (url.host !== null) {
    text += '//';
    if (url.username !== '' || url.password !== '')
      text += `${url.username}${url.password === '' ? '' : `:${url.password}`}@`;
    text += url.host + (url.port === null ? '' : `:${url.port}`);
  } else if (typeof url.path !== 'string' && url.path.length > 1 && url.path[0] === '') {
    text += '/.';
  }
  text += pathOf(url);
  if (url.query !== null) text += `?${url.query}`;
  return withFragment && url.fragment !== null ? `${text}#${url.fragment}` : text;
}
