/** Trigrams of a text as a bit set: says that a literal is surely not in a file, so that few files have to be read. */

const SCRATCH_BITS = 1 << 16;
const FEWEST_BITS = 1 << 9;
/** Most share of bits that are set: one in four trigrams that are not there seems to be, of six in a row one in 4,000. */
const FULL = 0.25;

/** Set of the trigrams of a text, case left out of account; a power of two of bits. */
export function trigramSet(text: string): Uint8Array {
  let set = new Uint8Array(SCRATCH_BITS / 8);
  eachTrigram(text.toLowerCase(), (hash) => {
    const bit = hash & (SCRATCH_BITS - 1);
    set[bit >> 3] = (set[bit >> 3] ?? 0) | (1 << (bit & 7));
  });
  // Halves are laid over each other as long as that leaves room: the bit of a hash is then its rest by the smaller size.
  while (set.length * 8 > FEWEST_BITS) {
    const half = folded(set);
    if (bitsOf(half) > FULL * half.length * 8) break;
    set = half;
  }
  return set;
}

/** Tells of a text whether a set may hold it; texts of fewer than three characters may be anywhere. */
export function mayHold(set: Uint8Array, hashes: Uint32Array): boolean {
  const mask = set.length * 8 - 1;
  for (const hash of hashes) {
    const bit = hash & mask;
    if (((set[bit >> 3] ?? 0) & (1 << (bit & 7))) === 0) return false;
  }
  return set.length > 0;
}

/** Hashes of a text's trigrams, for `mayHold`. */
export function trigramHashes(text: string): Uint32Array {
  const hashes: number[] = [];
  eachTrigram(text.toLowerCase(), (hash) => hashes.push(hash));
  return Uint32Array.from(new Set(hashes));
}

function eachTrigram(text: string, act: (hash: number) => void): void {
  let first = text.charCodeAt(0);
  let second = text.charCodeAt(1);
  for (let at = 2; at < text.length; at += 1) {
    const third = text.charCodeAt(at);
    const mixed = Math.imul(first * 0x1_0000 + second * 0x101 + third, 0x9e37_79b1);
    act((mixed ^ (mixed >>> 15)) >>> 0);
    first = second;
    second = third;
  }
}

function folded(set: Uint8Array): Uint8Array<ArrayBuffer> {
  const half = set.length / 2;
  const result = new Uint8Array(half);
  for (let at = 0; at < half; at += 1) result[at] = (set[at] ?? 0) | (set[at + half] ?? 0);
  return result;
}

function bitsOf(set: Uint8Array): number {
  let bits = 0;
  for (const byte of set) bits += BITS[byte] ?? 0;
  return bits;
}

/** Bits that are set in each byte. */
const BITS = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);
