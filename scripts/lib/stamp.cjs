'use strict';
const crypto = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');

/** Every file under `root/name`, a file or a folder, as sorted paths relative to `root`; none where there is nothing. */
function filesUnder(root, name) {
  const stat = fs.statSync(path.join(root, name), { throwIfNoEntry: false });
  if (!stat) return [];
  if (!stat.isDirectory()) return [name];
  const entries = fs.readdirSync(path.join(root, name), { withFileTypes: true });
  return entries
    .flatMap((entry) => {
      const child = path.join(name, entry.name);
      return entry.isDirectory() ? filesUnder(root, child) : [child];
    })
    .sort();
}

/** Hash of names, sizes and modification times: cheap, and different after any edit. */
function hashOfStats(root, names, ...facts) {
  const hash = crypto.createHash('sha256').update(JSON.stringify(facts));
  for (const file of names.flatMap((name) => filesUnder(root, name))) {
    const { size, mtimeMs } = fs.statSync(path.join(root, file));
    hash.update(`${file}\0${size}\0${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/** Hash of names and bytes: the same in another checkout of the same files. */
function hashOfContents(root, names, ...facts) {
  const hash = crypto.createHash('sha256').update(JSON.stringify(facts));
  for (const file of names.flatMap((name) => filesUnder(root, name))) {
    const bytes = fs.readFileSync(path.join(root, file));
    hash.update(`${file}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}

module.exports = { filesUnder, hashOfContents, hashOfStats };
