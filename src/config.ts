import { existsSync, readFileSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { z } from 'zod';
import { PriceTable } from './domain/run/prices';
import { ProposerName } from './domain/heal/proposal';

/** A setting that cannot be used; its message names the variable and what it takes. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

const port = z.coerce.number().int().min(1).max(65_535);
const positiveInt = z.coerce.number().int().positive();
const size = z.string().transform((text, context) => bytesOf(text) ?? refuseSize(context));

/** Variables of a user that name a folder of a tool manager: check commands find their tools by them. */
const TOOL_HOME =
  /^([A-Z]+ENV_ROOT|(RUSTUP|CARGO|VOLTA|COREPACK|JAVA|PIPX)_HOME|(NVM|FNM|ASDF|ASDF_DATA|MISE_DATA|SDKMAN)_DIR|(BUN|DENO)_INSTALL|GOROOT|GOPATH|DOTNET_ROOT)$/;

/** Each may take the whole time of a call, and an activity has 20 minutes. */
const MOST_FALLBACKS = 3;

/** Purposes that can have a model of their own, by their variables. */
const PURPOSE_VARIABLES = {
  code: 'KINTSUGI_MODEL_CODE',
  test: 'KINTSUGI_MODEL_TEST',
  debug: 'KINTSUGI_MODEL_DEBUG',
  chat: 'KINTSUGI_MODEL_CHAT',
} as const;

/** Every environment variable that Kintsugi reads, apart from Temporal's own (see `temporalEnv`). */
const Variables = z.object({
  KINTSUGI_HOME: z.string().min(1).optional(),
  KINTSUGI_CACHE: z.string().min(1).optional(),
  KINTSUGI_TEMPORAL_CLI: z.string().min(1).optional(),
  KINTSUGI_PORT: port.optional(),
  KINTSUGI_UI_PORT: port.optional(),
  KINTSUGI_IDLE_MINUTES: z.coerce.number().nonnegative().default(30),
  KINTSUGI_LANG: z.enum(['en', 'zh']).default('en'),
  KINTSUGI_LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
  KINTSUGI_SANDBOX_CHILDREN: positiveInt.optional(),
  KINTSUGI_GRACE_SECONDS: positiveInt.default(10),
  KINTSUGI_FORCE_SECONDS: positiveInt.default(30),
  KINTSUGI_MODEL: z.string().min(1).optional(),
  KINTSUGI_MODEL_CODE: z.string().min(1).optional(),
  KINTSUGI_MODEL_TEST: z.string().min(1).optional(),
  KINTSUGI_MODEL_DEBUG: z.string().min(1).optional(),
  KINTSUGI_MODEL_CHAT: z.string().min(1).optional(),
  KINTSUGI_MODEL_FALLBACKS: z
    .string()
    .transform(namesIn)
    .refine((names) => names.length <= MOST_FALLBACKS, { error: `name at most ${MOST_FALLBACKS} models` })
    .default([]),
  KINTSUGI_MODEL_API_VERSION: z
    .string()
    .regex(/^(\d{4}-\d{2}-\d{2}(-preview)?|preview|latest)$/, { error: 'give a version like 2024-10-21' })
    .optional(),
  KINTSUGI_MODEL_BASE_URL: z.url().optional(),
  KINTSUGI_MODEL_API_KEY: z.string().min(1).optional(),
  KINTSUGI_MODEL_TIMEOUT_SECONDS: positiveInt
    .max(3_600, { error: 'give at most 3600 (one hour)' })
    .default(300),
  KINTSUGI_PROPOSERS: z
    .string()
    .transform(namesIn)
    .pipe(z.array(ProposerName).min(1))
    .default(() => [...ProposerName.options]),
  KINTSUGI_MODEL_CANDIDATES: z.coerce.number().int().min(1).max(5).default(2),
  KINTSUGI_MODEL_PRICES: z.string().transform(pricesIn).default({}),
  KINTSUGI_MODEL_REPLY_TOKENS: positiveInt.default(4_096),
  KINTSUGI_BUDGET_TOKENS: positiveInt.optional(),
  KINTSUGI_BUDGET_USD: z.coerce.number().positive().optional(),
  OPENAI_API_KEY: z.string().min(1).optional(),
  OPENAI_BASE_URL: z.url().optional(),
  KINTSUGI_S3_BUCKET: z.string().min(1).optional(),
  KINTSUGI_S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  KINTSUGI_S3_REGION: z.string().min(1).optional(),
  KINTSUGI_S3_PREFIX: z
    .string()
    .transform((prefix) => prefix.replace(/^\/+|(?<!\/)\/+$/g, ''))
    .default('kintsugi'),
  KINTSUGI_S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  KINTSUGI_S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  KINTSUGI_STORE_QUOTA: size.optional(),
  KINTSUGI_HEAVY_FOLDERS: z.string().transform(namesIn).default([]),
  KINTSUGI_CAPTURE_FOLDERS: z.string().transform(namesIn).default([]),
  KINTSUGI_RETENTION_DAYS: z.coerce.number().positive().default(30),
  KINTSUGI_CHECK_PROCESSES: positiveInt.optional(),
  KINTSUGI_CHECK_MEMORY: size.optional(),
  KINTSUGI_CHECK_DISK: size.optional(),
  NO_COLOR: z.string().optional(),
});

const UNITS: Record<string, number> = { '': 1, K: 1e3, M: 1e6, G: 1e9, T: 1e12 };
const BINARY_UNITS: Record<string, number> = { K: 2 ** 10, M: 2 ** 20, G: 2 ** 30, T: 2 ** 40 };

/** Bytes of a size like `20GB` or `512MiB`; undefined for what is none. */
function bytesOf(text: string): number | undefined {
  const [, number = '', unit = '', binary] = /^(\d+(?:\.\d+)?)\s*([KMGT]?)(i)?B?$/i.exec(text.trim()) ?? [];
  const factor = (binary ? BINARY_UNITS : UNITS)[unit.toUpperCase()];
  return number === '' || factor === undefined || Number(number) === 0
    ? undefined
    : Math.round(Number(number) * factor);
}

/** Names in a list with commas. */
function namesIn(list: string): string[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** Prices of models: inline JSON, or the path of a file of it. */
function pricesIn(given: string, context: z.RefinementCtx): PriceTable {
  const refuse = (message: string): never => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  const inline = given.trimStart().startsWith('{');
  let value: unknown;
  try {
    value = JSON.parse(inline ? given : readFileSync(given, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return refuse(
      `give a file of JSON or the JSON itself, {"model": {"inputPerMillion": USD, "outputPerMillion": USD}} (${reason})`,
    );
  }
  const parsed = PriceTable.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  return refuse(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}`);
}

function refuseSize(context: z.RefinementCtx): never {
  context.addIssue({ code: 'custom', message: 'give a size like 500MB, 20GB or 1.5TB' });
  return z.NEVER;
}

/** Settings of the tier of the store that several machines share. */
export interface S3Config {
  bucket: string;
  /** Absent: AWS. */
  endpoint?: string;
  region?: string;
  /** Stands before all names in the bucket. */
  prefix: string;
  /** Absent: what the standard chain of the AWS SDK finds. */
  keys?: { accessKeyId: string; secretAccessKey: string };
}

/** Settings of a model endpoint. */
export interface ModelConfig {
  model: string;
  /** For purposes that do not take `model`. */
  purposes: Partial<Record<keyof typeof PURPOSE_VARIABLES, string>>;
  /** Asked in this order where the model before fails. */
  fallbacks: readonly string[];
  baseUrl?: string;
  apiKey: string;
  /** Of Azure's API; absent: the endpoint is not Azure's, or speaks OpenAI's API itself. */
  apiVersion?: string;
  timeoutMs: number;
  /** Replies asked for in one repair round. */
  candidates: number;
  /** USD per million tokens, by model. */
  prices: PriceTable;
  /** Tokens that a budget reserves for one reply. */
  replyTokens: number;
}

/** Kintsugi's settings, checked. Paths are absolute. */
export interface Config {
  /** Data of this machine: blob store, server database, host id. */
  home: string;
  /** Things that can be made again: the Temporal CLI. */
  cache: string;
  hostName: string;
  temporalCli?: string;
  port?: number;
  uiPort?: number;
  idleMinutes: number;
  language: 'en' | 'zh';
  logLevel: 'debug' | 'info' | 'warn' | 'error';
  sandboxChildren?: number;
  graceSeconds: number;
  forceSeconds: number;
  model?: ModelConfig;
  /** Which proposers look for repairs; the model's only where one is configured. */
  proposers: readonly ProposerName[];
  /** Of runs that are given none; absent: none. */
  budget?: { tokens?: number; usd?: number };
  /** Absent: the store is this machine's alone. */
  s3?: S3Config;
  /** Most bytes that this machine's store may take; absent: as many as the disk has. */
  storeQuota?: number;
  /** Names of folders that are not captured besides those of the built-in rules; checked by the client. */
  heavyFolders: readonly string[];
  /** Names of folders that are captured although a built-in rule leaves them out. */
  captureFolders: readonly string[];
  /** How long the data of an ended run is kept. */
  retentionDays: number;
  /** Most that a check command may take; absent: what this machine can spare. */
  checkLimits: { processes?: number; memoryBytes?: number; diskBytes?: number };
  /** Folders of tool managers, by the user's variables that name them. */
  toolHomes: Readonly<Record<string, string>>;
  color: boolean;
  /** Values that must never reach history, logs or reports. */
  secrets: readonly string[];
  /** PATH of the user: where tools and check commands are looked up. */
  path: string;
  /** Given to `@temporalio/envconfig` and to nothing else. */
  temporalEnv: Readonly<Record<string, string>>;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Reads the settings. Throws `ConfigError` with one sentence that names the variable. */
export function loadConfig(env: Env = process.env): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = Variables.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const name = String(issue?.path[0] ?? 'a variable');
    throw new ConfigError(
      `${name} is set to "${given[name] ?? ''}", which cannot be used: ${issue?.message ?? 'invalid'}.`,
    );
  }
  const vars = parsed.data;
  const model = modelConfig(vars);
  const dataHome = given['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share');
  const cacheHome = given['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  return {
    home: resolve(vars.KINTSUGI_HOME ?? join(dataHome, 'kintsugi')),
    cache: resolve(vars.KINTSUGI_CACHE ?? join(cacheHome, 'kintsugi')),
    hostName: hostname(),
    temporalCli: vars.KINTSUGI_TEMPORAL_CLI,
    port: vars.KINTSUGI_PORT,
    uiPort: vars.KINTSUGI_UI_PORT,
    idleMinutes: vars.KINTSUGI_IDLE_MINUTES,
    language: vars.KINTSUGI_LANG,
    logLevel: vars.KINTSUGI_LOG_LEVEL,
    sandboxChildren: vars.KINTSUGI_SANDBOX_CHILDREN,
    graceSeconds: vars.KINTSUGI_GRACE_SECONDS,
    forceSeconds: vars.KINTSUGI_FORCE_SECONDS,
    model,
    proposers: proposersConfig(vars, model),
    budget: budgetConfig(vars),
    s3: s3Config(vars),
    storeQuota: vars.KINTSUGI_STORE_QUOTA,
    heavyFolders: vars.KINTSUGI_HEAVY_FOLDERS,
    captureFolders: vars.KINTSUGI_CAPTURE_FOLDERS,
    retentionDays: vars.KINTSUGI_RETENTION_DAYS,
    checkLimits: {
      processes: vars.KINTSUGI_CHECK_PROCESSES,
      memoryBytes: vars.KINTSUGI_CHECK_MEMORY,
      diskBytes: vars.KINTSUGI_CHECK_DISK,
    },
    toolHomes: pick(given, (name) => TOOL_HOME.test(name)),
    color: vars.NO_COLOR === undefined,
    secrets: secretsIn(given),
    path: given['PATH'] ?? '',
    temporalEnv: pick(
      given,
      (name) => name.startsWith('TEMPORAL_') || name === 'XDG_CONFIG_HOME' || name === 'HOME',
    ),
  };
}

function proposersConfig(vars: z.infer<typeof Variables>, model: ModelConfig | undefined): ProposerName[] {
  const proposers = vars.KINTSUGI_PROPOSERS.filter((name) => name !== 'llm' || model !== undefined);
  if (proposers.length > 0) return proposers;
  throw new ConfigError('KINTSUGI_PROPOSERS names llm alone, but there is no model: set KINTSUGI_MODEL.');
}

function modelConfig(vars: z.infer<typeof Variables>): ModelConfig | undefined {
  const baseUrl = vars.KINTSUGI_MODEL_BASE_URL ?? vars.OPENAI_BASE_URL;
  const apiKey = vars.KINTSUGI_MODEL_API_KEY ?? vars.OPENAI_API_KEY;
  const others = otherModels(vars);
  if (!vars.KINTSUGI_MODEL) {
    const [set] = others;
    if (set === undefined) return undefined;
    throw new ConfigError(`${set} is set, but KINTSUGI_MODEL is not: set the model for everything else.`);
  }
  if (!apiKey && !baseUrl) {
    throw new ConfigError(
      'KINTSUGI_MODEL is set, but there is no key: set OPENAI_API_KEY, or KINTSUGI_MODEL_BASE_URL for an endpoint that needs none.',
    );
  }
  checkAzure(vars, { baseUrl, apiKey, others });
  return {
    model: vars.KINTSUGI_MODEL,
    purposes: purposesOf(vars),
    fallbacks: vars.KINTSUGI_MODEL_FALLBACKS,
    baseUrl,
    apiVersion: vars.KINTSUGI_MODEL_API_VERSION,
    // Local endpoints take any key, and the client refuses to be made without one.
    apiKey: apiKey ?? 'not-needed',
    timeoutMs: vars.KINTSUGI_MODEL_TIMEOUT_SECONDS * 1000,
    candidates: vars.KINTSUGI_MODEL_CANDIDATES,
    prices: vars.KINTSUGI_MODEL_PRICES,
    replyTokens: vars.KINTSUGI_MODEL_REPLY_TOKENS,
  };
}

function purposesOf(vars: z.infer<typeof Variables>): ModelConfig['purposes'] {
  const set = Object.entries(PURPOSE_VARIABLES).flatMap(([purpose, variable]) => {
    const model = vars[variable];
    return model === undefined ? [] : [[purpose, model] as const];
  });
  return Object.fromEntries(set);
}

/** The variables besides KINTSUGI_MODEL that name a model. */
function otherModels(vars: z.infer<typeof Variables>): string[] {
  const set: string[] = Object.values(PURPOSE_VARIABLES).filter((name) => vars[name] !== undefined);
  return vars.KINTSUGI_MODEL_FALLBACKS.length > 0 ? [...set, 'KINTSUGI_MODEL_FALLBACKS'] : set;
}

/** Azure has its own key, an address for each resource, and addresses that stand for one model alone. */
function checkAzure(
  vars: z.infer<typeof Variables>,
  { baseUrl, apiKey, others }: { baseUrl?: string; apiKey?: string; others: readonly string[] },
): void {
  if (vars.KINTSUGI_MODEL_API_VERSION === undefined) return;
  if (!baseUrl) {
    throw new ConfigError(
      "KINTSUGI_MODEL_API_VERSION is set, but there is no address: set KINTSUGI_MODEL_BASE_URL to your Azure resource's.",
    );
  }
  if (!apiKey) {
    throw new ConfigError(
      'KINTSUGI_MODEL_API_VERSION is set, but there is no key: set KINTSUGI_MODEL_API_KEY.',
    );
  }
  const [other] = others;
  if (other !== undefined && /\/deployments\//.test(baseUrl)) {
    throw new ConfigError(
      `KINTSUGI_MODEL_BASE_URL is the address of one deployment, so ${other} cannot name another: end the address with /openai.`,
    );
  }
}

function budgetConfig(vars: z.infer<typeof Variables>): Config['budget'] {
  const { KINTSUGI_BUDGET_TOKENS: tokens, KINTSUGI_BUDGET_USD: usd } = vars;
  return tokens === undefined && usd === undefined ? undefined : { tokens, usd };
}

function s3Config(vars: z.infer<typeof Variables>): S3Config | undefined {
  const { KINTSUGI_S3_ACCESS_KEY_ID: accessKeyId, KINTSUGI_S3_SECRET_ACCESS_KEY: secretAccessKey } = vars;
  const { KINTSUGI_S3_BUCKET: bucket, KINTSUGI_S3_ENDPOINT: endpoint, KINTSUGI_S3_REGION: region } = vars;
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
    throw new ConfigError(
      'KINTSUGI_S3_ACCESS_KEY_ID and KINTSUGI_S3_SECRET_ACCESS_KEY belong together: set both, or neither for the standard AWS credentials.',
    );
  }
  if (!bucket && (endpoint ?? accessKeyId) !== undefined) {
    throw new ConfigError(
      'KINTSUGI_S3_ENDPOINT or a key is set, but there is no bucket: set KINTSUGI_S3_BUCKET, or unset them.',
    );
  }
  if (!bucket) return undefined;
  const keys = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined;
  return { bucket, endpoint, region, prefix: vars.KINTSUGI_S3_PREFIX, keys };
}

/** A word of the name, wherever it stands: `SECRET_KEY_BASE`, `MYSQL_PWD`, `GITHUB_PAT`. */
const SECRET_NAME =
  /(^|_)(API)?(KEYS?|TOKENS?|SECRETS?|PASSWORDS?|PASSWD|PASSPHRASE|CREDENTIALS?)(_|$)|_(PASS|PWD|PAT)$|(KEY|TOKEN|SECRET|PASSWORD)S?$/i;

/** One word of letters: `postgres`, `production`. Redacted everywhere it would maul texts, paths and states of runs. */
const PLAIN_WORD = /^[A-Za-z]{1,11}$/;

/** Values of variables whose names say that they are secret; a file that a variable names is none. */
function secretsIn(env: Env): string[] {
  return Object.entries(env)
    .map(([name, value = '']) => (SECRET_NAME.test(name) ? value : ''))
    .filter(
      (value) => value.length >= 8 && !PLAIN_WORD.test(value) && !(isAbsolute(value) && existsSync(value)),
    );
}

function pick(env: Env, keep: (name: string) => boolean): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value !== undefined && keep(name)) kept[name] = value;
  return kept;
}

/** How the caller has started Kintsugi, as npm tells it: `npm run kintsugi --`, `npx kintsugi`, or just `kintsugi`. */
export function callersCommand(env: Env = process.env): string {
  const { npm_lifecycle_event: event = '', npm_lifecycle_script: script = '' } = env;
  if (event === 'npx') return /^["']?kintsugi\b/.test(script) ? 'npx kintsugi' : 'kintsugi';
  return ['kintsugi', 'demo'].includes(event) ? 'npm run kintsugi --' : 'kintsugi';
}
