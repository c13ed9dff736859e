import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { TestStatus } from '../../../src/domain/verification/verification';
import { createKit } from '../../support/sandbox-kit';
import type { Kit } from '../../support/sandbox-kit';

const corpus = path.resolve(__dirname, '..', '..', 'conformance', 'corpus-other');

/** Statuses by test, one or more where titles repeat. */
type Expected = Record<string, Record<string, TestStatus | TestStatus[]>>;

function readAll(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    files.map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      return [path.relative(folder, file), readFileSync(file, 'utf8')];
    }),
  );
}

// The tables hold what vitest 4.1 and Node 24 themselves said.
describe.each(['vitest', 'node'])('files of %s end as they do there', (runner) => {
  const files = readAll(path.join(corpus, runner));
  const expected = JSON.parse(files['expected.json'] ?? '{}') as Expected;
  let kit: Kit;
  beforeAll(() => {
    kit = createKit();
  });
  afterAll(() => kit.close());

  it('and all of them are known', () => {
    const tests = Object.keys(files).filter((file) => /\.test\.[cm]?[jt]s$/.test(file));
    expect(Object.keys(expected).sort()).toEqual(tests.sort());
  });

  it.each(Object.keys(expected))('%s', async (testFile) => {
    const { report } = await kit.run(files, { testFile });
    const seen: Record<string, TestStatus[]> = {};
    for (const test of report.tests) (seen[test.path.join(' > ')] ??= []).push(test.status);
    const wanted = Object.entries(expected[testFile] ?? {}).map(([name, status]) => [name, [status].flat()]);
    expect(report.end).toBe('completed');
    expect(seen).toEqual(Object.fromEntries(wanted));
  });
});
