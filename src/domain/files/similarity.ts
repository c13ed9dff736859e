/** Longest piece that is compared as one: a line, or part of one. */
const PIECE_BYTES = 64;
const LINE_END = 0x0a;

/** Pieces of a text: the number of bytes that each piece takes, by the piece's own text. */
export interface Pieces {
  size: number;
  bytes: ReadonlyMap<string, number>;
}

/** Cuts bytes into lines, and lines above 64 bytes into parts, so that a long line counts as far as it is the same. */
export function piecesOf(content: Uint8Array, decode: (piece: Uint8Array) => string): Pieces {
  const bytes = new Map<string, number>();
  for (let start = 0; start < content.length;) {
    let end = start;
    while (end < content.length && end - start < PIECE_BYTES && content[end] !== LINE_END) end += 1;
    if (content[end] === LINE_END && end - start < PIECE_BYTES) end += 1;
    const piece = decode(content.subarray(start, end));
    bytes.set(piece, (bytes.get(piece) ?? 0) + end - start);
    start = end;
  }
  return { size: content.length, bytes };
}

/** How much of the larger text the two have in common, wherever it stands: 0 to 100, and 100 only for the same pieces. */
export function similarity(a: Pieces, b: Pieces): number {
  const larger = Math.max(a.size, b.size);
  if (larger === 0) return 100;
  let common = 0;
  for (const [piece, bytes] of a.bytes) common += Math.min(bytes, b.bytes.get(piece) ?? 0);
  return Math.floor((100 * common) / larger);
}
