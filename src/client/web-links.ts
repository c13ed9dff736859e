import { basename } from 'node:path';
import { failedOutcomes, goodOutcomes } from '../domain/run/outcomes';
import { searchAttributes } from '../messages';
import type { ClientFacts } from './facts';
import type { RunFilter } from './run-list';

type Place = Pick<ClientFacts, 'uiUrl' | 'namespace' | 'indexed'>;

/**
 * Page of a run in the Temporal Web UI: with the id of its execution the one that says what it waits for, what came of it and what to do,
 * else the one that the UI chooses. Undefined where Kintsugi does not know the UI's address.
 */
export function runPage({ uiUrl, namespace }: Place, id: string, runId?: string): string | undefined {
  const page = runId === undefined ? '' : `/${runId}/user-metadata`;
  return uiUrl && `${uiUrl}/namespaces/${namespace}/workflows/${encodeURIComponent(id)}${page}`;
}

/**
 * Page of the Web UI that lists the runs of a filter. Undefined without the UI's address, or where the namespace has no search
 * attributes to filter by. The server knows a project by the name of its folder.
 */
export function listPage({ uiUrl, namespace, indexed }: Place, filter: RunFilter): string | undefined {
  if (!uiUrl || !indexed) return undefined;
  const { open = false, awaiting = false, failed = false, healed = false, directory } = filter;
  const query = [
    `${kind.name} IS NOT NULL`,
    ...(open || awaiting ? ["ExecutionStatus = 'Running'"] : []),
    ...(awaiting ? [`(${awaitingApproval.name} = true OR ${phase.name} = 'waiting-for-budget')`] : []),
    ...(failed ? [FAILED] : []),
    ...(healed ? [isOneOf(goodOutcomes())] : []),
    ...(directory === undefined ? [] : [`${repo.name} = ${quoted(basename(directory))}`]),
  ].join(' AND ');
  // Terminals end a link at a quote or a bracket.
  const encoded = encodeURIComponent(query).replace(/['()]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
  return `${uiUrl}/namespaces/${namespace}/workflows?query=${encoded}`;
}

const { kind, phase, awaitingApproval, outcome, repo } = searchAttributes;

function isOneOf(outcomes: readonly string[]): string {
  return `${outcome.name} IN (${outcomes.map(quoted).join(', ')})`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

const FAILED = `(ExecutionStatus IN ('Failed', 'Terminated', 'TimedOut') OR ${isOneOf(failedOutcomes())})`;
