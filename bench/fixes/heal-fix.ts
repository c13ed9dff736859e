import { execFile } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { Healer } from '../healer';
import type { Files } from '../project-folder';
import { failingIds, placeOf, sameTexts } from '../projects/compare';
import { behavesAlike } from './behaviour';
import type { FixOutcome } from './report';

const execute = promisify(execFile);

/** A fix commit of a public library. */
export const RealFix = z.object({
  id: z.string(),
  /** The commit that mends it. */
  fix: z.string(),
  /** Files that it mends; the project has their versions from before. */
  source: z.array(z.string()),
  tests: z.array(z.string()),
  runner: z.string(),
});
export type RealFix = z.infer<typeof RealFix>;

/** Heals a copy of the project, and compares what was published or suggested with the true change. */
export async function healFix(healer: Healer, fix: RealFix, project: string): Promise<FixOutcome> {
  const mended = await trueVersions(fix, project);
  const broken = readFiles(project, [...new Set([...fix.source, ...programFiles(project)])]);
  const parent = mkdtempSync(path.join(tmpdir(), 'kintsugi-fix-'));
  const folder = path.join(parent, fix.id);
  try {
    await copyProject(project, folder);
    const { facts, seconds, said } = await healer.heal(folder);
    const published = facts?.delivery.status === 'published';
    const choices = facts?.delivery.choices ?? [];
    const isRight = async (changes: Files): Promise<boolean> => {
      const versions = versionsOf(broken, mended, changes);
      return sameTexts(versions.right, versions.found) || (await behavesAlike(project, fix.tests, versions));
    };
    let hasRight = false;
    for (const { tree } of choices) hasRight ||= await isRight(await healer.changesOf(tree, broken));
    return {
      id: fix.id,
      runner: fix.runner,
      notRecognised: facts ? notRecognised(fix, failingIds(facts), placeOf(facts), project) : firstLine(said),
      published,
      publishedRight: published && (await isRight(changesIn(folder, broken))),
      suggested: choices.length > 0,
      suggestedHasRight: hasRight,
      seconds,
      note: facts?.repairs.map(({ summary }) => firstLine(summary)).join('; ') || firstLine(said),
    };
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

/** The files that the fix or the repair changes, in each version: a repair may mend another file than the fix did. */
export function versionsOf(
  broken: Files,
  mended: Files,
  changes: Files,
): { right: Files; broken: Files; found: Files } {
  const paths = [...new Set([...Object.keys(mended), ...Object.keys(changes)])];
  const before = Object.fromEntries(paths.map((file) => [file, broken[file] ?? '']));
  return { right: { ...before, ...mended }, broken: before, found: { ...before, ...changes } };
}

/** Those of the files that a folder has with another text. */
function changesIn(folder: string, files: Files): Files {
  const kept = Object.keys(files).filter((file) => existsSync(path.join(folder, file)));
  const now = readFiles(folder, kept);
  return Object.fromEntries(Object.entries(now).filter(([file, text]) => text !== files[file]));
}

/** Sources of a project, its packages left out. */
function programFiles(project: string): string[] {
  const isLeftOut = /(?:^|\/)(?:node_modules|\.git)\//;
  return readdirSync(project, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.[cm]?[jt]sx?$/.test(entry.name))
    .map((entry) => path.relative(project, path.join(entry.parentPath, entry.name)))
    .filter((file) => !isLeftOut.test(file));
}

/** Sentence on what was not recognised. Undefined: a failing test of the fix's test files, and a place in the project. */
function notRecognised(
  { tests }: RealFix,
  ids: readonly string[],
  place: string,
  project: string,
): string | undefined {
  if (ids.length === 0) return 'no failing test is named';
  // A test file may load others, which hold the tests.
  const known = tests.includes(place) || ids.some((id) => tests.some((test) => id.startsWith(`${test} > `)));
  if (!known) return `no failing test is in ${tests.join(', ')}: ${ids[0] ?? ''}`;
  return existsSync(path.join(project, place)) ? undefined : `the place is no file of the project: ${place}`;
}

/** The sources after the fix: from the project's git history, or the folder `ID.right` beside it. */
export async function trueVersions({ id, fix, source }: RealFix, project: string): Promise<Files> {
  const beside = path.join(path.dirname(project), `${id}.right`);
  if (existsSync(beside)) return readFiles(beside, source);
  const versions: Files = {};
  for (const file of source) {
    const { stdout } = await execute('git', ['show', `${fix}:${file}`], {
      cwd: project,
      maxBuffer: 1 << 26,
    }).catch(() => {
      throw new Error(
        `${project} has no commit ${fix} with ${file}: clone it, or lay the mended files into ${beside}.`,
      );
    });
    versions[file] = stdout;
  }
  return versions;
}

/** A copy without its history. */
async function copyProject(project: string, folder: string): Promise<void> {
  await execute('cp', ['-a', project, folder]);
  // A clone without its past, which holds the fix.
  rmSync(path.join(folder, '.git'), { recursive: true, force: true });
  await execute('git', ['init', '-q'], { cwd: folder });
  // Where the project ignores its packages, git refuses to add "all but these".
  appendFileSync(path.join(folder, '.git', 'info', 'exclude'), 'node_modules\n');
  await execute('git', ['add', '--all'], { cwd: folder, maxBuffer: 1 << 28 });
}

function readFiles(folder: string, files: readonly string[]): Files {
  return Object.fromEntries(files.map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]));
}

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0] ?? '';
}
