// Who may import whom: the folders of `src` as layers, each with what it may use. A new edge is a decision, made here.
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

/**
 * `uses`: layers; `types`: layers for `import type` only; `files`: single files of other layers, libraries that need no
 * activity around them; `packages`: which are allowed. Every layer may use itself.
 */
const LAYERS = {
  domain: { uses: [], types: [], packages: only('zod') },
  messages: { uses: ['domain'], types: [], packages: only('@temporalio/common', '@temporalio/workflow') },
  workflows: {
    uses: ['domain', 'messages'],
    types: ['activities'],
    packages: only('@temporalio/common', '@temporalio/workflow'),
  },
  'data-converter': { uses: ['domain'], types: [], packages: only('@temporalio/common') },
  base: { uses: [], types: [], packages: ANY },
  processes: { uses: [], types: [], packages: nodeAnd('koffi') },
  config: { uses: ['domain'], types: [], packages: nodeAnd('zod') },
  store: {
    uses: ['domain', 'base', 'processes'],
    types: [],
    packages: nodeAnd('zod', 'lmdb', 'diff', '@aws-sdk/client-s3'),
  },
  'dev-server': {
    uses: ['base', 'store', 'processes'],
    types: [],
    packages: allBut('@temporalio/workflow', '@temporalio/worker'),
  },
  activities: {
    uses: ['domain', 'store', 'base', 'processes'],
    types: ['config'],
    packages: allBut(
      '@temporalio/workflow',
      '@temporalio/client',
      '@temporalio/worker',
      '@temporalio/envconfig',
    ),
  },
  client: {
    uses: ['domain', 'messages', 'data-converter', 'store', 'config', 'dev-server', 'base', 'processes'],
    types: ['workflows'],
    files: ['activities/workspace/explain'],
    packages: allBut('@temporalio/workflow', '@temporalio/worker', '@temporalio/activity'),
  },
  root: {
    uses: [
      'domain',
      'messages',
      'data-converter',
      'store',
      'config',
      'dev-server',
      'base',
      'processes',
      'activities',
      'client',
    ],
    types: ['workflows'],
    packages: ANY,
  },
};

/** Files directly in `src` that are a layer by themselves or part of one; the others are composition roots. */
const FILES = {
  'messages.ts': 'messages',
  'config.ts': 'config',
  'dev-server.ts': 'dev-server',
  'paths.ts': 'base',
  'log.ts': 'base',
  'host-id.ts': 'base',
  'up-state.ts': 'base',
};

/** What starts processes. Those of one layer are given no descriptors but those they need. */
const STARTERS = ['child_process', 'cluster'];

function packageOf(name) {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
}

/** The layer of a path relative to `src`; undefined outside of `src`. */
function layerOf(relative) {
  const [first, ...rest] = relative.split(path.sep);
  if (first === '..') return undefined;
  const file = /\.[cm]?[jt]s$/.test(first) ? first.replace(/\.[cm]?[jt]s$/, '.ts') : `${first}.ts`;
  if (rest.length === 0) return FILES[file] ?? (first in LAYERS ? first : 'root');
  return first in LAYERS ? first : 'root';
}

/** Why `from` may not import `name`, as a sentence; undefined where it may. */
function refusal(source, file, name, typeOnly) {
  const from = layerOf(path.relative(source, file));
  if (from === undefined) return undefined;
  const layer = LAYERS[from];
  if (STARTERS.includes(name.replace(/^node:/, '')) && from !== 'processes')
    return `Processes are started by src/processes only, so that none inherits a descriptor: ${from} may not import ${name}.`;
  if (!name.startsWith('.')) {
    return layer.packages(name) ? undefined : `${from} may not import the package ${name}.`;
  }
  const target = path.relative(source, path.resolve(path.dirname(file), name));
  const to = layerOf(target);
  if (to === undefined) return `${from} may not import what is outside of src.`;
  if (to === from || layer.uses.includes(to)) return undefined;
  if (layer.files?.includes(target.split(path.sep).join('/'))) return undefined;
  if (!layer.types.includes(to)) return `${from} may not import ${to}.`;
  return typeOnly ? undefined : `${from} may import ${to} with \`import type\` only.`;
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
