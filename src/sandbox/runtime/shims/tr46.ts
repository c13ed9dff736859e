/** International names of hosts: in the place of `tr46`, whose tables are larger than all other modules of Node. */
import nodeModule from '../core/internal.library';

// As they are now: tests may put others in their place.
const { decode, encode } = nodeModule<Record<'decode' | 'encode', (text: string) => string>>('punycode');

/** Characters that are dropped from international names. */
const IGNORED = /[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u2060\u2064\ufe00-\ufe0f\ufeff]/g;
/** Labels that are no names: with controls, with a mark at the front, a joiner that joins nothing, or in two directions. */
const REFUSED =
  /[\x80-\x9f\ufffd]|^\p{M}|(?<![\p{Mn}\p{Script=Arabic}])[\u200c\u200d]|^(?=.*[\p{Script=Arabic}\p{Script=Hebrew}])(?:[^\p{Script=Arabic}\p{Script=Hebrew}]|.*\p{Script=Latin})/u;
const NOT_ASCII = /[^\0-\x7f]/;

function labelToUnicode(label: string): string {
  if (!label.startsWith('xn--')) return label;
  try {
    const unicode = decode(label.slice(4));
    return toASCII(unicode) === label ? unicode : label;
  } catch {
    return label;
  }
}

/** As whatwg-url asks for it; null for what is no name. Close to, not all of, the Unicode tables. */
export function toASCII(domain: string): string | null {
  const mapped = domain
    .replace(/[\u3002\uff0e\uff61]/g, '.')
    .replace(IGNORED, '')
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFC');
  const labels = mapped.split('.');
  const isWrong = (label: string): boolean =>
    REFUSED.test(label) || (label.startsWith('xn--') && labelToUnicode(label) === label);
  if (labels.some(isWrong)) return null;
  return labels.map((label) => (NOT_ASCII.test(label) ? `xn--${encode(label)}` : label)).join('.');
}

export function domainToUnicode(domain: string): string {
  return domain.split('.').map(labelToUnicode).join('.');
}
