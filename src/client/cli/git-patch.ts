/** Changes as patches that `git apply` takes, files that are not text among them. */
import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';

/** Header of a file that is not text, in the diff of a run. */
const OPAQUE = /^index ([\da-f]{64})\.\.([\da-f]{64})\nBinary files [^\n]{1,9000} differ\n/gm;
/** A folder: git has none of its own. */
const FOLDER = /^(?:new file|deleted file|old|new) mode 040\d{3}$/m;
const NOTHING = '0'.repeat(64);
const LINE_BYTES = 52;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~';

/** Reads the bytes of a blob; undefined where the store does not have them. */
export type ReadBytes = (hash: string) => Promise<Buffer | undefined>;

/** A patch, and how many files had to be left out of it, since their bytes are on another machine. */
export interface GitPatch {
  text: string;
  leftOut: number;
}

/** The patch of a diff. */
export async function gitPatch(diff: string, readBytes: ReadBytes): Promise<GitPatch> {
  const files = diff.split(/^(?=diff --git )/m).filter((file) => !FOLDER.test(headOf(file)));
  const parts: string[] = [];
  let leftOut = 0;
  for (const file of files) {
    const [whole = '', before = '', after = ''] = [...headOf(file).matchAll(OPAQUE)].at(-1) ?? [];
    const binary = whole === '' ? undefined : await binaryPatch(before, after, readBytes);
    if (whole !== '' && binary === undefined) leftOut += 1;
    else parts.push(binary === undefined ? file : file.replace(whole, () => binary));
  }
  return { text: parts.join(''), leftOut };
}

/** Lines before the first hunk. */
function headOf(file: string): string {
  const at = file.search(/^(?:@@ |--- )/m);
  return at < 0 ? file : file.slice(0, at);
}

async function binaryPatch(before: string, after: string, readBytes: ReadBytes): Promise<string | undefined> {
  const [old, fresh] = await Promise.all(
    [before, after].map((hash) => (hash === NOTHING ? Promise.resolve(Buffer.alloc(0)) : readBytes(hash))),
  );
  if (!old || !fresh) return undefined;
  const [from, to] = [before === NOTHING ? undefined : old, after === NOTHING ? undefined : fresh];
  return `index ${gitId(from)}..${gitId(to)}\nGIT binary patch\n${literal(fresh)}\n${literal(old)}\n`;
}

/** Name of a file's bytes in git. */
function gitId(bytes: Buffer | undefined): string {
  if (!bytes) return '0'.repeat(40);
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

function literal(bytes: Buffer): string {
  const packed = deflateSync(bytes);
  const lines = [`literal ${bytes.length}`];
  for (let at = 0; at < packed.length; at += LINE_BYTES) {
    const part = packed.subarray(at, at + LINE_BYTES);
    const length = part.length <= 26 ? 64 + part.length : 96 + part.length - 26;
    lines.push(String.fromCharCode(length) + base85(part));
  }
  return `${lines.join('\n')}\n`;
}

/** Four bytes as five digits, the last ones filled up with zeros. */
function base85(bytes: Buffer): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 4) {
    let value = 0;
    for (let index = 0; index < 4; index += 1) value = value * 256 + (bytes[at + index] ?? 0);
    let digits = '';
    for (let index = 0; index < 5; index += 1) {
      digits = (DIGITS[value % 85] ?? '') + digits;
      value = Math.floor(value / 85);
    }
    text += digits;
  }
  return text;
}
