/** The only reader of the environment. */
import { hostname } from 'node:os';
import { firstIssue } from '../domain/issue-words';
import { badInput } from '../domain/kintsugi-error';
import { asksModel, type ProposerName } from '../domain/heal/proposal';
import { ConfigError } from './config-error';
import { modelIn, type ModelConfig } from './model';
import { place, rowsOf, variablesOf, type Option, type Values } from './option';
import { readKeptSettings, type KeptSettings, secretsIn } from './kept-settings';
import { completeS3, type S3Config } from './s3';
import { SERVICE_OPTIONS } from './service-options';
import {
  layered,
  settingsInEffect,
  TOOL_HOME,
  type Layered,
  type Layering,
  type SettingInEffect,
} from './service-settings';

type Settings = Values<typeof SERVICE_OPTIONS>;

/** Kintsugi's settings, checked, and what else it needs to know of where it runs. Paths are absolute. */
export interface Config extends Omit<Settings, 'model' | 's3' | 'budget'> {
  /** Absent: no model is configured, or `modelProblem` says why it can't be used. */
  model?: ModelConfig;
  /** One sentence; see `requireModelSettings`. */
  modelProblem?: string;
  /** Absent: the store is this machine's alone. */
  s3?: S3Config;
  /** Of runs that are given none; absent: none. */
  budget?: Settings['budget'];
  hostName: string;
  /** Folders of tool managers, by the user's variables that name them. */
  toolHomes: Readonly<Record<string, string>>;
  /** Values that must never reach history, logs or reports. */
  secrets: readonly string[];
  /** Variables that the file of MCP servers may name; none without such a file. */
  variables: Readonly<Record<string, string>>;
  /** PATH of the user: where tools and check commands are looked up. */
  path: string;
  /** Given to `@temporalio/envconfig` and to nothing else. */
  temporalEnv: Readonly<Record<string, string>>;
  /** Settings of the service, as its data folder is to keep them. */
  kept: KeptSettings;
  /** Variables of those settings whose secret is not at hand here. */
  unread: readonly string[];
  /** Variables whose value the data folder kept, and this shell does not have. */
  inherited: readonly string[];
  /** All settings that are not left at their defaults. */
  inEffect: readonly SettingInEffect[];
}

type Env = Readonly<Record<string, string | undefined>>;
type Given = Readonly<Record<string, string>>;

/** Reads the settings of an environment alone. Throws `ConfigError` with one sentence that names the variable. */
export function loadConfig(env: Env = process.env): Config {
  return configOf(layered({ ...given(env), kept: {}, first: 'shell' }));
}

/** Reads the settings with those that the data folder keeps. Throws `ConfigError` as `loadConfig` does. */
export function loadServiceConfig(options: Partial<LayerOptions> = {}, env: Env = process.env): Config {
  const own = given(env);
  const home = valueOf(SERVICE_OPTIONS.home, own.given) as string;
  return configOf(layered({ first: 'shell', ...options, ...own, kept: readKeptSettings(home) }));
}

type LayerOptions = Pick<Layering, 'first' | 'answer'>;

/** Its variables that are set, and those that are set to nothing. */
function given(env: Env): Pick<Layering, 'given' | 'emptied'> {
  return {
    given: pick(env, (_, value) => value !== ''),
    emptied: Object.keys(env).filter((name) => env[name] === ''),
  };
}

function configOf(settled: Layered): Config {
  const { env, kept, unread, inherited } = settled;
  const settings = settingsIn(env);
  const { model, problem: modelProblem } = modelIn(settings.model);
  return {
    ...settings,
    model,
    modelProblem,
    proposers: usableProposers(settings.proposers, model !== undefined || modelProblem !== undefined),
    budget: Object.keys(settings.budget).length > 0 ? settings.budget : undefined,
    s3: completeS3(settings.s3),
    hostName: hostname(),
    toolHomes: pick(env, (name) => TOOL_HOME.test(name)),
    secrets: secretsIn(env),
    variables: settings.mcp === undefined ? {} : env,
    path: env['PATH'] ?? '',
    temporalEnv: pick(
      env,
      (name) => name.startsWith('TEMPORAL_') || name === 'XDG_CONFIG_HOME' || name === 'HOME',
    ),
    kept,
    unread,
    inherited,
    inEffect: settingsInEffect(settled),
  };
}

function settingsIn(given: Given): Settings {
  const settings: Record<string, unknown> = {};
  for (const { path, row } of rowsOf(SERVICE_OPTIONS)) {
    const value = valueOf(row, given);
    // Its group is there all the same.
    if (value !== undefined || path.length > 1) place(settings, path, value);
  }
  return withoutUndefined(settings) as Settings;
}

function valueOf(row: Option, given: Given): unknown {
  const variable = variablesOf(row).find((name) => Object.hasOwn(given, name));
  const fallback = typeof row.default === 'function' ? row.default(given) : row.default;
  const text = variable === undefined ? fallback : given[variable];
  if (text === undefined) return undefined;
  const parsed = row.schema.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new ConfigError(
    `${variable ?? 'A default'} is set to "${text}", which cannot be used: ${firstIssue(parsed.error).message}.`,
  );
}

function withoutUndefined(group: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(group)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, isGroup(value) ? withoutUndefined(value) : value]),
  );
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function usableProposers(named: readonly ProposerName[], hasModel: boolean): ProposerName[] {
  const proposers = named.filter((name) => !asksModel(name) || hasModel);
  if (proposers.length > 0) return proposers;
  throw new ConfigError('KINTSUGI_PROPOSERS names llm alone, but there is no model: set KINTSUGI_MODEL.');
}

function pick(env: Env, keep: (name: string, value: string) => boolean): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(env))
    if (value !== undefined && keep(name, value)) kept[name] = value;
  return kept;
}

/** Variables by which programs know the terminal, the language and the habits of who sits there; none holds a secret. */
const OF_TERMINAL =
  /^(?:TERM|COLORTERM|TERM_PROGRAM|LANG|LANGUAGE|LC_[A-Z]+|TZ|SHELL|EDITOR|VISUAL|PAGER|USER|LOGNAME|NO_COLOR|FORCE_COLOR)$/;

/** The variables of the terminal, and those that are named: `NAME`, as this shell has it, or `NAME=value`. Throws a sentence for one that it has not. */
export function terminalVariables(named: readonly string[], env: Env = process.env): Record<string, string> {
  const given = named.map((one): [string, string] => {
    const at = one.indexOf('=');
    const name = at < 0 ? one : one.slice(0, at);
    const value = at < 0 ? env[one] : one.slice(at + 1);
    if (name === '' || value === undefined)
      throw badInput(`--env ${one}: this shell has no such variable; set it, or give NAME=value.`);
    return [name, value];
  });
  return { ...pick(env, (name) => OF_TERMINAL.test(name)), ...Object.fromEntries(given) };
}

/** How the caller has started Kintsugi, as npm tells it: `npm run kintsugi --`, `npx kintsugi`, or just `kintsugi`. */
export function callersCommand(env: Env = process.env): string {
  const { npm_lifecycle_event: event = '', npm_lifecycle_script: script = '' } = env;
  if (event === 'npx') return /^["']?kintsugi\b/.test(script) ? 'npx kintsugi' : 'kintsugi';
  return ['kintsugi', 'demo'].includes(event) ? 'npm run kintsugi --' : 'kintsugi';
}
