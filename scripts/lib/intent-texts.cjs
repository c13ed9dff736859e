'use strict';
// Labelled texts of intents, in `data/intent`: which there are, and which of them are held out.
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { filesUnder } = require('./stamp.cjs');

/** One text in twenty is held out. */
const HELD_OUT = 20;

/** True for texts that are never trained on: their hash decides. */
function isHeldOut(text) {
  return createHash('sha256').update(text).digest()[0] % HELD_OUT === 0;
}

/** Sections of a file of texts: a line `## mode ask` or `## mode do`, then a text a line. */
function textsIn(content) {
  const found = [];
  let label;
  for (const line of content.split('\n')) {
    const [, mode, form] = /^## (\w+) (ask|do)$/.exec(line) ?? [];
    if (mode) label = { mode, isQuestion: form === 'ask' };
    else if (line.trim() !== '') found.push({ text: line, ...label });
  }
  return found;
}

/** All texts below a project's folder, in the order of their files. */
function readTexts(root) {
  return filesUnder(root, path.join('data', 'intent'))
    .filter((file) => file.endsWith('.txt'))
    .flatMap((file) => textsIn(fs.readFileSync(path.join(root, file), 'utf8')));
}

/** The texts that are only counted. */
function heldOutOf(root) {
  return readTexts(root).filter(({ text }) => isHeldOut(text));
}

module.exports = { heldOutOf, isHeldOut, readTexts, textsIn };
