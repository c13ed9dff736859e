import fc from '../../support/fast-check';
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, lutimesSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { STREAM_LIMIT } from '../../../src/workspace/io/read-file';
import { encodeName } from '../../../src/machine/file-names';

/** Entry of one name of a generated folder. */
export type Thing =
  | { kind: 'file'; bytes: Uint8Array; mode: number }
  | { kind: 'link'; target: string }
  /** A link to a path of the generated tree; which one depends on how many there are. */
  | { kind: 'link-in'; to: number }
  | { kind: 'folder'; mode: number; things: Things }
  /** A repository of git within the project. */
  | { kind: 'repository'; commits: boolean; things: Things };
export type Things = [string, Thing][];

/** The one name that is not UTF-8. */
const LATIN = 'latin\udce9';
const DEEP = 30;
const EMPTY_FILE: Thing = { kind: 'file', bytes: new Uint8Array(), mode: 0o644 };

const names = fc.constantFrom(
  'a',
  'A',
  'b',
  'b c',
  'é',
  'e\u0301',
  'z.ts',
  '-x',
  '.hidden',
  'q\'"',
  'line\nend',
  '🙂',
  'dist',
  LATIN,
);
const bytes = fc.oneof(
  fc.constant(new Uint8Array()),
  fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\r\n', 'é', 'xyz') }).map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 40 }),
  fc.constant(Buffer.alloc(70_000, 'large')),
);
const fileModes = fc.constantFrom(0o644, 0o755, 0o600, 0o444, 0o640, 0o700);
const folderModes = fc.constantFrom(0o755, 0o700, 0o775, 0o1777);
const targets = fc.constantFrom('a', '..', '/etc/passwd', 'nowhere', '../../b', '.');

const { folder } = fc.letrec<{ folder: Things; thing: Thing }>((tie) => ({
  folder: fc.uniqueArray(fc.tuple(names, tie('thing')), { maxLength: 5, selector: ([name]) => name }),
  thing: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ kind: fc.constant('file' as const), bytes, mode: fileModes }),
    fc.record({ kind: fc.constant('link' as const), target: targets }),
    fc.record({ kind: fc.constant('link-in' as const), to: fc.nat() }),
    fc.record({ kind: fc.constant('folder' as const), mode: folderModes, things: tie('folder') }),
  ),
}));

/** Any folder, without repositories: one that holds a history is never removed for another. */
export const folders = folder;

/** Undefined seven times of eight: for what takes long. */
const seldom = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ arbitrary: fc.constant(undefined), weight: 7 }, { arbitrary, weight: 1 });

const repositories = fc
  .record({ kind: fc.constant('repository' as const), commits: fc.boolean(), things: folder })
  .filter(({ things }) => things.every(([name]) => name !== 'inner.txt'));
const huge = fc.record({
  kind: fc.constant('file' as const),
  bytes: fc.constantFrom(1, 1_000_000).map((more) => Buffer.alloc(STREAM_LIMIT + more, 'huge\n')),
  mode: fileModes,
});
const deep = fc.tuple(folder, folderModes).map(([things, mode]) => {
  let inner: Thing = { kind: 'folder', mode, things: [...things, ['end', EMPTY_FILE]] };
  for (let depth = 1; depth < DEEP; depth += 1) inner = { kind: 'folder', mode, things: [['d', inner]] };
  return inner;
});

/** A project: any folder, often with a repository in it, seldom with a huge file or a very deep folder. */
export const projects: fc.Arbitrary<Things> = fc
  .record({
    things: folder,
    repository: fc.option(repositories, { nil: undefined }),
    huge: seldom(huge),
    deep: seldom(deep),
  })
  .map(({ things, ...more }) => [
    ...things,
    ...Object.entries(more).flatMap(([name, thing]): Things => (thing ? [[name, thing]] : [])),
  ]);

/** Path of a generated name, by its bytes. */
export function bytesOf(folder: string, name: string): Buffer {
  return Buffer.concat([Buffer.from(`${folder}/`), encodeName(name)]);
}

/** Every path that can be written as text. */
function pathsOf(things: Things, prefix = ''): string[] {
  return things.flatMap(([name, thing]) => {
    if (name === LATIN) return [];
    const path = prefix + name;
    return 'things' in thing ? [path, ...pathsOf(thing.things, `${path}/`)] : [path];
  });
}

/** Makes a generated folder, with times of the past. */
export function build(root: string, things: Things): void {
  const paths = pathsOf(things);
  const linkIn = (from: string, to: number): string =>
    relative(dirname(from), join(root, paths[to % Math.max(paths.length, 1)] ?? 'none')) || '.';
  const fill = (folder: string, inner: Things): void => {
    for (const [name, thing] of inner) {
      const path = bytesOf(folder, name);
      if (thing.kind === 'file') writeFileSync(path, thing.bytes);
      else if (thing.kind === 'link') symlinkSync(thing.target, path);
      else if (thing.kind === 'link-in') symlinkSync(linkIn(join(folder, name), thing.to), path);
      else {
        mkdirSync(path);
        if (name !== LATIN) fill(path.toString(), thing.things);
        if (thing.kind === 'repository') makeRepository(path.toString(), thing.commits);
      }
      if ('mode' in thing) chmodSync(path, thing.mode);
      setTime(path, name);
    }
  };
  fill(root, things);
}

/** Some time of the past, not the same for all, with a part below a millisecond. */
function setTime(path: Buffer, name: string): void {
  const seconds = 1_600_000_000 + name.length * 86_400 + (name.codePointAt(0) ?? 0) / 1_000 + 0.0001234;
  lutimesSync(path, seconds, seconds);
}

const histories = new Map<boolean, string>();

/** Makes a repository of a folder: a file that it knows, and a history, with a commit or without. */
export function makeRepository(folder: string, commits: boolean): void {
  writeFileSync(join(folder, 'inner.txt'), 'inner');
  const known = histories.get(commits);
  // What git makes is the same each time, and git is slow to start.
  if (known !== undefined) {
    cpSync(known, join(folder, '.git'), { recursive: true });
    return;
  }
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@localhost', ...args], {
      cwd: folder,
      stdio: 'ignore',
    });
  git('init', '-q', '--template=');
  if (!commits) return;
  git('add', 'inner.txt');
  git('commit', '-q', '-m', 'one');
}

/** Has git make the histories that repositories are then copied from. */
export function prepareHistories(folder: string): void {
  for (const commits of [true, false]) {
    const template = join(folder, `history-${commits}`);
    mkdirSync(template, { recursive: true });
    makeRepository(template, commits);
    histories.set(commits, join(template, '.git'));
  }
}
