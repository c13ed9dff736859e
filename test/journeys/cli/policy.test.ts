import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { kintsugiCli } from '../../support/cli';
import { tempFolder } from '../../support/temp-folder';

const PUSH = {
  command: 'git push',
  decision: 'deny',
  reason: 'People push.',
  match: ['git push origin', 'sh -c "git push"'],
  notMatch: ['git pushd'],
};
const INFRA = { path: 'infra/**', decision: 'ask', reason: 'Ann looks at it.', match: ['infra/a.tf'] };

describe('kintsugi policy', () => {
  let folder: string;
  let project: string;
  let userFile: string;
  let projectFile: string;

  beforeEach(() => {
    folder = tempFolder('policy-cli');
    project = join(folder, 'shop');
    mkdirSync(join(project, '.kintsugi'), { recursive: true });
    mkdirSync(join(folder, 'home'));
    userFile = join(folder, 'home', 'policy.json');
    projectFile = join(project, '.kintsugi', 'policy.json');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const env = (more: Record<string, string> = {}) => ({
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    KINTSUGI_HOME: join(folder, 'home'),
    KINTSUGI_CACHE: join(folder, 'cache'),
    ...more,
  });
  const policy = ([name = '', ...args]: string[], more?: Record<string, string>) =>
    kintsugiCli(env(more), ['policy', name, project, ...args]);
  const write = (file: string, ...rules: object[]) => writeFileSync(file, JSON.stringify({ rules }));
  const lines = async (args: string[], more?: Record<string, string>) => {
    const { code, stdout, stderr } = await policy(args, more);
    expect([code, stderr]).toEqual([0, '']);
    return stdout.trimEnd().split('\n');
  };

  it('explains a command by the rule of the file that it is in, compound ones too', async () => {
    write(userFile, PUSH);
    const said = ['Denied: command "npm test && git push origin"', 'People push.', 'Rules:'];
    expect(await lines(['explain', 'npm test && git push origin'])).toEqual([
      ...said,
      `  deny   command "git push" matches "git push origin": People push. (${userFile}, rule 1)`,
    ]);
    expect(await lines(['explain', 'git pushd'])).toEqual([
      'Allowed: command "git pushd"',
      "It runs a command on a copy of the run's tree, in the sandbox.",
      'No rule speaks of it.',
    ]);
    expect((await lines(['explain', 'git $X'])).slice(-1)).toEqual([
      `  deny   command "git push" may match "git …", which can't be told: People push. (${userFile}, rule 1)`,
    ]);
    expect(await lines(['explain', 'echo "git'])).toContain(
      "The command can't be read whole: a quote is not closed.",
    );
  });

  it('prints one object with --json', async () => {
    write(projectFile, INFRA);
    const [json = ''] = await lines(['explain', 'publish', '--path', 'infra/a.tf', '--json']);
    expect(JSON.parse(json)).toEqual({
      act: { tool: 'publish', paths: ['infra/a.tf'] },
      decision: 'ask',
      reason: 'Ann looks at it.',
      rules: [
        {
          source: 'project',
          number: 1,
          name: 'path "infra/**"',
          decision: 'ask',
          reason: 'Ann looks at it.',
          sure: true,
          of: 'infra/a.tf',
          file: projectFile,
        },
      ],
    });
  });
});
