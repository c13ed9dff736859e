import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { PYTHON_ENCODINGS, pythonProject } from '../../support/encoded-projects';
import { describeIsolated } from '../../support/isolation';
import { useKintsugi } from '../../support/use-kintsugi';

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
