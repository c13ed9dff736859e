import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { loadConfig } from '../../../src/config';
import { PROJECT_ROOT } from '../../../src/machine/paths';
import { kintsugiCli } from '../../support/cli';
import { makeProject } from '../../support/kintsugi';
import { ScriptedClaude } from '../../support/scripted-claude';
import { useKintsugi, useProject } from '../../support/use-kintsugi';

const VERSION = '2.1.197';
const MINUTES = 60_000;
const SUM = 'export const sum = (a: number, b: number) => a + b;\n';

const run = promisify(execFile);

describe("Claude Code's own command", () => {
  const kintsugi = useKintsugi();
  const project = useProject(() =>
    makeProject({
      'src/sum.ts': SUM,
      'test/sum.test.ts':
        "import { sum } from '../src/sum';\ntest('adds', () => expect(sum(1, 2)).toBe(3));\n",
    }),
  );
  const folder = join(loadConfig().cache, 'test-bin', `claude-code-${VERSION}`);

  beforeAll(async () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{}');
    const wanted = `@anthropic-ai/claude-code@${VERSION}`;
    await run('npm', ['install', '--silent', '--prefer-offline', wanted], { cwd: folder, shell: false });
  });

  it('goes on where the gate refuses its change, with the findings, and stops where it is proven', async () => {
    const written = (body: string) => ({
      tool: 'Write',
      input: { file_path: join(project.path, 'src/sum.ts'), content: SUM.replace('a + b', body) },
    });
    const read = { tool: 'Read', input: { file_path: join(project.path, 'src/sum.ts') } };
    const claude = await ScriptedClaude.start([
      read,
      written('a - b'),
      'Done.',
      written('b + a'),
      'Done now.',
    ]);
    const bin = join(project.path, '..', `bin-${process.pid}`);
    mkdirSync(bin, { recursive: true });
    const command = join(bin, 'kintsugi');
    writeFileSync(
      command,
      `#!/bin/sh\nexec "${process.execPath}" "${join(PROJECT_ROOT, 'bin', 'kintsugi.cjs')}" "$@"\n`,
    );
    chmodSync(command, 0o755);
    try {
      await kintsugiCli(kintsugi.env, ['hooks', 'install', 'claude-code', project.path, '--yes']);
      const { stdout } = await run(
        join(folder, 'node_modules', '.bin', 'claude'),
        [
          '-p',
          'swap the operands of sum',
          '--permission-mode',
          'acceptEdits',
          '--allowedTools',
          'Write,Read,Edit',
        ],
        {
          cwd: project.path,
          env: {
            ...kintsugi.env,
            PATH: `${bin}:${loadConfig().path}`,
            HOME: bin,
            ANTHROPIC_BASE_URL: claude.baseUrl,
            ANTHROPIC_API_KEY: 'none',
            DISABLE_AUTOUPDATER: '1',
            CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
          },
          timeout: 3 * MINUTES,
        },
      );
      expect(stdout).toContain('Done now.');
      expect(await project.read('src/sum.ts')).toBe(SUM.replace('a + b', 'b + a'));
      expect(claude.asked[3]).toContain('KTG-TEST-BROKEN');
      expect(claude.asked).toHaveLength(5);
    } finally {
      await claude.close();
      rmSync(bin, { recursive: true, force: true });
    }
  });
});
