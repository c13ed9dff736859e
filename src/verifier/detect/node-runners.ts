import { parse } from 'yaml';
import { z } from 'zod';
import { lineOf } from '../../domain/verification/narrow';
import { REPORT_WORD, type ReportForm } from '../../domain/verification/reporting';
import { CommandCheck } from '../../domain/verification/verification';
import { shellPath } from '../../domain/shell-word';
import { beforeOf, findTool, jsonOf, missingPackage, rawOf, startOf, type CallSite } from './node-tools';
import { EACH, REQUIRE, RUNNERS, type Runner } from './node-table';
import { inFolder, type DetectedCheck, type Project } from './project';
import { argumentsOf, valuesOf, type OptionRules, type Word } from './script-words';
import { filesOf, importing, uvuFiles, sourcesIn } from './test-files';
import { compileGlob } from '../../domain/files/globs';

/** Files that borp looks for where neither its call nor its settings name any. */
const USUAL = '**/*.test.{js,mjs,cjs,ts,mts,cts}';

const PATTERN = ['-p', '--pattern'];
const IGNORE = ['-i', '--ignore'];
const RULES: OptionRules = {
  valued: [
    ...PATTERN,
    ...IGNORE,
    ...[
      '-c',
      '--concurrency',
      '-t',
      '--timeout',
      '-X',
      '--coverage-exclude',
      '-r',
      '--reporter',
      '-P',
      '--post-compile',
    ],
    ...['--lines', '--branches', '--functions', '--statements'],
  ],
  dropped: [],
};

const Settings = z.object({ files: z.array(z.string()) });

/** Files that a call of borp runs, from its folder: those that the call and `.borp.yaml` name, or its usual ones. */
function borpFiles(project: Project, folder: string, words: readonly Word[]): string[] {
  const named = [
    ...argumentsOf(words, RULES).given.map(({ text }) => text),
    ...filesInSettings(project, folder),
  ];
  const patterns = valuesOf(words, PATTERN);
  const wanted = named.filter((one) => !one.startsWith('!'));
  const left = [
    ...valuesOf(words, IGNORE),
    ...named.flatMap((one) => (one.startsWith('!') ? [one.slice(1)] : [])),
  ];
  const isWanted = anyOf([wanted, patterns, [USUAL]].find(({ length }) => length > 0) ?? []);
  const isLeft = anyOf(left);
  const run = sourcesIn(project, folder).filter((path) => isWanted(path) && !isLeft(path));
  // Patterns of built files match no source.
  return run.length > 0 ? run : importing(project, folder, 'node:test').filter((path) => !isLeft(path));
}

function filesInSettings(project: Project, folder: string): string[] {
  const text = ['.borp.yaml', '.borp.yml']
    .map((name) => project.text(inFolder(folder, name)))
    .find((one) => one);
  if (text === undefined) return [];
  try {
    return Settings.safeParse(parse(text)).data?.files ?? [];
  } catch {
    // As borp itself: settings that can't be read are none.
    return [];
  }
}

function anyOf(globs: readonly string[]): (path: string) => boolean {
  const compiled = globs.map((glob) => compileGlob(glob));
  return (path) => compiled.some(({ matches }) => matches(path));
}

/**
 * Reporter of `node --test` as a URL, so that no file is added to the tree: a JSON object a line. Node's own TAP and JUnit name no
 * place of a test that passes.
 */
const SOURCE = [
  'export default async function*(events){const said={};for await(const{type,data}of events)',
  'if(type==="test:stderr")said[data.file]=((said[data.file]??"")+data.message).slice(-8192);',
  'else if(type==="test:summary"&&data.file)yield JSON.stringify({type,file:data.file})+"\\n";',
  'else if(type==="test:pass"||type==="test:fail"){',
  'const{name,nesting,file,line,column,skip,todo,details}=data;const error=details.error;const cause=error?.cause??error;',
  'const text=(value)=>value===undefined?undefined:typeof value==="string"?value:JSON.stringify(value);',
  'yield JSON.stringify({type,name,nesting,file,line,column,skip:skip!==undefined,todo:todo!==undefined,ms:details.duration_ms,suite:details.type==="suite",',
  'failure:error?{type:error.failureType,ended:text(error.exitCode??error.signal??undefined),said:said[name]??said[file],name:cause?.name,message:cause?.message??String(cause),stack:cause?.stack,expected:text(cause?.expected),received:text(cause?.actual)}:undefined})+"\\n"}}',
].join('');

