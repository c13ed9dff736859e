const { availableParallelism } = require('node:os');

// Packages of ES modules alone. Node loads them as they are; jest, which has its own loader, does not.
const ES_PACKAGES =
  '(htmlparser2|domelementtype|domhandler|domutils|dom-serializer|entities|@agentclientprotocol/sdk|hyparquet|hyparquet-compressors|hyparquet-writer|hysnappy)/';
const ES_MODULES = `/node_modules/${ES_PACKAGES}.+\\.js$`;
/** Modules that declare `Buffer` and `Map`, which are parameters here (see `sandboxInjectedGlobals`). */
const ARROW_CLASSES = '/node_modules/apache-arrow/fb/.+\\.js$';

/** What all tiers share. */
const SHARED = {
  rootDir: __dirname,
  testEnvironment: 'node',
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { parser: { syntax: 'typescript', decorators: true }, target: 'es2023' },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
      },
    ],
    [ES_MODULES]: ['@swc/jest', { jsc: { target: 'es2023' }, module: { type: 'commonjs' } }],
    [ARROW_CLASSES]: '<rootDir>/test/support/block-transform.cjs',
  },
  transformIgnorePatterns: [`/node_modules/(?!${ES_PACKAGES}|apache-arrow/fb/)`],
  // Each use of a global inside of jest's contexts costs about 0.1 µs; as parameters of the module they cost nothing.
  sandboxInjectedGlobals: [
    ...[
      'Array',
      'BigInt',
      'Buffer',
      'Int32Array',
      'JSON',
      'Map',
      'Math',
      'Number',
      'Object',
      'Reflect',
      'RegExp',
    ],
    ...['Set', 'String', 'Symbol', 'Uint8Array', 'WeakMap'],
  ],
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/release', '<rootDir>/examples', '<rootDir>/.cache'],
};

/** A tier is a folder. Only tests beyond the quick ones meet a Temporal server. */
const tier = (name, more = {}) => ({
  ...SHARED,
  displayName: name,
  testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
  ...more,
});
const WITH_SERVER = {
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
};

/** @type {import('jest').Config} */
module.exports = {
  projects: [tier('quick'), tier('journeys', WITH_SERVER), tier('deep', WITH_SERVER)],
  // It ends what hangs, not what is slow: on a busy machine a test of 20 s takes minutes. So a test has an end of its own only if it needs more.
  testTimeout: 600_000,
  // Journeys wait for a third of their time: two cores are busy with three of them.
  maxWorkers: Math.max(3, availableParallelism() - 1),
};
