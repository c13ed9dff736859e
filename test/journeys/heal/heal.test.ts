import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BROKEN_SUM, makeProject } from '../../support/kintsugi';
import { useKintsugi } from '../../support/use-kintsugi';

const LOW = { level: 'LOW' } as const;

describe('heal', () => {
  const kintsugi = useKintsugi();

  async function heal(directory: string, more: object = {}) {
    const run = await kintsugi.client.heal({ directory, approval: LOW, ...more });
    return run.result();
  }

  it('reports a project that is green already and touches nothing', async () => {
    const project = await makeProject({
      ...BROKEN_SUM,
      'src/sum.ts': 'export const sum = (a: number, b: number) => a + b;\n',
    });
    const identity = async () => {
      const { ino, mtimeNs, ctimeNs, mode } = await stat(join(project.path, 'src/sum.ts'), { bigint: true });
      return { ino, mtimeNs, ctimeNs, mode };
    };
    const before = await identity();
    const result = await heal(project.path);
    expect(result).toMatchObject({
      status: 'completed',
      totalAttempts: 1,
      delivery: { status: 'nothing-to-publish' },
    });
    expect(result.message).toBe(
      "Done: nothing to repair, all checks pass already; the verdict is the sandbox's alone: jest is not installed in its node_modules",
    );
    expect(await identity()).toEqual(before);
    await project.remove();
  });

  it('refuses a project with nothing to verify before a run begins', async () => {
    const project = await makeProject({ 'README.md': 'nothing to test' });
    await expect(heal(project.path)).rejects.toThrow(
      /^No tests were found in \S+ among its 1 file, and no check was given\. .*--check/,
    );
    expect(await kintsugi.client.list({ directory: project.path })).toEqual([]);
    await project.remove();
  });

  it('repairs a syntax error of the source', async () => {
    const project = await makeProject({
      ...BROKEN_SUM,
      'src/sum.ts': 'export function sum(a: number, b: number) {\n  return a +;\n}\n',
    });
    const result = await heal(project.path);
    expect(['recovered', 'failed_after_repair']).toContain(result.status);
    expect(result.record.errorLogs[0]).toBe('Attempt 1: syntax');
    await project.remove();
  });

  it('never edits tests, even where that would be the smallest change', async () => {
    const project = await makeProject(BROKEN_SUM);
    const result = await heal(project.path);
    expect(result.diff?.files.map((file) => file.path)).toEqual(['src/sum.ts']);
    expect(await readFile(join(project.path, 'src/sum.ts'), 'utf8')).toContain('a + b');
    await project.remove();
  });

  it('keeps the audit record and the references of every effect', async () => {
    const project = await makeProject(BROKEN_SUM);
    const run = await kintsugi.client.heal({ directory: project.path, approval: LOW });
    await run.result();
    const status = await run.status();
    expect(status.phase).toBe('done');
    expect(status.log[0]).toBe('Starting the self-repair loop (at most 3 attempts)');
    expect(status.log.at(-2)).toBe('Published: src/sum.ts');
    expect(status.log.at(-1)).toContain('Final status: healed\n');
    const [listed] = (await kintsugi.client.list({ limit: 50 })).filter((one) => one.id === run.id);
    expect(listed).toMatchObject({
      kind: 'heal',
      execution: 'COMPLETED',
      outcome: 'healed',
      directory: project.path,
    });
    await project.remove();
  });
});
