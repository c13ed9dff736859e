import type { BlobHash } from '../../domain/ids';
import { outsideModule } from '../../domain/verification/integrity/own-modules';
import { isScript } from '../../domain/verification/integrity/source-kinds';
import {
  commandNames,
  isCommandFile,
  isEnvironmentFile,
  judgeBehind,
} from '../../domain/verification/integrity/taken-places';
import { parentPath } from '../../domain/files/paths';
import { isManifest, protectedReason } from '../../domain/verification/protected-paths';
import type { Judges } from '../../domain/verification/verification';
import type { BlobStore, TreeStore } from '../../store';
import type { LoadProgram } from '../load-program';
import { readReport } from '../read-report';
import { judgeReason } from '../select-tests';
import type { InspectedChange, Inspection } from './inspection';
import { textsOf } from './judges';
import { namedFiles } from './named-files';
import { touchedPaths } from '../../domain/files/touched-paths';

interface Deps {
  trees: TreeStore;
  blobs: BlobStore;
  loadProgram: LoadProgram;
}

const NOTHING: Inspection = { objections: [], warnings: [] };

/** Inspects a change for files that judge by their use: edited ones, and new files in the place of one. */
export async function changedJudges(deps: Deps, change: InspectedChange): Promise<Inspection> {
  if (change.report === undefined) return NOTHING;
  const judges = await judgesOfReport(deps.blobs, change.report);
  if (!judges) return NOTHING;
  const [edited, placed] = [editedJudges(judges, change), await takenPlaces(deps, judges, change)];
  return {
    objections: [...edited.objections, ...placed.objections],
    warnings: [...edited.warnings, ...placed.warnings],
  };
}

async function judgesOfReport(blobs: BlobStore, report: BlobHash): Promise<Judges | undefined> {
  return (await readReport(blobs, report)).judges;
}

function editedJudges(
  judges: Judges,
  { changes, impactedFiles = [], isAsked = false }: InspectedChange,
): Inspection {
  const wanted = new Set(impactedFiles);
  const shared = new Map(judges.shared.map(({ path, why }) => [path, why]));
  // Who asks for a change may ask for new tests and what they read.
  const reasonFor = judgeReason(isAsked ? { ...judges, folders: [] } : judges);
  const found: Inspection = { objections: [], warnings: [] };
  for (const path of touchedPaths(changes)) {
    const why = shared.get(path);
    if (why !== undefined)
      found.warnings.push(
        `${path} is program and judge at once (${why}): look whether the change weakens the judge.`,
      );
    const reason = wanted.has(path)
      ? undefined
      : (reasonFor(path) ?? unlockedManifest(path, judges, isAsked));
    if (reason !== undefined)
      found.objections.push({ path, message: `${path} ${reason} and must not be changed.` });
  }
  return found;
}

/** A manifest that is wrong by itself is repaired by who names it; others are left alone. */
function unlockedManifest(path: string, { failing }: Judges, isAsked: boolean): string | undefined {
  return isManifest(path) && !isAsked && !failing.includes(path) ? protectedReason(path) : undefined;
}

async function takenPlaces(deps: Deps, judges: Judges, change: InspectedChange): Promise<Inspection> {
  const added = change.changes
    .filter(({ change: kind }) => kind === 'added' || kind === 'renamed')
    .map(({ path }) => path);
  const found: Inspection = { objections: [], warnings: [] };
  if (added.length === 0) return found;
  const { base, tree, spec, directory, impactedFiles = [] } = change;
  const program = await deps.loadProgram({ tree: base, spec, directory });
  const listed = await deps.trees.list(base);
  const paths = new Set(listed.map(({ path }) => path));
  const kept = new Set((await deps.trees.list(tree)).map(({ path }) => path));
  const judging = [...judges.files.map(({ path }) => path), ...paths].filter(
    (path) =>
      kept.has(path) &&
      (judges.files.some((one) => one.path === path) || protectedReason(path) !== undefined),
  );
  const texts = await textsOf(program);
  const scripts = [...texts].filter(([path, text]) => isScript(path, text) && judging.includes(path));
  const commands = commandNames([
    ...spec.commands.map((check) => check.command),
    ...scripts.map(([, text]) => text),
  ]);
  const { files, tests } = namedFiles(
    program,
    spec.commands.map((check) => check.command),
  );
  const searched = new Set([...files, ...tests].map(parentPath));
  for (const path of added.filter((one) => !impactedFiles.includes(one))) {
    const problem = placeTaken(path, { judging, paths, texts, commands, searched });
    if (problem !== undefined)
      found.objections.push({ path, message: `${path} ${problem}: choose another name.` });
    else if (isEnvironmentFile(path))
      found.warnings.push(
        `${path} is new and may set the environment of the checks: look whether it belongs there.`,
      );
  }
  return found;
}

interface Present {
  judging: readonly string[];
  paths: ReadonlySet<string>;
  texts: ReadonlyMap<string, string>;
  commands: ReadonlySet<string>;
  searched: ReadonlySet<string>;
}

function placeTaken(
  path: string,
  { judging, paths, texts, commands, searched }: Present,
): string | undefined {
  const judge = judgeBehind(path, judging);
  if (judge !== undefined) return `would be found in place of ${judge}, which judges the program`;
  const module = outsideModule(path, paths, texts, searched, new Set(judging));
  if (module !== undefined)
    return `would be loaded in place of the module ${module} from outside of the project`;
  return isCommandFile(path, commands) ? 'has the name of a command that the checks run' : undefined;
}
