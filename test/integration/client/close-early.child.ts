// Asks a run something, closes the client after `pauseMs` without waiting for the answer, and tells what came of it.
import { setTimeout as delay } from 'node:timers/promises';
import { openClient } from '../../../src/client/open';
import { loadConfig } from '../../../src/config';

/** Longer than the client's retries take to come round. */
const AFTERMATH_MS = 3_000;

async function main(): Promise<void> {
  const [id = '', question = '', pauseMs = '0'] = process.argv.slice(2);
  const client = await openClient(loadConfig(process.env), { start: 'none' });
  const run = client.run(id);
  const asked =
    question === 'answer'
      ? run.answer({ hash: '0'.repeat(64), decision: 'reject', reason: 'closing early', scope: 'once' })
      : run.status();
  const outcome = asked.then(
    () => 'answered',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  await delay(Number(pauseMs));
  await client.close();
  process.stdout.write(await outcome);
  await delay(AFTERMATH_MS);
}

void main();
