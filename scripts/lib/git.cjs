'use strict';
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

/** The repository is that of the folder, not one that a hook which runs this has named. */
function ownEnvironment() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
}

/** Output of git in `root`, trimmed; undefined where it fails, or where there is no git. */
function git(root, args, env = {}) {
  const { status, stdout } = spawnSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...ownEnvironment(), ...env },
    maxBuffer: 64 * 1024 * 1024,
  });
  return status === 0 ? stdout.trim() : undefined;
}

/** Hash of all files that git does not ignore, as they are now; undefined outside of a checkout. */
function treeHash(root) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kintsugi-tree-'));
  try {
    const env = { GIT_INDEX_FILE: path.join(folder, 'index') };
    return git(root, ['add', '--all'], env) === undefined ? undefined : git(root, ['write-tree'], env);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Files that differ from a revision, new ones included, as paths from `root`; undefined where git does not know it. */
function changedFiles(root, revision) {
  const differ = git(root, ['diff', '--name-only', '--no-renames', '--relative', '-z', revision, '--']);
  const added = git(root, ['ls-files', '--others', '--exclude-standard', '-z']);
  if (differ === undefined || added === undefined) return undefined;
  return [...differ.split('\0'), ...added.split('\0')].filter((name) => name !== '');
}

module.exports = { changedFiles, git, treeHash };
