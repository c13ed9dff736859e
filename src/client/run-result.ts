import { CodeRecord, type CodeResult } from '../domain/agent/state';
import type { GateResult } from '../domain/gate/state';
import type { GoalResult } from '../domain/goal/result';
import { HealResult } from '../domain/heal/result';
import { RollbackResult } from '../domain/run/rollback';
import type { SessionResult } from '../domain/session/state';

/** Result of a run, with the kind that says what it is. */
export type EndedRun =
  | { kind: 'heal'; result: HealResult }
  | { kind: 'codingAgent'; result: CodeResult }
  | { kind: 'gate'; result: GateResult }
  | { kind: 'goal'; result: GoalResult }
  | { kind: 'session'; result: SessionResult }
  | { kind: 'rollback'; result: RollbackResult }
  | { kind: 'other'; result: unknown };

/** Reads what a workflow of a kind returned. Throws where it isn't a result of that kind. */
export function readResult(kind: string, result: unknown): EndedRun {
  if (kind === 'heal') return { kind, result: HealResult.parse(result) };
  if (kind === 'gate') return { kind, result: result as GateResult };
  if (kind === 'goal') return { kind, result: result as GoalResult };
  if (kind === 'session') return { kind, result: result as SessionResult };
  if (kind === 'rollback') return { kind, result: RollbackResult.parse(result) };
  if (kind !== 'codingAgent') return { kind: 'other', result };
  const { record } = result as CodeResult;
  return { kind, result: { ...(result as CodeResult), record: CodeRecord.parse(record) } };
}
