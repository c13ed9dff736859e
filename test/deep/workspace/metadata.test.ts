import {
  chmod,
  lchown,
  link,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plant } from '../../../bench/files/tasks';
import { attributesOf, setAttribute } from '../../support/file-attributes';
import { BROKEN_SUM, makeProject } from '../../support/kintsugi';
import { untilStatus } from '../../support/until';
import { useKintsugi } from '../../support/use-kintsugi';

const LOW = { level: 'LOW' } as const;
const isRoot = process.geteuid?.() === 0;

/** True if extended attributes can be tried here. */
async function hasAttributes(folder: string): Promise<boolean> {
  await writeFile(join(folder, 'probe'), '');
  const isSet = setAttribute(join(folder, 'probe'), 'user.probe', '1');
  await rm(join(folder, 'probe'));
  return isSet;
}

/** Bytes that a folder takes on disk. */
async function storedBytes(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }))
    if (entry.isFile())
      bytes += ((await stat(join(entry.parentPath, entry.name)).catch(() => undefined))?.blocks ?? 0) * 512;
  return bytes;
}

describe('what a file has besides its bytes', () => {
  const kintsugi = useKintsugi();
  let top: string;

  beforeEach(async () => {
    top = await mkdtemp(join(tmpdir(), 'kintsugi-metadata-'));
  });
  afterEach(() => rm(top, { recursive: true, force: true }));

  it('stays with an edit of a goal, but for the right to run as its owner', async () => {
    const folder = join(top, 'desk');
    await plant(folder, { 'tool.sh': 'echo old\n', 'copied.txt': 'text' });
    const file = join(folder, 'tool.sh');
    const known = await hasAttributes(top);
    if (known) setAttribute(file, 'user.tag', 'mine');
    if (known) setAttribute(join(folder, 'copied.txt'), 'user.tag', 'copied');
    if (isRoot) await lchown(file, 1_000, 1_000);
    await chmod(file, 0o4755);
    const run = await kintsugi.client.goal({
      roots: [folder],
      approval: LOW,
      plan: [
        { tool: 'edit', args: { path: 'tool.sh', edits: [{ search: 'old', replacement: 'new' }] } },
        { tool: 'copy', args: { items: ['copied.txt'], to: 'there' } },
      ],
    });
    await run.result();
    const edited = await stat(file);
    expect(edited.mode & 0o7777).toBe(0o755);
    if (isRoot) expect([edited.uid, edited.gid]).toEqual([1_000, 1_000]);
    if (known) expect(attributesOf(file)).toEqual({ 'user.tag': 'mine' });
    if (known) expect(attributesOf(join(folder, 'there', 'copied.txt'))).toEqual({ 'user.tag': 'copied' });
    await kintsugi.client.rollback(run.id);
    expect((await stat(file)).mode & 0o7777).toBe(0o4755);
  });

  it('that cannot stay is said with the question, and in the result of a repair', async () => {
    const folder = join(top, 'desk');
    await plant(folder, { 'tool.sh': 'echo old\n' });
    await link(join(folder, 'tool.sh'), join(top, 'other-name'));
    await chmod(join(folder, 'tool.sh'), 0o4755);
    const run = await kintsugi.client.goal({
      roots: [folder],
      approval: { level: 'MEDIUM' },
      plan: [{ tool: 'edit', args: { path: 'tool.sh', edits: [{ search: 'old', replacement: 'new' }] } }],
    });
    const { pending } = await untilStatus(
      () => run.status(),
      ({ pending: open }) => open !== undefined,
    );
    expect(pending?.warnings).toEqual([
      'Other names on the disk (hard links) keep the old text of tool.sh.',
      'The new text does not run with the rights of its owner (set-user-id), as tool.sh does now.',
    ]);
    await run.answer({ hash: pending?.hash ?? '', decision: 'approve', scope: 'once' });
    await run.result();
    expect(await readFile(join(top, 'other-name'), 'utf8')).toBe('echo old\n');
    const project = await makeProject(BROKEN_SUM);
    await link(join(project.path, 'src/sum.ts'), join(top, 'sum.ts'));
    const heal = await kintsugi.client.heal({ directory: project.path, approval: LOW });
    const { notes } = await heal.result();
    expect(notes).toContain('Other names on the disk (hard links) keep the old text of src/sum.ts.');
    await project.remove();
  });

  it('stays with a repair', async () => {
    const project = await makeProject(BROKEN_SUM);
    const file = join(project.path, 'src/sum.ts');
    const known = await hasAttributes(top);
    if (known) setAttribute(file, 'user.tag', 'mine');
    if (isRoot) await lchown(file, 1_000, 1_000);
    await chmod(file, 0o640);
    const run = await kintsugi.client.heal({ directory: project.path, approval: LOW });
    expect((await run.result()).delivery).toMatchObject({ status: 'published' });
    const mended = await stat(file);
    expect(mended.mode & 0o7777).toBe(0o640);
    if (isRoot) expect([mended.uid, mended.gid]).toEqual([1_000, 1_000]);
    if (known) expect(attributesOf(file)).toEqual({ 'user.tag': 'mine' });
    await project.remove();
  });

  it('a sparse file of 256 MB takes no room, and no time but that of one look', async () => {
    const project = await makeProject(BROKEN_SUM);
    const image = join(project.path, 'disk.img');
    await writeFile(image, 'boot');
    await truncate(image, 256 * 1024 ** 2);
    const { home } = kintsugi.config;
    const before = await storedBytes(home);
    const run = await kintsugi.client.heal({ directory: project.path, approval: LOW });
    expect((await run.result()).delivery).toMatchObject({ status: 'published' });
    expect((await storedBytes(home)) - before).toBeLessThan(100_000_000);
    await project.remove();
  });

  it('stays with a folder all of whose files are moved', async () => {
    const folder = join(top, 'desk');
    await plant(folder, { 'in/a': 'a', 'in/b': 'b' });
    await chmod(join(folder, 'in'), 0o700);
    const known = await hasAttributes(top);
    if (known) setAttribute(join(folder, 'in'), 'user.tag', 'inbox');
    const { ino } = await stat(join(folder, 'in'));
    const run = await kintsugi.client.goal({
      roots: [folder],
      approval: LOW,
      plan: [{ tool: 'move', args: { items: ['in/a', 'in/b'], to: 'out' } }],
    });
    expect((await run.result()).status).toBe('completed');
    const inbox = await stat(join(folder, 'in'));
    expect([inbox.ino, inbox.mode & 0o7777]).toEqual([ino, 0o700]);
    if (known) expect(attributesOf(join(folder, 'in'))).toEqual({ 'user.tag': 'inbox' });
    if (known) expect(attributesOf(join(folder, 'out'))).toEqual({});
  });
});
