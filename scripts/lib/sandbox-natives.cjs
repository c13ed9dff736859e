'use strict';
// Node's own library for the sandbox: the text of some of its modules, as the Node that builds holds it.
const { createHash } = require('node:crypto');
const acorn = require('acorn');
const { patched } = require('./sandbox-native-patches.cjs');

/** Evaluated when the snapshot is made, before anything else: private copies of the built-ins, for all other modules. */
const PRIMORDIALS = 'internal/per_context/primordials';

const ERRORS = 'internal/errors';

/** Modules of Node that the sandbox runs as they are: those in the snapshot, and those that a library's script holds. */
const CORE = [
  'assert',
  'async_hooks',
  'events',
  'internal/assert',
  'internal/assert/assertion_error',
  'internal/assert/calltracker',
  'internal/assert/myers_diff',
  'internal/assert/utils',
  'internal/async_context_frame',
  'internal/async_local_storage/async_context_frame',
  'internal/async_local_storage/run_scope',
  'internal/constants',
  'internal/encoding',
  'internal/encoding/single-byte',
  'internal/encoding/util',
  'internal/errors',
  'internal/events/abort_listener',
  'internal/events/symbols',
  'internal/fixed_queue',
  'internal/per_context/domexception',
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
  'timers/promises',
  'url',
  'util',
];
const LIBRARIES = {
  buffer: ['buffer', 'internal/buffer', 'string_decoder'],
  events: [
    'diagnostics_channel',
    'internal/abort_controller',
    'internal/event_target',
    'internal/perf/event_loop_utilization',
    'internal/perf/nodetiming',
    'internal/perf/observe',
    'internal/perf/performance',
    'internal/perf/performance_entry',
    'internal/perf/resource_timing',
    'internal/perf/timerify',
    'internal/perf/usertiming',
    'internal/perf/utils',
    'internal/webidl',
    'perf_hooks',
  ],
  fs: [
    'fs',
    'internal/fs/dir',
    'internal/fs/promises',
    'internal/fs/read/context',
    'internal/fs/streams',
    'internal/fs/utils',
  ],
  stream: [
    'internal/readline/callbacks',
    'internal/readline/emitKeypressEvents',
    'internal/readline/interface',
    'internal/readline/promises',
    'internal/readline/utils',
    'internal/repl/history',
    'internal/streams/add-abort-signal',
    'internal/streams/compose',
    'internal/streams/destroy',
    'internal/streams/duplex',
    'internal/streams/duplexify',
    'internal/streams/duplexpair',
    'internal/streams/end-of-stream',
    'internal/streams/from',
    'internal/streams/lazy_transform',
    'internal/streams/legacy',
    'internal/streams/operators',
    'internal/streams/passthrough',
    'internal/streams/pipeline',
    'internal/streams/readable',
    'internal/streams/state',
    'internal/streams/transform',
    'internal/streams/utils',
    'internal/streams/writable',
    'readline',
    'readline/promises',
    'stream',
    'stream/consumers',
    'stream/promises',
  ],
};
const ALL = [CORE, ...Object.values(LIBRARIES)].flat();

/** SHA-256 of these texts. A new Node changes it: docs/adr/0056 says what to look at then. */
const HASH = '9e43cce2a2e922f19a5981648b001058197f2e401cf0a38cb18798592cbdf661';

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
  for (const name of [PRIMORDIALS, ...ALL]) {
    if (typeof natives[name] !== 'string')
      throw unlike(`does not give the text of its module ${name} (process.binding('natives'))`);
    hash.update(`${name}\0${natives[name]}\0`);
  }
  const found = hash.digest('hex');
  if (found !== HASH) throw unlike(`has another library than the sandbox's, with the hash ${found}`);
  return natives;
}

/**
 * Classes and generators of a library's modules: they are locked, for the objects that a program gets of them lead there,
 * although nothing exported does.
 */
function locked(text) {
  const { body } = acorn.parse(text, { ecmaVersion: 'latest', allowReturnOutsideFunction: true });
  const types = body.filter(({ type, generator }) => type === 'ClassDeclaration' || generator);
  if (types.length === 0) return text;
  return `${text}\ninternalBinding('kintsugi').lock(${types.map(({ id }) => id.name).join(', ')});\n`;
}

function objectOf(names, texts) {
  return `{${names.map((name) => `${JSON.stringify(name)}:${wrap(texts[name], PARAMETERS)}`).join(',')}}`;
}

/**
 * Objects of the modules' functions by name, as JavaScript: those in the snapshot and of each library; and the names that
 * they take of the primordials.
 */
function bundleNatives() {
  const natives = checkedNatives();
  const others = ALL.filter((name) => name !== ERRORS).map((name) => natives[name]);
  natives[ERRORS] = withoutUnusedErrors(natives[ERRORS], others);
  const texts = {};
  for (const name of ALL) texts[name] = patched(name, natives[name]);
  for (const name of Object.values(LIBRARIES).flat()) texts[name] = locked(texts[name]);
  const used = new Set(Object.values(texts).flatMap(primordialsOf));
  const libraries = Object.entries(LIBRARIES).map(([library, names]) => [library, objectOf(names, texts)]);
  return {
    code: objectOf(CORE, texts),
    libraries: Object.fromEntries(libraries),
    primordials: wrap(natives[PRIMORDIALS], 'exports,primordials,privateSymbols,perIsolateSymbols'),
    used: [...used].sort(),
  };
}

module.exports = { bundleNatives };
