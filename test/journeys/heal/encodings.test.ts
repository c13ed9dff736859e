import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { turn } from '../../support/agent-scripts';
import { itIsolated } from '../../support/isolation';
import { makeProject } from '../../support/kintsugi';
import { untilStatus } from '../../support/until';
import { useKintsugi, useScriptedKintsugi } from '../../support/use-kintsugi';

const LOW = { level: 'LOW' } as const;

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const SOURCE = '// configuração\nexports.max = (a, b) => a < b ? a : b;\n';
const TEST = [
  "const { max } = require('../lib');",
  "test('max', () => { expect(max(1, 2)).toBe(2); expect(max(5, 2)).toBe(5); });",
  '',
].join('\n');
const PROJECT = {
  'package.json': '{}',
  'lib.js': latin1(SOURCE),
  'test/lib.test.js': TEST,
};

describe('a search for edits', () => {
  const kintsugi = useKintsugi();

  it('mends a source of Latin-1 that the sandbox runs, and leaves its other bytes', async () => {
    const project = await makeProject(PROJECT);
    const run = await kintsugi.client.heal({ directory: project.path, approval: LOW });
    const result = await run.result();
    expect(result.delivery).toMatchObject({ status: 'published' });
    expect(await readFile(join(project.path, 'lib.js'), 'latin1')).toBe(SOURCE.replace('a < b', 'a > b'));
    expect(result.diff?.excerpt).toContain('+exports.max = (a, b) => a > b ? a : b;\n');
    expect(result.diff?.excerpt).toContain(' // configuração\n');
    await project.remove();
  });
});

describe('a model', () => {
  const kintsugi = useScriptedKintsugi();
  afterEach(() => kintsugi.model.forget());

  const begin = async (files: Record<string, string | Uint8Array>, level: 'LOW' | 'MEDIUM' = 'LOW') => {
    const project = await makeProject({ ...PROJECT, ...files });
    const request = 'Rename the label to ação.';
    const run = await kintsugi.client.agent({
      directory: project.path,
      request,
      approval: { level },
      generateTests: false,
    });
    return { run, project, read: (path: string) => readFile(join(project.path, path)) };
  };
  const told = (): string =>
    kintsugi.model.calls
      .flatMap(({ body }) => body.messages)
      .flatMap(({ role, content }) => (role === 'tool' ? [content ?? ''] : []))
      .join('\n');
  const GREEN = { 'lib.js': latin1(SOURCE.replace('a < b', 'a > b')) };
  const finish: [string, object] = ['finish', { summary: 'Done.' }];

  it('reads and edits a text of Latin-1, and is refused letters that the file does not declare to have', async () => {
    const label = '// ã ç\nexports.label = "PLACE";\n';
    kintsugi.model.script(
      turn(['read', { path: 'label.js' }]),
      turn(['edit', { path: 'label.js', edits: [{ search: 'PLACE', replace: 'über' }] }]),
      turn(['edit', { path: 'label.js', edits: [{ search: 'ã ç\n', replace: 'ã ç, spoken\n' }] }]),
      turn([
        'edit',
        { path: 'label.js', content: label.replace('ã ç', 'ã ç, written').replace('PLACE', 'place') },
      ]),
      turn(finish),
    );
    const { run, read, project } = await begin({ ...GREEN, 'label.js': latin1(label) });
    await run.result();
    expect(told()).toContain('1 | // ã ç');
    expect(told()).toContain('only ASCII can be put in: declare its charset in .editorconfig');
    expect((await read('label.js')).toString('latin1')).toBe('// ã ç, written\nexports.label = "place";\n');
    await project.remove();
  });

  it('writes what .editorconfig declares, and UTF-16 as it is', async () => {
    const wide = Buffer.from('\ufefflabel = PLACE\r\n', 'utf16le');
    kintsugi.model.script(
      turn(['read', { path: 'labels.txt' }]),
      turn(['edit', { path: 'label.js', edits: [{ search: 'PLACE', replace: 'ação' }] }]),
      turn(['edit', { path: 'labels.txt', edits: [{ search: 'PLACE', replace: 'ação 표' }] }]),
      turn(finish),
    );
    const { run, read, project } = await begin({
      ...GREEN,
      '.editorconfig': 'root = true\n[*.js]\ncharset = latin1\n',
      'label.js': 'exports.label = "PLACE";\n',
      'labels.txt': wide,
    });
    const result = await run.result();
    expect((await read('label.js')).toString('latin1')).toBe('exports.label = "ação";\n');
    expect((await read('labels.txt')).toString('utf16le')).toBe('\ufefflabel = ação 표\r\n');
    expect(result.diff?.excerpt).toContain('label = ação 표');
    expect(result.diff?.excerpt).toContain('+exports.label = "ação";');
    await project.remove();
  });

  itIsolated('whose change holds bytes that nobody can be shown is asked about also at LOW', async () => {
    kintsugi.model.script(
      turn(['run_command', { command: "printf 'a\\000b' > data.bin", keep: ['data.bin'] }]),
      turn(finish),
    );
    const { run, read, project } = await begin(GREEN);
    const { pending } = await untilStatus(
      () => run.status(),
      ({ phase }) => phase === 'awaiting-approval',
    );
    expect(pending?.summary).toContain('the diff cannot show the new content of 1 file');
    await expect(read('data.bin')).rejects.toThrow('ENOENT');
    await run.answer({ hash: pending?.hash ?? '', decision: 'approve', scope: 'once' });
    await run.result();
    expect(await read('data.bin')).toEqual(Buffer.from('a\0b'));
    await project.remove();
  });
});
