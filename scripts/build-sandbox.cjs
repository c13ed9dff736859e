'use strict';
// Bundles the programs of the sandbox: `child.cjs` (Node, loads isolated-vm), `runtime.js` (the test runtime, a script for
// a V8 snapshot that has no Node around it), `lib-*.js` (stand-ins that are compiled only where they are named)
// and `import-*.js` (libraries that called functions may import).
const crypto = require('node:crypto');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { getSystemErrorMap } = require('node:util');
const esbuild = require('esbuild');
const { buildImportables } = require('./lib/sandbox-importables.cjs');
const { bundleNatives } = require('./lib/sandbox-natives.cjs');
const { PRIVATE_GLOBALS, REBINDABLE } = require('./lib/sandbox-globals.cjs');
const { patchPlugin } = require('./lib/sandbox-patches.cjs');

const root = path.resolve(__dirname, '..');
const source = path.join(root, 'src', 'sandbox');
const runtime = path.join(source, 'runtime');
const shims = path.join(runtime, 'shims');

const banner = (core, library) => `(function (realGlobal) {
"use strict";
${library}
const coreLibrary = ${core.code};
const CORE_MODULES = ${JSON.stringify(core.names)};
(function () {
const { ${PRIVATE_GLOBALS.join(', ')} } = realGlobal;
const globalThis = { __proto__: null, ${PRIVATE_GLOBALS.join(', ')} };
const process = { cwd: () => '/', env: {} };
let ${REBINDABLE.join(', ')};
`;
const footer = '})();\n})(this);\n';

/** Around a library of stand-ins: a function that makes them anew (src/sandbox/runtime/library-host.ts). */
const libraryBanner = `(function (sandboxHost, require) {
"use strict";
const { Date } = sandboxHost, module = { exports: {} }, exports = module.exports, loadStandIn = require;
`;
const libraryFooter = 'return module.exports.load;\n})';

/** Besides, around a library of its own: Node's library of the run, and the modules of Node that it holds itself. */
const scriptBanner = (natives = '{}') => `${libraryBanner}const libraryNatives = ${natives};
const nodeLibrary = { shared: { require: loadStandIn('internal/library') } };
`;

/** Modules that would reach the system, or need what only C++ has. */
const ABSENT = [
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
];

/** Names of a module's functions and classes, and its plain facts. */
function absentOf(module) {
  const names = [];
  const facts = {};
  for (const [name, { get, value }] of Object.entries(Object.getOwnPropertyDescriptors(module))) {
    if (name.startsWith('_')) continue;
    const isPlain = [Array.prototype, Object.prototype, null].includes(Object.getPrototypeOf(Object(value)));
    if (typeof value === 'function' || (get && /^[A-Z]/.test(name))) names.push(name);
    else if (value === null || (value !== undefined && Object(value) !== value) || isPlain)
      facts[name] = value;
  }
  return { names, facts };
}

/** Tables of this Node, which its modules in the sandbox show as their own. */
function nodeFacts() {
  const errors = [...getSystemErrorMap()].map(([number, [name, text]]) => [name, [-number, text]]);
  const { dlopen, errno, priority, signals, UV_UDP_REUSEADDR } = os.constants;
  const facts = {
    errors: Object.fromEntries(errors),
    files: fs.constants,
    // As text, since few programs ask for one of them.
    absent: JSON.stringify(
      Object.fromEntries(ABSENT.map((name) => [name, absentOf(require(`node:${name}`))])),
    ),
    crypto: absentOf(crypto),
    os: { dlopen, errno, priority, signals, UV_UDP_REUSEADDR },
  };
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [`NODE_FACTS_${name}`, JSON.stringify(value)]),
  );
}

