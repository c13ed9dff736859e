import { AuthorityStates } from './url-authority';
import type { Outcome } from './url-cursor';
import { percentEncode, SETS } from './url-encode';
import { DRIVE, isDoubleDot, isSingleDot, shorten } from './url-record';

/** States of path and query. */
export class PathStates extends AuthorityStates {
  protected pathStart(): Outcome {
    if (this.special) {
      this.state = 'path';
      if (this.c !== '/' && this.c !== '\\') this.at--;
    } else if (!this.override && this.c === '?') {
      this.url.query = '';
      this.state = 'query';
    } else if (!this.override && this.c === '#') {
      this.url.fragment = '';
      this.state = 'fragment';
    } else if (this.c !== undefined) {
      this.state = 'path';
      if (this.c !== '/') this.at--;
    } else if (this.override && this.url.host === null) (this.url.path as string[]).push('');
    return undefined;
  }

  protected path(): Outcome {
    const ends =
      this.c === undefined || this.isSlash || (!this.override && (this.c === '?' || this.c === '#'));
    if (!ends) {
      this.buffer += percentEncode(this.c ?? '', SETS.path);
      return undefined;
    }
    const path = this.url.path as string[];
    if (isDoubleDot(this.buffer)) {
      shorten(this.url);
      if (!this.isSlash) path.push('');
    } else if (isSingleDot(this.buffer)) {
      if (!this.isSlash) path.push('');
    } else {
      const drive = this.url.scheme === 'file' && path.length === 0 && DRIVE.test(this.buffer);
      path.push(drive ? `${this.buffer[0]}:` : this.buffer);
    }
    this.buffer = '';
    this.beginAfterPath();
    return undefined;
  }

  protected beginAfterPath(): void {
    if (this.c === '?') {
      this.url.query = '';
      this.state = 'query';
    } else if (this.c === '#') {
      this.url.fragment = '';
      this.state = 'fragment';
    }
  }

  protected opaquePath(): Outcome {
    if (this.c === '?' || this.c === '#') this.beginAfterPath();
    else if (this.c === ' ') this.url.path += ['?', '#'].includes(this.rest()[0] ?? '') ? '%20' : ' ';
    else if (this.c !== undefined) this.url.path += percentEncode(this.c, SETS.control);
    return undefined;
  }

  protected query(): Outcome {
    if ((!this.override && this.c === '#') || this.c === undefined) {
      const set = this.special ? SETS.specialQuery : SETS.query;
      this.url.query = (this.url.query ?? '') + percentEncode(this.buffer, set);
      this.buffer = '';
      if (this.c === '#') this.beginAfterPath();
    } else this.buffer += this.c;
    return undefined;
  }
}
