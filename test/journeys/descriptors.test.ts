import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchChild } from '../../src/sandbox/supervisor/launch';
import { loadConfig } from '../../src/config';
import { findTemporalCli, startEmbeddedServer } from '../../src/temporal/embedded/index';
import { openStore, type OpenStore } from '../../src/store';
import { assertLeftOpen, LEFT_OPEN } from '../support/leak';
import { BUILT } from '../support/sandbox-kit';

const linux = process.platform === 'linux' ? describe : describe.skip;

let folder: string;
let store: OpenStore;

beforeEach(async () => {
  assertLeftOpen();
  folder = mkdtempSync(join(tmpdir(), 'kintsugi-descriptors-'));
  store = await openStore(join(folder, 'store'));
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Open descriptors of a process, as far as they can still be read. */
function openFiles(pid: number): string[] {
  return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${fd}`)];
    } catch {
      return [];
    }
  });
}

/** Descriptors that Node and Go make for themselves, pipes, and the shared libraries of a program that is just starting. */
const isPlumbing = (target: string): boolean =>
  /^(socket|pipe|anon_inode):/.test(target) ||
  target === '/dev/null' ||
  /^\/(usr\/)?lib.*\.so[.\d]*$/.test(target);

/** The program that a chain of launchers has become. */
async function untilItIs(pid: number, program: RegExp): Promise<void> {
  while (existsSync(`/proc/${pid}`) && !program.test(readFileSync(`/proc/${pid}/cmdline`, 'latin1')))
    await new Promise((resolve) => setTimeout(resolve, 5));
}

linux('while the store is open', () => {
  test('a process of the sandbox has its pipes and no file', async () => {
    const child = launchChild({
      childPath: join(BUILT, 'child.cjs'),
      runtimePath: join(BUILT, 'runtime.js'),
    });
    const pid = child.pid ?? 0;
    await untilItIs(pid, /^[^\0]*node\0/);
    const files = openFiles(pid);
    child.kill('SIGKILL');
    expect(files.length).toBeGreaterThanOrEqual(5);
    // What the program opens itself while it starts, such as settings of OpenSSL, is not from here.
    const ours = new Set(openFiles(process.pid));
    expect(ours).toContain(LEFT_OPEN);
    expect(ours).toContain(join(folder, 'store', 'store.db'));
    expect(files.filter((file) => ours.has(file) && !isPlumbing(file))).toEqual([]);
  });

  test("Temporal's server has its log and its database, and no other file", async () => {
    const { cache, path, temporalCli } = loadConfig();
    const log = (): void => undefined;
    const cli = await findTemporalCli({ override: temporalCli, cacheDir: cache, path, log });
    const server = await startEmbeddedServer({ cli, dataDir: folder, log });
    const files = openFiles(server.pid).filter((file) => !isPlumbing(file));
    await server.stop();
    const own = new Set([cli, join(folder, 'server.log'), ...databaseFiles(folder)]);
    expect(files.filter((file) => !own.has(file) && !file.startsWith('/sys/'))).toEqual([]);
    expect(files).toContain(join(folder, 'server.log'));
  });
});

function databaseFiles(home: string): string[] {
  return ['', '-wal', '-shm', '-journal'].map((end) => join(home, `temporal.db${end}`));
}
