import { loadServiceConfig } from '../config';
import type { KintsugiClient } from './client';
import { openClient } from './open';

export { KintsugiClient } from './client';
export type {
  AgentRequest,
  CodeRequest,
  GateRequest,
  GoalRequest,
  HealRequest,
  SessionRequest,
} from '../run-input';
export type { RunFilter, RunSummary } from './run-list';
export type { ForkRequest } from './fork';
export {
  RunHandle,
  type CodeHandle,
  type FollowEvents,
  type GoalHandle,
  type HealHandle,
} from './run-handle';
export type { Schedules, ScheduleSummary, ScheduleTimes } from './schedules';
export { GateHandle } from './gate-handle';
export { SessionHandle } from './session-handle';
// What a plain Temporal client needs: docs/temporal.md.
export {
  answerSignal,
  answerUpdate,
  eventsQuery,
  hostTaskQueue,
  MAIN_TASK_QUEUE,
  revokeUpdate,
  rollBackRunUpdate,
  searchAttributes,
  statusQuery,
  topUpSignal,
  topUpUpdate,
  type AnswerReceipt,
} from '../messages';
export { SESSION_MESSAGES, type SessionAnswers } from '../domain/session/messages';
export { EXIT, KintsugiError } from '../domain/kintsugi-error';
export type { Answer, Grant, Question, Revocation } from '../domain/run/questions';
export type { EventPage, RunEvent } from '../domain/run/events';
export type { InboxReceipt } from '../domain/run/inbox';
export type { RollbackResult } from '../domain/run/rollback';
export type { RunRollback, RunRollbackRequest } from '../domain/run/run-rollback';
export type { RunStatus } from '../domain/run/status';
export type { Budget, TopUp } from '../domain/run/budget';
export type { BudgetReport } from '../domain/run/budget-report';
export type { CodeRecord, CodeResult } from '../domain/agent/state';
export type { Finding, FindingId } from '../domain/gate/findings';
export type { GateResult, GateStand } from '../domain/gate/state';
export type { GateVerdict } from '../domain/gate/verdict';
export type { GoalResult } from '../domain/goal/result';
export { apiResponse, type ApiResponse } from '../domain/heal/api-response';
export type { HealResult, HealOutcome } from '../domain/heal/result';
export type { SessionResult } from '../domain/session/state';

/**
 * Connects to Kintsugi and starts what is missing: the embedded server (unless the standard Temporal
 * configuration names one) and a worker. `say` gets a line for each thing that takes time.
 */
export function connect(say?: (line: string) => void): Promise<KintsugiClient> {
  return openClient(loadServiceConfig(), { start: 'all', say });
}
