import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from '@temporalio/client';
import { loadServiceConfig, type Config, type S3Config } from '../../config';
import { secretOfCommand } from '../../machine/secret-command';
import { EXIT, badInput, infrastructure } from '../../domain/kintsugi-error';
import { markDown } from '../down-mark';
import { ensureUp, stopUp, runningUp, type Say } from '../service';
import { runDoctor } from './doctor';
import { createOutput } from './output';
import { readOwnToken } from '../../machine/own-token';
import { homePaths } from '../../machine/paths';
import { hostTaskQueue, searchAttributes } from '../../messages';
import { configuredServer, connectTo, hasPollers, serverOf, type ServerAddress } from '../../temporal';
import { ensureBucket, placeOf } from '../../store/s3';
import { ensureNamespace, ensureSearchAttributes } from '../../temporal/embedded';
import type { Cli } from './command-names';

interface Flags {
  json?: boolean;
}

/** Adds `up`, `down`, `setup`, `ready` and `doctor`. */
export function addServiceCommands(cli: Cli): void {
  const { program, config, exit } = cli;
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
  addServerCommands(cli);
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
function addServerCommands({ program, config, exit }: Cli): void {
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

/** State of this data folder's worker, and a sentence on it. */
interface Readiness {
  ready: boolean;
  sentence: string;
}

/** Says if the worker of this data folder runs and asks the server for work. Starts nothing. */
async function readiness(config: Config): Promise<Readiness> {
  const { state } = (await runningUp(config)) ?? {};
  if (!state)
    return { ready: false, sentence: 'No worker serves this data folder: start it with kintsugi up.' };
  const server = serverOf(config, state);
  const queue = hostTaskQueue(await readOwnToken(homePaths(config.home).hostId));
  try {
    const connection = await connectTo(server);
    // The queue of a machine has no workflows.
    const polls = await hasPollers(connection, server.namespace, queue, 'activity').finally(() =>
      connection.close(),
    );
    const sentence = `Process ${state.pid} ${polls ? 'serves' : 'does not ask for'} work of ${queue}.`;
    return { ready: polls, sentence };
  } catch (error) {
    return { ready: false, sentence: error instanceof Error ? error.message : String(error) };
  }
}

const SERVER_DEADLINE_MS = 60_000;
const RETRY_MS = 500;

/**
 * Makes what workers need of a configured server and bucket, unless it is there: the namespace, its search attributes,
 * the bucket. May be run at any time, by several machines at once. `say` gets a line for each.
 */
export async function setUp(config: Config, say: Say): Promise<void> {
  const server = configuredServer(config);
  if (!server)
    throw badInput(
      'No Temporal server is configured: set TEMPORAL_ADDRESS; the embedded one needs no setup.',
    );
  const connection = await whenItAnswers(server);
  try {
    await prepareServer(connection, server.namespace, Math.ceil(config.retentionDays), say);
  } finally {
    await connection.close();
  }
  if (config.s3) await prepareBucket(config.s3, say);
}

/** A server that starts at the same time as this may need a minute. */
async function whenItAnswers(server: ServerAddress): Promise<Connection> {
  for (const startedMs = performance.now(); ; await delay(RETRY_MS)) {
    try {
      return await connectTo(server);
    } catch (error) {
      if (performance.now() - startedMs > SERVER_DEADLINE_MS) throw error;
    }
  }
}

async function prepareServer(
  connection: Connection,
  namespace: string,
  days: number,
  say: Say,
): Promise<void> {
  const made = await ensureNamespace(connection, namespace, days);
  say(`Namespace ${namespace}: ${made ? 'made' : 'there'}, keeps ended runs for at least ${days} days.`);
  const outcome = await ensureSearchAttributes(connection, namespace, Object.values(searchAttributes));
  if (!outcome.indexed) {
    throw infrastructure(
      `The search attributes of namespace ${namespace} cannot be made (${outcome.reason.replace(/\.$/, '')}): correct that and run kintsugi setup again.`,
    );
  }
  const added = outcome.added.length === 0 ? 'all there' : `made ${outcome.added.join(', ')}`;
  say(`Search attributes: ${added}.`);
}

async function prepareBucket(settings: S3Config, say: Say): Promise<void> {
  const made = await ensureBucket(settings);
  say(`${placeOf(settings).replace(/^t/, 'T')}: ${made ? 'made' : 'there'}.`);
}
