'use strict';
// Stands in for what configurations take from vite and from vitest/config.

const inert = require('./inert.cjs');

const defineConfig = (config) => config;

const isPlain = (value) => Object.prototype.toString.call(value) === '[object Object]';

/** Aliases may be an object or a list; lists of both kinds are told apart by their items. */
const aliasList = (alias) =>
  Array.isArray(alias) ? alias : Object.entries(alias).map(([find, replacement]) => ({ find, replacement }));

function merge(base, more, key) {
  if (more === undefined || more === null) return base;
  if (base === undefined || base === null) return more;
  if (key === 'alias') return [...aliasList(more), ...aliasList(base)];
  if (Array.isArray(base) || Array.isArray(more)) return [base, more].flat();
  if (!isPlain(base) || !isPlain(more)) return more;
  const merged = { ...base };
  for (const [name, value] of Object.entries(more)) merged[name] = merge(base[name], value, name);
  return merged;
}

const configDefaults = {
  include: ['**/*.{test,spec}.?(c|m)[jt]s?(x)'],
  exclude: ['**/node_modules/**', '**/.git/**'],
  coverage: { exclude: [], include: [], extension: [] },
};

module.exports = new Proxy(
  {
    __esModule: true,
    defineConfig,
    defineProject: defineConfig,
    defineWorkspace: defineConfig,
    mergeConfig: (base, more) => merge(base, more, ''),
    loadEnv: () => ({}),
    searchForWorkspaceRoot: () => '/',
    normalizePath: (path) => path,
    configDefaults,
    coverageConfigDefaults: configDefaults.coverage,
  },
  { get: (target, key) => (key in target ? target[key] : key === 'then' ? undefined : inert('vite')) },
);