/** Value of `--test-reporter`, as one word of a shell. */
export const NODE_REPORTER = `'data:text/javascript,${encodeURIComponent(SOURCE)}'`;

/** Programs that run tests of JavaScript, by the names of their calls. */
export const NODE_RUNNERS: readonly string[] = [
  ...RUNNERS.map(({ name }) => name),
  ...Object.keys(EACH),
  '_mocha',
  'borp',
];

/** The check of a runner's call in a script; `words` stand after its name. */
export function runnerCall(name: string, words: readonly Word[], place: CallSite): DetectedCheck {
  const plain = name.replace(/^_/, '');
  const runner = RUNNERS.find((one) => one.name === plain);
  if (runner) return wholeRun(runner, words, place);
  if (plain === 'borp') return borpTests(place, words);
  return eachRun(plain, words, place);
}

function wholeRun(runner: Runner, words: readonly Word[], place: CallSite): DetectedCheck {
  const { name, rules, form, by, verb = '', inSandbox } = runner;
  const { options, given } = argumentsOf(words, rules);
  const named =
    verb === '' ? given : given.filter(({ text }) => !['run', 'watch', 'dev', 'related'].includes(text));
  const { project, folder, why } = place;
  const command = [name, ...rawOf(words)].join(' ');
  const tool = findTool(project, folder, name);
  const files = importing(project, folder, name);
  const isOwn = inSandbox && !runsBuilt(place, name);
  const about = { runner: name, command, folder, why, ...(isOwn && { inSandbox }) };
  if (!tool) return { ...about, missing: missingPackage(place, name) };
  const start = startOf(place, tool.start, verb, ...options, ...runner.report(tool.version));
  const selection = {
    by,
    before: `${runner.write?.(tool.version) ?? ''}${beforeOf(place)}`,
    start: [start, ...(runner.narrow ?? [])].join(' '),
    end: runner.end?.(tool.version) ?? '',
  };
  const line = lineOf({ ...selection, start }, rawOf(named));
  const reporting = { form, line, folder, files: form === 'ava' ? files : [] };
  return { ...about, check: CommandCheck.parse({ command: shown(command, folder), reporting, selection }) };
}

