/** Projects that no edit of their sources mends: what they lack is the machine's. */

export interface Unrepairable {
  name: string;
  files: Record<string, string>;
  /** A check command; absent: the test files in the sandbox. */
  command?: string;
}

const script = (name: string, text: string): Unrepairable => ({
  name,
  files: { 'check.js': `${text}\n`, 'package.json': '{ "name": "check", "private": true }\n' },
  command: 'node check.js',
});

const command = (name: string, line: string, files: Record<string, string> = {}): Unrepairable => ({
  name,
  files: { 'package.json': '{ "name": "check", "private": true }\n', ...files },
  command: line,
});

const tested = (name: string, test: string): Unrepairable => ({
  name,
  files: { 'solution.js': 'module.exports = { one: () => 1 };\n', 'solution.test.js': `${test}\n` },
});

export const UNREPAIRABLE: readonly Unrepairable[] = [
  script('a port that refuses', "fetch('http://127.0.0.1:9/').then((answer) => answer.text());"),
  script(
    'a socket that refuses',
    "require('node:net').connect(9, '127.0.0.1').on('error', (error) => { throw error; });",
  ),
  script(
    'a host that has no address',
    "require('node:dns').lookup('database.invalid', (error) => { if (error) throw error; });",
  ),
  script(
    'a program that is not there, from Node',
    "require('node:child_process').spawnSync('no-such-tool').error && (() => { throw require('node:child_process').spawnSync('no-such-tool').error; })();",
  ),
  command('a program that is not there, from a shell', 'no-such-tool --version'),
  command('a file that may not be run', './build.sh', { 'build.sh': '#!/bin/sh\necho built\n' }),
  command('a script that needs a program', 'sh build.sh', { 'build.sh': 'no-such-compiler solution.c\n' }),
  tested(
    'a test that needs the network',
    "test('asks', async () => { await fetch('http://127.0.0.1:9/'); });",
  ),
  tested(
    'a test that needs a socket',
    "test('connects', (done) => { require('node:net').connect(9, '127.0.0.1').on('error', done).on('connect', () => done()); });",
  ),
  tested(
    'a test that needs a program',
    "test('runs', () => { require('node:child_process').execFileSync('git', ['--version']); });",
  ),
  tested(
    'a test that needs a browser',
    "/** @jest-environment jsdom */\ntest('shows', () => { document.body.append('x'); });",
  ),
];
