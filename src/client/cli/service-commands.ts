import type { Command } from 'commander';
import type { Config } from '../../config';
import { EXIT, type ExitCode } from '../../domain/kintsugi-error';
import { ensureUp, stopUp } from '../service';
import { runDoctor } from './doctor';
import { createOutput } from './output';

interface Flags {
  json?: boolean;
}

/** Adds `up`, `down` and `doctor`. */
export function addServiceCommands(
  program: Command,
  config: () => Config,
  exit: (code: ExitCode) => void,
): void {
  program
    .command('up')
    .description('start server and worker in the background, unless they run')
    .option('--json', 'print JSON')
    .action(async (flags: Flags) => {
      const settings = config();
      const output = createOutput({ json: flags.json ?? false, color: settings.color });
      const state = await ensureUp(settings, { say: (line) => output.note(line), restart: true });
      if (flags.json) output.print(JSON.stringify(state));
      else {
        output.print(`Kintsugi is up (process ${state.pid}), server ${state.address}.`);
        if (state.uiUrl) output.print(`Web UI: ${state.uiUrl}`);
      }
      exit(EXIT.healed);
    });
  program
    .command('down')
    .description('stop server and worker; open runs go on after the next start')
    .action(async () => {
      const settings = config();
      const output = createOutput({ json: false, color: settings.color });
      output.print((await stopUp(settings)) ? 'Kintsugi is down.' : 'Kintsugi was not running.');
      exit(EXIT.healed);
    });
  program
    .command('doctor')
    .description('check what runs need and say what is missing')
    .option('--json', 'print JSON')
    .action(async (flags: Flags) => {
      const settings = config();
      exit(
        await runDoctor(
          settings,
          createOutput({ json: flags.json ?? false, color: settings.color }),
          flags.json ?? false,
        ),
      );
    });
}
