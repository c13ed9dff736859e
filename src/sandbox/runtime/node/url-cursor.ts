import { isSpecial, type UrlRecord } from './url-record';

export type State =
  | 'scheme start'
  | 'scheme'
  | 'no scheme'
  | 'special relative or authority'
  | 'path or authority'
  | 'relative'
  | 'relative slash'
  | 'special authority slashes'
  | 'special authority ignore slashes'
  | 'authority'
  | 'host'
  | 'hostname'
  | 'port'
  | 'file'
  | 'file slash'
  | 'file host'
  | 'path start'
  | 'path'
  | 'opaque path'
  | 'query'
  | 'fragment';

/** Outcome of reading one character: undefined goes on, the other two end it. */
export type Outcome = undefined | 'failure' | 'stop';

/** Place in the text and state of the machine. `override` is for setters, which begin in the middle of a URL that is there already. */
export class UrlCursor {
  protected at = 0;
  protected buffer = '';
  protected atSign = false;
  protected inBrackets = false;
  protected passwordSeen = false;
  protected state: State;

  constructor(
    protected readonly input: readonly string[],
    protected readonly base: UrlRecord | undefined,
    protected readonly url: UrlRecord,
    protected readonly override: State | undefined,
  ) {
    this.state = override ?? 'scheme start';
  }

  protected get c(): string | undefined {
    return this.input[this.at];
  }

  protected rest(from = 1): string {
    return this.input.slice(this.at + from, this.at + from + 3).join('');
  }

  protected get special(): boolean {
    return isSpecial(this.url);
  }

  protected get isSlash(): boolean {
    return this.c === '/' || (this.special && this.c === '\\');
  }

  protected get endsAuthority(): boolean {
    return (
      this.c === undefined ||
      this.c === '/' ||
      this.c === '?' ||
      this.c === '#' ||
      (this.special && this.c === '\\')
    );
  }

  /** Takes the same character in another state. */
  protected again(state: State): void {
    this.state = state;
    this.at--;
  }
}
