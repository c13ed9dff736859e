import { once } from 'node:events';
import { Option, type Command } from 'commander';
import type { Config } from '../../config';
import { EXIT, infrastructure, type ExitCode } from '../../domain/kintsugi-error';
import { startProcess } from '../../machine/processes';
import type { RunFilter } from '../run-list';
import { withClient, type Context, type Flags } from './context';
import { realDirectory } from './show-commands';

const LISTS = {
  waiting: { filter: { awaiting: true }, says: 'waits for you' },
  failed: { filter: { failed: true }, says: 'not healed' },
  healed: { filter: { healed: true }, says: 'healed' },
  all: { filter: {}, says: 'all runs' },
} as const satisfies Readonly<Record<string, { filter: RunFilter; says: string }>>;

type List = keyof typeof LISTS;

interface UiFlags extends Flags {
  open?: List;
}

/** Adds `ui`. */
export function addUiCommand(program: Command, config: () => Config, exit: (code: ExitCode) => void): void {
  const open = new Option('--open [list]', 'open one of the lists in the browser; without a name what waits');
  program
    .command('ui')
    .description(
      'print links into the Temporal Web UI: to the runs that wait for you, that failed, that healed',
    )
    .argument('[dir]', 'only runs of folders of this name (all)')
    .addOption(open.choices(Object.keys(LISTS)).preset('waiting'))
    .option('--json', 'print JSON')
    .action(async (dir: string | undefined, flags: UiFlags) => {
      exit(await withClient(config(), flags, (context) => showLinks(context, dir, flags)));
    });
}

/** Prints links to the lists of runs in the Web UI, and opens one. */
async function showLinks(
  { client, output }: Context,
  dir: string | undefined,
  { open, json }: UiFlags,
): Promise<ExitCode> {
  const directory = dir === undefined ? undefined : await realDirectory(dir);
  const links = Object.entries(LISTS).map(([name, { filter, says }]) => {
    const url = client.webListUrl({ ...filter, directory });
    if (url === undefined) throw infrastructure(NO_LISTS);
    return { name, says, url };
  });
  if (json) output.print(JSON.stringify(Object.fromEntries(links.map(({ name, url }) => [name, url]))));
  else for (const { says, url } of links) output.print(`${says.padEnd(13)} ${url}`);
  const opened = links.find(({ name }) => name === open);
  if (opened) await openPage(opened.url);
  return EXIT.healed;
}

const NO_LISTS =
  'Kintsugi knows no Web UI that can list its runs: it links to that of its own server (kintsugi up without TEMPORAL_ADDRESS). In yours, filter by the search attributes of docs/temporal.md.';

/** Opens an address in the browser of this desktop. */
async function openPage(url: string): Promise<void> {
  const opener = process.platform === 'darwin' ? 'open' : 'xdg-open';
  const child = startProcess(opener, [url], { stdio: ['ignore', 'ignore', 'ignore'] });
  const failed = await once(child, 'exit').then(
    ([code]) => code !== 0,
    () => true,
  );
  if (failed) throw infrastructure(`${opener} could not open a browser here: open the link yourself.`);
}
