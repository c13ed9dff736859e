'use strict';
// Circles of imports in `src`, those of types included: files that are one thing in several pieces.
const fs = require('node:fs');
const path = require('node:path');
const { filesUnder } = require('./stamp.cjs');

const IMPORT = /^(?:import|export)\b[^;]*?\bfrom '(\.[^']+)';/gm;

function importsOf(file) {
  return [...fs.readFileSync(file, 'utf8').matchAll(IMPORT)].flatMap(([, name]) => {
    const found = path.resolve(path.dirname(file), name);
    return [`${found}.ts`, path.join(found, 'index.ts')].find((one) => fs.existsSync(one)) ?? [];
  });
}

/** Each circle of files under `root/src` as paths from `root`, its first file once more at the end. */
function findCircles(root) {
  const done = new Set();
  const circles = [];
  const visit = (file, trail) => {
    const at = trail.indexOf(file);
    if (at >= 0) circles.push([...trail.slice(at), file].map((one) => path.relative(root, one)));
    if (at >= 0 || done.has(file)) return;
    for (const next of importsOf(file)) visit(next, [...trail, file]);
    done.add(file);
  };
  for (const file of filesUnder(root, 'src')) if (file.endsWith('.ts')) visit(path.join(root, file), []);
  return circles;
}

module.exports = { findCircles, importsOf };
