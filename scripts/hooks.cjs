'use strict';
// hooks: lets git check commits in this checkout; replaces a hooks path that is set.
const path = require('node:path');
const { installHooks } = require('./lib/hooks.cjs');
const { say } = require('./lib/say.cjs');

if (installHooks(path.resolve(__dirname, '..'), { always: true }) !== false) say('git checks commits here');
else {
  say('this is no checkout of git: there is nothing to set.');
  process.exitCode = 2;
}
