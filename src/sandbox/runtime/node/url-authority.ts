import { UrlCursor } from './url-cursor';
import type { Outcome } from './url-cursor';
import { percentEncode, SETS } from './url-encode';
import { parseHost } from './url-host';
import { DRIVE, SPECIAL_PORTS } from './url-record';

/** States of credentials, host and port. */
export class AuthorityStates extends UrlCursor {
  protected authority(): Outcome {
    if (this.c === '@') {
      if (this.atSign) this.buffer = `%40${this.buffer}`;
      this.atSign = true;
      for (const character of this.buffer) {
        if (character === ':' && !this.passwordSeen) this.passwordSeen = true;
        else if (this.passwordSeen) this.url.password += percentEncode(character, SETS.userinfo);
        else this.url.username += percentEncode(character, SETS.userinfo);
      }
      this.buffer = '';
    } else if (this.endsAuthority) {
      if (this.atSign && this.buffer === '') return 'failure';
      this.at -= [...this.buffer].length + 1;
      this.buffer = '';
      this.state = 'host';
    } else this.buffer += this.c;
    return undefined;
  }

  protected host(): Outcome {
    const { url } = this;
    if (this.override && url.scheme === 'file') {
      this.again('file host');
      return undefined;
    }
    if (this.c === ':' && !this.inBrackets) {
      if (this.buffer === '') return 'failure';
      if (this.override === 'hostname') return 'failure';
      if (!this.takeHost()) return 'failure';
      this.state = 'port';
      return undefined;
    }
    if (this.endsAuthority) {
      this.at--;
      if (this.special && this.buffer === '') return 'failure';
      const hasMore = url.username !== '' || url.password !== '' || url.port !== null;
      if (this.override && this.buffer === '' && hasMore) return 'failure';
      if (!this.takeHost()) return 'failure';
      this.state = 'path start';
      return this.override ? 'stop' : undefined;
    }
    if (this.c === '[') this.inBrackets = true;
    if (this.c === ']') this.inBrackets = false;
    this.buffer += this.c;
    return undefined;
  }

  protected takeHost(): boolean {
    const host = this.buffer === '' && !this.special ? '' : parseHost(this.buffer, this.special);
    if (host === undefined) return false;
    this.url.host = host;
    this.buffer = '';
    return true;
  }

  protected port(): Outcome {
    if (this.c !== undefined && /^\d$/.test(this.c)) {
      this.buffer += this.c;
      return undefined;
    }
    if (!this.endsAuthority && !this.override) return 'failure';
    if (this.buffer !== '') {
      const port = Number(this.buffer);
      if (port > 65_535) return 'failure';
      this.url.port = port === SPECIAL_PORTS[this.url.scheme] ? null : port;
      this.buffer = '';
      if (this.override) return 'stop';
    }
    if (this.override) return 'failure';
    this.again('path start');
    return undefined;
  }

  protected fileHost(): Outcome {
    if (!this.endsAuthority && this.c !== '\\') {
      this.buffer += this.c;
      return undefined;
    }
    this.at--;
    if (!this.override && DRIVE.test(this.buffer)) {
      this.state = 'path';
      return undefined;
    }
    const host = this.buffer === '' ? '' : parseHost(this.buffer, true);
    if (host === undefined) return 'failure';
    this.url.host = host === 'localhost' ? '' : host;
    this.buffer = '';
    this.state = 'path start';
    return this.override ? 'stop' : undefined;
  }
}
