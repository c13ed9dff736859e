'use strict';
// Holds the prompt files of a build to the variables that its code declares.
const fs = require('node:fs');
const path = require('node:path');

/** Throws an error of one sentence for a prompt that is missing, undeclared, or has other variables than declared. */
function checkPrompts(dist) {
  const compiled = path.join(dist, 'coder', 'prompts.js');
  delete require.cache[require.resolve(compiled)];
  const { PROMPTS, loadPrompt } = require(compiled);
  const folder = path.join(dist, 'coder', 'prompts');
  for (const name of Object.keys(PROMPTS)) loadPrompt(name, folder);
  const stray = fs.readdirSync(folder).find((file) => !Object.hasOwn(PROMPTS, file.replace(/\.md$/, '')));
  if (stray)
    throw new Error(
      `The prompt file ${stray} is not declared: add it to PROMPTS in prompts.ts, or remove it.`,
    );
}

module.exports = { checkPrompts };
