// Heals a project from a script: npm run example -- DIR
// Server and worker are started where they are missing, as `kintsugi heal` does. Outside of this repository: from 'kintsugi'.
import { connect, EXIT } from '../dist/client/index.js';

async function main(directory: string): Promise<number> {
  // Starts the embedded server and a worker, or uses the server that TEMPORAL_ADDRESS names.
  const kintsugi = await connect((line) => console.error(line));
  try {
    // The run is durable from here on: this script may end, the run goes on.
    const run = await kintsugi.heal({ directory, mode: 'SPEED', approval: { level: 'MEDIUM' } });
    console.error(`run ${run.id}: ${run.webUrl ?? 'no Web UI known'}`);

    for await (const event of run.follow()) {
      console.error(event.text);
      if (event.kind !== 'asked') continue;
      // An answer is bound to the hash of the change, so it can't approve another one.
      const { pending, diff } = await run.status();
      if (!pending) continue;
      console.log(diff?.excerpt ?? pending.summary);
      await run.answer({ hash: pending.hash, decision: 'approve', scope: 'once', by: 'the script' });
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
