import type { Config } from '../../config';
import type { ExitCode } from '../../domain/kintsugi-error';
import type { KintsugiClient } from '../client';
import { openClient } from '../open';
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

/** Runs a command with a client, and closes it after. */
export async function withClient(
  config: Config,
  flags: Flags,
  use: (context: Context) => Promise<ExitCode>,
): Promise<ExitCode> {
  const output = createOutput({ json: Boolean(flags.json ?? flags.api), color: config.color });
  const client = await openClient(config, { start: 'embedded', say: (line) => output.note(line) });
  try {
    return await use({ client, output, config });
  } finally {
    await client.close();
  }
}
