/** Whole suites: the sandbox against jest itself in one process with its usual workers, results compared. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { createSandbox } from '../../src/sandbox';
import type { LoadedProgram } from '../../src/verifier/load-program';
import { compare } from '../conformance/outcomes';
import type { FileOutcome } from '../conformance/outcomes';
import { openRealJest } from '../conformance/real-jest';
import type { RealJest } from '../conformance/real-jest';
import { loadFolder, runFiles } from '../conformance/sandboxed';
import { runOnce } from './single';
import { median, timed } from '../statistics';

export interface SuiteTimes {
  name: string;
  files: number;
  tests: number;
  equal: number;
  /** The first run of new children. */
  firstMs: number;
  sandboxMs: number;
  jestMs: number;
}

/** Folders to measure: each of `folders` that is a project, else the projects in it. */
export function projectsIn(folders: readonly string[]): string[] {
  return folders.flatMap((folder) => {
    if (existsSync(path.join(folder, 'package.json'))) return [path.resolve(folder)];
    const inside = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
      .map((entry) => path.resolve(folder, entry.name));
    return inside.filter((inner) => existsSync(path.join(inner, 'package.json')));
  });
}

/** As many files of each project, in turn, as make `wanted` in all. */
function share(lists: readonly string[][], wanted: number): string[][] {
  const shares = lists.map((): string[] => []);
  let left = wanted;
  for (let index = 0; left > 0 && lists.some((list) => list.length > index); index++) {
    lists.forEach((list, project) => {
      const file = list[index];
      if (file === undefined || left === 0) return;
      shares[project]?.push(file);
      left--;
    });
  }
  return shares;
}

/**
 * Both sides run the same files. Jest's transform cache is warm, as a user's is. The sandbox's children are started and
 * have not seen the project at first; then they run it `rounds` times in turn with jest, a source changed each time, as
 * one attempt after another does.
 */
export async function measureSuites(
  folders: readonly string[],
  options: { files: number; rounds: number },
): Promise<SuiteTimes[]> {
  const jests = folders.map((folder) => openRealJest(folder, { cached: true }));
  try {
    const lists = await Promise.all(jests.map((jest) => jest.listTests()));
    const shares = share(lists, options.files);
    const results: SuiteTimes[] = [];
    for (const [index, folder] of folders.entries()) {
      const jest = jests[index];
      const files = shares[index] ?? [];
      if (!jest || files.length === 0) continue;
      results.push(await measureSuite(folder, jest, files, options.rounds));
    }
    return results;
  } finally {
    for (const jest of jests) jest.close();
  }
}

/** The program with a comment more in one of its sources, one that no test is in. */
function changed(program: LoadedProgram, files: readonly string[], round: number): LoadedProgram {
  const source = [...program.files.keys()].find(
    (name) => /\.[cm]?[jt]sx?$/.test(name) && !files.includes(name),
  );
  if (source === undefined) return { ...program, files: new Map(program.files) };
  const text = `${program.files.get(source) ?? ''}\n// ${round}\n`;
  return { ...program, files: new Map([...program.files, [source, text]]) };
}

async function measureSuite(
  folder: string,
  jest: RealJest,
  files: readonly string[],
  rounds: number,
): Promise<SuiteTimes> {
  let real = await jest.run(files);
  const times: { sandbox: number[]; jest: number[] } = { sandbox: [], jest: [] };
  const sandbox = createSandbox();
  try {
    const program = await loadFolder(folder, sandbox);
    await Promise.all([runOnce(sandbox), runOnce(sandbox)]);
    let outcomes: FileOutcome[] = [];
    const firstMs = await timed(() => runFiles(sandbox, program, files));
    for (let round = 0; round < rounds; round++) {
      const next = changed(program, files, round);
      times.sandbox.push(await timed(async () => (outcomes = await runFiles(sandbox, next, files))));
      times.jest.push(await timed(async () => (real = await jest.run(files))));
    }
    const { tests, equal } = compare(real, outcomes);
    return {
      name: path.basename(folder),
      files: files.length,
      ...{ tests, equal, firstMs },
      sandboxMs: median(times.sandbox),
      jestMs: median(times.jest),
    };
  } finally {
    await sandbox.close();
  }
}
