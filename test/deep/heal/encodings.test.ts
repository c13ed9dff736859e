import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { PYTHON_ENCODINGS, pythonProject } from '../../support/encoded-projects';
import { describeIsolated } from '../../support/isolation';
import { makeProject } from '../../support/kintsugi';
import { reply } from '../../support/scripted-model';
import { useKintsugi, useScriptedKintsugi } from '../../support/use-kintsugi';

describeIsolated('a search for edits', () => {
  const kintsugi = useKintsugi();

  it.each(PYTHON_ENCODINGS)(
    'mends a Python source of %s that a command runs, and leaves its other bytes',
    async (encoding, words) => {
      const { project, source } = await pythonProject(encoding, words);
      const run = await kintsugi.client.heal(project.request);
      const result = await run.result();
      expect(result.delivery).toMatchObject({ status: 'published' });
      const bytes = await readFile(join(project.path, 'lib.py'));
      expect(iconv.decode(bytes, encoding)).toBe(source.replace('a < b', 'a > b'));
      expect(result.diff?.excerpt).toContain(`     # ${words}\n`);
      await project.remove();
    },
  );
});

describe('a model', () => {
  const kintsugi = useScriptedKintsugi();

  it('mends a source of Latin-1 by its whole text, which keeps the bytes that it leaves', async () => {
    const wrong = '// configuração\nexports.max = (a, b) => Number(`${a}${b}`);\n';
    const mended = '// configuração\nexports.max = (a, b) => (a > b ? a : b);\n';
    const answer = {
      rootCause: 'the smaller one is given',
      errorCategory: 'logic',
      fileModifications: [{ path: 'lib.js', action: 'modify', content: mended, replacements: null }],
      verificationCommands: ['npx jest'],
    };
    kintsugi.model.script(reply(answer));
    const project = await makeProject({
      'package.json': '{}',
      'lib.js': Buffer.from(wrong, 'latin1'),
      'test/lib.test.js': [
        "const { max } = require('../lib');",
        "test('max', () => { expect(max(1, 2)).toBe(2); expect(max(5, 2)).toBe(5); });",
        '',
      ].join('\n'),
    });
    const run = await kintsugi.client.heal({
      directory: project.path,
      approval: { level: 'LOW' },
      maxAttempts: 1,
    });
    await run.result();
    expect(await readFile(join(project.path, 'lib.js'), 'latin1')).toBe(mended);
    await project.remove();
  });
});
