import { execFileSync } from 'node:child_process';
import { explainDirectory } from '../../../src/client/cli/workspace-commands';
import { rulesFor } from '../../../src/run-input';
import { loadConfig } from '../../../src/config';
import { makeProject } from '../../support/kintsugi';

const FILES = {
  'package.json': '{}',
  '.gitignore': 'packages/*/build/\nout/made.js\n',
  'build/make-parser.js': 'exports.rules = [];\n',
  'build/out/grammar.js': 'exports.grammar = 1;\n',
  'out/.gitkeep': '',
  'out/made.js': 'made();\n',
  'dist/index.js': 'made();\n',
  'packages/web/package.json': '{}',
  'packages/web/build/bundle.js': 'made();\n',
};

describe('folders of build output', () => {
  let project: Awaited<ReturnType<typeof makeProject>>;
  const git = (...args: string[]) => execFileSync('git', args, { cwd: project.path, stdio: 'pipe' });
  const config = (more: Record<string, string> = {}) =>
    loadConfig({ PATH: process.env['PATH'] ?? '', HOME: project.path, ...more });

  beforeEach(async () => {
    project = await makeProject(FILES);
  });
  afterEach(() => project.remove());

  const leftOut = async (more?: Record<string, string>): Promise<string[]> => {
    const { heavy } = await explainDirectory(config(more), project.path);
    return heavy.map(({ path }) => path).filter((path) => path !== '.git/');
  };

  it('are left out where git tracks none of their files', async () => {
    expect(await leftOut()).toEqual(['build/', 'dist/', 'out/', 'packages/web/build/']);
    git('init', '-q');
    expect(await leftOut()).toEqual(['build/', 'dist/', 'out/', 'packages/web/build/']);
  });

  it('are captured where git tracks their files, and others of the same name are not', async () => {
    git('init', '-q');
    git('add', '--force', '.');
    git('rm', '-q', '--cached', '-r', 'packages/web/build', 'out/made.js');
    expect(await leftOut()).toEqual(['dist/', 'out/', 'packages/web/build/']);
    expect(await rulesFor(config(), project.path)).toEqual({
      add: [],
      capture: [],
      tracked: ['build', 'build/out'],
    });
    const { notInForce } = await explainDirectory(config(), project.path);
    expect(notInForce).toContainEqual({ name: 'build', by: 'git', rule: 'build output' });
  });

  it('are left out where the user says so, whatever git tracks', async () => {
    git('init', '-q');
    git('add', '.');
    expect(await leftOut({ KINTSUGI_HEAVY_FOLDERS: 'build' })).toEqual([
      'build/',
      'dist/',
      'out/',
      'packages/web/build/',
    ]);
  });
});
