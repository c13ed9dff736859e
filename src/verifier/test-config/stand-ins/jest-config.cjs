'use strict';
// Stands in for jest-config: the defaults that configurations extend.

const defaults = {
  moduleFileExtensions: ['js', 'mjs', 'cjs', 'jsx', 'ts', 'mts', 'cts', 'tsx', 'json', 'node'],
  moduleDirectories: ['node_modules'],
  testMatch: ['**/__tests__/**/*.?([mc])[jt]s?(x)', '**/?(*.)+(spec|test).?([mc])[jt]s?(x)'],
  testPathIgnorePatterns: ['/node_modules/'],
  transformIgnorePatterns: ['/node_modules/', '\\.pnp\\.[^\\/]+$'],
  coveragePathIgnorePatterns: ['/node_modules/'],
  watchPathIgnorePatterns: [],
  modulePathIgnorePatterns: [],
  setupFiles: [],
  setupFilesAfterEnv: [],
  snapshotSerializers: [],
  globals: {},
  moduleNameMapper: {},
  transform: {},
};

module.exports = { __esModule: true, defaults };
