import { parse } from 'yaml';
import { z } from 'zod';
import { compileGlob } from '../../domain/files/globs';
import { inFolder, type Project } from './project';
import { argumentsOf, valuesOf, type OptionRules, type Word } from './script-words';
import { importing, sourcesIn } from './test-files';

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
export function borpFiles(project: Project, folder: string, words: readonly Word[]): string[] {
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
