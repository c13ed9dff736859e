import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { launcherProject, type LauncherProject } from '../../support/launcher';

let project: LauncherProject;

/** Leaves a stamp as the real build does; fails where the sources say so. */
const BUILD = `
  const fs = require('node:fs');
  const { buildStamp, stampFile } = require('./lib/built.cjs');
  fs.appendFileSync('builds', 'built\\n');
  if (fs.readFileSync('src/a.ts', 'utf8').includes('broken')) {
    console.error('src/a.ts is broken');
    process.exit(1);
  }
  fs.mkdirSync('dist', { recursive: true });
  fs.writeFileSync(stampFile(process.cwd()), buildStamp(process.cwd()));
`;

beforeEach(async () => {
  project = await launcherProject();
  await project.write('scripts/build.cjs', BUILD);
  await project.write('src/a.ts', 'export {};');
});

afterEach(() => project.remove());

function build() {
  const program = `require('./scripts/lib/built.cjs').ensureBuild(process.cwd()).catch((error) => {
    console.error(error.message);
    process.exit(3);
  });`;
  return project.node(['-e', program]).ended;
}

async function builds(): Promise<number> {
  return (await project.read('builds')).split('\n').length - 1;
}

test('starts at once build once, and again only when a source has changed', async () => {
  expect((await Promise.all([build(), build(), build()])).map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(await builds()).toBe(1);
  await project.write('src/new.ts', '');
  await build();
  expect(await builds()).toBe(2);
  await utimes(join(project.root, 'src/a.ts'), 1, 1);
  await build();
  await build();
  expect(await builds()).toBe(3);
});

test('a failed build shows its output, and the next start builds again', async () => {
  await project.write('src/a.ts', 'broken');
  const failed = await build();
  expect(failed).toMatchObject({ code: 3, stdout: '' });
  expect(failed.stderr).toBe(
    'kintsugi: building\nsrc/a.ts is broken\nthe build failed (its output is above): mend that and start again.\n',
  );
  await project.write('src/a.ts', 'mended');
  expect(await build()).toMatchObject({ code: 0, stderr: 'kintsugi: building\n' });
  expect(await build()).toMatchObject({ code: 0, stderr: '' });
});
