import { z } from 'zod';
import { DirectoryError } from './activities/workspace';
import { explainDirectory } from './activities/workspace/explain';
import { loadConfig } from './config';
import type { ExplainReply } from './domain/explanation';
import { HeavyRules } from './domain/heavy-rules';

/** The one argument, as JSON. */
const Request = z.object({ directory: z.string(), heavyFolders: HeavyRules.optional() });

/** Explains a directory for the command line, which may not import activities: one line of JSON. */
async function explain(argument: string): Promise<ExplainReply> {
  const request = Request.parse(JSON.parse(argument));
  try {
    return { explanation: await explainDirectory({ ...request, exclude: [loadConfig().home] }) };
  } catch (error) {
    if (error instanceof DirectoryError) return { refused: error.message };
    throw error;
  }
}

if (require.main === module) {
  explain(process.argv[2] ?? '').then(
    (reply) => process.stdout.write(`${JSON.stringify(reply)}\n`),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    },
  );
}
