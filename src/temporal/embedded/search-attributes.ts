import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from '@temporalio/client';
import type { SearchAttributeType } from '@temporalio/common';
import {
  encodeSearchAttributeIndexedValueType,
  type SearchAttributeKey,
} from '@temporalio/common/lib/search-attributes';
import { messageOf } from './server-error';

const USABLE_DEADLINE_MS = 20_000;
const POLL_MS = 50;

/** Search attributes can be used, or not, and why: one phrase. */
export type SearchAttributesOutcome =
  { indexed: true; added: readonly string[] } | { indexed: false; reason: string };

type Keys = readonly SearchAttributeKey<SearchAttributeType>[];

/**
 * Adds missing search attributes to the namespace and waits until runs can carry them. If the server forbids it, or has
 * one with another type, the outcome says why, and runs go on without.
 */
export async function ensureSearchAttributes(
  connection: Connection,
  namespace: string,
  keys: Keys,
): Promise<SearchAttributesOutcome> {
  try {
    const missing = await missingAttributes(connection, namespace, keys);
    if (missing.length > 0) {
      const searchAttributes = Object.fromEntries(missing.map((key) => [key.name, indexedType(key)]));
      await connection.operatorService.addSearchAttributes({ namespace, searchAttributes });
      await waitUntilUsable(connection, namespace, missing);
    }
    return { indexed: true, added: missing.map((key) => key.name) };
  } catch (error) {
    return { indexed: false, reason: messageOf(error) };
  }
}

async function missingAttributes(connection: Connection, namespace: string, keys: Keys): Promise<Keys> {
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
  const other = keys.find((key) => (customAttributes[key.name] ?? indexedType(key)) !== indexedType(key));
  if (other)
    throw new Error(`the search attribute ${other.name} is there with another type than ${other.type}`);
  return keys.filter((key) => customAttributes[key.name] === undefined);
}

function indexedType(key: SearchAttributeKey<SearchAttributeType>) {
  return encodeSearchAttributeIndexedValueType(key.type) ?? 0;
}

/** Servers read the new definitions from a cache: at once on the embedded one, within seconds on a cluster. */
async function waitUntilUsable(connection: Connection, namespace: string, keys: Keys): Promise<void> {
  const query = keys.map((key) => `${key.name} IS NULL`).join(' AND ');
  const deadline = performance.now() + USABLE_DEADLINE_MS;
  for (;;) {
    try {
      await connection.workflowService.countWorkflowExecutions({ namespace, query });
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    await delay(POLL_MS);
  }
}
