'use strict';
// Builds `dist`: the compiled sources, the sandbox's two programs, the workflow bundle and the files that are no code.
// Each part is skipped when its inputs have the bytes of its last success.
const fs = require('node:fs');
const path = require('node:path');
const { besides, readText, writeText } = require('./lib/atomic.cjs');
const { buildStamp, stampFile } = require('./lib/built.cjs');
const { run } = require('./lib/child.cjs');
const { checkPrompts } = require('./lib/prompts.cjs');
const { checkShared, sharedModules, sharedSource } = require('./lib/shared-modules.cjs');
const { filesUnder, hashOfContents } = require('./lib/stamp.cjs');
const { OUTPUT: INTENT, trainIntent } = require('./train-intent.cjs');

const root = path.resolve(__dirname, '..');
const dist = path.join(root, 'dist');
const COMPILER_STATE = path.join(root, '.cache', 'tsconfig.build.tsbuildinfo');

/** A part of the build: the files it is made from, what it leaves in `dist`, and how. Parts that come after others wait for them. */
const PARTS = [
  {
    name: 'sandbox',
    inputs: [
      'src/sandbox',
      'src/domain',
      'src/machine',
      '.node-version',
      'scripts/build-sandbox.cjs',
      'scripts/lib/sandbox-globals.cjs',
      'scripts/lib/sandbox-importables.cjs',
      'scripts/lib/sandbox-natives.cjs',
      'scripts/lib/sandbox-patches.cjs',
    ],
    output: 'sandbox',
    make: sandbox,
  },
  {
    name: 'workflows',
    inputs: [
      'src/workflows',
      'src/temporal/data-converter',
      'src/domain',
      'src/messages.ts',
      'scripts/lib/shared-modules.cjs',
    ],
    output: 'workflow-bundle.js',
    make: workflows,
  },
  {
    name: 'intent',
    inputs: [
      'data/intent',
      'src/domain/session/intent',
      'src/domain/session/modes.ts',
      'scripts/train-intent.cjs',
      'scripts/lib/intent-texts.cjs',
      'scripts/lib/intent-trainer.cjs',
    ],
    output: INTENT,
    make: async () => trainIntent(),
  },
  {
    name: 'compile',
    inputs: ['src', 'tsconfig.json', 'tsconfig.build.json'],
    isInput: (file) => !isAsset(file),
    output: 'client',
    make: compile,
  },
];

/** Files that are no code, and all that is checked once the code is compiled. */
const LAST = { name: 'files', inputs: ['src'], output: 'coder/prompts', make: files };

function isAsset(file) {
  return file.startsWith('src') && !file.endsWith('.ts');
}

async function compile() {
  // The compiler trusts its state file and writes nothing where the output was deleted.
  if (!fs.existsSync(path.join(dist, 'client'))) fs.rmSync(COMPILER_STATE, { force: true });
  const compiler = path.join(root, 'node_modules', 'typescript7', 'bin', 'tsc');
  const { code, output } = await run(process.execPath, [compiler, '-p', 'tsconfig.build.json'], {
    cwd: root,
    capture: true,
  });
  if (code !== 0) throw new Error(output.trim() || `tsc ended with code ${code}`);
  removeOrphans();
}

async function files() {
  removeOrphans();
  copyAssets();
  checkPrompts(dist);
}

/** Output of sources that are gone would still be found by name. */
function removeOrphans() {
  for (const file of filesUnder(dist, '.')) {
    const source = file.replace(/\.(js|js\.map|d\.ts)$/, '.ts');
    const made = source !== file && !file.startsWith('sandbox') && !file.startsWith('workflow-bundle');
    if ((made || file.endsWith('.md')) && !fs.existsSync(path.join(root, 'src', source)))
      fs.rmSync(path.join(dist, file), { force: true });
  }
}

function copyAssets() {
  for (const file of filesUnder(path.join(root, 'src'), '.')) {
    if (!file.endsWith('.ts'))
      writeText(path.join(dist, file), fs.readFileSync(path.join(root, 'src', file)));
  }
}

async function sandbox() {
  const { buildSandbox } = require('./build-sandbox.cjs');
  const temporary = besides(path.join(root, '.cache', 'sandbox'));
  try {
    await buildSandbox({ outDir: temporary });
    const outDir = path.join(dist, 'sandbox');
    fs.mkdirSync(outDir, { recursive: true });
    // File by file, so that a sandbox that is running never sees its folder gone.
    for (const file of fs.readdirSync(temporary))
      fs.renameSync(path.join(temporary, file), path.join(outDir, file));
  } finally {
    fs.rmSync(temporary, { recursive: true, force: true });
  }
}

async function workflows() {
  const { bundleWorkflowCode } = require('@temporalio/worker');
  const silent = () => undefined;
  const logger = { log: silent, trace: silent, debug: silent, info: silent, warn: silent, error: silent };
  const shared = path.join(root, '.cache', 'shared-modules.js');
  const modules = sharedModules(root);
  writeText(shared, sharedSource(modules));
  const converters = path.join(root, 'src', 'temporal', 'data-converter');
  const { code } = await bundleWorkflowCode({
    workflowsPath: path.join(root, 'src', 'workflows', 'index.ts'),
    failureConverterPath: path.join(converters, 'failure-converter.ts'),
    payloadConverterPath: path.join(converters, 'payload-converter.ts'),
    preloadModules: [shared],
    logger,
  });
  checkShared(root, modules, code);
  writeText(path.join(dist, 'workflow-bundle.js'), withoutSources(code));
}

/** The worker wants a source map in the bundle, for stack traces. It needs no texts of sources, which are half of the bundle. */
function withoutSources(code) {
  const at = code.lastIndexOf('base64,') + 'base64,'.length;
  const map = JSON.parse(Buffer.from(code.slice(at), 'base64'));
  delete map.sourcesContent;
  return `${code.slice(0, at)}${Buffer.from(JSON.stringify(map)).toString('base64')}`;
}

/** Makes a part unless its last success had the same inputs; resolves to its name if it ran. */
async function makeIfStale(part) {
  const inputs = part.inputs.flatMap((name) => filesUnder(root, name)).filter(part.isInput ?? (() => true));
  const stamp = hashOfContents(root, [...inputs, 'scripts/build.cjs', 'package-lock.json'], process.version);
  const file = path.join(dist, '.stamps', part.name);
  if (readText(file) === stamp && fs.existsSync(path.join(dist, part.output))) return undefined;
  // A part that fails may leave half of its output, which the next build must not take for that of the last success.
  fs.rmSync(file, { force: true });
  await part.make().catch((error) => {
    throw new Error(`${part.name}: ${error.message}`);
  });
  writeText(file, stamp);
  return part.name;
}

async function build() {
  const stamp = buildStamp(root);
  fs.mkdirSync(dist, { recursive: true });
  const results = await Promise.allSettled(PARTS.map(makeIfStale));
  const failures = results
    .filter((result) => result.status === 'rejected')
    .map((result) => result.reason.message);
  if (failures.length > 0) throw new Error(failures.join('\n'));
  await makeIfStale(LAST);
  writeText(stampFile(root), stamp);
}

build().catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
