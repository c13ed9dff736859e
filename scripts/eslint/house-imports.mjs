// Who may import whom: the folders of `src` as layers, each with what it may use. A new edge is a decision, made here.
import fs from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';

/** Every package, and Node. */
const ANY = () => true;
const isNode = (name) => name.startsWith('node:') || builtinModules.includes(name);
const only =
  (...names) =>
  (name) =>
    names.includes(packageOf(name));
const nodeAnd =
  (...names) =>
  (name) =>
    isNode(name) || names.includes(packageOf(name));
const allBut =
  (...names) =>
  (name) =>
    !names.includes(packageOf(name));

/** Libraries: each is entered by the `index.ts` of its folder, or of a folder in it. */
const LIBRARIES = [
  'store',
  'temporal',
  'model',
  'sandbox',
  'workspace',
  'commands',
  'codebase',
  'mcp',
  'verifier',
  'coder',
  'repair',
  'datasets',
  'documents',
  'times',
  'memory',
  'notices',
];

/** Rooms with a door: these besides the libraries. */
const WITH_DOORS = [...LIBRARIES, 'config', 'run-input'];

/** Folders inside of a room that others of the room enter by their `index.ts` too. */
const INNER_ROOMS = [path.join('store', 'local')];

/** Packages of a process that serves workflows; a library knows none of them. */
const SERVING = ['@temporalio/workflow', '@temporalio/worker', '@temporalio/activity'];
const library = allBut(...SERVING, '@temporalio/client', '@temporalio/common', '@temporalio/envconfig');

/**
 * The rooms from the lowest up. `uses`: rooms; `types`: rooms for `import type` only; `packages`: which are allowed.
 * Every room may use itself.
 */
const LAYERS = {
  domain: { uses: [], packages: only('zod') },
  messages: { uses: ['domain'], packages: only('@temporalio/common', '@temporalio/workflow') },
  config: { uses: ['domain'], packages: nodeAnd('zod') },
  machine: { uses: ['domain'], packages: nodeAnd('zod', 'iconv-lite') },
  times: { uses: ['domain'], packages: only('chrono-node') },
  memory: { uses: ['domain', 'machine'], packages: nodeAnd('zod') },
  notices: { uses: ['domain'], packages: nodeAnd('zod', 'nodemailer') },
  store: { uses: ['domain', 'machine'], packages: nodeAnd('zod', 'diff', '@aws-sdk/client-s3') },
  temporal: { uses: ['domain', 'messages', 'config', 'machine'], packages: allBut(...SERVING) },
  model: { uses: ['domain', 'machine', 'store'], packages: library },
  sandbox: { uses: ['domain', 'machine'], packages: library },
  workspace: { uses: ['domain', 'machine', 'store'], packages: library },
  'run-input': { uses: ['domain', 'config', 'machine', 'workspace'], packages: nodeAnd('zod') },
  commands: { uses: ['domain', 'machine', 'store', 'workspace'], packages: library },
  codebase: { uses: ['domain', 'machine', 'store'], packages: library },
  mcp: { uses: ['domain', 'machine'], packages: library },
  verifier: { uses: ['domain', 'machine', 'store', 'sandbox', 'codebase'], packages: library },
  coder: {
    uses: [
      'domain',
      'machine',
      'times',
      'store',
      'sandbox',
      'model',
      'codebase',
      'datasets',
      'documents',
      'mcp',
      'verifier',
    ],
    packages: library,
  },
  repair: {
    uses: ['domain', 'machine', 'store', 'sandbox', 'model', 'codebase', 'verifier', 'coder'],
    packages: library,
  },
  documents: { uses: ['domain', 'machine'], packages: library },
  datasets: { uses: ['domain', 'machine', 'store'], types: ['sandbox'], packages: library },
  activities: {
    uses: ['domain', 'machine', ...LIBRARIES],
    packages: allBut(
      '@temporalio/workflow',
      '@temporalio/client',
      '@temporalio/worker',
      '@temporalio/envconfig',
    ),
    types: ['config'],
  },
  workflows: {
    uses: ['domain', 'messages'],
    types: ['activities', ...LIBRARIES],
    packages: only('@temporalio/common', '@temporalio/workflow'),
  },
  client: {
    uses: [
      'domain',
      'messages',
      'config',
      'machine',
      'times',
      'memory',
      'store',
      'temporal',
      'notices',
      'workspace',
      'run-input',
      'commands',
      'codebase',
      // How a project is tested, told without a worker.
      'verifier',
    ],
    types: ['workflows'],
    packages: allBut(...SERVING),
  },
  service: {
    uses: ['domain', 'messages', 'config', 'machine', 'run-input', 'activities', ...LIBRARIES],
    types: ['workflows'],
    packages: ANY,
  },
};