/** Options that all libraries of stand-ins share. Their text goes into every isolate, so blanks are left out. */
const LIBRARY_OPTIONS = {
  bundle: true,
  metafile: true,
  write: false,
  platform: 'neutral',
  mainFields: ['main'],
  conditions: ['require'],
  format: 'cjs',
  target: 'es2023',
  charset: 'ascii',
  minifyWhitespace: true,
  minifySyntax: true,
  inject: [path.join(shims, 'text-coders.ts')],
  alias: {
    tr46: path.join(shims, 'tr46.ts'),
    '@exodus/bytes/encoding.js': path.join(shims, 'path.ts'),
    '@exodus/bytes/whatwg.js': path.join(shims, 'url-bytes.ts'),
  },
  define: nodeFacts(),
  logLevel: 'warning',
};

const NODE = "require('./internal.library.ts').default";
const OF_PROGRAM = "require('./internal.program-library.ts').default";

/** Core modules that are no files of `core`, as expressions of their exports. */
const CORE_PARTS = {
  assert: `${OF_PROGRAM}('assert')`,
  'assert/strict': `${OF_PROGRAM}('assert').strict`,
  constants: 'Object.freeze({ ...NODE_FACTS_os.errno, ...NODE_FACTS_os.signals, ...NODE_FACTS_files })',
  'internal/assert-of-tests': `${NODE}('assert')`,
  'internal/inspect': `${NODE}('util').inspect`,
  'internal/web-clone': "require('../web/clone.ts')",
  'internal/web-errors': `${NODE}('internal/per_context/domexception')`,
  'internal/web-navigator': "require('../web/navigator.ts')",
  'internal/web-text': `${NODE}('internal/encoding')`,
  'internal/web-url': `${NODE}('internal/url')`,
  path: `${NODE}('path')`,
  'path/posix': `${NODE}('path')`,
  'path/win32': `${NODE}('path').win32`,
  punycode: `${NODE}('punycode')`,
  querystring: `${NODE}('querystring')`,
  sys: `${NODE}('util')`,
  'timers/promises': `${NODE}('timers/promises')`,
  url: `${NODE}('url')`,
  util: `${NODE}('util')`,
  'util/types': `${NODE}('util').types`,
  ...Object.fromEntries(ABSENT.map((name) => [name, `require('./internal.absent.ts').default('${name}')`])),
};

/** The stand-ins in the snapshot: each file of `core` is a module, evaluated when it is first asked for. */
async function buildCore() {
  const folder = path.join(runtime, 'core');
  const files = fs
    .readdirSync(folder)
    .map((file) => [file.replace(/\.ts$/, '').replaceAll('.', '/'), `require('./${file}').default`]);
  const parts = Object.entries({ ...Object.fromEntries(files), ...CORE_PARTS });
  const cases = parts.map(([name, exports]) => `'${name}': () => (${exports}),`);
  const contents = `const modules = {\n${cases.join('\n')}\n};\nexports.load = (name) => modules[name]();`;
  const result = await esbuild.build({
    ...LIBRARY_OPTIONS,
    stdin: { contents, resolveDir: folder },
    banner: { js: libraryBanner },
    footer: { js: libraryFooter },
  });
  const names = parts.map(([name]) => name).sort();
  return { names, code: result.outputFiles[0].text.trim(), metafile: result.metafile };
}

/** Node's own modules, and what gives them out. */
async function buildNodeLibrary(natives) {
  const { outputFiles } = await esbuild.build({
    ...LIBRARY_OPTIONS,
    entryPoints: [path.join(runtime, 'natives', 'index.ts')],
    format: 'iife',
    globalName: 'nodeLibrary',
  });
  // Tests and programs may put another Date in its place.
  return `const { Date } = realGlobal, nativeModules = ${natives.code}, nativePrimordials = ${natives.primordials};
const PRIMORDIAL_NAMES = ${JSON.stringify(natives.used)};
${outputFiles[0].text}`;
}

