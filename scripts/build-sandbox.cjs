'use strict';
// Bundles the programs of the sandbox: `child.cjs` (Node, loads isolated-vm), `runtime.js` (the test runtime, a script for
// a V8 snapshot that has no Node around it) and `lib-*.js` (stand-ins that are compiled only where they are named).
const fs = require('node:fs');
const path = require('node:path');
const esbuild = require('esbuild');

const root = path.resolve(__dirname, '..');
const source = path.join(root, 'src', 'sandbox');
const runtime = path.join(source, 'runtime');
const shims = path.join(runtime, 'shims');

/**
 * Built-ins the runtime keeps private copies of: user code may rebind the global names, never these.
 * `globalThis` of everything in the bundle is a private object, so nothing it stores there can be reached.
 */
const PRIVATE_GLOBALS = [
  ...[
    'Object',
    'Function',
    'Array',
    'Number',
    'Boolean',
    'String',
    'Symbol',
    'BigInt',
    'Date',
    'Promise',
    'RegExp',
  ],
  ...[
    'Error',
    'AggregateError',
    'EvalError',
    'RangeError',
    'ReferenceError',
    'SyntaxError',
    'TypeError',
    'URIError',
  ],
  ...[
    'JSON',
    'Math',
    'Reflect',
    'Proxy',
    'Map',
    'Set',
    'WeakMap',
    'WeakSet',
    'WeakRef',
    'ArrayBuffer',
    'DataView',
  ],
  ...[
    'Int8Array',
    'Uint8Array',
    'Uint8ClampedArray',
    'Int16Array',
    'Uint16Array',
    'Int32Array',
    'Uint32Array',
  ],
  ...['Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array', 'Iterator'],
  ...[
    'parseInt',
    'parseFloat',
    'isNaN',
    'isFinite',
    'encodeURIComponent',
    'decodeURIComponent',
    'encodeURI',
    'decodeURI',
  ],
];

/** Globals that code under test may replace: nothing in the bundle may read them by name. */
const REBINDABLE = [
  'console',
  'Buffer',
  'setTimeout',
  'clearTimeout',
  'setImmediate',
  'queueMicrotask',
  'performance',
  'window',
  'Window',
];

