import { loadConfig } from '../config';
import type { KintsugiClient } from './client';
import { openClient } from './open';

export { KintsugiClient, type HealRequest, type RunSummary } from './client';
export type { ForkRequest } from './fork';
export { HealHandle } from './heal-handle';
export { EXIT, KintsugiError } from '../domain/kintsugi-error';
export type { ApprovalDecision, ApprovalRequest } from '../domain/run/approval';
export type { Budget, TopUp } from '../domain/run/budget';
export type { BudgetReport } from '../domain/run/budget-report';
export type { HealResult, HealStatus, RunStatus } from '../domain/heal/result';

/**
 * Connects to Kintsugi and starts what is missing: the embedded server (unless the standard Temporal
 * configuration names one) and a worker. `say` gets a line for each thing that takes time.
 */
export function connect(say?: (line: string) => void): Promise<KintsugiClient> {
  return openClient(loadConfig(), { start: 'all', say });
}
