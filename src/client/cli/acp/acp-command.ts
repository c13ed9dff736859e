import { Readable, Writable } from 'node:stream';
import { Option, type Command } from 'commander';
import type { Config } from '../../../config';
import { EXIT, type ExitCode } from '../../../domain/kintsugi-error';
import { ApprovalLevel } from '../../../domain/run/input';
import { withClient, type Context } from '../context';
import { withStore } from '../store-reader';
import { AcpAgent } from './acp-agent';
import { loadAcp } from './sdk';

/** Adds `kintsugi acp`. */
export function addAcpCommand(program: Command, config: () => Config, exit: (code: ExitCode) => void): void {
  program
    .command('acp')
    .description('talk to an editor by the Agent Client Protocol, on stdin and stdout')
    .addOption(
      new Option('--approval <level>', 'when its new sessions ask you').choices(ApprovalLevel.options),
    )
    .action(async ({ approval }: { approval?: ApprovalLevel }) => {
      exit(await withClient(config(), {}, (context) => serve(context, approval)));
    });
}

/** Serves an editor until it ends the connection; its sessions go on. */
async function serve(context: Context, approval?: ApprovalLevel): Promise<ExitCode> {
  const sdk = await loadAcp();
  return withStore(context.config, async (store) => {
    const agent = new AcpAgent(sdk, context, store, approval);
    const { closed } = agent
      .app()
      .connect(sdk.ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
    await closed;
    agent.leave();
    return EXIT.healed;
  });
}
