import { z } from 'zod';
import { compileGlob } from '../../domain/files/globs';
import { CommandCheck } from '../../domain/verification/verification';
import { eachCheck, nodeTests, NODE_RUNNERS, runnerCall, shown } from './node-runners';
import { importing } from './test-files';
import { beforeOf, findTool, jsonOf, rawOf, startOf, type CallSite } from './node-tools';
import { inFolder, isIn, type DetectedCheck, type Project } from './project';
import { callsOf, type Call, type Word } from './script-words';

const Manifest = z.object({
  scripts: z.record(z.string(), z.string()).catch({}).default({}),
  dependencies: z.record(z.string(), z.string()).catch({}).default({}),
  devDependencies: z.record(z.string(), z.string()).catch({}).default({}),
  workspaces: z
    .union([z.array(z.string()), z.object({ packages: z.array(z.string()) })])
    .optional()
    .catch(undefined),
});
type Manifest = z.infer<typeof Manifest>;

/** Programs that tidy, upload or print: they say nothing of the sources. */
const HELPERS =
  /^(?:del|del-cli|rimraf|rm|mkdir|cp|codecov|coveralls|echo|exit|true|husky|is-ci|auto-changelog|cd|sleep|open)$/;
/** Programs that look at sources, format, or publish: no tests. */
const NO_TESTS =
  /^(?:eslint|xo|standard|ts-standard|semistandard|prettier|biome|tslint|oxlint|jshint|stylelint|knip|depcheck|publint|attw|size-limit|bundlesize|markdownlint(?:-cli2?)?|commitlint|cspell|dprint|del|rimraf|rm|codecov|coveralls|nyc|c8|echo|exit|true|check-dts|skott|madge|npmPkgJsonLint|npmpkgjsonlint|auto-changelog|is-ci|husky)$/;
/** Runners that are named, and not run. */
const NAMED_ONLY =
  /^(?:playwright|cypress|wdio|karma|testcafe|nightwatch|cucumber-js|web-test-runner|wtr|tsd|ts-mocha|tsx-test|deno|jasmine|lab|zora|pta|bats|ospec|test262-harness|airtap)$/;
const ASSIGNMENT = /^[A-Za-z_]\w*=/;
/** Programs that start another one, which comes after their own options: `cross-env A=1 jest`. */
const WRAPPERS = /^(?:cross-env|cross-env-shell|env|npx|pnpx|bunx|nyc|c8|dotenv|time|exec)$/;
const MANAGERS = /^(?:npm|pnpm|yarn|bun)$/;
/** Programs that run scripts of packages, which are found by themselves. */
const RUNS_SCRIPTS = /^(?:npm-run-all2?|run-s|run-p|concurrently|lerna|turbo|nx|wireit|lage|moon)$/;
const MANY_SCRIPTS = /^(?:npm-run-all2?|run-s|run-p|concurrently)$/;
const DEEPEST = 6;

/** The tests of a package of JavaScript, by its script `test`, and its other steps; undefined where it has none. */
export function scriptTests(project: Project, folder: string): DetectedCheck[] | undefined {
  const { scripts } = manifestOf(project, folder);
  const line = scripts.test;
  if (line === undefined || /no test specified/.test(line)) return undefined;
  const own = { project, folder, scripts };
  const found = scriptCalls(own, 'test', []);
  const tests = found.filter(({ role }) => role === undefined);
  // The whole command is one of them already, or nothing of it is known to be a test.
  if (tests.some(({ runner }) => runner === 'command')) return tests;
  // The tests of a monorepo are those of its packages.
  if (tests.length === 0)
    return found.length === 0
      ? []
      : [...found, { ...wholeScript(own, 'test', found[0]?.why ?? ''), role: 'whole' }];
  const calls = callsOf(line) ?? [];
  const isOneCall = calls.length === 1 && !/(?:^|\s)(?:nyc|c8)\s/.test(line) && found.length === 1;
  const isAlone = isOneCall && scripts.pretest === undefined && scripts.posttest === undefined;
  // A command that starts one which watches never ends.
  const isEndless = calls.some(
    ({ words }) =>
      MANY_SCRIPTS.test(words[0]?.text ?? '') &&
      namedScripts(own, words.slice(1)).some((name) => watches(scripts[name] ?? '')),
  );
  if (isAlone || isEndless) return found;
  return [...found, { ...wholeScript(own, 'test', tests[0]?.why ?? ''), role: 'whole' }];
}

