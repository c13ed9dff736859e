// Heals a project with Temporal's own client alone: node examples/temporal.mjs DIR
// A Kintsugi worker polls the queue `kintsugi` at TEMPORAL_ADDRESS. See docs/temporal.md.
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';

const { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace } = process.env;
const connection = await Connection.connect({ address });
const { workflow } = new Client({ connection, namespace });

const run = await workflow.start('heal', {
  taskQueue: 'kintsugi',
  workflowId: `heal-${Date.now()}`,
  args: [{ directory: resolve(process.argv[2] ?? '.'), maxAttempts: 2 }],
});

// Updates and queries may be typed: import { answerUpdate, statusQuery } from 'kintsugi'.
const result = run.result();
for (let open = true; open; open = await Promise.race([result.then(() => false), delay(200, true)])) {
  const { phase, pending } = await run.query('status').catch(() => ({ phase: 'beginning' }));
  if (!pending) continue;
  console.log(`${phase}: ${pending.summary}`);
  await run.executeUpdate('answer', {
    args: [{ hash: pending.hash, decision: 'approve', by: 'the script' }],
  });
}
const { status, delivery, message } = await result;
console.log(`${status}, ${delivery.status}: ${message}`);
await connection.close();
