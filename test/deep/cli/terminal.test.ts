import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '../../../src/machine/paths';
import { useKintsugi, useProject } from '../../support/use-kintsugi';

const execute = promisify(execFile);

/** Not to be in any result: all that a terminal obeys or that turns text around, line ends and tabs aside. */
const OBEYED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const OWN_COLOUR = /\u001b\[\d{1,2}m/g;

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

  it('are printed escaped on a terminal, with Kintsugi’s own colours', async () => {
    await plant();
    const main = join(PROJECT_ROOT, 'dist', 'client', 'cli', 'main.js');
    const line = `'${process.execPath}' '${main}' heal '${project.path}' --approval low`;
    const env = { ...kintsugi.env, TERM: 'xterm', NO_COLOR: '' };
    const running = execute('script', ['-qec', line, '/dev/null'], { env, timeout: 60_000 });
    running.child.stdin?.end('n\n');
    const { stdout } = await running.catch((error: unknown) => error as { stdout: string });
    // The line that the question is answered on is readline's.
    const [result = ''] = stdout.split('Publish one of them?');
    const lines = result.replace(/\r\u001b\[2K[^\r\n]*/g, '').replaceAll('\r\n', '\n');
    expect(lines).toMatch(OWN_COLOUR);
    expect(lines).toContain('\\u001b[8m');
    expect(lines.replace(OWN_COLOUR, '').replace(/\r?\u001b\[(?:2K|1G|0J)/g, '')).not.toMatch(OBEYED);
  });
});
