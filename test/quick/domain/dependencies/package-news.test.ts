import {
  managerAsks,
  MOST_ASKS,
  newsCommand,
  newsOf,
} from '../../../../src/domain/dependencies/package-news';
import type { Ecosystem, Manifest } from '../../../../src/domain/dependencies/types';

const manifest = (ecosystem: Ecosystem, path: string, names: readonly string[]): Manifest => ({
  ...{ path, ecosystem, name: 'shop', hasLicence: true },
  folder: path.split('/').slice(0, -1).join('/'),
  declared: names.map((name) => ({ name, range: '1', kind: 'runtime', line: 1 })),
});
const told = (asks: ReturnType<typeof managerAsks>, at: number, out: unknown, code = '0'): unknown => {
  const [ask] = asks.slice(at);
  const text = typeof out === 'string' ? out : JSON.stringify(out);
  return ask && newsOf(ask, { out: text, err: '', code })?.map(({ message }) => message);
};

test('of the Python of the machine, packages that the manifests name are told, by any spelling', () => {
  const asks = managerAsks(
    [manifest('python', 'requirements.txt', ['Py_YAML']), manifest('python', 'pyproject.toml', ['attrs'])],
    [],
  );
  expect(asks).toHaveLength(2);
  const outdated = ['py-yaml', 'attrs', 'setuptools'].map((name) => ({
    ...{ name, version: '1', latest_version: '2' },
  }));
  expect(told(asks, 0, outdated)).toEqual([
    'py-yaml 1 is outdated: 2 is the latest.',
    'attrs 1 is outdated: 2 is the latest.',
  ]);
  const dependencies = ['pip', 'attrs'].map((name) => ({ name, version: '1', vulns: [{ id: 'CVE-1' }] }));
  expect(told(asks, 1, { dependencies })).toEqual(['attrs 1 has a known vulnerability: CVE-1.']);
});

test('a package that is outdated in several workspaces is told once a version', () => {
  const asks = managerAsks([manifest('npm', 'package.json', ['a'])], []);
  const old = { current: '1', latest: '3' };
  expect(told(asks, 0, { a: [old, old, { current: '2', latest: '3' }], b: old })).toEqual([
    'a 1 is outdated: 3 is the latest.',
    'a 2 is outdated: 3 is the latest.',
    'b 1 is outdated: 3 is the latest.',
  ]);
});

test('that the first yarn says nothing is an answer where it succeeded', () => {
  const asks = managerAsks([manifest('npm', 'package.json', ['a'])], [{ path: 'yarn.lock' }]);
  expect(told(asks, 0, '', '0\n')).toEqual([]);
  expect(told(asks, 0, '', '1\n')).toBeUndefined();
});

test('no question is lost, though the first alone are asked at once', () => {
  const folders = Array.from({ length: 9 }, (_, at) => `p${at}`);
  const asks = managerAsks(
    folders.map((folder) => manifest('npm', `${folder}/package.json`, ['a'])),
    [],
  );
  expect(asks).toHaveLength(18);
  expect(newsCommand(asks).split(/\.code"/)).toHaveLength(MOST_ASKS + 1);
});
