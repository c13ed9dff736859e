import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundleChild } from '../../support/child';
import { tempFolder } from '../../support/temp-folder';

const CALLS = 'fsync,fdatasync,write,pwrite64,pwritev,writev,rename';
/** Needs strace, and leave to use it. */
const testTraced = spawnSync('strace', ['-qq', '-e', 'trace=write', 'true']).status === 0 ? test : test.skip;

let folder: string;
beforeEach(() => (folder = tempFolder('durable')));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A call that has ended, as strace shows it: name, then arguments with the paths of files. */
interface Call {
  name: string;
  text: string;
}

/** The calls of all threads in the order in which they ended. */
function callsOf(trace: string): Call[] {
  const begun = new Map<string, string>();
  return trace.split('\n').flatMap((line) => {
    const [, thread = '', rest = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const resumed = rest.startsWith('<... ');
    const text = resumed ? `${begun.get(thread)}${rest.slice(rest.indexOf('resumed>') + 8)}` : rest;
    const unfinished = text.indexOf(' <unfinished ...>');
    if (unfinished >= 0) begun.set(thread, text.slice(0, unfinished));
    const open = text.indexOf('(');
    return unfinished >= 0 || open < 0 ? [] : [{ name: text.slice(0, open), text }];
  });
}

/** Puts a blob under strace; the calls before its hash was said, of which the store is told by its folder. */
function callsBeforeHash(store: string, bytes: number, how: string): { hash: string; calls: Call[] } {
  const child = bundleChild(join(__dirname, 'durable.child.ts'), folder);
  const log = join(folder, 'trace');
  const options = ['-f', '-y', '-qq', '-s', '80', '-o', log, '-e', `trace=${CALLS}`];
  const { stdout, stderr } = spawnSync(
    'strace',
    [...options, process.execPath, child, store, String(bytes), how],
    {
      encoding: 'utf8',
      env: { ...process.env, NODE_PATH: join(__dirname, '../../../node_modules') },
    },
  );
  expect(stderr).toBe('');
  const calls = callsOf(readFileSync(log, 'utf8'));
  const said = calls.findIndex(({ name, text }) => name === 'write' && text.includes(`"${stdout}"`));
  expect(said).toBeGreaterThan(0);
  return { hash: stdout, calls: calls.slice(0, said) };
}

const last = (calls: Call[], matches: (call: Call) => boolean): number => calls.findLastIndex(matches);
const isSync = ({ name, text }: Call): boolean => /^f(?:data)?sync$/.test(name) && text.endsWith('= 0');
const isWrite = ({ name }: Call): boolean => name.includes('write');

testTraced.each([
  ['put', 0],
  ['put', 3_000],
  ['put', 65_536],
  ['put', 70_000],
  ['put', 3_000_000],
  ['stream', 3_000],
  ['stream', 70_000],
  ['stream', 3_000_000],
])('%s: the hash of a blob of %i bytes is said after all of it is on disk', (how, bytes) => {
  const store = join(folder, 'store');
  const { hash, calls } = callsBeforeHash(store, bytes, how);
  const wal = (call: Call): boolean => call.text.includes(`<${store}/store.db-wal>`);
  const written = last(calls, (call) => isWrite(call) && wal(call));
  const synced = last(calls, (call) => isSync(call) && wal(call));
  // Its lease at least, and a small blob itself.
  expect(written).toBeGreaterThan(0);
  expect(synced).toBeGreaterThan(written);
  if (bytes <= 65_536) return;
  const temp = (call: Call): boolean => call.text.includes(`<${store}/blobs/new/blob.`);
  const shelf = join(store, 'blobs', hash.slice(0, 2));
  const named = last(calls, ({ name, text }) => name === 'rename' && text.includes(`"${shelf}/`));
  const order = [
    last(calls, (call) => isWrite(call) && temp(call)),
    last(calls, (call) => isSync(call) && temp(call)),
    named,
    last(calls, (call) => isSync(call) && call.text.includes(`<${shelf}>`)),
    // The folder of the blob is new too.
    last(calls, (call) => isSync(call) && call.text.includes(`<${store}/blobs>`)),
  ];
  expect(order[0]).toBeGreaterThan(0);
  expect([...order].sort((a, b) => a - b)).toEqual(order);
  // No blob is ever there without its lease.
  expect(synced).toBeLessThan(named);
});
