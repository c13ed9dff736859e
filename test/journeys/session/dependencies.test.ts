import { SessionBench } from '../../support/session-bench';

const bench = new SessionBench();
afterAll(() => bench.close());

const json = (value: unknown): string => JSON.stringify(value, null, 2);
const MANIFEST = {
  name: 'shop',
  license: 'MIT',
  scripts: { build: 'bundler src' },
  dependencies: { used: '^1.0.0', idle: '^1.0.0', loose: '*' },
  devDependencies: { bundler: '^2.0.0' },
};
const CODE =
  "import { a } from 'used';\nimport b from 'loose/deep';\nimport './own';\nimport 'node:fs';\nexport const c = [a, b];\n";
const rules = ({ whole }: { whole: unknown }) =>
  (whole as { findings: { rule: string; message: string }[] }).findings.map(
    ({ rule, message }) => `${rule} ${message.split(' ')[0]}`,
  );

describe('an examination of dependencies', () => {
  it('finds what is unused, undeclared, deprecated and there twice', async () => {
    const result = await bench.handle('dependency_intelligence', {
      'package.json': json(MANIFEST),
      'package-lock.json': json({
        lockfileVersion: 3,
        packages: {
          '': { name: 'shop' },
          'node_modules/used': { version: '1.0.0', license: 'MIT', deprecated: 'use another' },
          'node_modules/idle': { version: '1.0.0', license: 'MIT' },
          'node_modules/loose': { version: '3.0.0' },
          'node_modules/idle/node_modules/used': { version: '0.9.0', license: 'MIT' },
        },
      }),
      'src/main.ts': `${CODE}import 'missing';\n`,
      'src/own.ts': 'export {};\n',
    });
    expect(rules(result)).toEqual([
      'undeclared missing',
      'deprecated used',
      'unused idle',
      'no-licence loose',
      'repeated used',
      'wide-range loose',
    ]);
    expect(result).toMatchObject({ status: 'done', trigger: 'upgrade_needed' });
    expect(result.answer).toContain('commands run without a network');
  });

  it('asks for the removal of what is unused where nothing is deprecated', async () => {
    const result = await bench.handle('dependency_intelligence', {
      'package.json': json(MANIFEST),
      'src/main.ts': CODE,
    });
    expect(result).toMatchObject({ trigger: 'removal_needed', reason: 'unused dependencies: 1' });
    expect(rules(result)).toContain('no-lock No');
  });

  it('knows distributions of Python by the names that are imported', async () => {
    const result = await bench.handle('dependency_intelligence', {
      'requirements.txt': 'PyYAML==6.0\nrequests==2.31\n',
      'app/main.py': 'import os\nimport yaml\nfrom app import util\nimport numpy as np\n',
      'app/util.py': 'x = 1\n',
    });
    expect(rules(result)).toEqual(['undeclared numpy', 'unused requests']);
  });

  it('counts a package whose place the code asks for as used', async () => {
    const result = await bench.handle('dependency_intelligence', {
      'package.json': json({ ...MANIFEST, dependencies: { idle: '1.0.0' } }),
      'src/main.ts':
        "export const a = require.resolve('idle/bin');\nexport const b = require.resolve('other');\n",
    });
    expect(rules(result)).toEqual(['no-lock No']);
  });

  it('says that there is no manifest', async () => {
    expect(await bench.handle('dependency_intelligence', { 'a.ts': '' }, { language: 'ko' })).toMatchObject({
      status: 'lacking',
      answer: expect.stringContaining('매니페스트가 없습니다'),
    });
  });
});
