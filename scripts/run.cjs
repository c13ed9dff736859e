'use strict';
// node scripts/run.cjs TARGET [ARGS]: brings the right Node, the locked dependencies and a fresh build, then runs the
// target. Needs nothing but Node 18 and npm.
const { launch } = require('./lib/launch.cjs');

const [target, ...args] = process.argv.slice(2);
void launch(target, args);
