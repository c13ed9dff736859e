import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
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
const DOCS = {
  tool: 'publish',
  path: 'docs/**',
  decision: 'allow',
  reason: 'Only words.',
  match: ['docs/a.md'],
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

  it('explains a tool by its files, its mode and the approval level', async () => {
    write(userFile, DOCS);
    write(projectFile, INFRA, { ...INFRA, mode: 'precision', decision: 'deny' });
    const first = async (...args: string[]) => (await lines(['explain', ...args]))[0]?.split(':')[0];
    expect(await first('publish')).toBe('Asked about');
    expect(await first('publish', '--path', 'docs/a.md')).toBe('Allowed');
    expect(await first('publish', '--path', 'docs/a.md', 'src/b.ts')).toBe('Asked about');
    expect(await first('publish', '--path', 'docs/a.md', '--approval', 'high')).toBe('Asked about');
    expect(await first('publish', '--path', 'infra/a.tf', '--approval', 'low')).toBe('Asked about');
    expect(await first('publish', '--path', 'infra/a.tf', '--mode', 'precision')).toBe('Denied');
    expect(await first('mcp:mail/send')).toBe('Asked about');
    expect(await lines(['explain', 'edit', '--path', 'package.json'])).toEqual([
      'Denied: edit of "package.json"',
      'A file that holds the package scripts decides what passes, so no repair edits it.',
      'Rules:',
      '  deny   edit matches "package.json": A file that holds the package scripts decides what passes, so no repair edits it. (built in, rule 5)',
    ]);
  });

  it('lists all rules with where they are from, and writes nothing', async () => {
    write(userFile, PUSH);
    write(projectFile, INFRA);
    const listed = await lines(['list', '--approval', 'high']);
    const at = (text: string) => listed.findIndex((line) => line.includes(text));
    const order = [
      '(built in, rule 1)',
      '(the approval level)',
      `(${userFile}, rule 1)`,
      `(${projectFile}, rule 1)`,
    ];
    const places = order.map(at);
    expect(places.every((place) => place >= 0)).toBe(true);
    expect([...places].sort((one, other) => one - other)).toEqual(places);
    expect(listed[at(userFile) + 1]).toBe('       like "git push origin", "sh -c \\"git push\\""');
    expect(listed).toContain('  ask    publish: writes the change to your directory');
    const [json = ''] = await lines(['list', '--json']);
    const { rules } = JSON.parse(json) as { rules: { source: string; file?: string }[] };
    expect(rules.slice(-2).map(({ source, file }) => [source, file])).toEqual([
      ['user', userFile],
      ['project', projectFile],
    ]);
    expect(existsSync(join(folder, 'cache'))).toBe(false);
  });

  it('takes the file that KINTSUGI_POLICY names', async () => {
    const other = join(folder, 'rules.json');
    write(other, PUSH);
    const [head] = await lines(['explain', 'git push'], { KINTSUGI_POLICY: other });
    expect(head).toBe('Denied: command "git push"');
    const { code, stderr } = await policy(['list'], { KINTSUGI_POLICY: join(folder, 'none.json') });
    expect([code, stderr]).toEqual([
      2,
      `kintsugi: KINTSUGI_POLICY names ${join(folder, 'none.json')}, but there is no such file: correct the path.\n`,
    ]);
  });

  it.each([
    [
      'whose example does not hold',
      () => write(userFile, DOCS, { ...PUSH, notMatch: ['git push --tags'] }),
      'policy.json can\'t be used: rule 2 (command "git push") matches its example "git push --tags" of "notMatch".',
    ],
    [
      'without an example',
      () => write(userFile, { ...PUSH, match: [] }),
      'rule 1, match: needs at least one example.',
    ],
    ['of a project that allows', () => write(projectFile, DOCS), 'it can ask or deny, but not allow'],
    [
      'that is no JSON',
      () => writeFileSync(userFile, 'secret: 1'),
      'is not valid JSON: it takes {"rules": […]}.',
    ],
    ['with another list', () => writeFileSync(userFile, '{"rule": []}'), "can't be used:"],
    [
      'that is a pipe',
      () => void execFileSync('mkfifo', [projectFile]),
      'is not a file: put the rules into a file',
    ],
    [
      'that is a device',
      () => symlinkSync('/dev/zero', projectFile),
      'is not a file: put the rules into a file',
    ],
    ['that leads in a circle', () => symlinkSync('policy.json', projectFile), "can't be read (ELOOP)"],
    [
      'that is huge',
      () => writeFileSync(userFile, ' '.repeat(300_000)),
      'is larger than 256 KiB: write fewer rules.',
    ],
  ])(
    'refuses a file %s with one sentence, as heal does, which starts nothing',
    async (_, prepare, sentence) => {
      prepare();
      for (const { code, stdout, stderr } of [
        await policy(['list']),
        await policy(['explain', 'git push']),
        await kintsugiCli(env(), ['heal', project]),
      ]) {
        expect([code, stdout]).toEqual([2, '']);
        expect(stderr).toMatch(/^kintsugi: [^\n]*\n$/);
        expect(stderr).toContain(sentence);
        expect(stderr).not.toContain('secret');
      }
      expect(existsSync(join(folder, 'home', 'up.json'))).toBe(false);
    },
  );

  it.each([
    [['explain', ' '], 'The act is empty'],
    [['list', '--approval', 'none'], "error: option '--approval <level>' argument 'none' is invalid"],
  ])('answers %j with a sentence and 2', async (args, sentence) => {
    const { code, stderr } = await policy(args);
    expect(code).toBe(2);
    expect(stderr).toContain(sentence);
  });
});