/** Functions that start processes. Those of one room are given no descriptors but those they need. */
const STARTERS = ['child_process', 'cluster'];
const STARTING_ROOM = path.join('machine', 'processes');

function packageOf(name) {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
}

/** The room of a path relative to `src`; undefined outside of it. */
function roomOf(relative) {
  const [first] = relative.split(path.sep);
  return first === '..' ? undefined : first.replace(/\.[cm]?[jt]s$/, '');
}

/** True if a path relative to `src` names a folder, which is its `index.ts`. */
function isDoor(source, target) {
  return fs.existsSync(path.join(source, target, 'index.ts'));
}

/** Why `from` may not import `name`, as a sentence; undefined where it may. */
function refusal(source, file, name, typeOnly) {
  const from = roomOf(path.relative(source, file));
  if (from === undefined) return undefined;
  const layer = LAYERS[from];
  if (!layer) return `src/${from} has no layer: give it one in scripts/eslint/house-imports.mjs.`;
  const isStarter = path.relative(source, file).startsWith(STARTING_ROOM);
  if (STARTERS.includes(name.replace(/^node:/, '')) && !isStarter)
    return `Processes are started by src/${STARTING_ROOM} only, so that none inherits a descriptor: ${from} may not import ${name}.`;
  if (!name.startsWith('.')) {
    return layer.packages(name) ? undefined : `${from} may not import the package ${name}.`;
  }
  const target = path.relative(source, path.resolve(path.dirname(file), name));
  const to = roomOf(target);
  if (to === undefined) return `${from} may not import what is outside of src.`;
  if (to === from) return innerRefusal(path.relative(source, file), target, name);
  if (!layer.uses.includes(to) && !layer.types?.includes(to)) return `${from} may not import ${to}.`;
  if (!layer.uses.includes(to) && !typeOnly) return `${from} may import ${to} with \`import type\` only.`;
  if (WITH_DOORS.includes(to) && !isDoor(source, target))
    return `${to} is entered by an index.ts: import ${name} from the index of its folder.`;
  return undefined;
}

function innerRefusal(relative, target, name) {
  const inner = INNER_ROOMS.find((room) => target.startsWith(room + path.sep));
  if (inner === undefined || relative.startsWith(inner + path.sep)) return undefined;
  return `src/${inner} is entered by its index.ts: import ${name} from there.`;
}

function isTypeOnly(node) {
  if (node.type === 'TSImportType') return true;
  if ((node.importKind ?? node.exportKind) === 'type') return true;
  const specifiers = node.specifiers ?? [];
  return specifiers.length > 0 && specifiers.every((one) => (one.importKind ?? one.exportKind) === 'type');
}

/** ESLint rule; its option is the absolute path of `src`. */
export const houseImports = {
  meta: { type: 'problem', schema: [{ type: 'string' }], messages: { refused: '{{reason}}' } },
  create(context) {
    const [source] = context.options;
    const check = (node, specifier) => {
      if (typeof specifier?.value !== 'string') return;
      const reason = refusal(source, context.filename, specifier.value, isTypeOnly(node));
      if (reason) context.report({ node, messageId: 'refused', data: { reason } });
    };
    return {
      ImportDeclaration: (node) => check(node, node.source),
      ExportNamedDeclaration: (node) => check(node, node.source),
      ExportAllDeclaration: (node) => check(node, node.source),
      ImportExpression: (node) => check(node, node.source),
      TSImportType: (node) => check(node, node.source ?? node.argument?.literal),
      'CallExpression[callee.name="require"]': (node) => check(node, node.arguments[0]),
    };
  },
};
