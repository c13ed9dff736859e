/** node:zlib: there is nothing here that compresses. */
import { absentModule } from '../node/absent';

const FORMATS = [
  'deflate',
  'gzip',
  'deflateRaw',
  'unzip',
  'inflate',
  'gunzip',
  'inflateRaw',
  'brotliCompress',
  'brotliDecompress',
];

const capital = (name: string): string => name.replace(/^./, (first) => first.toUpperCase());

const NAMES = FORMATS.flatMap((name) => [name, `${name}Sync`, `create${capital(name)}`, capital(name)]).join(
  ' ',
);

const constants = Object.freeze({
  Z_NO_FLUSH: 0,
  Z_PARTIAL_FLUSH: 1,
  Z_SYNC_FLUSH: 2,
  Z_FULL_FLUSH: 3,
  Z_FINISH: 4,
  Z_BLOCK: 5,
  Z_NO_COMPRESSION: 0,
  Z_BEST_SPEED: 1,
  Z_BEST_COMPRESSION: 9,
  Z_DEFAULT_COMPRESSION: -1,
  Z_FILTERED: 1,
  Z_HUFFMAN_ONLY: 2,
  Z_RLE: 3,
  Z_FIXED: 4,
  Z_DEFAULT_STRATEGY: 0,
  Z_DEFAULT_WINDOWBITS: 15,
  Z_DEFAULT_MEMLEVEL: 8,
  Z_DEFAULT_LEVEL: -1,
  BROTLI_PARAM_MODE: 0,
  BROTLI_PARAM_QUALITY: 1,
  BROTLI_PARAM_LGWIN: 2,
  BROTLI_MODE_GENERIC: 0,
  BROTLI_MODE_TEXT: 1,
  BROTLI_MIN_QUALITY: 0,
  BROTLI_MAX_QUALITY: 11,
  BROTLI_DEFAULT_QUALITY: 11,
});

/** The sum that gzip and PNG use. */
function crc32(data: string | Uint8Array, value = 0): number {
  const Encoder = sandboxHost.global.TextEncoder as new () => { encode(text: string): Uint8Array };
  const bytes = typeof data === 'string' ? new Encoder().encode(data) : data;
  let sum = ~value;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (0xedb88320 & -(sum & 1));
  }
  return ~sum >>> 0;
}

export default absentModule('zlib', NAMES, { crc32, constants });
