'use strict';
// test TIER [ARGS]: runs jest on a tier of tests, a folder of `test`. `all` is what `npm test` runs: quick and journeys.
//   test quick|all [PATTERN…]       jest's own arguments
//   test deep [PART[/FILE]…]        a part is a folder of test/deep; one that was green at this very tree is not run again
//   test changed [--base REV]       of `all`, what the files that differ from a revision (HEAD) touch
const fs = require('node:fs');
const path = require('node:path');
const { writeText } = require('./lib/atomic.cjs');
const { run } = require('./lib/child.cjs');
const { changedFiles, treeHash } = require('./lib/git.cjs');
const { relatedTests } = require('./lib/related-tests.cjs');
const { say } = require('./lib/say.cjs');

const root = path.resolve(__dirname, '..');
const GREEN = path.join(root, '.cache', 'green');

/** Runs jest on these tiers; resolves to its exit code. */
async function jest(tiers, args, options = {}) {
  const program = path.join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  // Last: jest takes all words after a list for the list's.
  const { code, signal } = await run(
    process.execPath,
    [program, ...args, '--selectProjects', ...tiers],
    options,
  );
  return code ?? (signal ? 1 : 0);
}

async function deep(args) {
  const folder = path.join(root, 'test', 'deep');
  const all = fs
    .readdirSync(folder, { withFileTypes: true })
    .filter((one) => one.isDirectory())
    .map(({ name }) => name);
  const parts = args.length > 0 ? args : all;
  const unknown = parts.find((part) => !all.includes(part.split('/')[0]));
  if (unknown !== undefined) {
    say(`there is no part "${unknown}" of the deep tests: take one of ${all.join(', ')}.`);
    return 2;
  }
  const tree = treeHash(root);
  const seconds = [];
  let failed = 0;
  for (const part of parts) {
    // Outside of git no tree has a name.
    const mark = tree && path.join(GREEN, `${part.replaceAll('/', '-')}-${tree}`);
    if (mark && fs.existsSync(mark)) {
      say(`${part} was green at this tree`);
      continue;
    }
    say(`deep tests: ${part}`);
    const startedMs = performance.now();
    const code = await jest(['deep'], [`test/deep/${part}${all.includes(part) ? '/' : ''}`]);
    seconds.push(`${part} ${Math.round((performance.now() - startedMs) / 1000)} s`);
    if (code === 0 && mark) writeText(mark, '');
    if (code !== 0) failed += 1;
  }
  say(
    failed > 0
      ? `${failed} of ${parts.length} parts failed (${seconds.join(', ')})`
      : `all parts are green (${seconds.join(', ')})`,
  );
  return failed > 0 ? 1 : 0;
}

async function changed(args) {
  const [flag, base = 'HEAD', ...rest] = args;
  if ((flag !== undefined && flag !== '--base') || rest.length > 0) {
    say('test:changed takes --base REV and nothing else.');
    return 2;
  }
  const files = changedFiles(root, base);
  if (files === undefined) {
    say(`git cannot tell what differs from ${base}: name a revision of this checkout by --base.`);
    return 2;
  }
  const tests = await relatedTests(root, files, jest);
  if (tests.length === 0) {
    say(`nothing that differs from ${base} touches a test of quick or journeys.`);
    return 0;
  }
  return jest(['quick', 'journeys'], ['--runTestsByPath', ...tests]);
}

const TIERS = {
  quick: (args) => jest(['quick'], args),
  all: (args) => jest(['quick', 'journeys'], args),
  deep,
  changed,
};

const [tier, ...args] = process.argv.slice(2);
void TIERS[tier](args).then((code) => (process.exitCode = code));
