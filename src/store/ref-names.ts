/** Names of references: of what a run keeps under which effect, and how a tier writes them. */
import type { EffectKey } from '../domain/ids';
import { hashBytes } from './hash';

/** Says what a run is. No effect of a workflow begins with a dot. */
export function recordRef(run: string): EffectKey {
  return { run, effect: '.run' };
}

/** Names what an effect was given, or made: from then on no collection takes it. */
export function rootRef({ run, effect }: EffectKey, how: 'given' | 'made', id: string): EffectKey {
  return { run, effect: `${effect}#${how}-${id}` };
}

/** Result of an effect that must not be done twice, by the hash of its input. */
export function resultRef({ run, effect }: EffectKey, inputHash: string): EffectKey {
  return { run, effect: `${effect}#${inputHash}` };
}

export function partOf({ run, effect }: EffectKey, part: string | number): EffectKey {
  return { run, effect: `${effect}/${part}` };
}

/** True for the effect of a reply's reference. */
export function isReplyRef(name: string): boolean {
  return /\/model\/[0-9a-f]{24}$/.test(name);
}

/** Most bytes of a reference's value. */
const VALUE_LIMIT = 64 * 1024;
/** Throws where a reference cannot be kept. */
export function checkRef({ run, effect }: EffectKey, value: string): void {
  if (run.includes('\0') || effect.includes('\0')) throw new Error('a reference key cannot hold NUL');
  const bytes = Buffer.byteLength(value);
  if (bytes > VALUE_LIMIT)
    throw new Error(
      `the value of ${effect} has ${bytes} bytes; at most ${VALUE_LIMIT} fit, keep it as a blob`,
    );
}

/** The order of a run's references, by the bytes of their effects. */
export function byEffect(a: { effect: string }, b: { effect: string }): number {
  return Buffer.compare(Buffer.from(a.effect), Buffer.from(b.effect));
}

/** Where references are in a bucket: `refs/<run>/<effect>`. */
export const REFS = 'refs/';

/** Longest part of a name that stands as it is: servers over a file system allow 255 bytes. */
const LONGEST_PART = 180;

export function refFolder(run: string): string {
  return `${REFS}${namePart(run)}/`;
}

export function refObject({ run, effect }: EffectKey): string {
  return refFolder(run) + namePart(effect);
}

/** The run that a reference's object is of; undefined where only the object itself tells. */
export function refRun(key: string): string | undefined {
  const [, part = ''] = key.split('/');
  return textOfPart(part);
}

/** The effect of a reference's object; undefined where only the object itself tells. */
export function refEffect(key: string): string | undefined {
  return textOfPart(key.split('/')[2] ?? '');
}

/** One part of a name, without slashes: a server over a file system takes those for folders. Long ones are cut. */
function namePart(text: string): string {
  const escaped = (char: string): string => `=${char.charCodeAt(0).toString(16).padStart(2, '0')}`;
  const plain = Buffer.from(text)
    .toString('latin1')
    .replace(/[^A-Za-z0-9_-]/g, escaped);
  if (plain.length <= LONGEST_PART) return plain;
  return `${plain.slice(0, LONGEST_PART - 70)}~${hashBytes(Buffer.from(text))}`;
}

function textOfPart(part: string): string | undefined {
  if (part.includes('~')) return undefined;
  const bytes = part.replace(/=([0-9a-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
