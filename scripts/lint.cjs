'use strict';
// lint [FILES]: ESLint and Prettier at the same time, each one's report whole; then circles of imports, and fragments.
const path = require('node:path');
const { run } = require('./lib/child.cjs');
const { findCircles } = require('./lib/circles.cjs');
const { findFragments } = require('./lib/fragments.cjs');

const root = path.resolve(__dirname, '..');
const files = process.argv.slice(2);
const targets = files.length > 0 ? files : ['.'];

/** In CI warnings would bury what failed. */
const noise = process.env.CI ? '--quiet' : '--max-warnings=-1';

/** Types of a whole program are made and dropped: less often collected, it takes a seventh less of the processors. */
const ROOMY = '--max-semi-space-size=128';

const TOOLS = [
  ['eslint/bin/eslint.js', noise, ...targets],
  ['prettier/bin/prettier.cjs', '--check', '--log-level=warn', ...targets],
];

async function lint() {
  const runs = TOOLS.map(async ([tool, ...args]) => {
    const result = await run(process.execPath, [ROOMY, path.join(root, 'node_modules', tool), ...args], {
      cwd: root,
      capture: true,
    });
    process.stdout.write(result.output);
    return result.code === 0;
  });
  const circles = findCircles(root);
  for (const circle of circles) console.log(`These files import each other: ${circle.join(' → ')}`);
  const fragments = findFragments(root);
  for (const { file, importer } of fragments)
    console.log(`${file} has a few lines and one importer: move them into ${importer}.`);
  if (circles.length + fragments.length > 0 || !(await Promise.all(runs)).every(Boolean))
    process.exitCode = 1;
}

void lint();