/** One library of stand-ins as a script. What it takes from other stand-ins it gets through its `require`. */
async function buildLibrary(outDir, name, natives) {
  const result = await esbuild.build({
    ...LIBRARY_OPTIONS,
    entryPoints: [path.join(runtime, 'libs', `${name}.ts`)],
    external: ['node:*'],
    banner: { js: scriptBanner(natives.libraries[name]) },
    footer: { js: libraryFooter },
  });
  fs.writeFileSync(path.join(outDir, `lib-${name}.js`), result.outputFiles[0].text);
  return result;
}

function libraryNames() {
  const files = fs
    .readdirSync(path.join(runtime, 'libs'))
    .filter((file) => !['natives.ts', 'support.ts'].includes(file));
  return files.map((file) => file.replace(/\.ts$/, ''));
}

/** Bundles the runtime. Packages that expect drags in for reporting in a terminal are replaced by small shims. */
async function buildRuntime(outDir, natives) {
  const [core, library] = [await buildCore(), await buildNodeLibrary(natives)];
  const shim = (name) => path.join(shims, name);
  const result = await esbuild.build({
    entryPoints: [path.join(source, 'runtime', 'index.ts')],
    outfile: path.join(outDir, 'runtime.js'),
    bundle: true,
    metafile: true,
    platform: 'neutral',
    mainFields: ['main'],
    conditions: ['require'],
    format: 'iife',
    target: 'es2023',
    // The text itself is part of the snapshot, and so is copied into every isolate: one byte a character, and few of them.
    charset: 'ascii',
    minifyWhitespace: true,
    minifySyntax: true,
    banner: { js: banner(core, library) },
    footer: { js: footer },
    alias: {
      'jest-util': shim('jest-util.ts'),
      'jest-message-util': shim('jest-message-util.ts'),
      chalk: shim('chalk.ts'),
      'ansi-styles': shim('ansi-styles.ts'),
      path: shim('path.ts'),
      // Asked for by @sinonjs/fake-timers, which does without.
      '@sinonjs/commons': shim('sinon-commons.ts'),
      perf_hooks: shim('path.ts'),
      'timers/promises': shim('path.ts'),
      timers: shim('path.ts'),
      util: shim('path.ts'),
      'node:util': path.join(source, 'runtime', 'node', 'inspect.ts'),
    },
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [patchPlugin],
    logLevel: 'warning',
  });
  return [core, result];
}

function buildChild(outDir) {
  return esbuild.build({
    entryPoints: [path.join(source, 'child', 'index.ts')],
    outfile: path.join(outDir, 'child.cjs'),
    bundle: true,
    metafile: true,
    platform: 'node',
    format: 'cjs',
    target: 'node24',
    charset: 'utf8',
    external: ['isolated-vm', 'typescript'],
    logLevel: 'warning',
  });
}

/** Folders of the packages that bundles hold, whose licences a release has to carry. */
function bundledPackages(results) {
  const inputs = results.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  const folders = inputs.map((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]);
  return [...new Set(folders.filter((folder) => folder !== undefined))].sort();
}

/** Writes the child, the runtime, the libraries and the list of their packages into `outDir` (default `dist/sandbox`). */
async function buildSandbox({ outDir = path.join(root, 'dist', 'sandbox') } = {}) {
  fs.mkdirSync(outDir, { recursive: true });
  const natives = bundleNatives();
  const libraries = libraryNames().map((name) => buildLibrary(outDir, name, natives));
  const results = await Promise.all([
    buildChild(outDir),
    buildRuntime(outDir, natives),
    ...libraries,
    ...buildImportables(root, outDir),
  ]);
  fs.writeFileSync(
    path.join(outDir, 'bundled-packages.json'),
    JSON.stringify(bundledPackages(results.flat())),
  );
  return { childPath: path.join(outDir, 'child.cjs'), runtimePath: path.join(outDir, 'runtime.js') };
}

module.exports = { buildSandbox };

if (require.main === module) {
  buildSandbox({ outDir: process.argv[2] ? path.resolve(process.argv[2]) : undefined }).catch((error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
