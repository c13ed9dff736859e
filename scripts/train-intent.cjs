'use strict';
// Trains the model of intents on `data/intent` and leaves its weights in `dist/intent.bin`, compressed: `npm run train:intent`.
// The build runs it where texts or trainer changed.
const path = require('node:path');
const zlib = require('node:zlib');
const { buildSync } = require('esbuild');
const { writeText } = require('./lib/atomic.cjs');
const { readTexts } = require('./lib/intent-texts.cjs');
const { train } = require('./lib/intent-trainer.cjs');

const root = path.resolve(__dirname, '..');
const OUTPUT = 'intent.bin';
const MOST_BYTES = 300_000;

/** The classifier's own reading of texts, compiled: trainer and worker must see the same features. */
function reading() {
  const from = path.join(root, 'src', 'domain', 'session');
  const { outputFiles } = buildSync({
    stdin: {
      contents: `export { featuresOf, BUCKETS } from './intent/features'; export { AgentMode } from './modes';`,
      resolveDir: from,
      loader: 'ts',
    },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
  });
  const loaded = { exports: {} };
  new Function('module', 'exports', 'require', outputFiles[0].text)(loaded, loaded.exports, require);
  return loaded.exports;
}

function trainIntent() {
  const { featuresOf, BUCKETS, AgentMode } = reading();
  const texts = readTexts(root);
  const bytes = train(texts, { featuresOf, buckets: BUCKETS, modes: AgentMode.options });
  const packed = zlib.brotliCompressSync(bytes);
  if (packed.length > MOST_BYTES)
    throw new Error(`the weights of intents take ${packed.length} bytes: keep fewer rows (MOST_ROWS).`);
  writeText(path.join(root, 'dist', OUTPUT), packed);
  return { texts: texts.length, bytes: packed.length };
}

module.exports = { OUTPUT, trainIntent };

if (require.main === module) {
  const { texts, bytes } = trainIntent();
  process.stdout.write(`dist/${OUTPUT}: ${bytes} bytes, from ${texts} texts\n`);
}
