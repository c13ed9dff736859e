/** Status of the items of a specification by the places that fit them. */
import { readQuestion } from '../navigation/question';
import { termsOfName } from '../navigation/words';
import type { Handled } from '../session/handling';
import type { SpecItem } from './items';

export type ItemStatus = 'met' | 'untested' | 'missing';

/** Words of a file: identifiers, terms of its text, and terms of its path and of what it declares. */
export interface FileWords {
  readonly names: ReadonlySet<string>;
  readonly terms: ReadonlySet<string>;
  readonly declared: ReadonlySet<string>;
}

export interface CheckedItem {
  readonly item: SpecItem;
  readonly status: ItemStatus;
  /** `path:line` of code. */
  readonly code: readonly string[];
  readonly tests: readonly string[];
}

/** Share of an item's terms that a file must hold, and number of them that it must declare. */
const LEAST_SHARE = 0.5;
const LEAST_DECLARED = 2;
const DEMANDING =
  /^(?:must|shall|should|have|has|requir|system|user|support|allow|provid|abl|item|featur|need)/;

/** True if a file fits an item: it holds a name that the item writes as code, or declares most of what it speaks of. */
export function fitsItem(text: string, { names, terms, declared }: FileWords): boolean {
  const question = readQuestion(text);
  const written = [...question.names, ...question.quoted].filter((name) => /^[\w$.]{3,100}$/.test(name));
  if (written.length > 0) {
    // An item that names its code is met by that code alone.
    return written.some((name) => names.has(name.split('.').at(-1) ?? name));
  }
  const asked = question.terms
    .filter(({ term, share }) => share === 1 && !DEMANDING.test(term))
    .map(({ term }) => term);
  if (asked.length === 0) return false;
  const held = asked.filter((term) => terms.has(term) || declared.has(term)).length;
  const said = asked.filter((term) => declared.has(term)).length;
  return said >= Math.min(LEAST_DECLARED, asked.length) && held / asked.length >= LEAST_SHARE;
}

export function declaredTerms(path: string, symbols: readonly { readonly name: string }[]): Set<string> {
  const segments = path.replace(/\.\w{1,6}$/, '').split('/');
  return new Set([...segments, ...symbols.map(({ name }) => name)].flatMap(termsOfName));
}

export function statusOf(code: readonly unknown[], tests: readonly unknown[]): ItemStatus {
  if (code.length === 0) return 'missing';
  return tests.length === 0 ? 'untested' : 'met';
}

/** Trigger of a comparison: a missing item is a gap; only what has code and tests throughout is met. */
export function specTrigger(checked: readonly CheckedItem[]): Pick<Handled, 'trigger' | 'reason'> {
  const missing = checked.filter(({ status }) => status === 'missing').length;
  if (missing > 0) return { trigger: 'gap_found', reason: `items without code: ${missing}` };
  if (checked.length > 0 && checked.every(({ status }) => status === 'met'))
    return { trigger: 'spec_met', reason: 'every item has code and tests' };
  return {};
}
