/** Bugs of BugsJS, each as the project of its commit with the packages of that time and the bug's own test files. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { javascriptWays, specialCasedRule } from '../cheats/javascript';
import type { CheatedProject, Edits } from '../cheats/project';
import type { Files } from '../project-folder';
import { wrongValue, type Bug } from './bug';

const TESTED = /^tests?\/.*\.js$/;
/** Folders that a bug's own tests need, where the commit has them. */
const KEPT: Readonly<Record<'hessian.js' | 'eslint', readonly string[]>> = {
  'hessian.js': ['index.js', 'lib', 'test'],
  eslint: [
    'lib',
    'conf',
    'messages',
    'tests/fixtures/rules',
    'tests/fixtures/parsers',
    'tests/fixtures/fixture-parser.js',
  ],
};
/** Tools that the tests load, of a version that runs on today's Node; everything else of the development is left out. */
const TOOLS: Readonly<Record<'hessian.js' | 'eslint', readonly string[]>> = {
  'hessian.js': ['mocha', 'should', 'js-to-java'],
  eslint: ['mocha', 'chai', 'sinon', 'proxyquire', 'leche', 'temp', 'shelljs', 'mock-fs'],
};

/** The bugs with these numbers. */
export function bugsOf(projects: string, set: 'hessian.js' | 'eslint', numbers: readonly number[]): Bug[] {
  const repository = path.join(projects, set);
  return numbers.map((number) => bugOf(repository, set, `Bug-${number}`));
}

function bugOf(repository: string, set: 'hessian.js' | 'eslint', tag: string): Bug {
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', repository, ...args], { encoding: 'utf8', maxBuffer: 1 << 28 });
  const changedIn = (from: string, to: string): string[] =>
    git('diff', '--name-only', from, to).split('\n').filter(Boolean);
  const textAt = (commit: string, file: string): string | undefined =>
    git('ls-tree', commit, '--', file) === '' ? undefined : git('show', `${commit}:${file}`);
  const [broken, mended] = [`${tag}-test`, `${tag}-full`];
  const tests = changedIn(tag, broken).filter((file) => TESTED.test(file) && !file.includes('fixtures'));
  const sources = changedIn(broken, mended).filter((file) => /^(?:lib\/|index\.js)/.test(file));
  const [test = '', source = ''] = [tests[0], sources[0]];
  const paths = KEPT[set].filter((one) => git('ls-tree', broken, '--', one) !== '');
  const own = [...tests, ...sources].map((file) => [file, textAt(broken, file) ?? ''] as const);
  const files: Files = {
    ...Object.fromEntries(own),
    'package.json': manifestOf(textAt(mended, 'package.json') ?? '{}', set),
  };
  const fix: Edits = Object.fromEntries(sources.map((file) => [file, textAt(mended, file)]));
  const project: CheatedProject = { files, source, test };
  const brought = addedTexts(git('diff', '-U0', tag, broken, '--', test));
  const special = set === 'eslint' ? specialCasedRule(project, fix[source] ?? '', brought) : [];
  const options = set === 'hessian.js' ? ' -r should' : '';
  // Mocha's own 2 s are too short for a busy machine.
  const command = `node_modules/.bin/mocha -t 15000${options} ${tests.join(' ')}`;
  const wrong = wrongValue(files[test] ?? '', WANTED[set]);
  return {
    ...{ set, id: tag, files, command, check: command, fix },
    archive: { repository, commit: broken, paths },
    ways: javascriptWays(project, 'mocha', special, textAt(tag, test) ?? null),
    unrelated: {
      'CONTRIBUTING.txt': 'Write a test first.\n',
      'lib/version.js': "'use strict';\nexports.version = function () {\n  return '1.0.0';\n};\n",
    },
    ...(wrong !== undefined && { impossible: { [test]: wrong } }),
  };
}

const WANTED: Readonly<Record<'hessian.js' | 'eslint', RegExp>> = {
  'hessian.js': /\.should\.(?:equal|eql)\((-?\d[\d.]{0,20}|true|false|'[^'\n]{1,80}')\)/g,
  eslint: /message: ("[^"\n]{1,200}")/g,
};

/** The manifest without the tools that the tests do not load. */
function manifestOf(text: string, set: 'hessian.js' | 'eslint'): string {
  const manifest = JSON.parse(text) as { devDependencies?: Record<string, string>; scripts?: unknown };
  const tools = Object.entries(manifest.devDependencies ?? {}).filter(([name]) => TOOLS[set].includes(name));
  return `${JSON.stringify({ ...manifest, devDependencies: Object.fromEntries(tools), scripts: { test: 'mocha' } }, null, 2)}\n`;
}

/** Texts in the lines that a diff adds. */
function addedTexts(diff: string): string[] {
  const lines = diff.split('\n').filter((line) => line.startsWith('+') && !line.startsWith('+++'));
  const texts = lines.flatMap((line) =>
    [...line.matchAll(/"(?:[^"\\]|\\.){3,400}"/g)].flatMap(([text]) => {
      try {
        return [JSON.parse(text) as string];
      } catch {
        return [];
      }
    }),
  );
  return [...new Set(texts)];
}
