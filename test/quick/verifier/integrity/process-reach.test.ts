import { processReach } from '../../../../src/verifier/integrity/process-reach';

const reach = (path: string, before: string, after: string): string[] =>
  processReach([{ path, before, after }]);

describe('a repair that gets at the process', () => {
  it.each([
    ['a.js', 'process.setUncaughtExceptionCaptureCallback(() => {});'],
    ['a.ts', "process.on('uncaughtException', () => {});"],
    ['a.js', "Reflect.get(process, 'really' + 'Exit')(0);"],
    ['a.js', 'const { exit } = process;'],
    ['a.js', 'globalThis.process.exit(0);'],
    ['a.js', "process['ex' + 'it'](0);"],
    ['a.mjs', "import { exit } from 'node:process';"],
    ['a.cjs', "require('process').exitCode = 0;"],
    ['a.py', 'import sys'],
    ['a.py', 'from os import _exit'],
    ['a.py', 'import re, atexit'],
    ['a.go', '  "os"'],
    ['a.rs', 'use std::process::exit;'],
    ['a.java', 'System.exit(0);'],
  ])('is noted in %s: %s', (path, line) => {
    expect(reach(path, 'one\n', `one\n${line}\n`)).toEqual([
      `${path}:2 gets at the process that runs it, which it did not before: look whether it can end a check or hide its error.`,
    ]);
  });

  it.each([
    ['a.js', 'one\n', 'function process(order) {}\nprocess(1);\n'],
    ['a.js', 'one\n', 'order.process.start();\n'],
    ['a.js', 'one\n', '// process the next item\nconst home = process.env.HOME;\n'],
    ['a.js', 'one\n', 'const process = 1;\nexport default { process: 1 };\n'],
    ['a.js', 'process.stdout.write(a);\n', 'process.stdout.write(b);\nprocess.stdout.write(c);\n'],
    ['a.py', 'one\n', 'system = cosine\n'],
    ['a.css', 'one\n', 'process.exit(0)\n'],
  ])('is not noted without one: %s', (path, before, after) => {
    expect(reach(path, before, after)).toEqual([]);
  });
});
