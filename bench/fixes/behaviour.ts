/** Comparison of two versions of a program by the calls that its tests make, and variations of these. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Script } from 'node:vm';
import * as esbuild from 'esbuild';
import ts from 'typescript';
import type { Files } from '../project-folder';
import { writeFiles } from '../project-folder';
import { readCalls, type TestCalls } from './expressions';

const DEADLINE_MS = 60_000;

/**
 * True if `found` answers all calls as `right` does, and these tell `broken` apart from it. Each is the changed files of a version;
 * the folder ends with those of `broken`.
 */
export async function behavesAlike(
  folder: string,
  tests: readonly string[],
  versions: { right: Files; broken: Files; found: Files },
): Promise<boolean> {
  let telling = 0;
  for (const test of tests) {
    const file = path.join(folder, test);
    if (!existsSync(file)) continue;
    const calls = readCalls(readFileSync(file, 'utf8'), test);
    if (calls.expressions.length === 0) continue;
    const scripts = calls.expressions.map(scriptOf);
    const answers = async (files: Files): Promise<string[]> => {
      writeFiles(folder, files);
      return answersOf({ folder, file }, calls, scripts).finally(() => writeFiles(folder, versions.broken));
    };
    // The right ones are asked on both sides of the others: what the clock says differs by then.
    const first = await answers(versions.right);
    const found = await answers(versions.found);
    const right = steady(first, await answers(versions.right));
    if (right.some((answer, index) => answer !== undefined && answer !== found[index])) return false;
    const broken = await answers(versions.broken);
    telling += right.filter((answer, index) => answer !== undefined && answer !== broken[index]).length;
  }
  return telling > 0;
}

/** An answer that depends on chance or time is none. */
function steady(first: readonly string[], second: readonly string[]): (string | undefined)[] {
  return first.map((answer, index) => (answer === second[index] ? answer : undefined));
}

/** Evaluates the expressions in a process of its own. */
async function answersOf(
  { folder, file }: { folder: string; file: string },
  calls: TestCalls,
  scripts: readonly string[],
): Promise<string[]> {
  const work = mkdtempSync(path.join(tmpdir(), 'kintsugi-answers-'));
  try {
    const contents = `${calls.imports.join('\n')}\nglobalThis.programNames = { ${calls.names.join(', ')} };`;
    await esbuild.build({
      stdin: { contents, resolveDir: path.dirname(file), loader: 'ts' },
      outfile: path.join(work, 'program.cjs'),
      bundle: true,
      alias: ownName(folder),
      platform: 'node',
      format: 'cjs',
      logLevel: 'silent',
    });
    writeFileSync(path.join(work, 'expressions.json'), JSON.stringify(scripts));
    writeFileSync(path.join(work, 'evaluate.cjs'), EVALUATE);
    return await evaluate(work);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** The name by which files of a project import the project itself, as its test runner maps it; none where that is a package. */
function ownName(folder: string): Record<string, string> {
  const { name = '' } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    name?: string;
  };
  const sources = path.join(folder, 'src');
  const isOwn = name !== '' && existsSync(sources) && !existsSync(path.join(folder, 'node_modules', name));
  return isOwn ? { [name]: sources } : {};
}

/** An expression without its types. */
function scriptOf(expression: string): string {
  const script = `(${expression})`;
  if (isScript(script)) return script;
  const options = { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext };
  return ts.transpile(script, options).replace('"use strict";', '').trim().replace(/;$/, '');
}

function isScript(text: string): boolean {
  try {
    new Script(text);
    return true;
  } catch {
    return false;
  }
}

function evaluate(cwd: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const options = { cwd, timeout: DEADLINE_MS, maxBuffer: 1 << 28 };
    execFile(process.execPath, ['evaluate.cjs'], options, (error, stdout) => {
      if (error) reject(new Error(`the calls could not be evaluated: ${error.message}`));
      else resolve(JSON.parse(stdout.slice(stdout.lastIndexOf('\n[') + 1)) as string[]);
    });
  });
}

const EVALUATE = `'use strict';
const { inspect } = require('node:util');
require('./program.cjs');
const names = Object.keys(globalThis.programNames);
const values = Object.values(globalThis.programNames);
const show = (value) => inspect(value, { depth: 5, sorted: true, maxArrayLength: 200, maxStringLength: 2000 });
async function answer(script) {
  try {
    return show(await new Function(...names, 'return ' + script)(...values));
  } catch (error) {
    return 'throws ' + (error && error.name) + ': ' + (error && error.message);
  }
}
(async () => {
  const answers = [];
  for (const script of require('./expressions.json')) answers.push(await answer(script));
  process.stdout.write('\\n' + JSON.stringify(answers), () => process.exit(0));
})();
`;
