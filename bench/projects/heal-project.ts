import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Heal, Healer } from '../healer';
import { runCheck, withFolder, writeFiles } from '../project-folder';
import { notRecognised, sameTexts } from './compare';
import { repaired, type BrokenProject, type Files } from './project';
import type { Outcome } from './report';

/** Heals one project in a folder of its own, and compares what was published or suggested with what is right. */
export function healProject(healer: Healer, project: BrokenProject): Promise<Outcome> {
  return withFolder(project, project.files, async (folder) => {
    const heal = await healer.heal(folder);
    const { facts, seconds, said } = heal;
    const healed = facts?.delivery.status === 'published';
    return {
      project,
      notRecognised: facts ? notRecognised(project, facts) : firstLine(said),
      healed,
      right: healed && (await isRight(project, folder)),
      suggested: await compareSuggestions(healer, project, heal),
      seconds,
      note: facts?.repairs.map(({ summary }) => firstLine(summary)).join('; ') || firstLine(said),
    };
  });
}

async function compareSuggestions(
  healer: Healer,
  project: BrokenProject,
  { facts }: Heal,
): Promise<Outcome['suggested']> {
  const choices = facts?.delivery.choices ?? [];
  for (const { tree } of choices) {
    const files = { ...project.files, ...(await healer.changesOf(tree, project.files)) };
    if (await withFolder(project, files, (folder) => isRight(project, folder))) return 'with the right one';
  }
  return choices.length > 0 ? 'without the right one' : 'none';
}

/** True if the folder has the right text, or passes the tests that the heal did not see. Writes these into it. */
async function isRight(project: BrokenProject, folder: string): Promise<boolean> {
  if (sameTexts(repaired(project), readFiles(folder, Object.keys(project.files)))) return true;
  if (project.heldOut === undefined) return false;
  writeFiles(folder, project.heldOut);
  return (await runCheck(folder, project.check)).passed;
}

function readFiles(folder: string, files: readonly string[]): Files {
  return Object.fromEntries(files.map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]));
}

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0] ?? '';
}