const banner = (core) => `(function (realGlobal) {
"use strict";
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

/** Besides, around a library of its own: globals as the core made them, whatever the program put in their place. */
const scriptBanner = `${libraryBanner}const standInGlobals = loadStandIn('internal/globals'), noBlob = class {};
`;

/** What packages in libraries take from Node is other stand-ins, or a shim. */
const standInPlugin = {
  name: 'stand-ins',
  setup(build) {
    build.onResolve({ filter: /^(buffer|events|string_decoder)\/?$/ }, (args) => ({
      path: `node:${args.path.replace(/\/$/, '')}`,
      external: true,
    }));
    build.onResolve({ filter: /\/ours\/errors$/ }, () => ({ path: path.join(shims, 'stream-errors.ts') }));
    build.onResolve({ filter: /^\.\/(errors|util\/inspect)$/ }, (args) => {
      if (!/readable-stream[\\/]lib[\\/]ours$/.test(args.resolveDir)) return undefined;
      return { path: path.join(shims, args.path === './errors' ? 'stream-errors.ts' : 'stream-inspect.ts') };
    });
    build.onResolve({ filter: /^(process|abort-controller)\/?$/ }, (args) => ({
      path: path.join(shims, `${args.path.replace(/\/$/, '')}.ts`),
    }));
  },
};

const EXPECT = /node_modules[\\/]expect[\\/]build[\\/]index\.js$/;
const EXPECT_UTILS = /@jest[\\/]expect-utils[\\/]build[\\/]index\.js$/;

/**
 * What must be changed in bundled packages, by file and exact text; a text that is not found fails the build, as does
 * one that occurs more than once, except where `all` of them are meant.
 */
const PATCHES = [
  {
    // Stock expect takes any object with an `asymmetricMatch` function for a matcher: code under test could
    // return one that always agrees. Only objects made by AsymmetricMatcher's constructor count here.
    file: /@jest[\\/]expect-utils[\\/]build[\\/]index\.js$/,
    from: "return !!obj && isA('Function', obj.asymmetricMatch);",
    to: 'return globalThis.isAsymmetricMatcher(obj);',
  },
  {
    file: /node_modules[\\/]expect[\\/]build[\\/]index\.js$/,
    from: 'constructor(sample, inverse = false) {\n    this.sample = sample;',
    to: 'constructor(sample, inverse = false) {\n    globalThis.addAsymmetricMatcher(this);\n    this.sample = sample;',
  },
  // Code under test could return an object whose `then` never calls what it is given: `await` makes a true promise.
  {
    file: /node_modules[\\/]expect[\\/]build[\\/]index\.js$/,
    from: 'return actualWrapper.then(result => makeThrowingMatcher',
    to: 'return (async () => await actualWrapper)().then(result => makeThrowingMatcher',
  },
  {
    file: /node_modules[\\/]expect[\\/]build[\\/]index\.js$/,
    from: 'return actualWrapper.then(result => {',
    to: 'return (async () => await actualWrapper)().then(result => {',
  },
  // Likewise any function with `_isMockFunction` counts as a mock, with calls of its own writing. Only those that
  // jest-mock made count here; spies of other libraries can't be told from such, so there are none.
  {
    file: /node_modules[\\/]expect[\\/]build[\\/]index\.js$/,
    from: 'const isMock = received => received != null && received._isMockFunction === true;',
    to: 'const isMock = received => globalThis.isMockFunction(received);',
  },
  {
    file: /node_modules[\\/]expect[\\/]build[\\/]index\.js$/,
    from: "const isSpy = received => received != null && received.calls != null && typeof received.calls.all === 'function' && typeof received.calls.count === 'function';",
    to: 'const isSpy = () => false;',
  },
  {
    file: /node_modules[\\/]jest-mock[\\/]build[\\/]index\.js$/,
    from: 'f._isMockFunction = true;',
    to: 'f._isMockFunction = true;\n      globalThis.addMockFunction(f);',
  },
  {
    file: /node_modules[\\/]jest-mock[\\/]build[\\/]index\.js$/,
    from: 'return fn != null && fn._isMockFunction === true;',
    to: 'return globalThis.isMockFunction(fn);',
  },
  // What mocks remember and answer is the tests' own (runtime/mock-guard.ts).
  {
    file: /node_modules[\\/]jest-mock[\\/]build[\\/]index\.js$/,
    from: 'get: () => this._ensureMockState(f),\n        set: val => this._mockState.set(f, val)',
    to: 'get: globalThis.ofTests(() => this._ensureMockState(f)),\n        set: globalThis.ofTests(val => this._mockState.set(f, val))',
  },
  {
    file: /node_modules[\\/]jest-mock[\\/]build[\\/]index\.js$/,
    from: 'if (metadata.mockImpl) {',
    to: 'globalThis.guardMock(f);\n      if (metadata.mockImpl) {',
  },
  // vitest also tells what became of the promises that a mock returned.
  {
    file: /node_modules[\\/]jest-mock[\\/]build[\\/]index\.js$/,
    from: 'mockResult.value = callDidThrowError ? thrownError : finalReturnValue;',
    to: 'mockResult.value = callDidThrowError ? thrownError : finalReturnValue;\n          globalThis.trackResult(mockState, mockResult);',
  },
  // A value of the code under test may carry methods and getters of its own: what decides a comparison is read from
  // it once, by the built-in's own methods (runtime/honest.ts), never by calling what the value says its methods are.
  {
    file: EXPECT,
    from: 'other.some(another => (0, _expectUtils.equals)(item, another, matcherContext.customTesters))',
    to: 'globalThis.itemsOf(other).some(another => (0, _expectUtils.equals)(item, another, matcherContext.customTesters))',
  },
  {
    file: EXPECT,
    from: 'Array.isArray(other) && other.every(item =>',
    to: 'Array.isArray(other) && globalThis.itemsOf(other).every(item =>',
  },
  {
    file: EXPECT,
    from: "(0, _expectUtils.isA)('String', other) && other.includes(this.sample)",
    to: 'globalThis.isText(other) && `${other}`.includes(this.sample)',
  },
  {
    file: EXPECT,
    from: "(0, _expectUtils.isA)('String', other) && this.sample.test(other)",
    to: 'globalThis.isText(other) && this.sample.test(other)',
  },
  {
    file: EXPECT,
    from: "const hasMessage = e !== null && e !== undefined && typeof e.message === 'string';",
    to: "const said = e !== null && e !== undefined ? e.message : undefined;\n  const hasMessage = typeof said === 'string';",
  },
  { file: EXPECT, from: 'message: e.message,\n      value: e', to: 'message: said,\n      value: e' },
  {
    file: EXPECT,
    from: 'message: hasMessage ? e.message : String(e),',
    to: 'message: hasMessage ? said : String(e),',
  },
  // A property that a proxy both gives and denies would count as equal to anything.
  {
    file: EXPECT,
    from: 'const pass = hasValue && endPropIsDefined ?',
    to: 'const pass = hasValue && hasEndProp ?',
  },
  // Whoever was handed a mock could write its records: matchers look at plain copies.
  { file: EXPECT, from: 'received.mock', to: 'globalThis.recordsOf(received)', all: true },
  // Matchers get the list of testers to read, not to add to.
  {
    file: EXPECT,
    from: 'const getCustomEqualityTesters = () => globalThis[JEST_MATCHERS_OBJECT].customEqualityTesters;',
    to: 'const getCustomEqualityTesters = () => [...globalThis[JEST_MATCHERS_OBJECT].customEqualityTesters];',
  },
  // While a matcher runs, it does not see what the program added to built-ins (runtime/places.ts).
  {
    file: EXPECT,
    from: 'potentialResult = matcher[_jestMatchersObject.INTERNAL_MATCHER_FLAG] === true ? matcher.call(matcherContext, actual, ...args) :',
    to: 'potentialResult = matcher[_jestMatchersObject.INTERNAL_MATCHER_FLAG] === true ? globalThis.judging(() => matcher.call(matcherContext, actual, ...args)) :',
  },
  {
    file: EXPECT_UTILS,
    from: 'const equals = (a, b, customTesters, strictCheck) => {',
    to: 'const equals = (a, b, customTesters, strictCheck) => globalThis.judging(() => equalsHere(a, b, customTesters, strictCheck));\nconst equalsHere = (a, b, customTesters, strictCheck) => {',
  },
  // What calls itself a Set or a Map and yields nothing would equal every set and map of its size.
  {
    file: EXPECT_UTILS,
    from: '  if (a.size !== undefined) {\n    if (a.size !== b.size) {',
    to: '  const honest = globalThis.collectionsOf(a, b);\n  if (!honest) return false;\n  [a, b] = honest;\n  if (a.size !== undefined) {\n    if (a.size !== b.size) {',
  },
];

/** Which of the patches a file needs, applied to its text. */
function patch(file, text, applied) {
  let result = text;
  PATCHES.forEach((entry, index) => {
    if (!entry.file.test(file)) return;
    const found = result.split(entry.from).length - 1;
    if (found === 0 || (found > 1 && !entry.all))
      throw new Error(`cannot patch ${file}: "${entry.from}" must occur once, and is there ${found} times`);
    result = result.replaceAll(entry.from, () => entry.to);
    applied.add(index);
  });
  return result;
}

const patchPlugin = {
  name: 'patch',
  setup(build) {
    const applied = new Set();
    build.onLoad(
      { filter: /node_modules[\\/](@jest[\\/]expect-utils|expect|jest-mock)[\\/]build[\\/]index\.js$/ },
      (args) => ({
        contents: patch(args.path, fs.readFileSync(args.path, 'utf8'), applied),
        loader: 'js',
      }),
    );
    build.onEnd(() => {
      if (applied.size !== PATCHES.length)
        throw new Error('not every patch of the sandbox runtime was applied');
    });
  },
};

/** Options that all libraries of stand-ins share. Their text goes into every isolate, so blanks are left out. */
const LIBRARY_OPTIONS = {
  bundle: true,
  write: false,
  platform: 'neutral',
  mainFields: ['main'],
  conditions: ['require'],
  format: 'cjs',
  target: 'es2023',
  charset: 'ascii',
  minifyWhitespace: true,
  minifySyntax: true,
  logLevel: 'warning',
};

/** The stand-ins in the snapshot: each file of `core` is a module, evaluated when it is first asked for. */
async function buildCore() {
  const folder = path.join(runtime, 'core');
  const files = fs.readdirSync(folder).sort();
  const names = files.map((file) => file.replace(/\.ts$/, '').replaceAll('.', '/'));
  const cases = files.map((file, index) => `'${names[index]}': () => require('./${file}').default,`);
  const contents = `const modules = {\n${cases.join('\n')}\n};\nexports.load = (name) => modules[name]();`;
  const result = await esbuild.build({
    ...LIBRARY_OPTIONS,
    stdin: { contents, resolveDir: folder },
    banner: { js: libraryBanner },
    footer: { js: libraryFooter },
  });
  return { names, code: result.outputFiles[0].text.trim() };
}

/** One library of stand-ins as a script. What it takes from other stand-ins it gets through its `require`. */
async function buildLibrary(outDir, name) {
  const result = await esbuild.build({
    ...LIBRARY_OPTIONS,
    entryPoints: [path.join(runtime, 'libs', `${name}.ts`)],
    external: ['node:*'],
    define: {
      'globalThis.AbortController': 'standInGlobals.AbortController',
      'globalThis.AbortSignal': 'standInGlobals.AbortSignal',
      'globalThis.Blob': 'noBlob',
    },
    plugins: [standInPlugin],
    banner: { js: scriptBanner },
    footer: { js: libraryFooter },
  });
  fs.writeFileSync(path.join(outDir, `lib-${name}.js`), result.outputFiles[0].text);
}

function libraryNames() {
  const files = fs.readdirSync(path.join(runtime, 'libs')).filter((file) => file !== 'support.ts');
  return files.map((file) => file.replace(/\.ts$/, ''));
}

/** Bundles the runtime. Packages that expect drags in for reporting in a terminal are replaced by small shims. */
async function buildRuntime(outDir) {
  const core = await buildCore();
  const shim = (name) => path.join(shims, name);
  return esbuild.build({
    entryPoints: [path.join(source, 'runtime', 'index.ts')],
    outfile: path.join(outDir, 'runtime.js'),
    bundle: true,
    platform: 'neutral',
    mainFields: ['main'],
    conditions: ['require'],
    format: 'iife',
    target: 'es2023',
    // The text itself is part of the snapshot, and so is copied into every isolate: one byte a character, and few of them.
    charset: 'ascii',
    minifyWhitespace: true,
    minifySyntax: true,
    banner: { js: banner(core) },
    footer: { js: footer },
    alias: {
      'jest-util': shim('jest-util.ts'),
      'jest-message-util': shim('jest-message-util.ts'),
      chalk: shim('chalk.ts'),
      'ansi-styles': shim('ansi-styles.ts'),
      path: path.join(source, 'runtime', 'node', 'path.ts'),
      'node:util': path.join(source, 'runtime', 'node', 'inspect.ts'),
    },
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [patchPlugin],
    logLevel: 'warning',
  });
}

function buildChild(outDir) {
  return esbuild.build({
    entryPoints: [path.join(source, 'child', 'index.ts')],
    outfile: path.join(outDir, 'child.cjs'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node24',
    charset: 'utf8',
    external: ['isolated-vm', 'typescript'],
    logLevel: 'warning',
  });
}

/** Writes the child, the runtime and the libraries into `outDir` (default `dist/sandbox`), whole or not at all. */
async function buildSandbox({ outDir = path.join(root, 'dist', 'sandbox') } = {}) {
  fs.mkdirSync(outDir, { recursive: true });
  const libraries = libraryNames().map((name) => buildLibrary(outDir, name));
  await Promise.all([buildChild(outDir), buildRuntime(outDir), ...libraries]);
  return { childPath: path.join(outDir, 'child.cjs'), runtimePath: path.join(outDir, 'runtime.js') };
}

module.exports = { buildSandbox };

if (require.main === module) {
  buildSandbox({ outDir: process.argv[2] ? path.resolve(process.argv[2]) : undefined }).catch((error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
