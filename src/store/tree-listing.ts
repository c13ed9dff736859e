import type { BlobHash } from '../domain/ids';
import { BlobCorruptError, undefinedForBlobErrors } from './errors';
import { compareNames, decodeName, encodeName } from '../machine/file-names';
import type { EntryType, TreeEntry } from './types';

// One entry a row: `f 644 1234 <hash> name NUL`. Names are bytes and may hold anything but `/` and NUL, so NUL ends a row.
const HEADER = Buffer.from('kintsugi tree 1\n');
const LETTERS: Record<EntryType, string> = { file: 'f', dir: 'd', link: 'l', identity: 'i' };
const TYPES: Record<string, EntryType> = { f: 'file', d: 'dir', l: 'link', i: 'identity' };
const ROW = /^([fdli]) ([0-7]{1,4}) (\d{1,16}) ([0-9a-f]{64}) $/;

/** Canonical bytes of a directory listing: the same entries in any order give the same bytes. */
export function encodeListing(entries: readonly TreeEntry[]): Buffer {
  const sorted = [...entries].sort((a, b) => compareNames(a.name, b.name));
  const parts: Buffer[] = [HEADER];
  let previous: string | undefined;
  for (const entry of sorted) {
    if (!isEntryName(entry.name) || entry.name === previous) {
      throw new Error(`${JSON.stringify(entry.name)} cannot stand in a directory listing`);
    }
    previous = entry.name;
    const mode = (entry.mode & 0o7777).toString(8);
    parts.push(
      Buffer.from(`${LETTERS[entry.type]} ${mode} ${entry.size} ${entry.hash} `),
      encodeName(entry.name),
      NUL,
    );
  }
  return Buffer.concat(parts);
}

const NUL = Buffer.from([0]);

/** Entries of a listing, sorted by name. Throws `BlobCorruptError` for bytes that are none. */
export function decodeListing(bytes: Buffer, hash: BlobHash): readonly TreeEntry[] {
  if (!bytes.subarray(0, HEADER.length).equals(HEADER)) throw notAListing(hash);
  const entries: TreeEntry[] = [];
  for (let at = HEADER.length; at < bytes.length;) {
    const end = bytes.indexOf(0, at);
    if (end < 0) throw notAListing(hash);
    entries.push(decodeRow(bytes.subarray(at, end), hash));
    at = end + 1;
  }
  return entries;
}

/** The same, or undefined for bytes that are no whole listing. */
export function tryDecodeListing(bytes: Buffer, hash: BlobHash): readonly TreeEntry[] | undefined {
  try {
    return decodeListing(bytes, hash);
  } catch (error) {
    return undefinedForBlobErrors(error);
  }
}

function decodeRow(row: Buffer, listing: BlobHash): TreeEntry {
  // Four spaces end the fields; the name may hold more of them.
  let space = -1;
  for (let fields = 0; fields < 4; fields += 1) {
    space = row.indexOf(0x20, space + 1);
    if (space < 0) throw notAListing(listing);
  }
  const [, letter = '', mode = '', size = '', hash = ''] =
    ROW.exec(row.toString('latin1', 0, space + 1)) ?? [];
  const type = TYPES[letter];
  const name = decodeName(row.subarray(space + 1));
  // A listing from elsewhere must not be able to name a place outside its tree.
  if (!type || !isEntryName(name)) throw notAListing(listing);
  return { name, type, mode: Number.parseInt(mode, 8), hash, size: Number(size) } as TreeEntry;
}

function isEntryName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !name.includes('/') && !name.includes('\0');
}

function notAListing(hash: BlobHash): BlobCorruptError {
  return new BlobCorruptError(hash, 'it is not a directory listing');
}
