type Packages = Record<string, Record<string, unknown>>;
const { lockOf } = jest.requireActual<{
  lockOf(lock: { packages: Packages }, dependencies: Record<string, string>): { packages: Packages };
}>('../../../scripts/lib/service-lock.cjs');

const entry = (more: Record<string, unknown> = {}) => ({
  version: '1.0.0',
  integrity: 'sha512-x',
  dev: true,
  ...more,
});

const LOCK = {
  packages: {
    '': { devDependencies: { service: '1.0.0', tests: '1.0.0' } },
    'node_modules/deep': entry(),
    'node_modules/native-mac': entry({ optional: true }),
    'node_modules/peer': entry({ peer: true }),
    'node_modules/service': entry({
      dependencies: { deep: '2' },
      peerDependencies: { peer: '1', tests: '1' },
      peerDependenciesMeta: { tests: { optional: true } },
      optionalDependencies: { 'native-mac': '1', absent: '1' },
    }),
    'node_modules/service/node_modules/deep': entry({ dependencies: { peer: '1' } }),
    'node_modules/tests': entry(),
  },
};

test('The lock file of the service has what its packages need, where Node would look it up, and nothing of the tests.', () => {
  const { packages } = lockOf(LOCK, { service: '1.0.0' });
  expect(Object.keys(packages)).toEqual([
    '',
    'node_modules/native-mac',
    'node_modules/peer',
    'node_modules/service',
    'node_modules/service/node_modules/deep',
  ]);
  expect(packages['']).toEqual({ dependencies: { service: '1.0.0' } });
});

test('Only packages that nothing requires are optional, and hashes stay.', () => {
  const { packages } = lockOf(LOCK, { service: '1.0.0' });
  expect(packages['node_modules/native-mac']).toEqual({
    version: '1.0.0',
    integrity: 'sha512-x',
    optional: true,
  });
  expect(packages['node_modules/peer']).toEqual({ version: '1.0.0', integrity: 'sha512-x' });
});
