import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCheckRunner } from '../../../../src/commands';
import { runTool } from '../../../../src/temporal/embedded/run-tool';
import { startOwned, type Guard } from '../../../../src/temporal/embedded/embedded-server';
import { runProcessSync, startProcess } from '../../../../src/machine/processes';
import { openStore, type OpenStore } from '../../../../src/store';
import { FOUND_TOOLS, itIsolated, WAYS_TO_RUN } from '../../../support/isolation';
import { bundleChild } from '../../../support/child';
import { assertLeftOpen, LEFT_OPEN_AT } from '../../../support/leak';
import { tempFolder } from '../../../support/temp-folder';

const PATH = process.env['PATH'] ?? '';
const linux = process.platform === 'linux' ? describe : describe.skip;
/** Lists the descriptors of the shell, which has to stay for that. */
const LIST = 'ls -l /proc/$$/fd; true';

let folder: string;
let store: OpenStore;

beforeEach(async () => {
  folder = tempFolder('descriptors');
  writeFileSync(join(folder, 'secret'), 'secret');
  store = await openStore(join(folder, 'store'));
  assertLeftOpen();
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Numbers in a listing, those of the empty file that lies over what is left open aside. */
const numbers = (listing: string): number[] =>
  [...listing.matchAll(/ (\d+) -> (.*)/g)]
    .filter(([, fd, file]) => Number(fd) < 3 || file !== '/dev/null')
    .map(([, fd]) => Number(fd))
    .sort((a, b) => a - b);

linux('the descriptors of a process that is started while the store is open', () => {
  test.each(WAYS_TO_RUN)('a check %s has its standard ones only', async (_, found) => {
    const checks = await createCheckRunner({
      ...store,
      checkouts: join(folder, 'checkouts'),
      path: PATH,
      tools: found,
    });
    const tree = await store.trees.emptyTree();
    const check = { command: LIST, timeoutMs: 20_000 };
    const { stdout } = await checks({ allowUnsandboxed: true })(tree, check, new AbortController().signal);
    expect(numbers(stdout)).toEqual([0, 1, 2]);
    expect(stdout).not.toMatch(/store\.db|secret|left-open/);
  });

  itIsolated('neither has the process that leads those of a check', async () => {
    const checks = await createCheckRunner({
      ...store,
      checkouts: join(folder, 'checkouts'),
      path: PATH,
      tools: FOUND_TOOLS,
    });
    const tree = await store.trees.emptyTree();
    const check = { command: 'ls -l /proc/1/fd/ 2>&1; cat /proc/1/fd/* | head -c 100', timeoutMs: 20_000 };
    const { stdout } = await checks({ allowUnsandboxed: false })(tree, check, new AbortController().signal);
    expect(stdout).not.toMatch(/store\.db|secret|left-open|\/store|status/);
  });

  test('a tool has its standard ones only, and so has what git starts', async () => {
    const shell = await runTool({ command: 'sh', args: ['-c', LIST], deadlineMs: 20_000 });
    expect(numbers(shell.lines.join('\n'))).toEqual([0, 1, 2]);
    const git = await runTool({
      command: 'git',
      args: ['-c', `alias.descriptors=!${LIST}`, 'descriptors'],
      cwd: folder,
      deadlineMs: 20_000,
    });
    expect(git.lines.join('\n')).not.toMatch(/store\.db|secret|left-open/);
    expect(numbers(git.lines.join('\n'))).toEqual([0, 1, 2]);
  });

  test.each<Guard>(['setpriv', 'shell'])('a server that is owned by %s has its log only', async (guard) => {
    const log = openSync(join(folder, 'log'), 'w');
    const server = await startOwned('sh', ['-c', LIST], log, guard);
    closeSync(log);
    await server.exited;
    expect(numbers(readFileSync(join(folder, 'log'), 'utf8'))).toEqual([0, 1, 2]);
  });

  test('one that is run to its end has its standard ones only', () => {
    const { stdout } = runProcessSync('sh', ['-c', LIST], {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeoutMs: 20_000,
    });
    expect(numbers(stdout)).toEqual([0, 1, 2]);
  });

  test('what it is meant to have arrives', async () => {
    const child = startProcess('sh', ['-c', `cat <&3; ${LIST}`], {
      stdio: ['ignore', 'pipe', 'inherit', LEFT_OPEN_AT, 'pipe'],
    });
    let said = '';
    child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await new Promise((resolve) => child.once('close', resolve));
    expect(said).toMatch(/^secret/);
    expect(numbers(said.slice('secret'.length))).toEqual([0, 1, 2, 3, 4]);
  });

  test('those that the shell of this process left open go no further', () => {
    mkdirSync(join(folder, 'child'));
    const child = bundleChild(join(__dirname, 'inherited.child.ts'), join(folder, 'child'));
    const listing = spawnSync(
      'bash',
      ['-c', `exec 9<"${folder}/secret" 63<"${folder}/secret" 251<"${folder}/secret"; exec "$0" "$@"`].concat(
        process.execPath,
        child,
        LIST,
      ),
      { encoding: 'utf8', env: { ...process.env, NODE_PATH: join(__dirname, '../../../../node_modules') } },
    );
    expect(listing.stderr).toBe('');
    expect(numbers(listing.stdout)).toEqual([0, 1, 2]);
  });
});
