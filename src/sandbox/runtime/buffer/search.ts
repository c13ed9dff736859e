/** Looks for bytes among bytes. */

/** Offset to begin at, as Node understands offsets outside of the buffer. -1: nowhere. */
function startOf(length: number, offset: number, needle: number, forward: boolean): number {
  if (offset < 0) {
    if (offset + length >= 0) return offset + length;
    return forward || needle === 0 ? 0 : -1;
  }
  if (offset + needle <= length) return offset;
  if (needle === 0) return length;
  return forward ? -1 : length - 1;
}

function matchesAt(hay: Uint8Array, needle: Uint8Array, at: number): boolean {
  for (let index = 0; index < needle.length; index++) if (hay[at + index] !== needle[index]) return false;
  return true;
}

/** Place of `needle`; with `stride` 2 only at even distances, as for UTF-16. */
export function search(
  hay: Uint8Array,
  needle: Uint8Array,
  offset: number,
  forward: boolean,
  stride: 1 | 2,
): number {
  const start = startOf(hay.length, offset, needle.length, forward);
  if (needle.length === 0) return start;
  if (start < 0 || hay.length === 0 || needle.length > hay.length) return -1;
  if (forward) {
    for (let at = start; at + needle.length <= hay.length; at += stride)
      if (matchesAt(hay, needle, at)) return at;
    return -1;
  }
  let at = Math.min(start, hay.length - needle.length);
  if (stride === 2) at -= at & 1;
  for (; at >= 0; at -= stride) if (matchesAt(hay, needle, at)) return at;
  return -1;
}

/** -1, 0 or 1, as the bytes sort. */
export function compareBytes(left: Uint8Array, right: Uint8Array): number {
  const count = Math.min(left.length, right.length);
  for (let index = 0; index < count; index++) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference < 0 ? -1 : 1;
  }
  return Math.sign(left.length - right.length);
}
