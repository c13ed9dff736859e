import { VerifiedProject } from '../../../support/verified-project';

const SUM = 'exports.sum = (a, b) => a - b;\n';
const RIGHT = 'exports.sum = (a, b) => a + b;\n';
const CASE = "if (require('../src/sum').sum(1, 2) !== 3) process.exitCode = 1;\n";
const RUNNER =
  "const fs = require('fs');\nfor (const file of fs.readdirSync('test')) require('../test/' + file);\n";
const manifest = (test: string): string => JSON.stringify({ scripts: { test } });

interface Edit {
  name: string;
  files: Record<string, string>;
  command?: string;
  change: Record<string, string>;
}

const files = (more: Record<string, string>): Record<string, string> => ({
  'src/sum.js': SUM,
  'test/one.js': CASE,
  ...more,
});

describe('a judge must be seen to judge: a repair is refused that', () => {
  it.each<Edit>([
    {
      name: 'empties the runner in a folder of tools',
      files: files({ 'tools/run.js': RUNNER, 'package.json': manifest('node tools/run.js') }),
      change: { 'tools/run.js': '' },
    },
    {
      name: 'empties the runner at the root',
      files: files({ 'run-all.js': RUNNER.replace('../test', './test') }),
      command: 'node run-all.js',
      change: { 'run-all.js': '' },
    },
    {
      name: 'empties a list of tests that is a source',
      files: files({
        'run.js': "for (const file of require('./src/list')) require('./test/' + file);\n",
        'src/list.js': "module.exports = ['one.js'];\n",
      }),
      command: 'node run.js',
      change: { 'src/list.js': 'module.exports = [];\n' },
    },
    {
      name: 'is found before the runner',
      files: files({ 'run.js': RUNNER.replace('../test', './test') }),
      command: 'node ./run',
      change: { run: '' },
    },
  ])('$name', async ({ files: given, command = 'npm test', change }) => {
    const project = await VerifiedProject.of(given, [command]);
    const { refused, failed } = await project.repair(change);
    expect([...refused, ...(failed ? ['it fails'] : [])]).not.toEqual([]);
    expect(await project.repair({ 'src/sum.js': RIGHT })).toMatchObject({ refused: [] });
  });
});
