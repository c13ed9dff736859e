import { EventEmitter, once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { parseArgs } from 'node:util';
import { Client, Connection } from '@temporalio/client';
import { Runtime } from '@temporalio/worker';
import type pino from 'pino';
import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import '../machine/compile-cache';
import {
  configuredServer,
  placeHash,
  removeUpState,
  type ServerAddress,
  settingsHash,
  writeUpState,
} from '../temporal';
import { loadServiceConfig, shownSetting, type Config } from '../config';
import {
  ensureSearchAttributes,
  findTemporalCli,
  isStuck,
  startEmbeddedServer,
  StuckDatabase,
  watchDatabase,
  type EmbeddedServer,
} from '../temporal/embedded';
import { redact } from '../domain/redact';
import { createLogger, temporalLogger } from './log';
import { MAIN_TASK_QUEUE, searchAttributes } from '../messages';
import { homePaths, PROJECT_ROOT } from '../machine/paths';
import { acquireOwnerLock } from '../machine/owner-lock';
import { secretOfCommand } from '../machine/secret-command';
import { startWorker } from './worker';
import { infrastructure } from '../domain/kintsugi-error';
import { errorCode } from '../machine/system-errors';

/** Rights of a file's group and of everybody. */
const OTHERS = 0o077;

/** Makes a folder, and closes it and the files directly in it to all other users of the machine. */
export async function ownFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await close(folder);
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isFile()) await close(join(folder, entry.name));
}

