/**
 * Every start at which one row of items stands within another, overlapping ones too, in linear time however often they repeat
 * themselves (Knuth, Morris and Pratt). Items are compared as they are: lines, or the characters of texts.
 */
export function* occurrences<Item>(items: ArrayLike<Item>, wanted: ArrayLike<Item>): Generator<number> {
  if (wanted.length === 0 || wanted.length > items.length) return;
  const borders = bordersOf(wanted);
  let matched = 0;
  for (let at = 0; at < items.length; at += 1) {
    while (matched > 0 && items[at] !== wanted[matched]) matched = borders[matched - 1] ?? 0;
    if (items[at] === wanted[matched]) matched += 1;
    if (matched < wanted.length) continue;
    yield at - matched + 1;
    matched = borders[matched - 1] ?? 0;
  }
}

/** For each beginning of a row the length of the longest shorter one that it ends with. */
function bordersOf<Item>(row: ArrayLike<Item>): Int32Array {
  const borders = new Int32Array(row.length);
  for (let at = 1, length = 0; at < row.length; at += 1) {
    while (length > 0 && row[at] !== row[length]) length = borders[length - 1] ?? 0;
    if (row[at] === row[length]) length += 1;
    borders[at] = length;
  }
  return borders;
}
