import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../../src/machine/paths';
import type { CliResult } from '../../support/cli';
import { check, coded, generate, GOOD_CODE, test as run, turn } from '../../support/agent-scripts';
import { reply } from '../../support/scripted-model';
import { useScriptedKintsugi } from '../../support/use-kintsugi';

function smoke(env: Record<string, string>): Promise<CliResult> {
  return new Promise((resolve, reject) => {
    const main = join(PROJECT_ROOT, 'dist', 'client', 'cli', 'smoke-model.js');
    const child = spawn(process.execPath, [main], { env, timeout: 120_000 });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}

const edits = (files: Record<string, string>) =>
  Object.entries(files).map(([path, content]) => ({
    path,
    action: 'modify',
    content,
    replacements: null,
  }));
const repair = (files: Record<string, string>) =>
  reply({
    rootCause: 'it is not what the test says',
    errorCategory: 'logic',
    fileModifications: edits(files),
    verificationCommands: [],
  });

const ADD = 'exports.add = (a, b) => a + b;\n';
const CARD = [
  'exports.line = (name, cents, width) => {',
  '  const price = (cents / 100).toFixed(2);',
  '  const room = width - price.length - 3;',
  '  const shown = name.length > room ? `${name.slice(0, room - 1)}…` : name;',
  "  return shown + '.'.repeat(width - shown.length - price.length) + price;",
  '};',
  '',
].join('\n');

describe('npm run smoke:model', () => {
  const kintsugi = useScriptedKintsugi();

  const generated = [
    reply({ summary: 'Adds add.', fileModifications: edits({ 'add.js': ADD }) }),
    reply({
      summary: 'Tests add.',
      tests: [
        {
          path: 'add.test.js',
          content: "const { add } = require('./add');\ntest('adds', () => expect(add(1, 2)).toBe(3));\n",
        },
      ],
    }),
  ];

  const HALF = `${ADD}exports.half = (a) => a / 2;\n`;
  const HALF_TEST = "const { half } = require('./add');\ntest('halves', () => expect(half(4)).toBe(2));\n";
  const work = [
    turn(['read', { path: 'add.js' }]),
    turn(['edit', { path: 'add.js', content: HALF }], ['edit', { path: 'half.test.js', content: HALF_TEST }]),
    turn(['finish', { summary: 'Adds half.' }]),
  ];
  const code = [
    turn(generate()),
    coded(GOOD_CODE),
    turn(check(GOOD_CODE), run(GOOD_CODE)),
    reply('It works.'),
  ];

  it('passes a model that does what is asked', async () => {
    const fixed = '/** Sum of two numbers. */\nexports.add = function add(a, b) {\n  return a + b;\n};\n';
    kintsugi.model.script(
      repair({ 'add.js': fixed }),
      ...generated,
      ...work,
      repair({ 'card.js': CARD }),
      reply('It exports `add`.'),
      ...code,
    );
    const { code: exit, stdout } = await smoke(kintsugi.env);
    kintsugi.model.assertComplete();
    expect(stdout.match(/^✔ /gm)).toHaveLength(6);
    expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({
      smoke: 'model',
      model: 'scripted',
      ok: 6,
      of: 6,
    });
    expect(exit).toBe(0);
  });

  it('fails one that does not, and says in what', async () => {
    const nothing = ['one', 'two', 'three'].map((text) =>
      repair({ 'card.js': `exports.line = () => '${text}';\n` }),
    );
    kintsugi.model.script(
      repair({ 'add.js': ADD }),
      ...generated,
      // Asked to go on, it insists.
      reply('I would rather not.'),
      reply('I would rather not.'),
      ...nothing,
      reply('No idea.'),
      reply('Nor here.'),
    );
    const { code: exit, stdout } = await smoke(kintsugi.env);
    expect(stdout).toMatch(/^✘ repair that needs new code: failed_after_repair, 3 attempts/m);
    expect(stdout).toContain('the answer was: No idea.');
    expect(stdout).toContain('The agent changed nothing: I would rather not.');
    expect(stdout).toMatch(/^✘ a function for data: incomplete/m);
    expect(exit).toBe(1);
  });

  it('says in one sentence what to set where no model is configured', async () => {
    const { code, stdout, stderr } = await smoke({ ...kintsugi.env, KINTSUGI_MODEL: '' });
    expect(stderr).toMatch(/^kintsugi: No model is configured: set KINTSUGI_MODEL [^\n]*\n$/);
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });
});
