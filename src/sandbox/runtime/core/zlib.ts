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

export default absentModule('zlib', NAMES, { crc32, constants: Object.freeze(NODE_FACTS_zlib) });
