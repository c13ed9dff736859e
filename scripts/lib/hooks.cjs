'use strict';
const path = require('node:path');
const { git } = require('./git.cjs');

const HOOKS = 'scripts/hooks';

/**
 * Lets git check commit messages in this checkout, unless the package is a folder of a larger repository or somebody's own hooks are set;
 * `always` sets them over others. Resolves to true if the hooks are set.
 */
function installHooks(root, { always = false } = {}) {
  if (git(root, ['rev-parse', '--show-cdup']) !== '' && !always) return false;
  const present = git(root, ['config', 'core.hooksPath']);
  if (present === HOOKS) return true;
  if (present !== undefined && !always) return false;
  const prefix = git(root, ['rev-parse', '--show-prefix']) ?? '';
  return git(root, ['config', 'core.hooksPath', path.posix.join(prefix, HOOKS)]) !== undefined;
}

module.exports = { installHooks };