interface Scripts {
  project: Project;
  folder: string;
  scripts: Readonly<Record<string, string>>;
}

/** Checks of a script with what stands before it; `above` are the scripts that led here. */
function scriptCalls(
  own: Scripts,
  name: string,
  above: readonly string[],
  extra: readonly Word[] = [],
): DetectedCheck[] {
  const { scripts, folder } = own;
  const line = scripts[name];
  if (line === undefined || above.includes(name) || above.length >= DEEPEST) return [];
  const path = [...above, name];
  const [pre = '', post = ''] = [scripts[`pre${name}`], scripts[`post${name}`]];
  const main = callsOf(line) ?? [];
  const calls = [...(callsOf(pre) ?? []), ...main, ...(callsOf(post) ?? [])];
  const why = `${inFolder(folder, 'package.json')} has "${name}": "${line.slice(0, 120)}"`;
  if (callsOf(line) === undefined) return [wholeScript(own, name, why)];
  const found: DetectedCheck[] = [];
  const before: string[] = [];
  for (const call of calls) {
    const given = call === main.at(-1) ? { ...call, words: [...call.words, ...extra] } : call;
    const one = callTests(own, given, { why, before: [...before], path });
    if (one === 'build' || one.length === 0)
      found.push(...stepOf(own, call, { why, before: [...before], path }, one === 'build'));
    if (one === 'build') before.push(call.raw);
    else found.push(...one);
  }
  // Nothing in it is known: it is run as it stands, if it does anything.
  const hasTests = found.some(({ role }) => role === undefined);
  return !hasTests && before.length > 0 && above.length === 0 ? [wholeScript(own, name, why)] : found;
}

/** A call that runs no tests and may still fail: a compiler, a linter, a build. */
function stepOf(
  { folder }: Scripts,
  call: Call,
  { why, before }: Context,
  isBuild: boolean,
): DetectedCheck[] {
  const { words } = withoutWrappers(call.words);
  const name = words[0]?.text.replace(/^(?:\.\/)?node_modules\/(?:\.bin\/)?/, '') ?? '';
  const runsOthers = MANAGERS.test(name) || RUNS_SCRIPTS.test(name) || NAMED_ONLY.test(name);
  if (name === '' || HELPERS.test(name) || (runsOthers && !isBuild)) return [];
  const command = shown(call.raw, folder);
  const line = `${beforeOf({ folder, before }, true)}${call.raw}`;
  return [{ runner: name, command, folder, why, role: 'step', check: CommandCheck.parse({ command, line }) }];
}

/** A script as a whole, which is one test by its exit code. */
function wholeScript({ project, folder }: Scripts, name: string, why: string): DetectedCheck {
  const manager = project.paths.includes('pnpm-lock.yaml') ? 'pnpm' : 'npm';
  const command = shown(name === 'test' ? `${manager} test` : `${manager} run ${name}`, folder);
  return { runner: 'command', command, folder, why, check: CommandCheck.parse({ command }) };
}

interface Context {
  why: string;
  before: readonly string[];
  path: readonly string[];
}

