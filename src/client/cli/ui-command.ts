import { saidText } from '../../domain/run/said';
import { once } from 'node:events';
import { basename } from 'node:path';
import { Option } from 'commander';
import { listenPlace } from '../../config';
import { badInput, EXIT, infrastructure, type ExitCode } from '../../domain/kintsugi-error';
import { redactor } from '../../domain/redact';
import { readOwnToken } from '../../machine/own-token';
import { homePaths } from '../../machine/paths';
import { startProcess } from '../../machine/processes';
import { reviver } from '../open';
import { RUN_LISTS } from '../run-list';
import { hostInUrl, isLoopback } from '../serve-http';
import { withStore } from '../store-reader';
import { serveDashboard } from '../web/dashboard';
import { newTokenFor, ownTokens } from '../web/people';
import { onceToken, oneToken, type Admit } from '../web/visitors';
import { withClient, type Context, type Flags } from './context';
import { valueBy } from './option-value';
import { userName } from './question/user-name';
import { realDirectory } from './show-commands';
import type { Cli } from './command-names';

interface UiFlags extends Flags {
  open?: boolean;
  links?: boolean;
  for?: string;
  listen: { host: string; port: number };
}

/** Adds `ui`. */
export function addUiCommand({ program, config, exit }: Cli): void {
  const listen = new Option('--listen <host:port>', 'serve there, behind a proxy; port 0: any that is free');
  program
    .command('ui')
    .description('serve the dashboard: what goes on, what waits for you, what came of it; until Ctrl-C')
    .argument('[dir]', 'only runs of folders of this name (all)')
    .option('--open', 'open it in the browser')
    .option(
      '--for <name>',
      'print an address for a person elsewhere, who answers under that name; ends the one before',
    )
    .addOption(listen.argParser(valueBy(listenPlace)).default({ host: '127.0.0.1', port: 0 }, '127.0.0.1:0'))
    .option('--links', 'print links into the Temporal Web UI instead: to the runs that wait, failed, healed')
    .option('--json', 'with --links: print JSON')
    .action(async (dir: string | undefined, flags: UiFlags) => {
      exit(
        await withClient(config(), flags, (context) =>
          flags.links
            ? showLinks(context, dir, flags)
            : flags.for === undefined
              ? serve(context, dir, flags)
              : printFor(context, flags.for),
        ),
      );
    });
}

/** Serves the dashboard until the process is ended; the runs go on. */
async function serve(
  { client, output, config }: Context,
  dir: string | undefined,
  { listen, open }: UiFlags,
): Promise<ExitCode> {
  const publicUrl = config.publicUrl === undefined ? undefined : new URL(config.publicUrl);
  if (!publicUrl && !isLoopback(hostInUrl(listen.host)))
    throw badInput(
      `Others can reach ${listen.host}: name the address that they use with KINTSUGI_PUBLIC_URL, as your proxy serves it.`,
    );
  const { uiToken, uiPeople, proofKey } = homePaths(config.home);
  const [token, linkKey] = await Promise.all([readOwnToken(uiToken), readOwnToken(proofKey)]);
  // Whoever else has the address may have the token: then nobody knows who answers.
  const visitor = publicUrl ? {} : { by: userName() };
  const anybody = oneToken(token, visitor);
  const opened = onceToken(visitor);
  const named = ownTokens(uiPeople);
  const admit: Admit = (given) => anybody(given) ?? opened.admit(given) ?? named(given);
  return withStore(config, async (store) => {
    const parts = {
      ...{ client, store, redact: redactor(config.secrets), prices: config.model?.prices },
      say: output.say,
    };
    const { server, address } = await serveDashboard(
      { ...parts, linkKey, revive: reviver(config) },
      { ...listen, publicUrl, admit },
    ).catch((error: NodeJS.ErrnoException) => {
      throw badInput(`Nothing can listen at ${listen.host}:${listen.port} (${error.code ?? error.message}).`);
    });
    const folder = dir !== undefined && { folder: basename(dir) };
    const entry = (by: string) =>
      `${address}/enter?${new URLSearchParams({ token: by, ...folder }).toString()}`;
    output.print(entry(token));
    output.note('This address lets in whoever has it. Ctrl-C ends the dashboard; the runs go on.');
    if (open) await openPage(entry(opened.token));
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), once(server, 'close')]);
    server.closeAllConnections();
    return EXIT.healed;
  });
}

/** Prints an address that lets one person in, under the name. */
async function printFor({ config, output }: Context, given: string): Promise<ExitCode> {
  const name = given.trim();
  if (name === '') throw badInput('--for needs the name of a person.');
  if (config.publicUrl === undefined)
    throw badInput(
      'Nobody elsewhere reaches the dashboard: name the address that they use with KINTSUGI_PUBLIC_URL, as your proxy serves it.',
    );
  const token = await newTokenFor(name, homePaths(config.home).uiPeople);
  output.print(new URL(`/enter?${new URLSearchParams({ token }).toString()}`, config.publicUrl).href);
  output.note(`This address is for ${name} alone: what is answered with it is answered by ${name}.`);
  return EXIT.healed;
}

/** Prints links to the lists of runs in the Web UI. */
async function showLinks(
  { client, output }: Context,
  dir: string | undefined,
  { json }: UiFlags,
): Promise<ExitCode> {
  const directory = dir === undefined ? undefined : await realDirectory(dir);
  const links = Object.entries(RUN_LISTS).map(([name, { filter, says }]) => {
    const url = client.webListUrl({ ...filter, directory });
    if (url === undefined) throw infrastructure(NO_LISTS);
    return { name, says: saidText(says, output.say.language), url };
  });
  if (json) output.print(JSON.stringify(Object.fromEntries(links.map(({ name, url }) => [name, url]))));
  else for (const { says, url } of links) output.print(`${says.padEnd(13)} ${url}`);
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
