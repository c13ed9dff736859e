import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { itIsolated } from '../../support/isolation';
import { useInstalled } from '../../support/installed';
import { makeProject } from '../../support/kintsugi';
import { reply } from '../../support/scripted-model';
import { useScriptedKintsugi } from '../../support/use-kintsugi';

const LOW = { level: 'LOW' } as const;
const SUM = 'exports.sum = (a, b) => a + b;\n';
const TEST = "const { sum } = require('./sum');\ntest('adds', () => expect(sum(2, 3)).toBe(5));\n";

/** What people run decides as well: a red command is never green, whatever its tests say. */
describe('the whole command', () => {
  const kintsugi = useScriptedKintsugi();
  const installed = useInstalled(['jest', 'typescript']);

  async function healed(manifest: object, files: Record<string, string>) {
    const project = await makeProject({
      'package.json': JSON.stringify({ name: 'p', version: '1.0.0', ...manifest }),
      ...files,
    });
    installed.into(project.path);
    await mkdir(join(project.path, 'node_modules/.bin'), { recursive: true });
    for (const [name, path] of [
      ['tsc', 'typescript/bin/tsc'],
      ['jest', 'jest/bin/jest.js'],
    ] as const)
      await symlink(`../${path}`, join(project.path, 'node_modules/.bin', name));
    const run = await kintsugi.client.heal({ directory: project.path, approval: LOW, maxAttempts: 1 });
    const result = await run.result();
    const published = await readFile(join(project.path, 'src/title.js'), 'utf8').catch(() => '');
    await project.remove();
    return { result, published };
  }

  itIsolated.each([
    [
      'a limit of coverage',
      { jest: { collectCoverage: true, coverageThreshold: { global: { functions: 100 } } } },
      { 'sum.js': `${SUM}exports.other = () => 1;\n` },
      'does not meet',
    ],
    [
      'a set-up that throws',
      { jest: { globalSetup: './setup.js' } },
      { 'setup.js': "module.exports = () => { throw new Error('no database'); };\n" },
      'no database',
    ],
    ['a preset that does not exist', { jest: { preset: 'no-such-preset' } }, {}, 'no-such-preset'],
  ])('that fails for %s is red', async (_, settings, files, said) => {
    const { result } = await healed(
      { scripts: { test: 'jest' }, ...settings },
      { 'sum.js': SUM, 'sum.test.js': TEST, ...files },
    );
    expect(result.status).not.toBe('completed');
    expect(result.delivery?.status).not.toBe('published');
    expect(`${result.finalError} ${JSON.stringify(result.repairHistory)} ${result.failureReport}`).toContain(
      said,
    );
  });

  const title = (body: string): string =>
    `/** @param {string} title @returns {number} */\nexports.words = (title) => {\n  ${body}\n};\n`;
  const checked = {
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        strict: true,
        noEmit: true,
        allowJs: true,
        checkJs: true,
        skipLibCheck: true,
        types: ['node'],
        lib: ['es2022'],
      },
      include: ['src/title.js'],
    }),
    'title.test.js':
      "const { words } = require('./src/title');\ntest('counts', () => expect(words('a b c')).toBe(3));\n",
  };
  const scripts = { test: 'tsc && jest' };

  itIsolated('whose compiler alone fails is red, with class, file and line', async () => {
    const source = title(
      "/** @type {string} */ const count = title.split(' ').length;\n  return Number(count);",
    );
    const { result } = await healed({ scripts }, { ...checked, 'src/title.js': source });
    expect(result.status).not.toBe('completed');
    expect(result.record.errorAnalysis).toMatchObject({ errorType: 'type' });
    expect(result.record.errorAnalysis?.errorLocation).toMatch(/^src\/title\.js:3/);
  });

  itIsolated('refuses a repair that its compiler does not take', async () => {
    const wrong = title(
      "/** @type {string} */ const count = title.split(' ').length;\n  return Number(count);",
    );
    kintsugi.model.script(
      reply({
        rootCause: 'it counts letters',
        errorCategory: 'logic',
        fileModifications: [{ path: 'src/title.js', action: 'modify', content: wrong, replacements: null }],
        verificationCommands: [],
      }),
    );
    const { result } = await healed(
      { scripts },
      { ...checked, 'src/title.js': title('return Number(title.slice(0, 0));') },
    );
    expect(result.delivery?.status).not.toBe('published');
    expect(result.failureReport).toContain('the tests pass, but npm test fails: src/title.js:3: ');
  });

  itIsolated('confirms a repair that all its steps take', async () => {
    const { result, published } = await healed(
      { scripts },
      { ...checked, 'src/title.js': title("return title.split(' ').length + 1;") },
    );
    expect(result).toMatchObject({ status: 'recovered', delivery: { status: 'published' } });
    expect(result.confirmedBy).toContain('npm test');
    expect(published).not.toContain('+ 1');
  });
});
