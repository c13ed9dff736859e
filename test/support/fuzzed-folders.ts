import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { encodedIn } from '../../src/machine/text/text-form';
import type { ManifestWorld } from './manifest-world';

/** Folders that go through changes, people's hands and the way back: `KINTSUGI_TEST_FOLDERS=20000 npm run test:deep -- workspace/undo-fuzz`. */
export const FOLDERS = Number(process.env['KINTSUGI_TEST_FOLDERS'] ?? 2_000);
export const NAMES = [
  'a',
  'b',
  'c',
  'in',
  'out',
  '논문',
  'cafe\u0301',
  'x y',
  '.hidden',
  'long '.repeat(20).trim(),
];

/** Numbers of one seed. */
export class Draw {
  constructor(private state: number) {}

  upTo(count: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count;
  }

  of<T>(list: readonly T[]): T | undefined {
    return list[this.upTo(Math.max(1, list.length))];
  }

  chance(percent: number): boolean {
    return this.upTo(100) < percent;
  }
}

let count = 0;

/** Content of a file that there is once: what it is found by. */
export const token = (who: string): string => `${who}${(count += 1)}`;
const TOKEN = /(?:first|run|people)\d+/;

/** What stands beside it, and in which encoding: a character a byte, as all contents here. */
const TAILS: readonly (readonly [string, string])[] = [
  ['', 'utf8'],
  [' 논문', 'utf8'],
  [' caf\u00e9 \u00a9\u00ab', 'latin1'],
  [' 한국어 문장입니다', 'euc-kr'],
  [' 日本語の文章です', 'shift_jis'],
];

export function content(draw: Draw, who: string): string {
  const [tail, encoding] = draw.of(TAILS) ?? ['', 'utf8'];
  const text = `${token(who)}${tail}`;
  if (draw.chance(15)) return Buffer.from(`\ufeff${text}`, 'utf16le').toString('latin1');
  return (encodedIn(text, encoding) ?? Buffer.from(text)).toString('latin1');
}

export const isWide = (text: string): boolean => text.startsWith('\xff\xfe');
export const plain = (text: string): string => (isWide(text) ? text.replaceAll('\0', '') : text);
export const tokenOf = (text: string): string => TOKEN.exec(plain(text))?.[0] ?? '';
export const wide = (text: string): string => Buffer.from(text, 'utf16le').toString('latin1');

/** Paths below a root: folders, and files with their contents. */
export function onDisk(world: ManifestWorld): { folders: string[]; files: Map<string, string> } {
  const folders: string[] = [];
  const files = new Map<string, string>();
  for (const [index, root] of world.roots.entries()) {
    folders.push(String(index));
    for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
      const stat = lstatSync(join(root, name));
      if (stat.isDirectory()) folders.push(`${index}/${name}`);
      else if (stat.isFile()) files.set(`${index}/${name}`, readFileSync(join(root, name), 'latin1'));
    }
  }
  return { folders, files };
}

/** Contents that people wrote or moved, which nobody else may take away, and those that they took away themselves. */
export class People {
  readonly own = new Set<string>();
  readonly gone = new Set<string>();

  put(text: string): void {
    this.own.add(text);
    this.gone.delete(text);
  }

  take(text: string): void {
    this.own.delete(text);
    this.gone.add(text);
  }
}

/** Somebody adds, changes, moves or deletes something. */
export function touch(world: ManifestWorld, draw: Draw, people: People): void {
  const { folders, files } = onDisk(world);
  const path = `${draw.of(folders) ?? '0'}/${draw.of(NAMES) ?? ''}`;
  const file = draw.of([...files.keys()]);
  const isFree = lstatSync(world.at(path), { throwIfNoEntry: false }) === undefined;
  const act = draw.upTo(5);
  if (act <= 1 && isFree) {
    const text = content(draw, 'people');
    if (act === 1) mkdirSync(world.at(path));
    writeFileSync(world.at(act === 1 ? `${path}/mine` : path), text, 'latin1');
    people.put(text);
  } else if (act === 2 && file !== undefined) {
    people.take(files.get(file) ?? '');
    const text = content(draw, 'people');
    writeFileSync(world.at(file), text, 'latin1');
    people.put(text);
  } else if (act === 3 && file !== undefined && isFree) {
    renameSync(world.at(file), world.at(path));
    // The run's own goes where a step is undone that had put it there; people's stays wherever it is.
    if (tokenOf(files.get(file) ?? '').startsWith('run')) people.take(files.get(file) ?? '');
    else people.put(files.get(file) ?? '');
  } else if (act === 4 && file !== undefined) {
    people.take(files.get(file) ?? '');
    rmSync(world.at(file));
  }
}

export function plantSome(world: ManifestWorld, draw: Draw): void {
  world.plant([]);
  for (let made = 0; made < 3 + draw.upTo(8); made += 1) {
    const path = world.at(`${draw.of(onDisk(world).folders) ?? '0'}/${draw.of(NAMES) ?? ''}`);
    if (lstatSync(path, { throwIfNoEntry: false })) continue;
    if (draw.chance(40)) mkdirSync(path, { mode: draw.chance(20) ? 0o700 : 0o755 });
    else if (draw.chance(10)) symlinkSync(draw.of(NAMES) ?? '', path);
    else
      writeFileSync(path, content(draw, 'first'), {
        encoding: 'latin1',
        mode: draw.of([0o644, 0o600, 0o755]),
      });
  }
}

export interface Planted {
  state: string[];
  inodes: string[];
}

/** Which file or folder stands where; a link is made anew. */
export function inodes(world: ManifestWorld): string[] {
  return world.roots.flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
      const stat = lstatSync(join(root, name));
      return stat.isSymbolicLink() ? [] : [`${name} ${stat.ino}`];
    }),
  );
}