/** The tests of one call; `build`: it prepares the calls that follow. */
function callTests(own: Scripts, call: Call, { why, before, path }: Context): DetectedCheck[] | 'build' {
  const { project, folder } = own;
  const { env, words } = withoutWrappers(call.words);
  const [head, ...rest] = words;
  if (!head) return [];
  const place: CallSite = { project, folder, why, env, before };
  const name = head.text
    .replace(/^(?:\.\/)?node_modules\/(?:\.bin\/)?/, '')
    .replace(/^(\w+)\/bin\/_?\1(?:\.[cm]?js)?$/, '$1');
  if (MANAGERS.test(name)) return managerTests(own, name, rest, path);
  if (MANY_SCRIPTS.test(name)) return manyScripts(own, rest, path);
  if (RUNS_SCRIPTS.test(name)) return [];
  if (NODE_RUNNERS.includes(name)) return [runnerCall(name, rest, place)];
  if (name === 'node' || name === 'tsx' || name === 'ts-node') return programTests(place, name, rest);
  if (NAMED_ONLY.test(name) || (name === 'playwright' && rest[0]?.text === 'test'))
    return [{ runner: name, command: rawOf(words).join(' '), folder, why }];
  return NO_TESTS.test(name) ? [] : 'build';
}

function withoutWrappers(words: readonly Word[]): { env: string[]; words: Word[] } {
  const env: string[] = [];
  let rest = [...words];
  for (;;) {
    const [head, ...others] = rest;
    if (!head) return { env, words: [] };
    if (ASSIGNMENT.test(head.text)) {
      env.push(head.raw);
      rest = others;
    } else if (WRAPPERS.test(head.text)) {
      const at = others.findIndex(
        ({ text }, index) => ASSIGNMENT.test(text) || isProgram(text, others[index - 1]?.text),
      );
      if (at < 0) return { env, words: rest };
      rest = others.slice(at);
    } else if (/^(?:pnpm|yarn)$/.test(head.text) && others[0]?.text === 'exec') rest = others.slice(1);
    else return { env, words: rest };
  }
}

/** Wrappers have options with values of their own: the program is the first word that is known to be one. */
function isProgram(text: string, before: string | undefined): boolean {
  if (text.startsWith('-')) return false;
  return (
    NODE_RUNNERS.includes(text) ||
    /^(?:node|tsx|ts-node|npm|yarn|pnpm|playwright)$/.test(text) ||
    before === undefined ||
    !before.startsWith('-')
  );
}

/** `npm run x`, `yarn x`, `npm test -ws`. */
function managerTests(
  own: Scripts,
  manager: string,
  words: readonly Word[],
  path: readonly string[],
): DetectedCheck[] | 'build' {
  const texts = words.map(({ text }) => text);
  if (
    texts.some((text) =>
      /^(?:-ws|--workspaces|-r|--recursive|--filter.*|--workspace.*|-w|workspaces?|-F)$/.test(text),
    )
  )
    return [];
  const names = texts.filter((text) => !text.startsWith('-') && text !== 'run' && text !== 'run-script');
  const [name = ''] = names;
  if (manager === 'bun' && name === 'test' && texts[0] === 'test')
    return [{ runner: 'bun', command: 'bun test', folder: own.folder, why: 'bun test stands in its script' }];
  const at = texts.indexOf('--');
  const extra = at < 0 ? [] : words.slice(at + 1);
  const script = name === 't' ? 'test' : name;
  if (own.scripts[script] === undefined)
    return /^(?:install|ci|audit|pack|publish|version)$/.test(script) ? [] : 'build';
  if (/^(?:pre|post)?(?:build|compile|prepare|bundle|generate|codegen|clean)\b/.test(script)) return 'build';
  return scriptCalls(own, script, path, extra);
}

/** `run-s a b:*`: of its scripts those that end. */
function manyScripts(own: Scripts, words: readonly Word[], path: readonly string[]): DetectedCheck[] {
  const all = namedScripts(own, words);
  const ending = all.filter((name) => !watches(own.scripts[name] ?? ''));
  return (ending.length > 0 ? ending : all).flatMap((name) => scriptCalls(own, name, path));
}

