import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { managerAsks, newsCommand, NEWS_FOLDER } from '../../../src/domain/dependencies/package-news';
import { tempFolder } from '../../support/temp-folder';
import type { SessionDeps } from '../../../src/coder/session';
import { checkReport } from '../../support/check-reports';
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
    expect(result.answer).toContain('ask for outdated or vulnerable packages');
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

const LOCKED = {
  'package.json': json({ ...MANIFEST, dependencies: { used: '^1.0.0' }, devDependencies: {} }),
};
const answering = (texts: Readonly<Record<string, string>>): Partial<SessionDeps> => ({
  runCommand: ({ collect }) =>
    Promise.resolve({
      report: checkReport({}),
      collected: Object.entries(collect === undefined ? {} : texts).map(([name, text]) => ({
        name,
        bytes: Buffer.from(text),
      })),
    }),
});

describe('a question about packages that are out of date or unsafe', () => {
  const asked = async (
    texts: Readonly<Record<string, string>>,
    files: Readonly<Record<string, string>> = LOCKED,
  ) => {
    const own = new SessionBench(answering(texts));
    const result = await own.handle('dependency_intelligence', files, {
      text: 'any outdated or vulnerable packages?',
    });
    own.close();
    return result;
  };

  it('is answered by what the package manager tells', async () => {
    const result = await asked({
      '0': json({ used: { current: '1.0.0', wanted: '1.0.0', latest: '3.0.0' } }),
      '1': json({
        vulnerabilities: { used: { severity: 'high', via: [{ title: 'Prototype pollution' }] } },
        metadata: { vulnerabilities: { total: 1 } },
      }),
    });
    expect(result.answer).toContain('used 1.0.0 is outdated: 3.0.0 is the latest.');
    expect(result.answer).toContain('used has a known vulnerability (high): Prototype pollution.');
    expect(result).toMatchObject({
      status: 'done',
      trigger: 'upgrade_needed',
      reason: 'known vulnerabilities: 1',
    });
  });

  it.each([
    ['nothing', {}],
    ['an error', { '0': '{"error":{"code":"ENOTFOUND"}}', '1': '{"message":"request failed"}' }],
    ['no list after it could not connect', { '0': '{}', '0.err': 'npm error code ENOTFOUND', '1': '' }],
  ])('is left open where the manager tells %s', async (_, texts) => {
    const result = await asked(texts);
    expect(result.status).toBe('lacking');
    expect(result.answer).toContain('run `npm outdated --json`, `npm audit --json --offline=false` yourself');
    expect(result.answer).not.toMatch(/\b0 vulnerab|Asked:/);
  });

  it('takes an empty list of pip for no answer where its registry was not reached', async () => {
    const files = { 'requirements.txt': 'requests==2.31\n' };
    const result = await asked({ '0': '[]', '0.err': 'WARNING: Retrying (Retry(total=0' }, files);
    expect(result.status).toBe('lacking');
    expect((await asked({ '0': '[]' }, files)).answer).toContain('Asked: `python3 -m pip list --outdated');
  });

  it('says what was left out of too many questions', async () => {
    const folders = Array.from({ length: 5 }, (_, at) => `packages/p${at}`);
    const files = Object.fromEntries(folders.map((at) => [`${at}/package.json`, LOCKED['package.json']]));
    const { answer } = await asked({ '0': '{}' }, files);
    expect(answer).toContain('or there were more than 8 questions: run');
    expect(answer).toContain('`cd packages/p4 && npm outdated --json`');
  });
});

describe('the command that asks package managers', () => {
  const manifest = {
    path: 'package.json',
    folder: '',
    ecosystem: 'npm' as const,
    name: 'shop',
    hasLicence: true,
  };
  const declared = [{ name: 'used', range: '1', kind: 'runtime' as const, line: 1 }];
  const run = (env: Readonly<Record<string, string>>): string[] => {
    const folder = tempFolder('news');
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'npm'), '#!/bin/sh\n[ "$1" = --version ] && exit\necho "{}"\nexit 1\n', {
      mode: 0o755,
    });
    const command = newsCommand(managerAsks([{ ...manifest, declared }], [{ path: 'yarn.lock.old' }]));
    const PATH = [bin, process.env['PATH']].join(delimiter);
    const { status } = spawnSync('sh', ['-c', command], { cwd: folder, env: { PATH, ...env } });
    expect(status).toBe(0);
    const left = readdirSync(join(folder, NEWS_FOLDER)).sort();
    rmSync(folder, { recursive: true, force: true });
    return left;
  };

  it('leaves an answer a question, and none without a network', () => {
    expect(run({})).toEqual(['0', '0.code', '0.err', '1', '1.code', '1.err']);
    expect(run({ CARGO_NET_OFFLINE: 'true' })).toEqual([]);
  });
});
