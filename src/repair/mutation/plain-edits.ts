import { withoutDetours } from '../search/normal-form';
import { trimmed, type Mutation } from '../search/mutation';
import { quotePair } from '../quote';

/** Text that can undo other text, or be undone. */
const MAY_UNDO = /[-+!]|\bnot\b/;
/** Longest line in which an edit is looked at. */
const LONGEST = 500;

/**
 * The edit in its plain form: where its line then undoes itself, as `x + 1 - 1` does, the edit that leaves `x`. Others are as they are.
 */
export function plainEdit(mutation: Mutation, text: string): Mutation {
  const { start, end, replacement } = mutation;
  if (!MAY_UNDO.test(replacement)) return mutation;
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', end);
  const to = next < 0 ? text.length : next;
  if (to - from + replacement.length > LONGEST) return mutation;
  const before = text.slice(from, to);
  const after = text.slice(from, start) + replacement + text.slice(end, to);
  const plain = withoutDetours(after);
  if (plain === after || withoutDetours(before) !== before) return mutation;
  const [was, is] = quotePair(before, plain);
  const edit = trimmed(text, { start: from, end: to, replacement: plain });
  return { ...mutation, ...edit, description: `${was} should be ${is}` };
}
