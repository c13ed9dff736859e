import type { Config } from '../../config';
import type { ExitCode } from '../../domain/kintsugi-error';
import type { KintsugiClient } from '../client';
import type * as Opening from '../open';
import type { NameOptions } from '../run-list';
import { createOutput, type Output } from './output';

/** Flags of every command. */
export interface Flags {
  json?: boolean;
  /** For `report` only. */
  api?: boolean;
}

/** Parts that a command works with. */
export interface Context {
  client: KintsugiClient;
  output: Output;
  config: Config;
}

/** Loads the client when a command needs one: that takes longer than a command that is answered by a record. */
function loadOpen(): typeof Opening {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- as pages of commands are loaded
  return require('../open') as typeof Opening;
}

/** Runs a command with a client, and closes it after. */
export async function withClient<T>(
  config: Config,
  flags: Flags,
  use: (context: Context) => Promise<T>,
): Promise<T> {
  const { openClient } = loadOpen();
  const output = createOutput({
    json: Boolean(flags.json ?? flags.api),
    color: config.color,
    language: config.language,
  });
  const client = await openClient(config, { start: 'embedded', say: (line) => output.note(line) });
  try {
    return await use({ client, output, config });
  } finally {
    await client.close();
  }
}

/** Help of an argument that names a run. */
export const RUN_NAME = 'id of the run, or the beginning of it; last: the newest run';

/** Runs a command on the run that a name means. */
export function withRun<F extends Flags, T = ExitCode>(
  config: Config,
  name: string,
  flags: F,
  use: (context: Context, id: string, flags: F) => Promise<T>,
  options: NameOptions = {},
): Promise<T> {
  return withClient(config, flags, async (context) =>
    use(context, await context.client.idOf(name, options), flags),
  );
}
