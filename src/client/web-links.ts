import { basename } from 'node:path';
import { failedOutcomes } from '../domain/run/outcomes';
import { searchAttributes } from '../messages';
import type { ClientFacts } from './facts';
import type { RunFilter } from './run-list';

type Place = Pick<ClientFacts, 'uiUrl' | 'namespace' | 'indexed'>;

/** Page of a run in the Temporal Web UI; undefined where Kintsugi does not know the UI's address. */
export function runPage({ uiUrl, namespace }: Place, id: string): string | undefined {
  return uiUrl && `${uiUrl}/namespaces/${namespace}/workflows/${encodeURIComponent(id)}`;
}

/**
 * Page of the Web UI that lists the runs of a filter. Undefined without the UI's address, or where the namespace has no search
 * attributes to filter by. The server knows a project by the name of its folder.
 */
export function listPage({ uiUrl, namespace, indexed }: Place, filter: RunFilter): string | undefined {
  if (!uiUrl || !indexed) return undefined;
  const { open = false, awaiting = false, failed = false, directory } = filter;
  const query = [
    `${searchAttributes.kind.name} IS NOT NULL`,
    ...(open || awaiting ? ["ExecutionStatus = 'Running'"] : []),
    ...(awaiting ? [`${searchAttributes.awaitingApproval.name} = true`] : []),
    ...(failed ? [FAILED] : []),
    ...(directory === undefined
      ? []
      : [`${searchAttributes.repo.name} = '${basename(directory).replaceAll("'", "''")}'`]),
  ].join(' AND ');
  return `${uiUrl}/namespaces/${namespace}/workflows?query=${encodeURIComponent(query)}`;
}

const FAILED = `(ExecutionStatus IN ('Failed', 'Terminated', 'TimedOut') OR ${searchAttributes.outcome.name} IN (${failedOutcomes()
  .map((outcome) => `'${outcome}'`)
  .join(', ')}))`;
