'use strict';
const fs = require('node:fs');
const path = require('node:path');
const { git } = require('./git.cjs');

const HOOKS = 'scripts/hooks';

/**
 * Lets git check commits in this checkout, unless the package is a folder of a larger repository or somebody has hooks of their own;
 * `always` replaces those. Returns true if it set the hooks, undefined if they were set already.
 */
function installHooks(root, { always = false } = {}) {
  const isTop = git(root, ['rev-parse', '--show-cdup']) === '';
  const present = git(root, ['config', 'core.hooksPath']);
  if (isTop && present === HOOKS) return undefined;
  if (!always && (!isTop || present !== undefined || hasHooks(root))) return false;
  const prefix = git(root, ['rev-parse', '--show-prefix']) ?? '';
  return git(root, ['config', 'core.hooksPath', path.posix.join(prefix, HOOKS)]) !== undefined;
}

/** True if `.git/hooks` holds more than git's samples: a hooks path would switch these off. */
function hasHooks(root) {
  const folder = git(root, ['rev-parse', '--git-path', 'hooks']);
  if (folder === undefined) return false;
  const found = path.resolve(root, folder);
  return fs.existsSync(found) && fs.readdirSync(found).some((name) => !name.endsWith('.sample'));
}

module.exports = { installHooks };
