'use strict';
// Asks a run something, closes the client after `pauseMs` without waiting for the answer, and tells what came of it. It runs the
// built client: Temporal loads parts of it by their paths.
const { setTimeout: delay } = require('node:timers/promises');
const { openClient } = require('../../../dist/client/open.js');
const { loadConfig } = require('../../../dist/config');

/** Longer than the client's retries take to come round. */
const AFTERMATH_MS = 3_000;

async function main() {
  const [id, question, pauseMs] = process.argv.slice(2);
  const client = await openClient(loadConfig(process.env), { start: 'none' });
  const run = client.run(id);
  const asked =
    question === 'answer'
      ? run.answer({ hash: '0'.repeat(64), decision: 'reject', reason: 'closing early', scope: 'once' })
      : run.status();
  const outcome = asked.then(
    () => 'answered',
    (error) => error.message,
  );
  await delay(Number(pauseMs));
  await client.close();
  process.stdout.write(await outcome);
  await delay(AFTERMATH_MS);
}

void main();
