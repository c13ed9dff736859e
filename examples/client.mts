// Heals a project from a script: npm run example -- DIR
// Server and worker are started where they are missing, as `kintsugi heal` does.
import { setTimeout as delay } from 'node:timers/promises';
import { connect, EXIT } from '../dist/client/index.js';

async function main(directory: string): Promise<number> {
  // Starts the embedded server and a worker, or uses the server that TEMPORAL_ADDRESS names.
  const kintsugi = await connect((line) => console.error(line));
  try {
    // The run is durable from here on: this script may end, the run goes on.
    const run = await kintsugi.heal({ directory, mode: 'SPEED', approval: { level: 'MEDIUM' } });
    console.error(`run ${run.id}: ${run.webUrl ?? 'no Web UI known'}`);

    // Answer when it asks. An answer is bound to the hash of the change, so it can't approve another one.
    for (let status = await run.status(); status.phase !== 'done'; status = await run.status()) {
      if (status.pending) {
        console.log(status.diff?.excerpt ?? status.pending.summary);
        await run.answer({ hash: status.pending.hash, decision: 'approve', scope: 'once', by: 'the script' });
      }
      await delay(200);
    }

    const result = await run.result();
    console.log(`${result.status} after ${result.totalAttempts} attempts: ${result.message}`);
    return result.status === 'recovered' || result.status === 'completed' ? EXIT.healed : EXIT.notHealed;
  } finally {
    await kintsugi.close();
  }
}

main(process.argv[2] ?? '.').then(
  (code) => (process.exitCode = code),
  (error: Error) => {
    console.error(error.message);
    process.exitCode = EXIT.infrastructure;
  },
);
