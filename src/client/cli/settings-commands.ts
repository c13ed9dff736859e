import { buffer } from 'node:stream/consumers';
import {
  checkedReference,
  checkedSetting,
  keptSettingsFile,
  loadServiceConfig,
  readKeptSettings,
  SecretReference,
  shownSetting,
  writeKeptSettings,
  type Config,
  type KeptSettings,
} from '../../config';
import { badInput, EXIT } from '../../domain/kintsugi-error';
import { ensureUp, runningUp } from '../service';
import { createOutput, type Output } from './output';
import type { Cli } from './command-names';

interface SetFlags {
  variable?: string;
  command?: string;
}

/** Adds `kintsugi settings`, with `set` and `unset`. */
export function addSettingsCommands({ program, config, exit }: Cli): void {
  const settings = program
    .command('settings')
    .description('show the settings that are not left at their defaults, and where each comes from')
    .option('--json', 'print JSON')
    .action((flags: { json?: boolean }) => {
      show(config(), flags.json ?? false);
      exit(EXIT.healed);
    });
  settings
    .command('set')
    .description('keep a setting; a worker that runs is restarted with it')
    .argument('<name>', 'variable, as docs/settings.md lists them')
    .argument(
      '[value]',
      'its value; without one it is read from stdin, so that no secret is in the history of a shell',
    )
    .option('--variable <name>', 'keep no value: read it from this variable of whoever starts the worker')
    .option('--command <command>', 'keep no value: read it from the first line that this command prints')
    .action(async (name: string, value: string | undefined, flags: SetFlags) => {
      const setting = await settingOf(name, value, flags);
      await change(config(), `${name} is kept: ${shownSetting(name, setting)}.`, (kept) => ({
        ...kept,
        [name]: setting,
      }));
      exit(EXIT.healed);
    });
  settings
    .command('unset')
    .description('keep a setting no longer; a worker that runs is restarted without it')
    .argument('<name>', 'variable')
    .action(async (name: string) => {
      const given = config();
      if (!Object.hasOwn(readKeptSettings(given.home), name))
        throw badInput(`No setting ${name} is kept: kintsugi settings lists those that are.`);
      await change(given, `${name} is kept no longer.`, (kept) =>
        Object.fromEntries(Object.entries(kept).filter(([one]) => one !== name)),
      );
      exit(EXIT.healed);
    });
}

function show({ home, color, inEffect }: Config, json: boolean): void {
  const output = createOutput({ json, color });
  if (json) return output.print(JSON.stringify(inEffect));
  if (inEffect.length === 0) return output.print('All settings are at their defaults.');
  output.print(
    `Settings of a run that starts here; all others are at their defaults (kept: ${keptSettingsFile(home)}):`,
  );
  for (const { name, value, from } of inEffect) output.print(`  ${name}: ${value} (${from})`);
}

async function settingOf(
  name: string,
  value: string | undefined,
  { variable, command }: SetFlags,
): Promise<KeptSettings[string]> {
  const ways = [value, variable, command].filter((one) => one !== undefined);
  if (ways.length > 1) throw badInput('Give a value, or --variable, or --command: only one of them.');
  if (variable !== undefined || command !== undefined) {
    checkedReference(name);
    const read = SecretReference.safeParse(variable === undefined ? { command } : { variable });
    if (read.success) return read.data;
    throw badInput(
      `The name "${variable ?? command ?? ''}" cannot be used: a variable has letters, digits and _.`,
    );
  }
  const text = value ?? (await buffer(process.stdin)).toString('utf8').trim();
  if (text === '') throw badInput(`Give the value of ${name}, or take it away with kintsugi settings unset.`);
  return checkedSetting(name, text);
}

/** Changes what is kept, and restarts a worker that runs with other settings. */
async function change(
  config: Config,
  sentence: string,
  changed: (kept: KeptSettings) => KeptSettings,
): Promise<void> {
  const output: Output = createOutput({ json: false, color: config.color });
  await writeKeptSettings(config.home, changed(readKeptSettings(config.home)));
  output.print(sentence);
  if ((await runningUp(config)) === undefined) return;
  // The shell's own variables do not count here: what is kept was just said.
  const service = loadServiceConfig({ first: 'service' });
  await ensureUp(service, { say: (line) => output.note(line), restart: true });
}
