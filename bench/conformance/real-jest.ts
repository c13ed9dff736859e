/** Real jest over a folder: the folder's own jest and configuration where it has them, else ours. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import type { FileOutcome, Status, TestOutcome } from './outcomes';

/** Longest run of one folder in jest, ms. */
const LIMIT_MS = 15 * 60_000;

const CONFIG_FILES = ['js', 'ts', 'mts', 'cts', 'mjs', 'cjs', 'json'].map(
  (ending) => `jest.config.${ending}`,
);

export interface RealJest {
  version: string;
  /** The folder has no configuration of its own. */
  generated: boolean;
  /** Test files, relative to the folder. */
  listTests(): Promise<string[]>;
  /** Runs the files (default: all that jest finds). */
  run(files?: readonly string[]): Promise<FileOutcome[]>;
  close(): void;
}

function hasConfig(folder: string): boolean {
  if (CONFIG_FILES.some((name) => existsSync(path.join(folder, name)))) return true;
  const manifest = path.join(folder, 'package.json');
  return existsSync(manifest) && 'jest' in (JSON.parse(readFileSync(manifest, 'utf8')) as object);
}

/** For a folder without a configuration: TypeScript, JSX and modules by swc. */
function generateConfig(folder: string): object {
  const swc = createRequire(__filename).resolve('@swc/jest');
  const row = (pattern: string, parser: object): [string, [string, object]] => [
    pattern,
    [
      swc,
      {
        swcrc: false,
        // A file without import or export is a sloppy script, as it is in Node.
        isModule: 'unknown',
        jsc: {
          parser,
          target: 'es2023',
          transform: { legacyDecorator: true, decoratorMetadata: true },
        },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
      },
    ],
  ];
  const typescript = { syntax: 'typescript', decorators: true };
  return {
    rootDir: folder,
    testEnvironment: 'node',
    transform: Object.fromEntries([
      row('\\.tsx$', { ...typescript, tsx: true }),
      row('\\.[cm]?ts$', typescript),
      row('\\.[cm]?jsx?$', { syntax: 'ecmascript', jsx: true, decorators: true }),
    ]),
  };
}

/** As little of this process's environment as jest needs; the sandbox passes none of it on either. */
function environment(): NodeJS.ProcessEnv {
  return {
    PATH: `${path.dirname(process.execPath)}${path.delimiter}/usr/bin:/bin`,
    HOME: homedir(),
    NODE_ENV: 'test',
  };
}

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

function execute(args: readonly string[], cwd: string): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd,
      env: environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: LIMIT_MS,
      killSignal: 'SIGKILL',
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

interface JestReport {
  testResults: {
    name: string;
    message: string;
    status: string;
    assertionResults: {
      ancestorTitles: string[];
      title: string;
      status: string;
      failureMessages: string[] | null;
    }[];
  }[];
}

const STATUSES: Readonly<Record<string, Status>> = {
  passed: 'passed',
  failed: 'failed',
  pending: 'skipped',
  skipped: 'skipped',
  disabled: 'skipped',
  focused: 'passed',
  todo: 'todo',
};

function fileOutcome(folder: string, result: JestReport['testResults'][number]): FileOutcome {
  const tests = result.assertionResults.map((test): TestOutcome => {
    const status = STATUSES[test.status];
    if (!status) throw new Error(`jest reports the status "${test.status}", which is not known here.`);
    const message = test.failureMessages?.[0];
    return { path: [...test.ancestorTitles, test.title], status, ...(message ? { message } : {}) };
  });
  const alone = result.status === 'failed' && !tests.some((test) => test.status === 'failed');
  return { file: relative(folder, result.name), tests, ...(alone ? { failure: result.message } : {}) };
}

function relative(folder: string, file: string): string {
  return path.relative(folder, file).split(path.sep).join('/');
}

/**
 * Jest for a folder. It runs without the process's arguments, which some suites read, without colours, and never
 * writes snapshots. It begins with an empty cache, which it uses from one run to the next only when `cached`.
 */
export function openRealJest(folder: string, options: { cached?: boolean } = {}): RealJest {
  const own = createRequire(path.join(folder, 'package.json'));
  const ours = createRequire(__filename);
  const require = existsSync(path.join(folder, 'node_modules', 'jest')) ? own : ours;
  const generated = !hasConfig(folder);
  const temporary = mkdtempSync(path.join(tmpdir(), 'kintsugi-jest-'));
  const start = path.join(temporary, 'start.cjs');
  const configFile = path.join(temporary, 'jest.config.json');
  const jest = JSON.stringify(require.resolve('jest'));
  writeFileSync(
    start,
    `const args = process.argv.slice(2); process.argv.length = 2; require(${jest}).run(args);\n`,
  );
  if (generated) writeFileSync(configFile, JSON.stringify(generateConfig(folder)));
  const common = generated ? ['--config', configFile] : [];
  const ask = async (...args: string[]): Promise<Ended> => execute([start, ...common, ...args], folder);
  return {
    version: (require('jest/package.json') as { version: string }).version,
    generated,
    listTests: async () => {
      const { stdout, stderr } = await ask('--listTests', '--json', '--passWithNoTests');
      return parse<string[]>(stdout, stderr)
        .map((file) => relative(folder, file))
        .sort();
    },
    run: async (files) => {
      const output = path.join(temporary, 'result.json');
      const chosen = files ? ['--runTestsByPath', ...files] : [];
      const { stderr } = await ask(
        ...['--ci', '--json', '--outputFile', output, '--coverage=false', '--passWithNoTests'],
        ...['--cacheDirectory', path.join(temporary, 'cache'), '--reporters=default'],
        ...(options.cached ? [] : ['--no-cache']),
        ...chosen,
      );
      const text = existsSync(output) ? readFileSync(output, 'utf8') : '';
      return parse<JestReport>(text, stderr).testResults.map((result) => fileOutcome(folder, result));
    },
    close: () => rmSync(temporary, { recursive: true, force: true }),
  };
}

/** Jest may print warnings before its JSON. */
function parse<T>(text: string, stderr: string): T {
  const start = text.search(/^[[{]/m);
  try {
    return JSON.parse(start < 0 ? text : text.slice(start)) as T;
  } catch {
    const reason = stderr.trim().split('\n').slice(0, 20).join('\n');
    throw new Error(`Jest gave no result:\n${reason === '' ? text.slice(0, 2_000) : reason}`);
  }
}