function namedScripts({ scripts }: Scripts, words: readonly Word[]): string[] {
  const wanted = words
    .map(({ text }) => text.replace(/^(?:npm|yarn|pnpm):/, ''))
    .filter((text) => !text.startsWith('-'));
  const names = wanted.flatMap((text) => {
    const { matches } = compileGlob(text.replaceAll(':', '/'));
    return Object.keys(scripts).filter((name) => matches(name.replaceAll(':', '/')));
  });
  return [...new Set(names)];
}

/** True for a script that waits for changes of files, and never ends. */
function watches(line: string): boolean {
  return /(?:^|\s)(?:--?watch(?:All)?|watch|dev|nodemon|chokidar|onchange)(?:\s|$)/.test(line);
}

/** `node --test`, or a program whose file holds the tests. */
function programTests(place: CallSite, program: string, words: readonly Word[]): DetectedCheck[] | 'build' {
  const isTest = words.some(({ text }) => text === '--test');
  const loader: Word[] = program === 'tsx' ? [{ raw: '--import tsx', text: '--import=tsx' }] : [];
  if (isTest) {
    const at = words.findIndex(({ text }) => text === '--test');
    return [nodeTests(place, [...loader, ...words.slice(0, at)], words.slice(at))];
  }
  const { project, folder } = place;
  const at = words.findIndex(
    ({ text }, index) =>
      !text.startsWith('-') && !/^(?:-r|--require|--import|--loader)$/.test(words[index - 1]?.text ?? ''),
  );
  const file = words[at];
  if (!file) return 'build';
  const flags = rawOf(words.slice(0, at));
  const bare = file.text.replace(/^\.\//, '').replace(/\/$/, '');
  const script = [bare, `${bare}.js`, `${bare}/index.js`, `${bare}.mjs`, `${bare}.ts`].find((path) =>
    project.paths.includes(inFolder(folder, path)),
  );
  const known = script === undefined ? undefined : project.text(inFolder(folder, script));
  if (script === undefined || known === undefined) return 'build';
  const inner = /^(?:node_modules\/)?(?:\.bin\/)?(mocha|ava|tape|tap|jest|vitest|uvu)\b/.exec(bare)?.[1];
  if (inner !== undefined) return [runnerCall(inner, words.slice(at + 1), place)];
  const command = [program, ...rawOf(words)].join(' ');
  const runner = runnerOfScript(place, script);
  if (runner === undefined)
    return /(?:^|[\W_])tests?(?:[\W_]|$)/.test(script) ? [wholeProgram(place, command)] : 'build';
  if (runner === 'node:test') return [nodeTests(place, words.slice(0, at), [{ raw: script, text: script }])];
  const form = runner === 'uvu' ? ('uvu' as const) : ('tap' as const);
  const start = startOf(
    place,
    program === 'node' ? 'node' : (findTool(project, folder, program)?.start ?? program),
    ...flags,
  );
  return [
    {
      runner,
      command,
      folder,
      why: place.why,
      ...eachCheck(place, { command, form, start, files: [script] }),
    },
  ];
}

function runnerOfScript({ project, folder }: CallSite, script: string): string | undefined {
  const names = ['tape', 'tap', 'uvu', 'node:test'];
  const own = names.find((name) => importing(project, folder, name).includes(script));
  if (own !== undefined) return own;
  const beside = script.includes('/') ? script.slice(0, script.lastIndexOf('/')) : undefined;
  return names.find((name) =>
    importing(project, folder, name).some((path) => beside !== undefined && isIn(path, beside)),
  );
}

function wholeProgram(place: CallSite, command: string): DetectedCheck {
  const { folder, why } = place;
  const line = shown(command, folder);
  const full = `${beforeOf(place)}${startOf(place, command)}`;
  return {
    runner: 'command',
    command: line,
    folder,
    why,
    check: CommandCheck.parse({ command: place.before.length > 0 ? full : line }),
  };
}

export function manifestOf(project: Project, folder: string): Manifest {
  return Manifest.catch(Manifest.parse({})).parse(jsonOf(project.text(inFolder(folder, 'package.json'))));
}
