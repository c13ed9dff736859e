'use strict';

/**
 * Programs that can be started. `main` runs with `args` before the caller's; `built` targets get a fresh `dist` first;
 * `where: 'caller'` keeps the folder that the user stands in, the others run in the project's folder.
 */
const TARGETS = {
  kintsugi: { main: 'dist/client/cli/main.js', built: true, where: 'caller' },
  demo: { main: 'dist/client/cli/demo.js', built: true, where: 'caller' },
  test: { main: 'scripts/test.cjs', args: ['all'], built: true },
  'test:quick': { main: 'scripts/test.cjs', args: ['quick'], built: true },
  'test:deep': { main: 'scripts/test.cjs', args: ['deep'], built: true },
  'test:changed': { main: 'scripts/test.cjs', args: ['changed'], built: true },
  'record-histories': {
    main: 'node_modules/jest/bin/jest.js',
    args: [
      '--runInBand',
      '--selectProjects',
      'journeys',
      '--testMatch',
      '<rootDir>/test/support/record-histories.ts',
    ],
    built: true,
  },
  bench: { main: 'scripts/bench.cjs', built: true },
  conformance: { main: 'scripts/bench.cjs', args: ['conformance'], built: true, where: 'caller' },
  pictures: { main: 'scripts/bench.cjs', args: ['pictures'], built: true },
  topology: { main: 'scripts/bench.cjs', args: ['topology'], built: true, where: 'caller' },
  attack: { main: 'scripts/bench.cjs', args: ['attack'], built: true, where: 'caller' },
  'smoke:model': { main: 'dist/client/cli/smoke-model.js', built: true, where: 'caller' },
  types: {
    // The example imports the built client.
    built: true,
    main: 'node_modules/typescript7/bin/tsc',
    args: [
      '-p',
      'tsconfig.json',
      '--noEmit',
      '--incremental',
      '--tsBuildInfoFile',
      '.cache/tsconfig.tsbuildinfo',
    ],
  },
  lint: { main: 'scripts/lint.cjs' },
  format: { main: 'node_modules/prettier/bin/prettier.cjs', args: ['--write', '--log-level=warn', '.'] },
  'settings-page': { main: 'scripts/settings-page.cjs', built: true },
  hooks: { main: 'scripts/hooks.cjs' },
  example: { main: 'examples/client.mts', built: true, where: 'caller' },
  // `npm pack` and `npm publish` run it first.
  release: { main: 'scripts/release.cjs', built: true },
  'train:intent': { main: 'scripts/train-intent.cjs' },
  build: { buildOnly: true },
};

module.exports = { TARGETS };