/** Settings that say where tests lie: a text, or a list of texts, in which brackets may stand. */
const PLACES =
  /\b(roots|rootDir|testMatch|include|dir)["']?\s{0,9}:\s{0,9}(\[(?:"[^"\n]{0,300}"|'[^'\n]{0,300}'|[^\]"']){0,400}\]|["'`][^"'`\n]{1,300}["'`])/g;
const PLACE = /(["'`])([^"'`\n]{1,300})\1/g;

/** Folders that a setting names, from the outside; what stands for any folder or file is none. */
function foldersOf(name: string, place: string): string[] {
  const parts = place.replace(/^<rootDir>/, '').split('/');
  const isPattern = name === 'testMatch' || name === 'include';
  return (isPattern ? parts.slice(0, -1) : parts).filter((part) => /^[\w@-][\w.@-]*$/.test(part));
}

/** True where the settings of a runner name folders alone in which no file lies before a build has run: the sandbox has none of their tests. */
function runsBuilt({ project, folder, before }: CallSite, runner: string): boolean {
  if (before.length === 0) return false;
  const own = sourcesIn(project, folder);
  const settings = project.paths.filter((path) => path.startsWith(inFolder(folder, `${runner}.config.`)));
  const manifest = jsonOf(project.text(inFolder(folder, 'package.json')) ?? '') as
    Record<string, unknown> | undefined;
  const texts = [
    ...settings.map((path) => project.text(path) ?? ''),
    JSON.stringify(manifest?.[runner] ?? {}),
  ];
  const isEmpty = (name: string, place: string) => {
    const folders = foldersOf(name, place);
    const holds = (path: string) => {
      const parts = path.split('/').slice(0, -1);
      return folders.every((one) => parts.includes(one));
    };
    return folders.length > 0 && !place.startsWith('..') && !own.some(holds);
  };
  return texts.some((text) =>
    [...text.matchAll(PLACES)].some(([, name = '', value = '']) => {
      const places = [...value.matchAll(PLACE)].flatMap(([, , place = '']) =>
        place.startsWith('!') ? [] : [place],
      );
      return places.length > 0 && places.every((place) => isEmpty(name, place));
    }),
  );
}

function eachRun(name: string, words: readonly Word[], place: CallSite): DetectedCheck {
  const { project, folder, why } = place;
  const row = EACH[name];
  const command = [name, ...rawOf(words)].join(' ');
  const about = { runner: name, command, folder, why };
  if (!row || !findTool(project, folder, name)) return { ...about, missing: missingPackage(place, name) };
  const { options, given } = argumentsOf(words, row.options);
  const files =
    name === 'uvu'
      ? uvuFiles(project, folder, { given, ignored: valuesOf(words, ['-i', '--ignore']) })
      : filesOf(project, folder, given, name);
  const tool =
    name === 'tape' ? findTool(project, folder, name)?.start : `node ${row.preload?.options ?? ''}`.trim();
  return {
    ...about,
    ...eachCheck(place, {
      command,
      form: row.form,
      start: startOf(place, tool ?? 'node', ...options),
      files,
      write: row.preload?.write,
    }),
  };
}

/** A check that runs files one after another. */
export function eachCheck(
  place: CallSite,
  {
    command,
    form,
    start,
    files,
    write = '',
  }: { command: string; form: ReportForm; start: string; files: readonly string[]; write?: string },
): Pick<DetectedCheck, 'check' | 'files'> {
  const { folder } = place;
  const selection = { by: 'each' as const, before: `${write}${beforeOf(place)}`, start, end: '' };
  const line = lineOf(selection, files.map(shellPath));
  if (files.length === 0) return {};
  return {
    files: files.map((file) => inFolder(folder, file)),
    check: CommandCheck.parse({
      command: shown(command, folder),
      reporting: { form, line, folder, files },
      selection,
    }),
  };
}

const NODE_RULES: OptionRules = {
  valued: [
    '--test-name-pattern',
    '--test-skip-pattern',
    '--test-concurrency',
    '--test-timeout',
    '--test-reporter',
    '--test-reporter-destination',
    ...REQUIRE,
    '-C',
    '--conditions',
    '--env-file',
  ],
  dropped: [
    '--test',
    '--test-reporter*',
    '--watch',
    '--experimental-test-coverage',
    '--test-coverage*',
    '--run',
  ],
};

/** Tests by `node --test`: `flags` stand before it. */
export function nodeTests(place: CallSite, flags: readonly Word[], words: readonly Word[]): DetectedCheck {
  const { project, folder } = place;
  const { options, given } = argumentsOf([...flags, ...words], NODE_RULES);
  const files =
    given.length === 0
      ? importing(project, folder, 'node:test')
      : filesOf(project, folder, given, 'node:test');
  const command = ['node', ...rawOf(flags), ...rawOf(words)].join(' ');
  return byNode(place, { runner: 'node', command, options, files, names: rawOf(given) });
}

/** Tests by borp, which runs `node:test` with files and settings of its own. */
function borpTests(place: CallSite, words: readonly Word[]): DetectedCheck {
  const files = borpFiles(place.project, place.folder, words);
  const command = ['borp', ...rawOf(words)].join(' ');
  return byNode(place, { runner: 'borp', command, options: [], files, names: files.map(shellPath) });
}

/** Test files that Node's own runner runs; `names`: as the line names them. */
function byNode(
  place: CallSite,
  {
    runner,
    command,
    options,
    files,
    names,
  }: {
    runner: 'node' | 'borp';
    command: string;
    options: readonly string[];
    files: readonly string[];
    names: readonly string[];
  },
): DetectedCheck {
  const { folder, why } = place;
  const report = `--test --test-reporter=${NODE_REPORTER} --test-reporter-destination=${REPORT_WORD}`;
  const start = startOf(place, 'node', ...options, report);
  const selection = { by: 'files' as const, before: beforeOf(place), start, end: '' };
  const reporting = { form: 'node' as const, line: lineOf(selection, [...names]), folder };
  return {
    ...{ runner, command, folder, why },
    // Those that a build makes are not there yet.
    ...(files.length > 0 && { inSandbox: true as const }),
    files: files.map((file) => inFolder(folder, file)),
    check: CommandCheck.parse({ command: shown(command, folder), reporting, selection }),
  };
}

/** Command as a check is named: in which folder, where it is not the root. */
export function shown(command: string, folder: string): string {
  return folder === '' ? command : `cd ${shellPath(folder)} && ${command}`;
}