async function close(path: string): Promise<void> {
  try {
    const { mode } = await stat(path);
    if ((mode & OTHERS) !== 0) await chmod(path, mode & 0o7777 & ~OTHERS);
  } catch (error) {
    if (errorCode(error) === 'EPERM')
      throw infrastructure(
        `${path} belongs to another user, so Kintsugi can't keep it to you: give it to yourself (chown), or remove it.`,
      );
    // What was removed meanwhile is nobody's.
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

const IDLE_CHECK_MS = 60_000;

/** Takes secrets out of lines of JSON, where they stand as JSON has them. */
function cleanLine(secrets: readonly string[]): (line: string) => string {
  const known = secrets.map((secret) => JSON.stringify(secret).slice(1, -1));
  return (line) => redact(line, known);
}

/** `kintsugi up`: server and worker in one process that owns the data folder. */
async function up(config: Config, cliGiven: string | undefined, logger: pino.Logger): Promise<void> {
  const paths = homePaths(config.home);
  await ownFolder(config.home);
  // The folder that it was started in may go while it runs.
  process.chdir(config.home);
  const lock = await acquireOwnerLock(paths.upLock, { role: 'up' });
  if (lock.heldBy) {
    logger.info({ pid: lock.heldBy.pid }, 'Kintsugi is up already');
    return;
  }
  await removeUpState(paths.upState);
  Runtime.install({ logger: temporalLogger(logger), shutdownSignals: [] });
  try {
    const configured = configuredServer(config);
    await (configured
      ? serve(config, configured, undefined, logger)
      : serveEmbedded(config, cliGiven, logger));
  } finally {
    await removeUpState(paths.upState);
    await lock.release();
  }
}

/** Starts of a server whose database was stuck each time. */
const MOST_STARTS = 3;

/** Serves with a server of its own, which is started anew where its database is stuck before the worker is up. */
async function serveEmbedded(
  config: Config,
  cliGiven: string | undefined,
  logger: pino.Logger,
): Promise<void> {
  const log = (line: string) => logger.info(line);
  const wanted = { override: config.temporalCli, cacheDir: config.cache, path: config.path, log };
  const cli = cliGiven ?? (await findTemporalCli(wanted));
  const ports = { port: config.port, uiPort: config.uiPort };
  for (let starts = 1; ; starts += 1) {
    const embedded = await startEmbeddedServer({ cli, dataDir: config.home, ports, log });
    const { address, namespace } = embedded;
    try {
      return await serve(config, { connection: { address }, namespace }, embedded, logger);
    } catch (error) {
      if (!(error instanceof StuckDatabase) || starts === MOST_STARTS) throw error;
      logger.warn(`${error.message} It is started anew.`);
    } finally {
      // Whoever finds the state starts runs on this server.
      await removeUpState(homePaths(config.home).upState);
      await embedded.stop();
    }
  }
}

async function serve(
  config: Config,
  server: ServerAddress,
  embedded: EmbeddedServer | undefined,
  logger: pino.Logger,
): Promise<void> {
  const signals = stopSignals();
  const connection = await Connection.connect(server.connection);
  const indexed = await ensureSearchAttributes(connection, server.namespace, Object.values(searchAttributes));
  if (embedded && !indexed.indexed && isStuck(indexed.reason)) {
    await connection.close();
    throw new StuckDatabase(indexed.reason);
  }
  if (!indexed.indexed) logger.warn(`Runs go without search attributes: ${indexed.reason}.`);
  const watch = embedded && watchDatabase(connection, server.namespace);
  const worker = await Promise.race([
    startWorker({ config, ...server, isEmbedded: embedded !== undefined, indexed: indexed.indexed }),
    ...(watch ? [watch.stuck.then((sentence) => Promise.reject(new Error(sentence)))] : []),
  ]);
  await writeUpState(homePaths(config.home).upState, {
    pid: process.pid,
    address: server.connection.address ?? '',
    namespace: server.namespace,
    uiUrl: embedded?.uiUrl,
    indexed: indexed.indexed,
    longestCallMs: config.model?.timeoutMs,
    settings: settingsHash(config),
    place: placeHash(config),
    program: PROJECT_ROOT,
    shown: Object.fromEntries(
      Object.entries(config.kept).map(([name, value]) => [name, shownSetting(name, value)]),
    ),
    unread: [...config.unread],
  });
  // A worker that is killed would leave nothing for the next start.
  flushCompileCache();
  logger.info({ address: server.connection.address, webUi: embedded?.uiUrl }, 'Kintsugi is up');
  const client = new Client({ connection, namespace: server.namespace });
  const idle = embedded && config.idleMinutes > 0 ? whenIdle(client, config.idleMinutes * 60_000) : undefined;
  const reason = await Promise.race([
    signals.first.then(() => ASKED),
    worker.done.then(() => 'the worker ended'),
    // Nothing can be ended in order by a process that has such a database mapped.
    worker.damaged.then((sentence) => Promise.reject(new Error(sentence))),
    ...(embedded ? [embedded.exited.then(() => 'the server ended')] : []),
    ...(watch ? [watch.stuck] : []),
    ...(idle ? [idle.ended.then(() => 'idle')] : []),
  ]);
  idle?.cancel();
  watch?.stop();
  logger.info({ reason }, 'Kintsugi is going down');
  // From here on nobody may start a run on this server.
  await removeUpState(homePaths(config.home).upState);
  // A call that is cut off would be paid for, and bought again.
  if (reason === ASKED) await Promise.race([worker.drain(), signals.second]);
  await worker.stop();
  await connection.close();
}

const ASKED = 'asked to stop';

/** Resolve at the first signal to stop, and at the next: whoever asks twice waits for no model. */
function stopSignals(): { first: Promise<void>; second: Promise<void> } {
  const stops = new EventEmitter();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stops.emit('stop'));
  const next = async (): Promise<void> => {
    await once(stops, 'stop');
  };
  const first = next();
  return { first, second: first.then(next) };
}

/** Ends once no run has been open for that long and none is scheduled. A server that cannot be asked is not idle. */
function whenIdle(client: Client, idleMs: number): { ended: Promise<void>; cancel(): void } {
  let timer: NodeJS.Timeout | undefined;
  const ended = new Promise<void>((resolve) => {
    let idleSinceMs = performance.now();
    const check = async () => {
      // Runs that began and ended since the last look count too.
      const lately = new Date(Date.now() - 2 * IDLE_CHECK_MS).toISOString();
      const query = `TaskQueue = '${MAIN_TASK_QUEUE}' AND (ExecutionStatus = 'Running' OR CloseTime > '${lately}')`;
      const isBusy = await isNeeded(client, query).catch(() => true);
      if (isBusy) idleSinceMs = performance.now();
      if (performance.now() - idleSinceMs >= idleMs) resolve();
    };
    timer = setInterval(() => void check(), Math.min(IDLE_CHECK_MS, idleMs));
  });
  return { ended, cancel: () => clearInterval(timer) };
}

/** True while runs of a query are there, or a schedule is to begin one. */
async function isNeeded(client: Client, query: string): Promise<boolean> {
  if ((await client.workflow.count(query)).count > 0) return true;
  for await (const { state, info } of client.schedule.list())
    if (!state.paused && info.nextActionTimes.length > 0) return true;
  return false;
}

if (require.main === module) {
  const { values } = parseArgs({
    options: { detached: { type: 'boolean' }, 'temporal-cli': { type: 'string' } },
  });
  // Whoever has started it detached has kept the settings. A look at runs must not put those of its shell in their place.
  const first = values.detached ? 'service' : 'shell';
  const config = loadServiceConfig({ first, answer: secretOfCommand });
  const logger = createLogger(config.logLevel, 1, cleanLine(config.secrets));
  // Runs that need no model go on, and the others wait for it.
  if (config.modelProblem !== undefined)
    logger.warn(`The worker starts without a model: ${config.modelProblem}`);
  up(config, values['temporal-cli'], logger).then(
    () => process.exit(0),
    (error: unknown) => {
      logger.fatal(error instanceof Error ? error.message : String(error));
      process.exit(1);
    },
  );
}
