import { saidText, type Said } from '../domain/run/said';
import type { BlobHash } from '../domain/ids';
import { type EditPolicy, keptReason } from '../domain/run/policy/kept-files';
import { protectedReason } from '../domain/verification/protected-paths';
import type { BlobStore } from '../store';
import { readReport } from '../verifier';

export interface RequestFacts extends EditPolicy {
  impactedFiles: readonly string[];
  /** Report of the unchanged tree: the judges that it names are not changed. */
  report?: BlobHash;
}

/** Reason why a request may not change a path. Undefined: it may. */
export type Forbidden = (path: string, exists: boolean) => string | undefined;

/** Rules for who carries out a request: it may change what it names and add files, but change no other judge and nothing that is kept. */
export async function requestRules(deps: { blobs: BlobStore }, facts: RequestFacts): Promise<Forbidden> {
  return outsideImpact(facts, await judgesOf(deps.blobs, facts.report));
}

/** Judges of the unchanged program, from the report of its baseline. */
interface KnownJudges {
  /** Paths that decide what its tests mean. */
  paths: ReadonlySet<string>;
  /** Files that judge by what uses them: path → why they may not change. */
  files: ReadonlyMap<string, Said>;
  /** It has tests. */
  present: boolean;
}

async function judgesOf(blobs: BlobStore, report: BlobHash | undefined): Promise<KnownJudges> {
  if (report === undefined) return { paths: new Set(), files: new Map(), present: false };
  const read = await readReport(blobs, report);
  return {
    paths: new Set(read.judging),
    files: new Map(read.judges?.files.map(({ path, why }) => [path, why])),
    present: read.checks.some((check) => check.kind === 'tests') || Boolean(read.judges?.files.length),
  };
}

/** A request may change what it names, and add files; nothing else that is there, and nothing that the policy keeps. */
function outsideImpact(
  { impactedFiles: impacted, policy, mode }: RequestFacts,
  judges: KnownJudges,
): Forbidden {
  const kept = keptReason({ policy, mode }, ['edit', 'change']);
  return (path, exists) => {
    const denied = kept(path);
    if (denied !== undefined) return saidText(denied);
    if (impacted.includes(path)) return undefined;
    const why = judges.files.get(path);
    if (why !== undefined) return `judges the program (${saidText(why)}, and --impacted does not name it)`;
    const reason = judges.paths.has(path) ? 'judges the program' : protectedReason(path);
    // New tests are welcome; settings that come with a change would judge it in place of those that are there.
    if (!exists) return judges.present && reason !== 'is a test' ? reason : undefined;
    return reason ?? (impacted.length > 0 ? 'is not among the files to change' : undefined);
  };
}
