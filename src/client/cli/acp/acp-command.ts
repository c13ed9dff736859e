import { Readable, Writable } from 'node:stream';
import { EXIT, type ExitCode } from '../../../domain/kintsugi-error';
import { withClient, type Context } from '../context';
import type { RunFlags } from '../run-flags';
import { addSessionFlags, sessionSettings, type SessionSettings } from '../session-flags';
import { withStore } from '../../store-reader';
import { AcpAgent } from './acp-agent';
import { loadAcp } from './sdk';
import type { Cli } from '../command-names';

/** Adds `kintsugi acp`. */
export function addAcpCommand({ program, config, exit }: Cli): void {
  const command = program
    .command('acp')
    .description('talk to an editor by the Agent Client Protocol, on stdin and stdout');
  addSessionFlags(command).action(async (flags: RunFlags) => {
    exit(await withClient(config(), {}, (context) => serve(context, sessionSettings(flags))));
  });
}

/** Serves an editor until it ends the connection; its sessions go on. */
async function serve(context: Context, settings: SessionSettings): Promise<ExitCode> {
  const sdk = await loadAcp();
  return withStore(context.config, async (store) => {
    const agent = new AcpAgent(sdk, context, store, settings);
    const { closed } = agent
      .app()
      .connect(sdk.ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
    await closed;
    agent.leave();
    return EXIT.healed;
  });
}
