'use strict';
// Node's own library for the sandbox: the text of some of its modules, as the Node that builds holds it.
const { createHash } = require('node:crypto');
const acorn = require('acorn');

/** Evaluated when the snapshot is made, before anything else: private copies of the built-ins, for all other modules. */
const PRIMORDIALS = 'internal/per_context/primordials';

const ERRORS = 'internal/errors';

/** Modules of Node that the sandbox runs as they are. */
const NATIVES = [
  'assert',
  'events',
  'internal/assert',
  'internal/assert/assertion_error',
  'internal/assert/calltracker',
  'internal/assert/myers_diff',
  'internal/assert/utils',
  'internal/constants',
  'internal/errors',
  'internal/events/abort_listener',
  'internal/events/symbols',
  'internal/fixed_queue',
  'internal/querystring',
  'internal/url',
  'internal/util',
  'internal/util/colors',
  'internal/util/comparisons',
  'internal/util/diff',
  'internal/util/inspect',
  'internal/util/parse_args/parse_args',
  'internal/util/parse_args/utils',
  'internal/util/types',
  'internal/validators',
  'path',
  'punycode',
  'querystring',
  'url',
  'util',
];

/** SHA-256 of these texts. A new Node changes it: docs/adr/0056 says what to look at then. */
const HASH = 'd683d5681c70bbcfb82ff232003289b4246c1d92082ff4ad5958ec481850513a';

/** Changes of these texts, each found once. */
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
  // What the program added to built-ins is not there for a comparison.
  {
    name: 'assert',
    from: '  expectedException.call(this, actual, error, message, stackStartFn);',
    to: `  internalBinding('kintsugi').comparing(() => expectedException.call(this, actual, error, message, stackStartFn));`,
  },
  ...['isDeepEqual', 'isDeepStrictEqual', 'isPartialStrictEqual'].map((method) => ({
    name: 'assert',
    from: `  ${method} = comparison.${method};`,
    to: `  ${method} = (...values) => internalBinding('kintsugi').comparing(() => comparison.${method}(...values));`,
  })),
];

function patched(name, text) {
  return PATCHES.filter((patch) => patch.name === name).reduce((before, { from, to }) => {
    if (before.split(from).length !== 2)
      throw new Error(
        `Node's module ${name} is not as it was: look at the patches of scripts/lib/sandbox-natives.cjs.`,
      );
    return before.replace(from, () => to);
  }, text);
}

/** Errors that Node's modules can make, without those that none of the sandbox's makes: most of the text, in every isolate. */
function withoutUnusedErrors(text, users) {
  const rest = text.replace(/^E\('\w+'/gm, '');
  const named = new Set([...users, rest].flatMap((user) => user.match(/\bERR_[A-Z0-9_]+/g) ?? []));
  const { body } = acorn.parse(text, { ecmaVersion: 'latest' });
  const unused = body.filter(
    ({ expression }) => expression?.callee?.name === 'E' && !named.has(expression.arguments[0].value),
  );
  return unused.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text);
}

/** Names that a module takes of the primordials: at its top, and in patches. */
function primordialsOf(text) {
  const { body } = acorn.parse(text, { ecmaVersion: 'latest' });
  const declared = body.flatMap(({ declarations = [] }) => declarations);
  const { id } = declared.find(({ init }) => init?.name === 'primordials') ?? {};
  const patches = [...text.matchAll(/\bprimordials\.(\w+)/g)].map(([, name]) => name);
  return [...(id?.properties.map(({ key }) => key.name) ?? []), ...patches];
}

/** The door is deprecated, and no news here. */
function readNatives() {
  const { noDeprecation } = process;
  process.noDeprecation = true;
  try {
    return { ...process.binding('natives') };
  } catch {
    return {};
  } finally {
    process.noDeprecation = noDeprecation;
  }
}

/**
 * The text without comments and needless blanks. A minifier would do more, and rename classes that their variables hide. Text
 * that is not ASCII would take two bytes a character, with all of the runtime's.
 */
function withoutBlanks(text) {
  let written = '';
  let last = 0;
  const onToken = ({ start, end }) => {
    const between = text.slice(last, start);
    const [before, after] = [written.at(-1) ?? '', text[start]];
    if (between.includes('\n')) written += '\n';
    else if (between !== '' && !(PUNCTUATION.test(before) || PUNCTUATION.test(after))) written += ' ';
    written += text.slice(start, end);
    last = end;
  };
  acorn.parse(text, { ecmaVersion: 'latest', onToken });
  return written.replace(NOT_ASCII, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const PUNCTUATION = /[,;:(){}[\]=?]/;
const NOT_ASCII = /[^\0-\x7f]/g;

const PARAMETERS = 'exports,require,module,process,internalBinding,primordials';

function wrap(text, parameters) {
  return `function(${parameters}){${withoutBlanks(text)}\n}`;
}

function unlike(what) {
  return new Error(
    `Node ${process.version} ${what}: build with the version in .node-version, or follow docs/adr/0056 to a new one.`,
  );
}

/** Texts of the modules, if they are those that the sandbox was made for. */
function checkedNatives() {
  const natives = readNatives();
  const hash = createHash('sha256');
  for (const name of [PRIMORDIALS, ...NATIVES]) {
    if (typeof natives[name] !== 'string')
      throw unlike(`does not give the text of its module ${name} (process.binding('natives'))`);
    hash.update(`${name}\0${natives[name]}\0`);
  }
  const found = hash.digest('hex');
  if (found !== HASH) throw unlike(`has another library than the sandbox's, with the hash ${found}`);
  return natives;
}

/** An object of the modules' functions by name, as JavaScript; and the names that they take of the primordials. */
function bundleNatives() {
  const natives = checkedNatives();
  const others = NATIVES.filter((name) => name !== ERRORS).map((name) => natives[name]);
  natives[ERRORS] = withoutUnusedErrors(natives[ERRORS], others);
  const texts = NATIVES.map((name) => patched(name, natives[name]));
  const functions = texts.map((text, index) => `${JSON.stringify(NATIVES[index])}:${wrap(text, PARAMETERS)}`);
  const used = new Set(texts.flatMap(primordialsOf));
  const primordials = wrap(natives[PRIMORDIALS], 'exports,primordials,privateSymbols,perIsolateSymbols');
  return { code: `{${functions.join(',')}}`, primordials, used: [...used].sort() };
}

module.exports = { bundleNatives };
