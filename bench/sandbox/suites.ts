/** Whole suites: the sandbox against jest itself in one process with its usual workers, results compared. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { createSandbox } from '../../src/activities/sandbox';
import { compare } from '../conformance/outcomes';
import { openRealJest } from '../conformance/real-jest';
import { loadFolder, runFiles } from '../conformance/sandboxed';
import { runOnce } from './single';
import { median } from './statistics';

export interface SuiteTimes {
  name: string;
  files: number;
  tests: number;
  equal: number;
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
 * Both sides run the same files, `rounds` times in turn. Jest's transform cache is warm, as a user's is; the sandbox
 * starts each time with new children and a program they have not seen.
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

async function measureSuite(
  folder: string,
  jest: ReturnType<typeof openRealJest>,
  files: readonly string[],
  rounds: number,
): Promise<SuiteTimes> {
  let real = await jest.run(files);
  const times: { sandbox: number[]; jest: number[] } = { sandbox: [], jest: [] };
  let compared = { tests: 0, equal: 0 };
  for (let round = 0; round < rounds; round++) {
    const sandbox = createSandbox();
    try {
      await Promise.all([runOnce(sandbox), runOnce(sandbox)]);
      const started = performance.now();
      const program = await loadFolder(folder, sandbox);
      const outcomes = await runFiles(sandbox, program, files);
      times.sandbox.push(performance.now() - started);
      compared = compare(real, outcomes);
    } finally {
      await sandbox.close();
    }
    const started = performance.now();
    real = await jest.run(files);
    times.jest.push(performance.now() - started);
  }
  const { tests, equal } = compared;
  return {
    name: path.basename(folder),
    files: files.length,
    tests,
    equal,
    sandboxMs: median(times.sandbox),
    jestMs: median(times.jest),
  };
}
