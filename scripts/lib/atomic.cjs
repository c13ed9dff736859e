'use strict';
const fs = require('node:fs');
const path = require('node:path');

/** Undefined where there is no such file. */
function readText(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** A name beside `file` that no other process uses. */
function besides(file) {
  return `${file}.${process.pid}.${Math.random().toString(36).slice(2)}.tmp`;
}

/** Written whole or not at all: a killed process leaves the old text. */
function writeText(file, text) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const temporary = besides(file);
  fs.writeFileSync(temporary, text);
  fs.renameSync(temporary, file);
}

module.exports = { besides, readText, writeText };
