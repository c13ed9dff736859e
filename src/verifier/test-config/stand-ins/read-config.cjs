'use strict';
// Loads a configuration in the sandbox and calls it until it is one.
/* global jest */

const inert = require('./inert.cjs');

/** Settings of a bundler that have to do with tests; the rest is large and of no use. */
const OF_BUNDLERS = ['root', 'test', 'resolve', 'define', 'esbuild'];
const MAX_CALLS = 3;

/** Node's `fs` over the few files that came along. */
function createFs(texts) {
  const nameOf = (path) =>
    String(path && path.href ? path.href : path)
      .replace(/^file:\/\//, '')
      .replace(/^\/+|(?<!\/)\/+$/g, '');
  const read = (path) => {
    const text = texts[nameOf(path)];
    if (text !== undefined) return text;
    throw Object.assign(new Error(`ENOENT: no such file or directory, open '${String(path)}'`), {
      code: 'ENOENT',
    });
  };
  const inside = (path) =>
    Object.keys(texts).filter((name) => nameOf(path) === '' || name.startsWith(`${nameOf(path)}/`));
  const existsSync = (path) => nameOf(path) in texts || inside(path).length > 0;
  const readdirSync = (path) => {
    const skip = nameOf(path) === '' ? 0 : nameOf(path).length + 1;
    return [...new Set(inside(path).map((name) => name.slice(skip).split('/')[0]))];
  };
  const promises = { readFile: async (path) => read(path) };
  const fs = { existsSync, readFileSync: read, readdirSync, realpathSync: (path) => path, promises };
  return { ...fs, __esModule: true, default: fs };
}

/** Modules of Node whose functions refuse in the sandbox, which are of no use to a configuration either. */
const OUTSIDE = new Set([
  ...[
    'child_process',
    'cluster',
    'dgram',
    'dns',
    'dns/promises',
    'http',
    'http2',
    'https',
    'inspector',
    'net',
  ],
  ...['tls', 'tty', 'v8', 'vm', 'worker_threads', 'zlib'],
]);

/** Stands in for what the sandbox lacks; files are those that came along. */
function standInForNode(names, texts) {
  const fs = createFs(texts);
  jest.doMock('fs', () => fs, { virtual: true });
  jest.doMock('fs/promises', () => fs.promises, { virtual: true });
  for (const name of names) {
    if (name === 'fs' || name === 'fs/promises') continue;
    try {
      if (!OUTSIDE.has(name)) require(name);
      else jest.doMock(name, () => inert(name), { virtual: true });
    } catch {
      jest.doMock(name, () => inert(name), { virtual: true });
    }
  }
}

/** Arguments of a configuration that is a function: vite passes its mode, babel an object of its own. */
const isTest = (names) => [names].flat().includes('test');
const cache = Object.assign(() => undefined, {
  forever: () => undefined,
  never: () => undefined,
  using: (choose) => choose(),
  invalidate: (choose) => choose(),
});
const ENVIRONMENT = {
  ...{ mode: 'test', command: 'serve', isSsrBuild: false, isPreview: false },
  version: '7.0.0',
  cache,
  env: (names) =>
    names === undefined ? 'test' : typeof names === 'function' ? names('test') : isTest(names),
  caller: (ask) => ask({ name: 'babel-jest', supportsStaticESM: false }),
  assertVersion: () => undefined,
};

function pick(config) {
  const isBundler =
    config !== null &&
    typeof config === 'object' &&
    ('plugins' in config || 'test' in config) &&
    !('presets' in config);
  if (!isBundler) return config;
  return Object.fromEntries(OF_BUNDLERS.filter((name) => name in config).map((name) => [name, config[name]]));
}

module.exports = async function read(load, { builtins, texts }) {
  standInForNode(builtins, texts);
  const loaded = load();
  let config = await loaded;
  if (config && config.default !== undefined && (config.__esModule || Object.keys(config).length === 1)) {
    config = config.default;
  }
  for (let calls = 0; typeof config === 'function' && calls < MAX_CALLS; calls++)
    config = await config(ENVIRONMENT);
  return pick(await config);
};
