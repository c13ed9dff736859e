import { randomBytes, timingSafeEqual } from 'node:crypto';
import { sha256 } from '../../machine/hash';
import { isLoopback, type RequestHead } from '../serve-http';

/** Somebody who was let in. */
export interface Visitor {
  /** Name under which the visitor answers; absent: it is not known who it is. */
  readonly by?: string;
  /** The name is that of a token which this person alone was given. */
  readonly isProven?: true;
  /** False once the token lets nobody in any more; absent: it always does. */
  isStill?(): boolean;
}

/** Finds whom a token lets in; undefined: nobody. */
export type Admit = (token: string) => Visitor | undefined;

/** Where the dashboard is called by. */
export interface Address {
  /** Address that people elsewhere use, behind a proxy; absent: only this machine does. */
  readonly publicUrl?: URL;
  readonly port: number;
}

/** Most visitors that are remembered; the oldest has to come in again. */
const MOST_VISITORS = 1_000;

/** Admits whoever has one token. */
export function oneToken(wanted: string, visitor: Visitor): Admit {
  const digest = (text: string) => Buffer.from(sha256(text));
  return (token) => (timingSafeEqual(digest(token), digest(wanted)) ? visitor : undefined);
}

/** A token that lets in once: other programs read the addresses that a browser is started with. */
export function onceToken(visitor: Visitor): { readonly token: string; readonly admit: Admit } {
  const token = randomBytes(24).toString('base64url');
  const known = oneToken(token, visitor);
  let isUsed = false;
  const admit: Admit = (given) => {
    const found = isUsed ? undefined : known(given);
    isUsed ||= found !== undefined;
    return found;
  };
  return { token, admit };
}

/** Visitors by their cookies. A cookie says nothing: what it means is known to this process alone. */
export class Visitors {
  private readonly known = new Map<string, Visitor>();
  private readonly cookie: string;
  private readonly attributes: string;

  constructor(
    private readonly admit: Admit,
    private readonly address: Address,
  ) {
    const isSecure = address.publicUrl?.protocol === 'https:';
    // Cookies know no ports, so that of another dashboard on this machine would be overwritten.
    this.cookie = isSecure ? '__Host-kintsugi' : `kintsugi-${address.port}`;
    this.attributes = `; Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  }

  /** The cookie for whoever has a token, as a header sets it; undefined where nobody is let in by it. */
  enter(token: string): string | undefined {
    const visitor = this.admit(token);
    if (!visitor) return undefined;
    const name = randomBytes(24).toString('base64url');
    this.known.set(name, visitor);
    const [oldest] = this.known.keys();
    if (this.known.size > MOST_VISITORS && oldest !== undefined) this.known.delete(oldest);
    return `${this.cookie}=${name}${this.attributes}`;
  }

  /** Whoever sent a request; undefined where it has no cookie of ours. */
  of(request: Request): Visitor | undefined {
    const cookies = (request.headers.get('cookie') ?? '').split('; ');
    const own = cookies.find((one) => one.startsWith(`${this.cookie}=`));
    const visitor = own === undefined ? undefined : this.known.get(own.slice(this.cookie.length + 1));
    return visitor?.isStill?.() === false ? undefined : visitor;
  }

  /**
   * Status for a request that no page of ours makes: a name that leads here but is not ours (a page of the web may have made it), or a form
   * of another page.
   */
  refuse({ method, headers: { host = '', origin } }: RequestHead): number | undefined {
    const { publicUrl } = this.address;
    if (!isLoopback(host) && host !== publicUrl?.host) return 403;
    if (method === 'GET' || method === 'HEAD') return undefined;
    if (method !== 'POST') return 405;
    const isOurs =
      (isLoopback(host) && origin === `http://${host}`) ||
      (publicUrl !== undefined && origin === publicUrl.origin);
    return isOurs ? undefined : 403;
  }
}
