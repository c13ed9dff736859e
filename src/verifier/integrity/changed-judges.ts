import { outsideModule } from '../../domain/verification/integrity/own-modules';
import { commandNames, isCommandFile, judgeBehind } from '../../domain/verification/integrity/taken-places';
import { baseName, parentPath } from '../../domain/files/paths';
import { isManifest, protectedReason } from '../../domain/verification/protected-paths';
import type { CheckReport, Judges, VerificationSpec } from '../../domain/verification/verification';
import type { BlobStore, TreeStore } from '../../store';
import type { LoadProgram } from '../load-program';
import { readReport } from '../read-report';
import { judgeReason } from '../select-tests';
import type { InspectedChange, Objection } from './inspection';
import { textsOf } from './judges';
import { touchedPaths } from '../../domain/files/touched-paths';

interface Deps {
  trees: TreeStore;
  blobs: BlobStore;
  loadProgram: LoadProgram;
}

/** Inspects a change for files that judge by their use: edited ones, and new files in the place of one. */
export async function changedJudges(deps: Deps, change: InspectedChange): Promise<Objection[]> {
  if (change.report === undefined) return [];
  const { judges, checks } = await readReport(deps.blobs, change.report);
  if (!judges) return [];
  return [...editedJudges(judges, change), ...(await takenPlaces(deps, { judges, checks }, change))];
}

function editedJudges(
  judges: Judges,
  { changes, impactedFiles = [], isAsked = false }: InspectedChange,
): Objection[] {
  const wanted = new Set(impactedFiles);
  // Who asks for a change may ask for new tests and what they read.
  const reasonFor = judgeReason(isAsked ? { ...judges, folders: [] } : judges);
  return touchedPaths(changes)
    .filter((path) => !wanted.has(path))
    .flatMap((path) => {
      const reason = reasonFor(path) ?? unlockedManifest(path, judges, isAsked);
      return reason === undefined ? [] : [{ path, message: `${path} ${reason} and must not be changed.` }];
    });
}

/** A manifest that is wrong by itself is repaired by who names it; others are left alone. */
function unlockedManifest(path: string, { failing }: Judges, isAsked: boolean): string | undefined {
  return isManifest(path) && !isAsked && !failing.includes(path) ? protectedReason(path) : undefined;
}

async function takenPlaces(
  deps: Deps,
  { judges, checks }: { judges: Judges; checks: readonly CheckReport[] },
  change: InspectedChange,
): Promise<Objection[]> {
  const { base, tree, spec, directory, impactedFiles = [] } = change;
  const added = change.changes
    .filter(({ change: kind }) => kind === 'added' || kind === 'renamed')
    .map(({ path }) => path)
    .filter((path) => !impactedFiles.includes(path));
  if (added.length === 0) return [];
  const program = await deps.loadProgram({ tree: base, spec, directory });
  const paths = new Set((await deps.trees.list(base)).map(({ path }) => path));
  const kept = new Set((await deps.trees.list(tree)).map(({ path }) => path));
  const named = new Set(judges.files.map(({ path }) => path));
  const judging = [...named, ...paths].filter(
    (path) => kept.has(path) && (named.has(path) || protectedReason(path) !== undefined),
  );
  const texts = await textsOf(program);
  const scripts = judging.map((path) => texts.get(path) ?? '');
  const present = {
    judging,
    paths,
    texts,
    commands: commandNames([...spec.commands.map((check) => check.command), ...scripts]),
    // Beside a file that a check runs, modules are looked for.
    searched: new Set(
      checks
        .flatMap(({ opened }) => opened?.files ?? [])
        .filter((path) => isRun(spec, path))
        .map(parentPath),
    ),
  };
  return added.flatMap((path) => {
    const problem = placeTaken(path, present) ?? (change.isAsked ? undefined : startsElsewhere(path));
    return problem === undefined ? [] : [{ path, message: `${path} ${problem}: choose another name.` }];
  });
}

/** What a repair adds is verified here: it adds nothing that tools, editors and servers start by themselves. */
function startsElsewhere(path: string): string | undefined {
  const isHidden = path.split('/').some((part) => part.startsWith('.') && !/^\.(?:git)?keep$/.test(part));
  const isPipeline = /(^|\/)(Jenkinsfile|(azure|bitbucket)-pipelines\.ya?ml|appveyor\.ya?ml)$/.test(path);
  return isHidden || isPipeline
    ? 'would be started or read by other tools, and no check shows what it does'
    : undefined;
}

/** True for a file whose name stands in a command. */
function isRun({ commands }: VerificationSpec, path: string): boolean {
  return commands.some(({ command }) => command.includes(baseName(path)));
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
