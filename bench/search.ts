/**
 * `npm run bench:search -- [--dir DIR --questions FILE] [--wrong]`: how often the search of code has the right file first, or among the
 * first five, and how long indexing and questions take.
 */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { PROJECT_ROOT } from '../src/machine/paths';
import { openDirectory, type OpenDirectory } from './search/open-directory';
import { manyFiles, projectFolders } from './search/projects';
import { median, rounded } from './statistics';

const Labelled = z.object({ question: z.string(), file: z.string(), project: z.string().optional() });
type Labelled = z.infer<typeof Labelled>;

const OWN_QUESTIONS = path.join(PROJECT_ROOT, 'bench', 'search', 'questions.jsonl');
const LIMIT = 10;
const FIRST = 5;
/** Files of the index whose time is measured apart from the questions. */
const MANY = 2_000;

interface Measured {
  readonly labelled: Labelled;
  /** From 1; 0: not among the first ten. */
  readonly rank: number;
  readonly first: string;
  readonly ms: number;
}

interface Project {
  readonly name: string;
  readonly directory: string;
  readonly questions: readonly Labelled[];
}

function readLines(file: string): Labelled[] {
  if (!existsSync(file)) throw new Error(`There is no file ${file}: name one with --questions FILE.`);
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => Labelled.parse(JSON.parse(line)));
}

async function projects(dir: string | undefined, questions: string | undefined): Promise<Project[]> {
  if ((dir === undefined) !== (questions === undefined))
    throw new Error('--dir and --questions belong together: give both, or none.');
  if (dir !== undefined && questions !== undefined)
    return [{ name: path.basename(path.resolve(dir)), directory: dir, questions: readLines(questions) }];
  const own = readLines(OWN_QUESTIONS);
  const folders = await projectFolders((line) => console.log(line));
  return folders.map(({ name, directory }) => ({
    name,
    directory,
    questions: own.filter(({ project }) => project === name),
  }));
}

async function ask({ navigation }: OpenDirectory, labelled: Labelled): Promise<Measured> {
  const started = performance.now();
  const hits = await navigation.search(labelled.question, { limit: LIMIT });
  const ms = performance.now() - started;
  const rank = hits.findIndex((hit) => hit.path === path.posix.normalize(labelled.file)) + 1;
  return { labelled, rank, first: hits[0]?.path ?? '-', ms };
}

/** Copies a project, so that one of its files can be changed. */
async function measureProject({ name, directory, questions }: Project): Promise<{
  measured: Measured[];
  indexMs: number;
  reindexMs: number;
}> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-search-'));
  try {
    const copy = path.join(folder, 'project');
    cpSync(directory, copy, {
      recursive: true,
      filter: (from) => !/[/\\](?:\.git|node_modules)$/.test(path.relative(directory, from)),
    });
    const opened = await openDirectory(copy, path.join(folder, 'store'));
    const measured: Measured[] = [];
    for (const labelled of questions) measured.push(await ask(opened, labelled));
    await opened.close();
    const reindexMs = await changeOne(opened, copy, path.join(folder, 'store'));
    console.log(
      `${name}: ${opened.navigation.paths.length} files, index ${rounded(opened.ms, 0)} ms, after one change ${rounded(reindexMs, 0)} ms`,
    );
    return { measured, indexMs: opened.ms, reindexMs };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Time of an index after a change of one file, in ms. */
async function changeOne({ navigation }: OpenDirectory, copy: string, store: string): Promise<number> {
  const changed =
    navigation.paths.find((one) => /\.(?:[cm]?[jt]sx?|py|go|rs|java)$/.test(one)) ?? navigation.paths[0];
  if (changed === undefined) return 0;
  const file = path.join(copy, changed);
  writeFileSync(file, `${readFileSync(file, 'utf8')}\n// changed\n`);
  const again = await openDirectory(copy, store);
  await again.close();
  if (again.navigation.read !== 1)
    throw new Error(`${again.navigation.read} files were read after one change`);
  return again.ms;
}

/** Prints how long an index of many files takes. */
async function measureMany(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-search-'));
  try {
    const { directory, files, bytes } = manyFiles(path.join(folder, 'many'), MANY);
    const opened = await openDirectory(directory, path.join(folder, 'store'));
    await opened.close();
    const reindexMs = await changeOne(opened, directory, path.join(folder, 'store'));
    console.log(
      `${files} files (${rounded(bytes / 1e6)} MB): index ${rounded(opened.ms, 0)} ms, after one change ${rounded(reindexMs, 0)} ms`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function printWrong(measured: readonly Measured[]): void {
  for (const { labelled, rank, first } of measured) {
    if (rank === 1) continue;
    console.log(`${String(rank).padStart(2)}  ${labelled.question}  [${labelled.file}]  first: ${first}`);
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      dir: { type: 'string' },
      questions: { type: 'string' },
      wrong: { type: 'boolean', default: false },
    },
  });
  const all: Measured[] = [];
  let indexMs = 0;
  let reindexMs = 0;
  for (const project of await projects(values.dir, values.questions)) {
    const result = await measureProject(project);
    const right = result.measured.filter(({ rank }) => rank > 0 && rank <= FIRST).length;
    console.log(`${project.name}: ${right} of ${project.questions.length} among the first ${FIRST}`);
    all.push(...result.measured);
    indexMs += result.indexMs;
    reindexMs = Math.max(reindexMs, result.reindexMs);
  }
  if (values.wrong) printWrong(all);
  if (values.dir === undefined) await measureMany();
  console.log(
    JSON.stringify({
      bench: 'search',
      questions: all.length,
      top1: all.filter(({ rank }) => rank === 1).length,
      top5: all.filter(({ rank }) => rank > 0 && rank <= FIRST).length,
      indexMs: rounded(indexMs, 0),
      reindexMs: rounded(reindexMs, 0),
      queryMs: rounded(median(all.map(({ ms }) => ms))),
    }),
  );
}

void main();
