'use strict';
// What is changed in Node's modules that the sandbox runs, and why.

/** Changes of these texts, each found once, or as often as `times` says. */
const PATCHES = [
  {
    // A method by which an object shows itself gets a function that leads to no settings.
    name: 'internal/util/inspect',
    from: '        getUserOptions(ctx, isCrossContext),\n        inspect,',
    to: '        getUserOptions(ctx, isCrossContext),\n        shownInspect,',
  },
  {
    name: 'internal/util/inspect',
    from: 'inspect.custom = customInspectSymbol;',
    to: `inspect.custom = customInspectSymbol;
const shownInspect = function inspect(value, opts, ...rest) { return callInspect(value, opts, ...rest); };
const callInspect = inspect;
shownInspect.custom = customInspectSymbol;
for (const given of [shownInspect, stylizeNoColor, stylizeWithColor]) {
  primordials.ObjectFreeze(given.prototype);
  primordials.ObjectFreeze(given);
}`,
  },
  {
    // Errors lead to their classes, which all runs share.
    name: 'internal/errors',
    from: 'module.exports = {',
    to: `for (const type of [AbortError, NodeAggregateError, SystemError, ErrnoException, ExceptionWithHostPort]) lockClass(type);
module.exports = {`,
  },
  {
    name: 'internal/errors',
    from: '  codes[sym] = ErrClass;\n}',
    to: `  codes[sym] = ErrClass;
  lockClass(ErrClass);
}

function lockClass(type) {
  for (const key of primordials.ReflectOwnKeys(type)) if (typeof type[key] === 'function') lockClass(type[key]);
  primordials.ObjectFreeze(type.prototype);
  primordials.ObjectFreeze(type);
}`,
  },
  // Widths of texts are Node's own count: ICU's tables are not here, only the decoders that Node has with ICU.
  {
    name: 'internal/util/inspect',
    from: "if (internalBinding('config').hasIntl) {",
    to: 'if (false) {',
  },
  // Nothing is cloned by these.
  { name: 'internal/per_context/domexception', from: '} = privateSymbols;', to: '} = {};' },
  {
    name: 'internal/per_context/domexception',
    from: '} = perIsolateSymbols;',
    to: "} = { messaging_clone_symbol: 'clone', messaging_deserialize_symbol: 'deserialize' };",
  },
  {
    name: 'internal/per_context/domexception',
    from: '    self[transfer_mode_private_symbol] = kCloneable;\n',
    to: '',
  },
  // The head of a stack is written when the stack is first read, of the error's own message.
  {
    name: 'internal/per_context/domexception',
    from: 'const self = new Error();',
    to: 'const self = new Error(`${message}`);',
  },
  {
    name: 'internal/per_context/domexception',
    from: '    // Return the error object as',
    to: '    void self.stack;\n    delete self.message;\n    // Return the error object as',
  },
  {
    name: 'internal/per_context/domexception',
    from: 'exports.DOMException = DOMException;',
    to: 'delete DOMExceptionPrototype.clone;\ndelete DOMExceptionPrototype.deserialize;\nexports.DOMException = DOMException;',
  },
  {
    name: 'internal/url',
    from: 'module.exports = {',
    to: `for (const type of [URLSearchParamsIterator.prototype, URLSearchParamsIterator]) primordials.ObjectFreeze(type);
module.exports = {`,
  },
  {
    // Functions of the sandbox's modules are frozen.
    name: 'internal/util',
    from: "    validateFunction(fn, 'util.promisify.custom');\n",
    to: "    validateFunction(fn, 'util.promisify.custom');\n    if (primordials.ObjectIsFrozen(fn)) return fn;\n",
  },
  {
    // Frames of the sandbox are no news to anybody.
    name: 'internal/util/inspect',
    from: "    if (typeof stack === 'string') {\n      return stack;",
    to: `    if (typeof stack === 'string') {
      if (!StringPrototypeIncludes(stack, 'kintsugi:')) return stack;
      return ArrayPrototypeJoin(
        ArrayPrototypeFilter(
          StringPrototypeSplit(stack, '\\n'),
          (line) => !StringPrototypeStartsWith(line, '    at ') || !StringPrototypeIncludes(line, 'kintsugi:'),
        ),
        '\\n',
      );`,
  },
  {
    // A hostile program must not fill the heap by failing.
    name: 'internal/util/inspect',
    from: 'newLength > 2 ** 27',
    to: 'newLength > 2 ** 19',
  },
  // Programs and tests must not have their bytes in one buffer.
  { name: 'buffer', from: 'function createPool() {', to: 'function createPool() {\n  return;' },
  { name: 'buffer', from: 'const maxLength = Buffer.poolSize >>> 1;', to: 'const maxLength = 0;' },
  { name: 'buffer', from: 'if (size < (Buffer.poolSize >>> 1)) {', to: 'if (false) {' },
  { name: 'buffer', from: 'if (length < (Buffer.poolSize >>> 1)) {', to: 'if (false) {' },
  // Members of built-ins are read only, and so is what inherits them, until it has its own.
  {
    name: 'buffer',
    from: 'addBufferPrototypeMethods(Buffer.prototype);',
    to: `addBufferPrototypeMethods(Buffer.prototype);
for (const name of ['fill', 'includes', 'indexOf', 'lastIndexOf', 'slice', 'subarray', 'toLocaleString', 'toString'])
  ObjectDefineProperty(Buffer.prototype, name, { __proto__: null, writable: true, enumerable: true, configurable: true });`,
  },
  // A resource of the program would lead to the stores of the tests around it.
  { name: 'async_hooks', from: 'class AsyncResource {', to: 'class AsyncResource {\n  #frame;' },
  {
    name: 'async_hooks',
    from: 'this[contextFrameSymbol] = AsyncContextFrame.current();',
    to: 'this.#frame = AsyncContextFrame.current();',
  },
  {
    name: 'async_hooks',
    from: 'const contextFrame = this[contextFrameSymbol];',
    to: 'const contextFrame = this.#frame;',
  },
  // A stream shows what it works with to whoever has it: not the tests' functions. It opens its file later, for the side that made it.
  {
    name: 'internal/fs/streams',
    from: "const fs = require('fs');",
    to: "const fs = internalBinding('kintsugi').streamFiles;",
  },
  {
    name: 'internal/fs/streams',
    times: 2,
    from: '    validatePath(this.path);',
    to: "    validatePath(this.path);\n    internalBinding('kintsugi').madeStream(this);",
  },
  {
    name: 'internal/fs/streams',
    from: '    stream[kFs].open(stream.path,',
    to: `    const files = stream[kFs] === fs ? internalBinding('kintsugi').filesOf(stream) : stream[kFs];
    files.open(stream.path,`,
  },
  // It clears timers by the clock that it sets them by, which may be a test's.
  { name: 'timers/promises', from: "} = require('timers');", to: "} = require('internal/timers');" },
  // No history is kept in a file.
  {
    name: 'internal/repl/history',
    from: "const fs = require('fs');\nconst os = require('os');",
    to: 'const [fs, os] = [];',
  },
  {
    name: 'internal/repl/history',
    from: "const permission = require('internal/process/permission');",
    to: 'const permission = {};',
  },
];

/** The text with its changes. */
function patched(name, text) {
  return PATCHES.filter((patch) => patch.name === name).reduce((before, { from, to, times = 1 }) => {
    if (before.split(from).length !== times + 1)
      throw new Error(
        `Node's module ${name} is not as it was: look at the patches of scripts/lib/sandbox-native-patches.cjs.`,
      );
    return before.replaceAll(from, () => to);
  }, text);
}

module.exports = { patched };
