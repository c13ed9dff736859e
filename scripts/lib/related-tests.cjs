'use strict';
const fs = require('node:fs');
const path = require('node:path');

const CODE = /^(?:src|test|bench)\/.*\.[cm]?[jt]sx?$/;

/**
 * Tests of quick and journeys that the changed files touch, as paths from `root`; undefined where jest can't tell. They are the tests that import
 * a changed file, however indirectly, and the journeys of the rooms that the changed paths lie in: most journeys meet the code in
 * processes of their own. A change that nothing imports and no room has (a setting, a prompt, a fixture) touches all. `jest` runs jest with arguments.
 */
async function relatedTests(root, changed, jest) {
  const all = ['quick', 'journeys'].flatMap((tier) => testsUnder(root, path.join('test', tier)));
  const found = new Set();
  const add = (wanted) => all.filter(wanted).forEach((file) => found.add(file));
  const rooms = fs.readdirSync(path.join(root, 'test', 'journeys'));
  for (const file of changed.filter((one) => !isProse(one))) {
    const own = roomsOf(rooms, file);
    if (file.startsWith('scripts/')) add((test) => /^test\/\w+\/launcher\//.test(test));
    else if (!CODE.test(file)) add(() => true);
    else if (file.startsWith('src/'))
      add(
        (test) =>
          own.some((room) => test.startsWith(`test/journeys/${room}/`)) ||
          (own.length === 0 && test.startsWith('test/journeys/')),
      );
  }
  const code = changed.filter((file) => CODE.test(file) && fs.existsSync(path.join(root, file)));
  const importing = code.length > 0 ? await importers(root, code, jest) : [];
  if (importing === undefined) return undefined;
  importing.forEach((file) => found.add(file));
  return all.filter((file) => found.has(file));
}

function isProse(file) {
  return (
    file.startsWith('docs/') || /^[^/]+\.md$/.test(file) || file === 'LICENSE' || file.startsWith('.github/')
  );
}

/** Folders of `test/journeys` that a folder or file of a path below `src` is the name of. */
function roomsOf(rooms, file) {
  const names = file.replace(/\.ts$/, '').split('/').slice(1);
  return rooms.filter((room) => names.includes(room));
}

async function importers(root, files, jest) {
  const output = path.join(root, '.cache', `related-tests-${process.pid}.json`);
  fs.mkdirSync(path.dirname(output), { recursive: true });
  const out = fs.openSync(output, 'w');
  try {
    const args = ['--listTests', '--json', '--findRelatedTests', ...files];
    if ((await jest(['quick', 'journeys'], args, { cwd: root, stdio: ['ignore', out, 2] })) !== 0)
      return undefined;
    return JSON.parse(fs.readFileSync(output, 'utf8')).map((file) => slashed(path.relative(root, file)));
  } finally {
    fs.closeSync(out);
    fs.rmSync(output, { force: true });
  }
}

function testsUnder(root, folder) {
  return fs
    .readdirSync(path.join(root, folder), { recursive: true })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => slashed(path.join(folder, name)))
    .sort();
}

const slashed = (file) => file.split(path.sep).join('/');

module.exports = { relatedTests };
