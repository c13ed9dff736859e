import { join } from 'node:path';
import { kintsugiCli } from '../../support/cli';
import { useKintsugi, useProject } from '../../support/use-kintsugi';

/** Not to be in any result: all that a terminal obeys or that turns text around, line ends and tabs aside. */
const OBEYED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

describe('a title, a message and a diff that hold what a terminal obeys', () => {
  const kintsugi = useKintsugi();
  const project = useProject();
  const EVIL = '\u001b]52;c;ZXZpbA==\u0007\u001b[2J\u001b[8m\u009b31m\u202eevil\u2066';

  const plant = async () => {
    const title = JSON.stringify(`evil ${EVIL}`);
    const test = `it(${title}, () => { throw new Error(${JSON.stringify(EVIL)}); });\n`;
    await project.write('test/evil.test.ts', test);
    const body = `  return a - b; // ${EVIL}\n`;
    await project.write('src/sum.ts', `// ${EVIL}\nexport function sum(a: number, b: number) {\n${body}}\n`);
  };

  it('are printed escaped where another program reads, and so are JSON and errors', async () => {
    await plant();
    const heal = await kintsugiCli(kintsugi.env, ['heal', project.path, '--approval', 'low']);
    expect(heal.stdout).toContain('\\u001b]52;c');
    expect(heal.stdout).toContain('-  return a - b; // \\u001b');
    expect(heal.stdout + heal.stderr).not.toMatch(OBEYED);
    const json = await kintsugiCli(kintsugi.env, ['heal', project.path, '--approval', 'low', '--json']);
    expect(JSON.stringify(JSON.parse(json.stdout))).toContain('evil');
    expect(json.stdout).not.toMatch(OBEYED);
    const wrong = await kintsugiCli(kintsugi.env, ['heal', join(project.path, EVIL)]);
    expect(wrong.stderr).toContain('\\u001b');
    expect(wrong.stderr).not.toMatch(OBEYED);
  });
});
