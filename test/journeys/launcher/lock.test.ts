import { join } from 'node:path';
import { launcherProject, untilText, type LauncherProject } from '../../support/launcher';

let project: LauncherProject;

beforeEach(async () => {
  project = await launcherProject();
});

afterEach(() => project.remove());

/** A program that takes the lock in `locks/x`; `body` has `hold`, `log(text)` and `sleep(ms)`. */
function locker(body: string, options = '{ deadlineMs: 20000 }'): string[] {
  const program = `
    const fs = require('node:fs');
    const { withLock } = require('./scripts/lib/lock.cjs');
    const log = (text) => fs.appendFileSync('log', text + '\\n');
    const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    const work = async (hold) => { ${body} };
    const taken = async (times) => { while (times--) await withLock('locks/x', ${options}, work); };
    taken(Number(process.argv[1] ?? 1)).catch((error) => { console.error(error.message); process.exit(1); });
  `;
  return ['-e', program];
}

test('of many processes one works at a time, and all get their turn', async () => {
  const args = [...locker(`log('begin'); await sleep(5); log('end');`), '4'];
  const all = Array.from({ length: 6 }, () => project.node(args));
  for (const { ended } of all) expect(await ended).toMatchObject({ code: 0, stderr: '' });
  expect((await project.read('log')).trim().split('\n')).toEqual(Array(24).fill(['begin', 'end']).flat());
});

test('many processes that find a dead owner take over one after another', async () => {
  const owner = project.node(locker(`log('held'); await sleep(60000);`));
  await untilText(() => project.read('log'), 'held');
  owner.child.kill('SIGKILL');
  await owner.ended;
  await project.write('log', '');
  const all = Array.from({ length: 6 }, () =>
    project.node(locker(`log('begin'); await sleep(20); log('end');`)),
  );
  for (const { ended } of all) expect(await ended).toMatchObject({ code: 0, stderr: '' });
  expect((await project.read('log')).trim().split('\n')).toEqual(Array(6).fill(['begin', 'end']).flat());
});

test('the lock of a killed owner is kept until the child it named has ended', async () => {
  const owner = project.node(
    locker(`
      const child = require('node:child_process').spawn(process.execPath,
        ['-e', "setTimeout(() => require('node:fs').appendFileSync('log', 'child ended\\\\n'), 1000)"]);
      hold(child.pid);
      log('held');
      await sleep(60000);
    `),
  );
  await untilText(() => project.read('log'), 'held');
  owner.child.kill('SIGKILL');
  expect(await project.node(locker(`log('next');`)).ended).toMatchObject({ code: 0 });
  expect((await project.read('log')).trim().split('\n')).toEqual(['held', 'child ended', 'next']);
});

test('waiting ends at the deadline with a sentence that names the owner', async () => {
  const owner = project.node(locker(`log('held'); await sleep(60000);`));
  await untilText(() => project.read('log'), 'held');
  const late = await project.node(locker('', '{ deadlineMs: 200 }')).ended;
  expect(late.code).toBe(1);
  expect(late.stderr).toContain(`process ${owner.child.pid} has held ${join('locks', 'x')} for too long`);
  owner.child.kill('SIGKILL');
  await owner.ended;
});
