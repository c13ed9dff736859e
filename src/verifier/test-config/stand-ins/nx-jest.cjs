'use strict';
// Stands in for Nx's package for jest, which lists the projects of a workspace and gives them a common base.

const inert = require('./inert.cjs');

module.exports = new Proxy(
  {
    __esModule: true,
    getJestProjects: () => ['<rootDir>/**/jest.config.*'],
    getJestProjectsAsync: async () => ['<rootDir>/**/jest.config.*'],
    nxPreset: {},
  },
  { get: (target, key) => (key in target ? target[key] : key === 'then' ? undefined : inert('@nx/jest')) },
);
