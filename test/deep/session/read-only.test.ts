import { execFile, execFileSync } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AgentMode, MODES } from '../../../src/domain/session/modes';
import { folderPrint } from '../../support/folder-print';
import { BROKEN_SUM, makeProject } from '../../support/kintsugi';
import { turnOf } from '../../support/session-turns';
import { useKintsugi, useProject } from '../../support/use-kintsugi';
import { WRITTEN_TO, writingCommands } from '../../support/writing-commands';

/** Commands, the first in every mode, the others in those that run commands: `KINTSUGI_TEST_COMMANDS=500 npm run test:deep -- session/read-only`. */
const COMMANDS = Number(process.env['KINTSUGI_TEST_COMMANDS'] ?? 6);

const READING = AgentMode.exclude(['idle']).options.filter((mode) => !MODES[mode].writes);
/** Last words of each command, which fails: an answer with them is about a command that was run. */
const MARK = 'was-run';
/** Modes that run the commands of the user; the others run none. */
const RUNNING: readonly string[] = ['test', 'verification', 'performance_profiling', 'benchmark'];

describe('A mode that does not write', () => {
  const kintsugi = useKintsugi();
  const project = useProject(() => makeProject({ ...BROKEN_SUM, ...WRITTEN_TO }));

  beforeEach(() => {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: project.path });
    git('init', '-q', '-b', 'main');
    git('config', 'user.name', 'Ann');
    git('config', 'user.email', 'ann@example.org');
    git('add', '.');
    git('commit', '-qm', 'First');
  });

  it.each(writingCommands(COMMANDS).map((one, index) => ({ ...one, index })))(
    'changes no byte of the directory and of its tree by $way: $command',
    async ({ command, index }) => {
      expect(await writesWhereItMay(project.path, command)).toBe(true);
      const before = await folderPrint(project.path);
      const told = `${command}; echo ${MARK} >&2; exit 3`;
      const session = await kintsugi.client.session({
        directory: project.path,
        verification: { commands: [{ command: told, timeoutMs: 20_000 }] },
        approval: { level: 'LOW' },
      });
      let tree: string | undefined;
      // A mode that runs no command makes nothing of another one.
      const modes = index === 0 ? READING : READING.filter((mode) => RUNNING.includes(mode));
      for (const mode of modes) {
        const turn = await turnOf(session, await session.submit({ text: `profile \`${told}\``, mode }));
        const { tree: now } = await session.status();
        tree ??= now;
        const { modes: taken, published } = turn;
        expect({ mode, taken, published, tree: now }).toEqual({ mode, taken: [mode], published: [], tree });
        expect({ mode, print: await folderPrint(project.path) }).toEqual({ mode, print: before });
        // It would change nothing either if it were not run.
        if (RUNNING.includes(mode))
          expect({ mode, said: turn.answer.includes(MARK) }).toEqual({ mode, said: true });
      }
      await session.close();
    },
  );
});

/** True if the command, run by itself, changes a copy of the folder: otherwise it would prove nothing. */
async function writesWhereItMay(folder: string, command: string): Promise<boolean> {
  const copy = await mkdtemp(join(tmpdir(), 'kintsugi-writes-'));
  try {
    await cp(folder, copy, { recursive: true, preserveTimestamps: true });
    const before = await folderPrint(copy);
    await promisify(execFile)('sh', ['-c', command], { cwd: copy });
    return (await folderPrint(copy)) !== before;
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}
