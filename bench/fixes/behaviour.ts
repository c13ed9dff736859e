/** Comparison of two versions of a program by the calls that its tests make, and variations of these. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as esbuild from 'esbuild';
import type { Files } from '../project-folder';
import { writeFiles } from '../project-folder';
import { readCalls, type TestCalls } from './expressions';

const DEADLINE_MS = 60_000;

/** Answers of a version: for each expression a text, or undefined where it answers differently each time. */
type Answers = readonly (string | undefined)[];

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
    const answers = async (files: Files): Promise<Answers> => {
      writeFiles(folder, files);
      return answersOf(file, calls).finally(() => writeFiles(folder, versions.broken));
    };
    const right = await answers(versions.right);
    const broken = await answers(versions.broken);
    const found = await answers(versions.found);
    if (right.some((answer, index) => answer !== undefined && answer !== found[index])) return false;
    telling += right.filter((answer, index) => answer !== undefined && answer !== broken[index]).length;
  }
  return telling > 0;
}

/** Evaluates the expressions twice, in two processes: an answer that depends on chance or time is none. */
async function answersOf(testFile: string, calls: TestCalls): Promise<Answers> {
  const work = mkdtempSync(path.join(tmpdir(), 'kintsugi-answers-'));
  try {
    const bundle = path.join(work, 'program.cjs');
    const exported = `${calls.imports.join('\n')}\nglobalThis.programNames = { ${calls.names.join(', ')} };`;
    await esbuild.build({
      stdin: { contents: exported, resolveDir: path.dirname(testFile), loader: 'ts' },
      outfile: bundle,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      logLevel: 'silent',
    });
    writeFileSync(path.join(work, 'expressions.json'), JSON.stringify(scripts(calls.expressions)));
    writeFileSync(path.join(work, 'evaluate.cjs'), EVALUATE);
    const first = await evaluate(work);
    const second = await evaluate(work);
    return first.map((answer, index) => (answer === second[index] ? answer : undefined));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Expressions without types; null where one is no expression. */
function scripts(expressions: readonly string[]): (string | null)[] {
  return expressions.map((expression) => {
    try {
      return esbuild.transformSync(`(${expression})`, { loader: 'ts' }).code.trim().replace(/;$/, '');
    } catch {
      return null;
    }
  });
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
  if (script === null) return 'no expression';
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
