'use strict';
// hooks: sets the hooks of this checkout, in place of others.
const path = require('node:path');
const { installHooks } = require('./lib/hooks.cjs');
const { say } = require('./lib/say.cjs');

if (installHooks(path.resolve(__dirname, '..'), { always: true })) say('git checks commit messages here now');
else {
  say('this is no checkout of git: there is nothing to set.');
  process.exitCode = 2;
}
