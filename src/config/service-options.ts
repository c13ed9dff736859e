/** The settings: one row each. */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { ProposerName } from '../domain/heal/proposal';
import { Language } from '../domain/run/input';
import { option } from './option';
import { names, port, prices, size, text, usd, wholeNumber, word } from './values';

/** Each may take the whole time of a call, and an activity has 20 minutes. */
const MOST_FALLBACKS = 3;

const path = text.transform((name) => resolve(name));

export const SERVICE_OPTIONS = {
  home: option({
    variable: 'KINTSUGI_HOME',
    schema: path,
    default: (env) => join(env['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), 'kintsugi'),
    otherwise: '~/.local/share/kintsugi',
    help: 'folder of the data: store and server database',
    restarts: true,
  }),
  cache: option({
    variable: 'KINTSUGI_CACHE',
    schema: path,
    default: (env) => join(env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'kintsugi'),
    otherwise: '~/.cache/kintsugi',
    help: 'folder of the cache: the Temporal CLI',
  }),
  temporalCli: option({
    variable: 'KINTSUGI_TEMPORAL_CLI',
    schema: text,
    otherwise: 'found, downloaded or built',
    help: 'path of a temporal program',
  }),
  port: option({
    variable: 'KINTSUGI_PORT',
    schema: port,
    otherwise: 'a free one',
    help: 'port of the embedded server',
    restarts: true,
  }),
  uiPort: option({
    variable: 'KINTSUGI_UI_PORT',
    schema: port,
    otherwise: 'a free one',
    help: 'port of the Web UI of the embedded server',
    restarts: true,
  }),
  idleMinutes: option({
    variable: 'KINTSUGI_IDLE_MINUTES',
    schema: z.coerce.number().nonnegative(),
    default: '30',
    help: 'idle minutes until the embedded server and the worker stop; 0: never',
  }),
  language: option({
    variable: 'KINTSUGI_LANG',
    schema: word(Language),
    default: 'en',
    help: 'language of the healing log: en or zh',
  }),
  logLevel: option({
    variable: 'KINTSUGI_LOG_LEVEL',
    schema: z.enum(['debug', 'info', 'warn', 'error']),
    default: 'info',
    help: 'least important lines of the log: debug, info, warn or error',
    restarts: true,
  }),
  color: option({
    variable: 'NO_COLOR',
    schema: z.string().transform((value) => value === ''),
    default: '',
    otherwise: 'colours',
    help: 'any value: no colours on the terminal',
  }),
  editor: option({
    variable: ['KINTSUGI_EDITOR', 'VISUAL', 'EDITOR'],
    schema: text,
    default: 'vi',
    help: 'editor that a question on the terminal opens a change in',
  }),
  sandboxChildren: option({
    variable: 'KINTSUGI_SANDBOX_CHILDREN',
    schema: wholeNumber,
    otherwise: 'one per core',
    help: 'number of sandbox processes',
    restarts: true,
  }),
  graceSeconds: option({
    variable: 'KINTSUGI_GRACE_SECONDS',
    schema: wholeNumber,
    default: '10',
    help: 'seconds that activities get to end when the worker shuts down',
    restarts: true,
  }),
  forceSeconds: option({
    variable: 'KINTSUGI_FORCE_SECONDS',
    schema: wholeNumber,
    default: '30',
    help: 'seconds until a worker that shuts down is forced to',
    restarts: true,
  }),
  proposers: option({
    variable: 'KINTSUGI_PROPOSERS',
    schema: names.pipe(z.array(ProposerName).min(1)),
    default: ProposerName.options.join(','),
    help: 'who looks for repairs, with commas; llm needs a model',
    restarts: true,
  }),
  model: {
    model: option({
      variable: 'KINTSUGI_MODEL',
      flag: '--model <name>',
      group: 'Repair',
      schema: text,
      otherwise: 'none',
      help: 'model to ask; the flag names another one at the same endpoint',
      restarts: true,
      input: 'model',
    }),
    purposes: {
      code: option({
        variable: 'KINTSUGI_MODEL_CODE',
        schema: text,
        otherwise: 'KINTSUGI_MODEL',
        help: 'model that carries out requests',
        restarts: true,
      }),
      test: option({
        variable: 'KINTSUGI_MODEL_TEST',
        schema: text,
        otherwise: 'KINTSUGI_MODEL',
        help: 'model that writes tests',
        restarts: true,
      }),
      debug: option({
        variable: 'KINTSUGI_MODEL_DEBUG',
        schema: text,
        otherwise: 'KINTSUGI_MODEL',
        help: 'model that proposes repairs',
        restarts: true,
      }),
      chat: option({
        variable: 'KINTSUGI_MODEL_CHAT',
        schema: text,
        otherwise: 'KINTSUGI_MODEL',
        help: 'model that answers questions',
        restarts: true,
      }),
    },
    fallbacks: option({
      variable: 'KINTSUGI_MODEL_FALLBACKS',
      schema: names.refine((all) => all.length <= MOST_FALLBACKS, {
        error: `name at most ${MOST_FALLBACKS} models`,
      }),
      default: '',
      otherwise: 'none',
      help: `models to try next if a model cannot answer, with commas, at most ${MOST_FALLBACKS}`,
      restarts: true,
    }),
    baseUrl: option({
      variable: ['KINTSUGI_MODEL_BASE_URL', 'OPENAI_BASE_URL'],
      schema: z.url(),
      otherwise: "OpenAI's",
      help: 'address of the OpenAI-compatible endpoint',
      restarts: true,
    }),
    apiKey: option({
      variable: ['KINTSUGI_MODEL_API_KEY', 'OPENAI_API_KEY'],
      schema: text,
      otherwise: 'none',
      help: 'key of the endpoint',
      restarts: true,
    }),
    apiVersion: option({
      variable: 'KINTSUGI_MODEL_API_VERSION',
      schema: z.string().regex(/^(\d{4}-\d{2}-\d{2}(-preview)?|preview|latest)$/, {
        error: 'give a version like 2024-10-21',
      }),
      otherwise: 'not Azure',
      help: "version of Azure's API, like 2024-10-21",
      restarts: true,
    }),
    timeoutMs: option({
      variable: 'KINTSUGI_MODEL_TIMEOUT_SECONDS',
      schema: wholeNumber
        .max(3_600, { error: 'give at most 3600 (one hour)' })
        .transform((seconds) => seconds * 1_000),
      default: '300',
      help: 'time limit of one call in seconds, at most 3600',
      restarts: true,
    }),
    candidates: option({
      variable: 'KINTSUGI_MODEL_CANDIDATES',
      schema: z.coerce.number().int().min(1).max(5),
      default: '2',
      help: 'replies asked for in one repair round, 1 to 5',
      restarts: true,
    }),
    prices: option({
      variable: 'KINTSUGI_MODEL_PRICES',
      schema: prices,
      default: '{}',
      otherwise: 'none',
      help: 'USD per million tokens by model: JSON, or a file of it',
      restarts: true,
    }),
    replyTokens: option({
      variable: 'KINTSUGI_MODEL_REPLY_TOKENS',
      schema: wholeNumber,
      default: '4096',
      help: 'tokens that a budget reserves for one reply',
      restarts: true,
    }),
  },
  budget: {
    tokens: option({
      variable: 'KINTSUGI_BUDGET_TOKENS',
      flag: '--budget-tokens <n>',
      group: 'Budget',
      schema: wholeNumber,
      otherwise: 'no limit',
      help: 'most tokens that models may use; at the limit the run waits for a top-up',
      input: 'budget.tokens',
    }),
    usd: option({
      variable: 'KINTSUGI_BUDGET_USD',
      flag: '--budget-usd <x>',
      group: 'Budget',
      schema: usd,
      otherwise: 'no limit',
      help: 'most USD that models may cost; needs KINTSUGI_MODEL_PRICES',
      input: 'budget.usd',
    }),
  },
  s3: {
    bucket: option({
      variable: 'KINTSUGI_S3_BUCKET',
      schema: text,
      otherwise: 'none',
      help: 'bucket that several machines share',
      restarts: true,
    }),
    endpoint: option({
      variable: 'KINTSUGI_S3_ENDPOINT',
      schema: z.url({ protocol: /^https?$/ }),
      otherwise: 'AWS',
      help: 'address of the server of the bucket',
      restarts: true,
    }),
    region: option({
      variable: 'KINTSUGI_S3_REGION',
      schema: text,
      otherwise: 'what the AWS SDK finds',
      help: 'region of the bucket',
      restarts: true,
    }),
    prefix: option({
      variable: 'KINTSUGI_S3_PREFIX',
      schema: z.string().transform((prefix) => prefix.replace(/^\/+|(?<!\/)\/+$/g, '')),
      default: 'kintsugi',
      help: 'prefix of all names in the bucket',
      restarts: true,
    }),
    keys: {
      accessKeyId: option({
        variable: 'KINTSUGI_S3_ACCESS_KEY_ID',
        schema: text,
        otherwise: 'what the AWS SDK finds',
        help: 'access key id for the bucket',
        restarts: true,
      }),
      secretAccessKey: option({
        variable: 'KINTSUGI_S3_SECRET_ACCESS_KEY',
        schema: text,
        otherwise: 'what the AWS SDK finds',
        help: 'secret access key for the bucket',
        restarts: true,
      }),
    },
  },
  storeQuota: option({
    variable: 'KINTSUGI_STORE_QUOTA',
    schema: size,
    otherwise: 'no limit',
    help: "most that this machine's store may take, like 20GB",
    restarts: true,
  }),
  retentionDays: option({
    variable: 'KINTSUGI_RETENTION_DAYS',
    schema: z.coerce.number().positive(),
    default: '30',
    help: 'days that the data of ended runs is kept',
    restarts: true,
  }),
  heavyFolders: option({
    variable: 'KINTSUGI_HEAVY_FOLDERS',
    schema: names,
    default: '',
    otherwise: 'none',
    help: 'more folders that runs leave out: plain names with commas',
  }),
  captureFolders: option({
    variable: 'KINTSUGI_CAPTURE_FOLDERS',
    schema: names,
    default: '',
    otherwise: 'none',
    help: 'folders captured although a built-in rule leaves them out: plain names with commas',
  }),
  policy: option({
    variable: 'KINTSUGI_POLICY',
    schema: path,
    otherwise: "the data folder's policy.json",
    help: 'file of rules on what runs may do',
  }),
  mcp: option({
    variable: 'KINTSUGI_MCP',
    schema: path,
    otherwise: 'none',
    help: 'file of MCP servers, whose tools the agent may call',
    restarts: true,
  }),
  checkLimits: {
    processes: option({
      variable: 'KINTSUGI_CHECK_PROCESSES',
      schema: wholeNumber,
      otherwise: '1024',
      help: 'most processes of a check command',
      restarts: true,
    }),
    memoryBytes: option({
      variable: 'KINTSUGI_CHECK_MEMORY',
      schema: size,
      otherwise: "three quarters of the machine's",
      help: 'most memory of a check command, like 4GB',
      restarts: true,
    }),
    diskBytes: option({
      variable: 'KINTSUGI_CHECK_DISK',
      schema: size,
      otherwise: '20GB',
      help: 'most disk that a check command may fill, like 20GB',
      restarts: true,
    }),
  },
};
