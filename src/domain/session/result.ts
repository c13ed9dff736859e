import type { HostDirectory } from '../files/workspace';
import type { BlobHash } from '../ids';
import type { BudgetReport } from '../run/budget-report';
import type { Checkpoint, SnapshotRef } from '../run/checkpoints';
import type { RunTotals } from '../run/machine';
import { addUsage, type Usage } from '../run/usage';
import type { MadeTransition } from './mode-state';
import type { AgentMode } from './modes';
import type { SessionEnding, SessionState, Turn } from './state';

/** Result of a `session` run: it is understood without a worker. */
export interface SessionResult {
  readonly version: 1;
  readonly id: string;
  readonly directory: HostDirectory;
  readonly status: SessionEnding['status'];
  /** One sentence. */
  readonly message: string;
  readonly mode: AgentMode;
  readonly turnCount: number;
  /** The newest; `head` is the chain of all. */
  readonly turns: readonly Turn[];
  /** Blob of the newest saved state. */
  readonly head?: BlobHash;
  readonly transitions: readonly MadeTransition[];
  readonly files?: SnapshotRef;
  readonly checkpoints: readonly Checkpoint[];
  /** Spent in all, turns that were rewound included. */
  readonly usage: Usage;
  readonly budget?: BudgetReport;
  readonly events?: BlobHash;
}

/** The result of a session that has ended. */
export function resultOf(
  state: SessionState,
  { budget, checkpoints, events, givenUp }: RunTotals,
): SessionResult {
  const { id, directory, modes, turns, head, turnCount, files, spent, ending } = state;
  return {
    version: 1,
    ...{ id, directory, turnCount, turns, head, files, checkpoints, budget, events },
    status: ending?.status ?? 'failed',
    message: ending?.why ?? '',
    mode: modes.mode,
    transitions: modes.transitions,
    usage: addUsage(spent, givenUp),
  };
}
