import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { itIsolated } from '../../support/isolation';
import { makeProject } from '../../support/kintsugi';
import { turnOf } from '../../support/session-turns';
import { useOwnKintsugi } from '../../support/use-kintsugi';

const hasProgram = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;

const PYTEST = {
  'pyproject.toml': '[tool.pytest.ini_options]\npythonpath = ["."]\n',
  'program.py': 'def more(x):\n    return x + 2\n',
  'tests/test_more.py':
    'from program import more\n\ndef test_more():\n    assert more(1) == 2\n\ndef test_kind():\n    assert more(1) > 0\n',
};
const GO = {
  'go.mod': 'module program\n\ngo 1.20\n',
  'program.go': 'package program\n\nfunc More(x int) int { return x + 2 }\n',
  'program_test.go':
    'package program\n\nimport "testing"\n\nfunc TestMore(t *testing.T) {\n\tif More(1) != 2 {\n\t\tt.Fatal("not 2")\n\t}\n}\n\nfunc TestKind(t *testing.T) {\n\tif More(1) < 0 {\n\t\tt.Fatal("negative")\n\t}\n}\n',
};

describe('a session about a project of another language', () => {
  // Version managers keep the programs of a language in the home folder.
  const kintsugi = useOwnKintsugi({ why: 'a home folder with runners', settings: { HOME: homedir() } });

  const rows = [
    ['pytest', PYTEST, 'program.py', /test_more/, hasProgram('python3', '-m', 'pytest', '--version')],
    ['go', GO, 'program.go', /TestMore/, hasProgram('go', 'version')],
  ] as const;

  for (const [name, files, program, failing, isThere] of rows)
    (isThere ? itIsolated : it.skip)(
      `runs its tests by ${name}, those that fail and those that pass`,
      async () => {
        const project = await makeProject(files);
        const texts: Readonly<Record<string, string>> = files;
        const session = await kintsugi.client.session({ directory: project.path });
        const failed = await turnOf(session, await session.submit({ text: 'run the tests' }));
        expect(failed.answer).toMatch(failing);
        expect(failed).toMatchObject({ tests: { passed: 1, failed: 1, allPassed: false } });
        expect(failed.transitions.at(-1)).toMatchObject({ trigger: 'test_failed' });
        await writeFile(join(project.path, program), (texts[program] ?? '').replace('x + 2', 'x + 1'));
        const verified = await turnOf(
          session,
          await session.submit({ text: 'verify', mode: 'verification' }),
        );
        expect(verified).toMatchObject({ status: 'done', tests: { passed: 2, failed: 0, allPassed: true } });
        expect(verified.transitions.at(-1)).toMatchObject({ trigger: 'verified' });
        await session.close();
        await project.remove();
      },
      180_000,
    );
});
