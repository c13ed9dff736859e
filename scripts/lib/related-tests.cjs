'use strict';
const fs = require('node:fs');
const path = require('node:path');

const TEST = /^test\/(?:quick|journeys)\/.*\.test\.ts$/;

/**
 * Tests of quick and journeys that the changed files touch, as paths from `root`: those that import one of them, however indirectly, and the
 * folders of journeys whose room a path names, since most journeys meet the code in processes of their own. `jest` runs jest with
 * arguments.
 */
async function relatedTests(root, changed, jest) {
  const there = changed.filter((file) => fs.existsSync(path.join(root, file)));
  const imported = there.filter((file) => /\.[cm]?[jt]sx?$|\.json$/.test(file));
  const found = new Set(imported.length > 0 ? await importing(root, imported, jest) : []);
  for (const room of roomsOf(root, changed)) for (const file of testsUnder(root, room)) found.add(file);
  return [...found].filter((file) => TEST.test(file)).sort();
}

async function importing(root, files, jest) {
  const output = path.join(root, '.cache', 'related-tests.json');
  fs.mkdirSync(path.dirname(output), { recursive: true });
  const out = fs.openSync(output, 'w');
  try {
    const args = ['--listTests', '--json', '--findRelatedTests', ...files];
    if ((await jest(['quick', 'journeys'], args, { cwd: root, stdio: ['ignore', out, 2] })) !== 0) return [];
  } finally {
    fs.closeSync(out);
  }
  return JSON.parse(fs.readFileSync(output, 'utf8')).map((file) => path.relative(root, file));
}

/** Folders of `test/journeys` that a folder or file of a changed path is the name of. */
function roomsOf(root, changed) {
  const rooms = fs.readdirSync(path.join(root, 'test', 'journeys'));
  const names = new Set(
    changed
      .filter((file) => file.startsWith('src/'))
      .flatMap((file) => file.replace(/\.ts$/, '').split('/').slice(1)),
  );
  return rooms.filter((room) => names.has(room));
}

function testsUnder(root, room) {
  const folder = path.join('test', 'journeys', room);
  return fs
    .readdirSync(path.join(root, folder), { recursive: true })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => path.join(folder, name));
}

module.exports = { relatedTests };
