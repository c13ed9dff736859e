'use strict';
// test TIER [ARGS]: runs jest on a tier of tests, a folder of `test`. `all` is what `npm test` runs: quick and journeys.
//   test quick|all [PATTERN…]       jest's own arguments
//   test deep [PART[/FILE]…]        a part is a folder of test/deep; one that passed with exactly these files is not run again
//   test changed [--base REV]       of `all`, what the files that differ from a revision (HEAD) touch
const fs = require('node:fs');
const path = require('node:path');
const { readText, writeText } = require('./lib/atomic.cjs');
const { endLike, run } = require('./lib/child.cjs');
const { changedFiles, treeHash } = require('./lib/git.cjs');
const { relatedTests } = require('./lib/related-tests.cjs');
const { say } = require('./lib/say.cjs');

const root = path.resolve(__dirname, '..');
const GREEN = path.join(root, '.cache', 'green');

/**
 * A file that is left open in the tests, as by a careless shell: nothing that they start may have it. Node closes those below 16 itself.
 */
const LEFT_OPEN = path.join(root, '.cache', 'left-open');
const LEAVING_OPEN = 'exec 40<"$1"; shift; exec "$@"';

/** Runs jest on these tiers; resolves to its exit code. A signal that ends jest ends this process too. */
async function jest(tiers, args, options = {}) {
  const program = path.join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  writeText(LEFT_OPEN, 'secret');
  // Last: jest takes all words after a list for the list's.
  const words = [process.execPath, program, ...args, '--selectProjects', ...tiers];
  const ended = await run('bash', ['-c', LEAVING_OPEN, 'bash', LEFT_OPEN, ...words], options);
  if (ended.signal) {
    endLike(ended);
    await new Promise(() => undefined);
  }
  return ended.code ?? 1;
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
  const seconds = [];
  let failed = 0;
  for (const part of parts) {
    const before = markOf(part);
    if (before && fs.existsSync(before)) {
      say(`${part} passed with exactly these files`);
      continue;
    }
    say(`deep tests: ${part}`);
    const startedMs = performance.now();
    const { code, skipped } = await runPart(part, all.includes(part));
    seconds.push(`${part} ${Math.round((performance.now() - startedMs) / 1000)} s`);
    if (code !== 0) failed += 1;
    // What skipped itself may be run where more programs are; files may have changed meanwhile.
    else if (before && skipped === 0 && markOf(part) === before) writeText(before, '');
  }
  const times = seconds.length > 0 ? ` (${seconds.join(', ')})` : '';
  say(failed > 0 ? `${failed} of ${parts.length} parts failed${times}` : `all parts are green${times}`);
  return failed > 0 ? 1 : 0;
}

/** File that says that a part passed with the files as they are; undefined outside of git, where no tree has a name. */
function markOf(part) {
  const tree = treeHash(root);
  return tree && path.join(GREEN, `${part.replaceAll('/', '-')}-${tree}`);
}

/** Runs a part of the deep tests; how many tests skipped themselves. */
async function runPart(part, isFolder) {
  const report = path.join(root, '.cache', `deep-${process.pid}.json`);
  fs.rmSync(report, { force: true });
  const code = await jest(
    ['deep'],
    [`test/deep/${part}${isFolder ? '/' : ''}`, '--json', `--outputFile=${report}`],
  );
  const { numPendingTests: skipped = 0 } = JSON.parse(readText(report) ?? '{}');
  fs.rmSync(report, { force: true });
  return { code, skipped };
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
  if (tests === undefined) {
    say('jest could not list the tests that import what changed (its output is above).');
    return 1;
  }
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
