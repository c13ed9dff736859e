#!/usr/bin/env node
'use strict';
const fs = require('node:fs');
const path = require('node:path');

const args = process.argv.slice(2);
// A checkout has the sources, and is built when they change; the package has neither.
if (fs.existsSync(path.join(__dirname, '..', 'src'))) {
  process.argv.splice(2, 0, 'kintsugi');
  require('../scripts/run.cjs');
} else {
  const fixed = require('../scripts/lib/fixed-text.cjs').fixedText(args);
  if (fixed === undefined) void require('../scripts/lib/installed.cjs').runInstalled(args);
  else {
    process[fixed.code === 0 ? 'stdout' : 'stderr'].write(fixed.text);
    process.exitCode = fixed.code;
  }
}
