'use strict';
// hooks: lets git check commits in this checkout; replaces a hooks path that is set. Nothing else changes the settings of git.
const path = require('node:path');
const { git } = require('./lib/git.cjs');
const { say } = require('./lib/say.cjs');

const root = path.resolve(__dirname, '..');
const prefix = git(root, ['rev-parse', '--show-prefix']);
const isSet =
  prefix !== undefined &&
  git(root, ['config', 'core.hooksPath', path.posix.join(prefix, 'scripts/hooks')]) !== undefined;
if (isSet) say('git checks commits here');
else {
  say('this is no checkout of git: there is nothing to set.');
  process.exitCode = 2;
}
