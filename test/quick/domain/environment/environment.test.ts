import { mismatches, requirementsOf } from '../../../../src/domain/environment/requirements';
import {
  differences,
  environmentTrigger,
  lockOf,
  lockText,
  readLock,
  readVersions,
} from '../../../../src/domain/environment/lock';
import { fits, mayFit } from '../../../../src/domain/environment/version-range';

describe('a version', () => {
  it.each([
    ['20.11.1', '>=18', true],
    ['16.0.0', '>=18', false],
    ['v20.11.1', '>= 18 <21', true],
    ['21.0.0', '>=18 <21', false],
    ['20.1.0', '^18.2.0 || ^20.1.0', true],
    ['19.0.0', '^18.2.0 || ^20.1.0', false],
    ['0.3.0', '^0.2.1', false],
    ['0.2.9', '^0.2.1', true],
    ['1.2.9', '~1.2.3', true],
    ['1.3.0', '~1.2.3', false],
    ['20.5.0', '20.x', true],
    ['20.5.0', '20', true],
    ['20.5.0', '20.4.0', false],
    ['3.11.4', '>=3.9,<3.12', true],
    ['3.12.0', '>=3.9,<3.12', false],
    ['3.11.0', '~=3.9', true],
    ['4.0.0', '~=3.9', false],
    ['3.10.1', '!=3.10', false],
    ['2.4.0', '1.0.0 - 2.3.9', false],
    ['20.1.0', '<=20', true],
    ['20.1.0', '*', true],
    ['20.1.0', 'lts/iron', undefined],
    ['1.80.0', 'stable', undefined],
  ])('%s against %s is %s', (version, range, verdict) => {
    expect(fits(version, range)).toBe(verdict);
  });

  it('of an image may fit by the numbers that it has', () => {
    expect(mayFit('20', '>=20.4')).toBe(true);
    expect(mayFit('18', '>=20.4')).toBe(false);
    expect(mayFit('3', '>=3.9,<3.12')).toBe(true);
    expect(mayFit('3.12', '>=3.9,<3.12')).toBe(false);
    const wanted = requirementsOf({ '.nvmrc': '20\n' });
    expect(
      mismatches('Dockerfile', [{ image: 'docker.io/library/node:18-alpine', line: 3 }], wanted),
    ).toMatchObject([{ line: 3, severity: 'error' }]);
    expect(mismatches('Dockerfile', [{ image: 'node:20-alpine', line: 3 }], wanted)).toEqual([]);
  });
});

describe('an environment', () => {
  it('is asked for by many files', () => {
    const asked = requirementsOf({
      '.tool-versions': 'nodejs 20.1.0 # lts\nterraform 1\n',
      'package.json': '{"engines":{"node":">=18","vscode":"^1"},"packageManager":"pnpm@9.1.0+sha512.abc"}',
      'pyproject.toml': '[project]\nrequires-python = ">=3.9"\n',
      'go.mod': 'module x\n\ngo 1.21\n',
      'rust-toolchain.toml': '[toolchain]\nchannel = "1.74"\n',
      '.python-version': '3.11\n',
    });
    expect(asked.map(({ tool, wants, source }) => `${tool} ${wants} ${source}`)).toEqual([
      'python 3.11 .python-version',
      'node 20.1.0 .tool-versions',
      'node >=18 package.json',
      'pnpm 9.1.0 package.json',
      'python >=3.9 pyproject.toml',
      'go >=1.21 go.mod',
      'rustc 1.74 rust-toolchain.toml',
    ]);
    expect(requirementsOf({ 'package.json': '{' })).toEqual([]);
  });

  it('has a lock that reads as it was written, and differs by what is missing or other', () => {
    const wanted = requirementsOf({ '.nvmrc': '20', 'go.mod': 'go 1.21\n' });
    const { installed, platform } = readVersions(
      'node v20.5.1\nnpm 10.2.4\npython Python 3.11.4\nplatform Linux x86_64\n',
    );
    expect({ installed, platform }).toEqual({
      installed: { node: '20.5.1', npm: '10.2.4', python: '3.11.4' },
      platform: 'Linux x86_64',
    });
    const lock = lockOf(wanted, installed, platform);
    expect(readLock(lockText(lock))).toEqual(lock);
    expect(lock.tools.map(({ tool }) => tool)).toEqual(['node']);
    const missing = differences(wanted, installed, { lock, platform });
    expect(missing).toEqual([{ kind: 'missing', tool: 'go', wanted: '>=1.21', source: 'go.mod' }]);
    expect(environmentTrigger(missing)).toBe('automation_needed');
    expect(environmentTrigger([])).toBe('environment_ready');
    const other = differences(wanted, { node: '18.0.0', go: '1.22.0' }, { lock, platform: 'Darwin arm64' });
    expect(other.map(({ kind, tool, source }) => `${kind} ${tool} ${source}`)).toEqual([
      'unfit node .nvmrc',
      'locked node kintsugi.env.json',
      'locked platform kintsugi.env.json',
    ]);
    expect(environmentTrigger(other)).toBe('version_conflict');
    expect(readLock('{"version":2}')).toBeUndefined();
  });
});
