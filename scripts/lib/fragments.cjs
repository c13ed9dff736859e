'use strict';
// Fragments: files of a few lines with a single importer in their room. They belong into it, since a file holds one idea whole.
const fs = require('node:fs');
const path = require('node:path');
const { importsOf } = require('./circles.cjs');
const { filesUnder } = require('./stamp.cjs');

/** A file of so many lines is no fragment. */
const LINES = 30;

/** Rooms whose files are still to be joined. */
const LEFT = ['src/sandbox/'];

/** Files that have to stand alone: another process, Temporal or a test loads them by their paths. */
const ALONE = [
  'src/client/cli/demo-end.ts',
  'src/repair/commands/mutants-thread.ts',
  'src/temporal/data-converter/failure-converter.ts',
  'src/verifier/reports/mocha-reporter.ts',
];

/** The fragments below `root/src`, each with its importer, as paths from `root`. */
function findFragments(root) {
  const importers = new Map();
  const files = filesUnder(root, 'src').filter((file) => file.endsWith('.ts'));
  for (const file of files)
    for (const target of new Set(importsOf(path.join(root, file)))) {
      const name = path.relative(root, target);
      importers.set(name, [...(importers.get(name) ?? []), file]);
    }
  return files.flatMap((file) => {
    const [importer, ...others] = importers.get(file) ?? [];
    if (importer === undefined || others.length > 0 || isDoor(file) || isDoor(importer)) return [];
    if (roomOf(file) !== roomOf(importer) || ALONE.includes(file)) return [];
    if (LEFT.some((room) => file.startsWith(room))) return [];
    const lines = fs.readFileSync(path.join(root, file), 'utf8').split('\n').length - 1;
    return lines < LINES ? [{ file, importer }] : [];
  });
}

function isDoor(file) {
  return path.basename(file) === 'index.ts';
}

function roomOf(file) {
  return file.split('/')[1];
}

module.exports = { findFragments };
