import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mergedCoverage } from '../../../src/domain/verification/coverage';
import { Reporting } from '../../../src/domain/verification/reporting';
import { readLeftCoverage } from '../../../src/verifier/run-check';
import { tempFolder } from '../../support/temp-folder';

it('counts all missed lines that a command left of a long file', async () => {
  const tmp = tempFolder('coverage');
  const lines = Array.from({ length: 5_200 }, (_, at) => `DA:${at + 1},${at < 200 ? 1 : 0}`);
  writeFileSync(join(tmp, 'kintsugi-coverage'), `SF:a.js\n${lines.join('\n')}\n`);
  const reporting = Reporting.parse({ form: 'jest', line: 'jest', coverage: 'lcov' });
  const left = await readLeftCoverage(reporting, tmp, { tmp, roots: [] });
  rmSync(tmp, { recursive: true });
  expect(mergedCoverage(left ?? [])).toMatchObject([{ path: 'a.js', covered: 200, total: 5_200 }]);
});
