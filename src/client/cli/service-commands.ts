import type { Command } from 'commander';
import { loadServiceConfig, type Config } from '../../config';
import { secretOfCommand } from '../../machine/secret-command';
import { EXIT, type ExitCode } from '../../domain/kintsugi-error';
import { markDown } from '../down-mark';
import { readiness } from '../readiness';
import { ensureUp, stopUp } from '../service';
import { setUp } from '../setup';
import { runDoctor } from './doctor';
import { createOutput } from './output';

interface Flags {
  json?: boolean;
}

/** Adds `up`, `down`, `setup`, `ready` and `doctor`. */
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
    .description('stop server and worker, and keep them down; open runs go on after kintsugi up')
    .option('--now', 'do not wait for calls of models that are under way: they are paid again later')
    .option('--json', 'print JSON')
    .action(async (flags: Flags & { now?: boolean }) => {
      const settings = config();
      const output = createOutput({ json: flags.json ?? false, color: settings.color });
      await markDown(settings);
      const stopped = await stopUp(settings, { say: (line) => output.note(line), now: flags.now });
      if (flags.json) output.print(JSON.stringify({ stopped }));
      else output.print(stopped ? 'Kintsugi is down.' : 'Kintsugi was not running.');
      exit(EXIT.healed);
    });
  addServerCommands(program, config, exit);
  program
    .command('doctor')
    .description('check what runs need and say what is missing')
    .option('--json', 'print JSON')
    .action(async (flags: Flags) => {
      // It asks the model, and so has to know the secrets that only a worker reads otherwise.
      const settings = loadServiceConfig({ answer: secretOfCommand });
      exit(
        await runDoctor(
          settings,
          createOutput({ json: flags.json ?? false, color: settings.color }),
          flags.json ?? false,
        ),
      );
    });
}

/** Commands for workers of a configured server. */
function addServerCommands(program: Command, config: () => Config, exit: (code: ExitCode) => void): void {
  program
    .command('setup')
    .description(
      'make the namespace, search attributes and bucket of a configured server, unless they are there',
    )
    .action(async () => {
      const settings = config();
      const output = createOutput({ json: false, color: settings.color });
      await setUp(settings, (line) => output.print(line));
      exit(EXIT.healed);
    });
  program
    .command('ready')
    .description('exit with 0 if the worker of this data folder serves runs, else with 3: a health check')
    .action(async () => {
      const settings = config();
      const output = createOutput({ json: false, color: settings.color });
      const { ready, sentence } = await readiness(settings);
      output.print(sentence);
      exit(ready ? EXIT.healed : EXIT.infrastructure);
    });
}
