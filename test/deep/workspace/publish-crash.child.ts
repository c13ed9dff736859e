// Publishes, and kills itself before the n-th call that changes the file system.
import fs from 'node:fs';
import { openStore } from '../../../src/store';
import { publish } from '../../../src/workspace/publish/publish';
import { asBlob, asTree } from '../../support/hashes';

type Call = (...args: unknown[]) => unknown;

const CALLS = [
  'openSync',
  'writeSync',
  'fsyncSync',
  'fchmodSync',
  'futimesSync',
  'lutimesSync',
  'linkSync',
  'unlinkSync',
  'renameSync',
  'mkdirSync',
  'rmdirSync',
  'symlinkSync',
];
const PROMISES = ['rename', 'rm', 'open', 'link'];

function countdown(target: object, names: readonly string[], count: () => void): void {
  for (const name of names) {
    const original = Reflect.get(target, name) as Call;
    Reflect.set(target, name, (...args: unknown[]) => {
      count();
      return Reflect.apply(original, target, args);
    });
  }
}

async function main(): Promise<void> {
  const [
    storeFolder = '',
    journals = '',
    directory = '',
    base = asBlob(''),
    tree = asBlob(''),
    killAt = '0',
    trigger = '',
    times = '',
  ] = process.argv.slice(2);
  const store = await openStore(storeFolder);
  // The user's, which does not count.
  const { writeFileSync } = fs;
  let calls = 0;
  const count = (): void => {
    calls += 1;
    if (calls === Number(killAt)) process.kill(process.pid, 'SIGKILL');
  };
  countdown(fs, CALLS, count);
  countdown(fs.promises, PROMISES, count);
  const { blobs } = store;
  const load = blobs.load.bind(blobs);
  // When the publish reads this blob it has made its plan: then the user edits the file.
  blobs.load = (hash) => {
    if (hash === trigger) writeFileSync(`${directory}/edit`, 'mine');
    return load(hash);
  };
  const outcome = await publish(
    { ...store, journals },
    {
      directory,
      base: asTree(base),
      tree: asTree(tree),
      restored: times === '' ? undefined : { tree: asTree(tree), times: asBlob(times) },
      key: { run: 'r', effect: 's' },
    },
  );
  process.send?.({ status: outcome.status, calls });
  await store.close();
  process.disconnect();
}

void main();
