import { reasonText } from '../../src/domain/heal/standing';
import type { Proposer } from '../../src/repair/types';
import type { VerifierDeps, VerifyTask } from '../../src/verifier/verify-task';
import { analyzeFailures } from '../../src/domain/verification/analysis';
import { chooseWinner, isGreen, rankCandidates } from '../../src/domain/heal/choose';
import { errorContext } from '../../src/domain/heal/errors';
import type { RoundCandidate, Candidate, Proposal, TriedCandidate } from '../../src/domain/heal/proposal';
import type { TreeHash } from '../../src/domain/ids';
import { VerificationSpec, type Verification } from '../../src/domain/verification/verification';
import type { FileEdit } from '../../src/domain/files/workspace';
import type { RepairProgram } from './items';

/** The real parts that a repair goes through. */
export interface RepairParts {
  emptyTree(): Promise<TreeHash>;
  applyEdits(
    tree: TreeHash,
    edits: readonly FileEdit[],
  ): Promise<{ tree: TreeHash } | { refusals: unknown[] }>;
  verifier: VerifierDeps;
  verify(deps: VerifierDeps, task: VerifyTask): Promise<Verification>;
  proposer: Proposer;
}

export interface RepairOutcome {
  /** A candidate passes the visible tests when verified in a fresh isolate. */
  fixed: boolean;
  /** It passes all tests. */
  correct: boolean;
  /** Its repairs all behave alike, and nothing speaks against it. */
  sure: boolean;
  /** One of the proposed repairs passes all tests. */
  offered: boolean;
  rounds: number;
  searched: number;
  /** From the first proposal to the winner, ms. */
  ms: number;
  note: string;
}

const SPEC = VerificationSpec.parse({ limits: { wallMs: 5_000, turnMs: 3_000 } });
const SIGNAL = new AbortController().signal;

/** Repairs one program as the heal loop would: propose, verify, choose, at most `rounds` times. */
export async function repairItem(
  parts: RepairParts,
  program: RepairProgram,
  options: { rounds: number },
): Promise<RepairOutcome> {
  const base = await treeOf(parts, await parts.emptyTree(), [
    { action: 'create', path: 'solution.js', content: program.source },
    { action: 'create', path: 'solution.test.js', content: program.test },
  ]);
  const baseline = await check(parts, base);
  const startedMs = performance.now();
  const tried: TriedCandidate[] = [];
  let searched = 0;
  let note = 'no visible test fails';
  for (let round = 1; round <= options.rounds && !baseline.success; round++) {
    const proposal = await propose(parts, baseline, tried, round);
    searched += proposal.searched;
    note = proposal.note;
    const winner = await winnerOf(parts, proposal, baseline, tried);
    if (!winner) continue;
    const ms = Math.round(performance.now() - startedMs);
    const correct = await isCorrect(parts, winner.tree, program);
    const sure = winner.standing?.confidence === 'high';
    const offered = correct || (await isOffered(parts, proposal.candidates, program));
    const why = winner.standing
      ? ` (${winner.standing.confidence}: ${reasonText(winner.standing.reason, 'en')})`
      : '';
    return { fixed: true, correct, sure, offered, rounds: round, searched, ms, note: winner.summary + why };
  }
  const ms = Math.round(performance.now() - startedMs);
  return {
    fixed: false,
    correct: false,
    sure: false,
    offered: false,
    rounds: options.rounds,
    searched,
    ms,
    note,
  };
}

async function propose(
  parts: RepairParts,
  baseline: Verification,
  tried: readonly TriedCandidate[],
  round: number,
): Promise<Proposal> {
  const analysis = analyzeFailures(baseline);
  const evidence = {
    tree: baseline.tree,
    report: baseline.report,
    baselineReport: baseline.report,
    analysis,
    errorContext: errorContext(baseline, analysis, []),
    impactedFiles: [],
    vanished: [],
    tried: [...tried],
    round,
  };
  const key = { run: 'bench', effect: `round-${round}` };
  return parts.proposer.propose(evidence, {
    key,
    verification: SPEC,
    signal: SIGNAL,
    progress: () => undefined,
  });
}

async function winnerOf(
  parts: RepairParts,
  proposal: Proposal,
  baseline: Verification,
  tried: TriedCandidate[],
): Promise<Candidate | undefined> {
  const verified: RoundCandidate[] = [];
  for (const candidate of rankCandidates(proposal.candidates, tried)) {
    const verification = await check(parts, candidate.tree, baseline);
    verified.push({ candidate, verification });
    tried.push({
      tree: candidate.tree,
      proposer: 'mutation',
      summary: candidate.summary,
      outcome: 'verified',
    });
    if (isGreen(verification)) break;
  }
  const winner = chooseWinner(verified, baseline);
  return winner && isGreen(winner.verification) ? winner.candidate : undefined;
}

async function isOffered(
  parts: RepairParts,
  candidates: readonly Candidate[],
  program: RepairProgram,
): Promise<boolean> {
  for (const { tree } of candidates) if (await isCorrect(parts, tree, program)) return true;
  return false;
}

async function isCorrect(parts: RepairParts, tree: TreeHash, program: RepairProgram): Promise<boolean> {
  if (program.hiddenTest === program.test) return true;
  const edit: FileEdit = { action: 'modify', path: 'solution.test.js', content: program.hiddenTest };
  return isGreen(await check(parts, await treeOf(parts, tree, [edit])));
}

async function treeOf(parts: RepairParts, tree: TreeHash, edits: readonly FileEdit[]): Promise<TreeHash> {
  const outcome = await parts.applyEdits(tree, edits);
  if (!('tree' in outcome)) throw new Error(`edits were refused: ${JSON.stringify(outcome.refusals)}`);
  return outcome.tree;
}

function check(parts: RepairParts, tree: TreeHash, baseline?: Verification): Promise<Verification> {
  return parts.verify(parts.verifier, {
    tree,
    spec: SPEC,
    baseline: baseline?.report,
    rerunFailures: false,
    generatedTests: [],
    runCheck: () => Promise.reject(new Error('this benchmark has no commands')),
    signal: SIGNAL,
    progress: () => undefined,
  });
}
