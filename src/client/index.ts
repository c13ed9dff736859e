import { loadServiceConfig } from '../config';
import type { KintsugiClient } from './client';
import { openClient } from './open';

export { KintsugiClient } from './client';
export type { CodeRequest } from './code-input';
export type { GoalRequest } from './goal-input';
export type { AgentRequest, HealRequest } from './heal-input';
export type { RunFilter, RunSummary } from './run-list';
export type { ForkRequest } from './fork';
export { RunHandle, type CodeHandle, type GoalHandle, type HealHandle } from './run-handle';
export { EXIT, KintsugiError } from '../domain/kintsugi-error';
export type { Answer, Question } from '../domain/run/questions';
export type { RunEvent } from '../domain/run/events';
export type { RunStatus } from '../domain/run/status';
export type { Budget, TopUp } from '../domain/run/budget';
export type { BudgetReport } from '../domain/run/budget-report';
export type { CodeRecord } from '../domain/agent/record';
export type { GoalResult } from '../domain/goal/result';
export type { CodeResult } from '../domain/agent/state';
export { apiResponse, type ApiResponse } from '../domain/heal/api-response';
export type { HealResult } from '../domain/heal/result';
export type { HealOutcome } from '../domain/heal/outcomes';

/**
 * Connects to Kintsugi and starts what is missing: the embedded server (unless the standard Temporal
 * configuration names one) and a worker. `say` gets a line for each thing that takes time.
 */
export function connect(say?: (line: string) => void): Promise<KintsugiClient> {
  return openClient(loadServiceConfig(), { start: 'all', say });
}
