/** Hosts of URLs: domains, IPv4 and IPv6 addresses. */
import nodeModule from '../core/internal.library';
import { fromUtf8, percentDecode, percentEncode, SETS } from './url-encode';

// As they are now: tests may put others in their place.
const { decode, encode } = nodeModule<Record<'decode' | 'encode', (text: string) => string>>('punycode');

const FORBIDDEN = /[\0\t\n\r #/:<>?@[\\\]^|]/;
const FORBIDDEN_DOMAIN = /[\0-\x20#%/:<>?@[\\\]^|\x7f]/;

/** Characters that are dropped from international names. */
const IGNORED = /[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u2060\u2064\ufe00-\ufe0f\ufeff]/g;

function labelToAscii(label: string): string | undefined {
  if (!/[^\0-\x7f]/.test(label)) {
    if (!label.startsWith('xn--')) return label;
    const unicode = labelToUnicode(label);
    return unicode === undefined || unicode === '' || !/[^\0-\x7f]/.test(unicode) ? undefined : label;
  }
  return `xn--${encode(label)}`;
}

function labelToUnicode(label: string): string | undefined {
  if (!label.startsWith('xn--')) return label;
  try {
    return decode(label.slice(4));
  } catch {
    return undefined;
  }
}

/** An international name in ASCII; undefined for what is no name. Close to, not all of, the Unicode tables. */
export function domainToAscii(domain: string): string | undefined {
  if (domain.includes('\ufffd')) return undefined;
  const mapped = domain
    .replace(/[\u3002\uff0e\uff61]/g, '.')
    .replace(IGNORED, '')
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFC');
  const labels = mapped.split('.').map(labelToAscii);
  if (labels.includes(undefined)) return undefined;
  const ascii = labels.join('.');
  return ascii === '' || FORBIDDEN_DOMAIN.test(ascii) ? undefined : ascii;
}

export function domainToUnicode(domain: string): string {
  return domain
    .split('.')
    .map((label) => labelToUnicode(label) ?? label)
    .join('.');
}

function parseIpv4Number(part: string): number {
  if (part === '') return NaN;
  if (/^0[xX][0-9a-fA-F]*$/.test(part)) return part.length === 2 ? 0 : parseInt(part, 16);
  if (/^0[0-7]+$/.test(part)) return parseInt(part, 8);
  return /^(?:0|[1-9]\d*)$/.test(part) ? Number(part) : NaN;
}

function endsInNumber(domain: string): boolean {
  const parts = domain.split('.');
  if (parts[parts.length - 1] === '' && parts.length > 1) parts.pop();
  const last = parts[parts.length - 1] ?? '';
  return /^\d+$/.test(last) || /^0[xX][0-9a-fA-F]*$/.test(last);
}

function parseIpv4(domain: string): string | undefined {
  const parts = domain.split('.');
  if (parts[parts.length - 1] === '' && parts.length > 1) parts.pop();
  if (parts.length > 4) return undefined;
  const numbers = parts.map(parseIpv4Number);
  const last = numbers.pop() ?? NaN;
  if (Number.isNaN(last) || numbers.some((number) => !(number <= 255))) return undefined;
  if (last >= 256 ** (4 - numbers.length)) return undefined;
  const address = numbers.reduce((sum, number, index) => sum + number * 256 ** (3 - index), last);
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.');
}

function parseIpv6Pieces(text: string): number[] | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const parse = (half: string): number[] | undefined => {
    if (half === '') return [];
    const pieces: number[] = [];
    const parts = half.split(':');
    for (const [index, part] of parts.entries()) {
      if (index === parts.length - 1 && part.includes('.')) {
        const bytes = part.split('.');
        const right =
          bytes.length === 4 &&
          bytes.every((byte) => /^(?:0|[1-9]\d{0,2})$/.test(byte) && Number(byte) < 256);
        if (!right) return undefined;
        const [a = 0, b = 0, c = 0, d = 0] = bytes.map(Number);
        pieces.push(a * 256 + b, c * 256 + d);
      } else if (/^[0-9a-fA-F]{1,4}$/.test(part)) {
        pieces.push(parseInt(part, 16));
      } else {
        return undefined;
      }
    }
    return pieces;
  };
  const left = parse(halves[0] ?? '');
  const right = halves.length === 2 ? parse(halves[1] ?? '') : [];
  if (!left || !right) return undefined;
  const missing = 8 - left.length - right.length;
  if (halves.length === 1) return missing === 0 ? left : undefined;
  return missing < 1 ? undefined : [...left, ...Array<number>(missing).fill(0), ...right];
}

/** The longest run of two or more zeros is written `::`. */
function serializeIpv6(pieces: readonly number[]): string {
  let [best, bestLength] = [-1, 1];
  for (let start = 0; start < 8; start++) {
    let end = start;
    while (end < 8 && pieces[end] === 0) end++;
    if (end - start > bestLength) [best, bestLength] = [start, end - start];
  }
  const hex = pieces.map((piece) => piece.toString(16));
  if (best < 0) return hex.join(':');
  return `${hex.slice(0, best).join(':')}::${hex.slice(best + bestLength).join(':')}`;
}

/** The host as a URL shows it; undefined for what is no host. */
export function parseHost(text: string, special: boolean): string | undefined {
  if (text.startsWith('[')) {
    const pieces = text.endsWith(']') ? parseIpv6Pieces(text.slice(1, -1)) : undefined;
    return pieces && `[${serializeIpv6(pieces)}]`;
  }
  if (!special) return FORBIDDEN.test(text) ? undefined : percentEncode(text, SETS.control);
  const ascii = domainToAscii(fromUtf8(percentDecode(text)));
  if (ascii === undefined) return undefined;
  return endsInNumber(ascii) ? parseIpv4(ascii) : ascii;
}
