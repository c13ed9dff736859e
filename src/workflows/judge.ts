import { isGreen } from '../domain/heal/choose';
import { confirmationWanted } from '../domain/heal/confirm';
import type { CheckRights } from '../domain/heal/checks';
import type { HeavyRules } from '../domain/files/heavy-rules';
import type { HostDirectory } from '../domain/files/workspace';
import type { TreeHash } from '../domain/ids';
import type { RunInput } from '../domain/run/input';
import type { RunnerOutcome } from '../domain/verification/own-runner';
import type { Verification, VerificationSpec } from '../domain/verification/verification';
import { CONFIRM, CONFIRM_ROW, verifyOptions } from './activity-options';
import type { Kit } from './run/kit';

type JudgingInput = RunInput & {
  directory: HostDirectory;
  heavyFolders?: HeavyRules;
  verification: VerificationSpec;
};

/** The verification of the files before a change: it says which checks there are. `rights`: those by which they may be found. */
export function verifyBefore(
  kit: Kit<JudgingInput>,
  {
    label,
    tree,
    rights,
    keepsBuilds,
  }: { label: string; tree: TreeHash; rights: Omit<CheckRights, 'policy'>; keepsBuilds?: true },
): Promise<Verification> {
  const { directory, verification: spec, heavyFolders, policy } = kit.input;
  return kit.call('verify: the files before it', verifyOptions(spec), (activities) =>
    activities.verifyTree({
      key: kit.key(label),
      ...{ directory, heavyFolders, generatedTests: [], tree, spec, rerunFailures: true, keepsBuilds },
      detect: { ...rights, policy },
    }),
  );
}

/** A change to be judged. `covers`: files of which it is told whether tests execute them. */
export interface JudgedChange {
  label: string;
  /** Row of the Web UI. */
  row: string;
  base: TreeHash;
  tree: TreeHash;
  baseline: Verification;
  covers?: readonly string[];
}

/** Verdict on a change as a run of `heal` comes to it; the project's own command has a word, where the sandbox calls it green. */
export async function judgeAgainst(
  kit: Kit<JudgingInput>,
  { label, row, base, tree, baseline, covers }: JudgedChange,
): Promise<{ verification: Verification; confirmation?: RunnerOutcome }> {
  const { directory, verification: given, heavyFolders } = kit.input;
  const spec = baseline.found?.spec ?? given;
  const verification = await kit.call(row, verifyOptions(spec), (activities) =>
    activities.verifyTree({
      key: kit.key(`${label}/verify`),
      ...{ directory, heavyFolders, generatedTests: [], tree, spec, covers },
      ...{ baseline: baseline.report, rerunFailures: false },
    }),
  );
  const wanted = isGreen(verification) && confirmationWanted({ baseline, baseTree: base }, verification);
  if (!wanted) return { verification };
  const { report } = wanted;
  const confirmation = await kit.call(CONFIRM_ROW, CONFIRM, (activities) =>
    activities.confirmTree({
      key: kit.key(`${label}/confirm`),
      ...{ tree, report, baseline: baseline.report, spec, directory, heavyFolders },
    }),
  );
  return { verification, confirmation };
}
