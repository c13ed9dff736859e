import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadConfig, requireModelSettings } from '../../config';
import type { HealResult } from '../../domain/heal/result';
import { excerpt, plural } from '../../domain/text';
import type { HealRequest, KintsugiClient } from '../client';
import { badInput, EXIT, type ExitCode } from '../../domain/kintsugi-error';
import { openClient } from '../open';
import { exitWith, reportError } from './report-error';

/** Scenario of the requirements: a project, a request, and the required result. */
interface Scenario {
  name: string;
  files: Record<string, string>;
  request: Omit<HealRequest, 'directory'>;
  /** Reason why the result is wrong. Undefined: it is right. */
  wrong(result: HealResult, read: (path: string) => Promise<string>): Promise<string | undefined>;
}

const ADD_TEST =
  "const { add } = require('./add');\n\ntest('adds', () => {\n  expect(add(1, 2)).toBe(3);\n  expect(add(-4, 1)).toBe(-3);\n});\n";
const BROKEN_ADD = '/** Sum of two numbers. */\nexports.add = function add(a, b) {\n  return a - b;\n};\n';
const CARD = [
  '/**',
  ' * Line of a price list: the name, at least three dots, the price in euros with two decimals; in all exactly `width`',
  ' * characters. A name that is too long is cut and ends in `…`.',
  ' */',
  'exports.line = function line(name, cents, width) {',
  "  return '';",
  '};',
  '',
].join('\n');
const CARD_TEST = [
  "const { line } = require('./card');",
  '',
  "test('fills with dots', () => expect(line('Tea', 250, 14)).toBe('Tea.......2.50'));",
  "test('cuts long names', () => expect(line('Black forest cake', 1290, 16)).toBe('Black f…...12.90'));",
  "test('keeps the width', () => expect(line('Coffee', 5, 30)).toHaveLength(30));",
  '',
].join('\n');

const statusOf = (wanted: readonly string[], result: HealResult): string | undefined =>
  wanted.includes(result.status) ? undefined : `${result.status}: ${result.message}`;

const SCENARIOS: readonly Scenario[] = [
  {
    name: 'self-healing of a wrong operator',
    files: { 'add.js': BROKEN_ADD, 'add.test.js': ADD_TEST },
    request: { mode: 'PRECISION' },
    wrong: async (result, read) =>
      statusOf(['recovered'], result) ??
      ((await read('add.js')).includes('a + b') ? undefined : 'add.js does not hold a + b'),
  },
  {
    name: 'full flow: create a function to add two numbers',
    files: {},
    request: { request: 'Create a function to add two numbers', taskType: 'build_site', generateTests: true },
    wrong: (result) =>
      Promise.resolve(
        statusOf(['completed', 'recovered'], result) ??
          (result.record.testResults?.success && result.tests.passed > 0 ? undefined : 'no test passes'),
      ),
  },
  {
    name: 'repair that needs new code',
    files: { 'card.js': CARD, 'card.test.js': CARD_TEST },
    request: { mode: 'PRECISION', taskType: 'debug' },
    wrong: (result) => Promise.resolve(statusOf(['recovered'], result)),
  },
  {
    name: 'chat reply without the loop',
    files: { 'add.js': BROKEN_ADD },
    request: { request: 'What does add.js export? Answer in one sentence.', taskType: 'chat_reply' },
    wrong: (result) => {
      const reply = result.record.messages.find(({ role }) => role === 'assistant')?.content ?? '';
      return Promise.resolve(/\badd\b/.test(reply) ? undefined : `the answer was: ${excerpt(reply, 200)}`);
    },
  },
];

interface Outcome {
  name: string;
  ok: boolean;
  status: string;
  attempts: number;
  modelCalls: number;
  tokens: number;
  seconds: number;
  wrong?: string;
}

/** Runs the requirements' scenarios against the configured model: `npm run smoke:model`. */
async function smoke(): Promise<ExitCode> {
  const config = loadConfig();
  requireModelSettings(config);
  if (!config.model)
    throw badInput(
      'No model is configured: set KINTSUGI_MODEL (and OPENAI_API_KEY, or KINTSUGI_MODEL_BASE_URL for another endpoint).',
    );
  process.stderr.write(`Asking ${config.model.model} at ${config.model.baseUrl ?? 'the OpenAI API'}.\n`);
  const client = await openClient(config, {
    start: 'all',
    say: (line) => process.stderr.write(`${line}\n`),
  });
  const outcomes: Outcome[] = [];
  try {
    for (const scenario of SCENARIOS) {
      const outcome = await play(client, scenario);
      outcomes.push(outcome);
      process.stdout.write(`${lineOf(outcome)}\n`);
    }
  } finally {
    await client.close();
  }
  const ok = outcomes.filter((outcome) => outcome.ok).length;
  process.stdout.write(
    `${JSON.stringify({ smoke: 'model', model: config.model.model, ok, of: outcomes.length, scenarios: outcomes })}\n`,
  );
  return ok === outcomes.length ? EXIT.healed : EXIT.notHealed;
}

async function play(client: KintsugiClient, scenario: Scenario): Promise<Outcome> {
  const directory = await mkdtemp(join(tmpdir(), 'kintsugi-smoke-'));
  const startedMs = performance.now();
  const base = { name: scenario.name, attempts: 0, modelCalls: 0, tokens: 0 };
  const seconds = () => Math.round((performance.now() - startedMs) / 100) / 10;
  try {
    for (const [path, text] of Object.entries(scenario.files)) {
      await mkdir(dirname(join(directory, path)), { recursive: true });
      await writeFile(join(directory, path), text);
    }
    const run = await client.heal({ ...scenario.request, directory, approval: { level: 'LOW' } });
    const result = await run.result();
    const asked = result.usage.modelCalls > 0 ? undefined : 'the model was not asked';
    const wrong = asked ?? (await scenario.wrong(result, (path) => readFile(join(directory, path), 'utf8')));
    return {
      ...base,
      ok: wrong === undefined,
      status: result.status,
      attempts: result.totalAttempts,
      modelCalls: result.usage.modelCalls,
      tokens: result.usage.inputTokens + result.usage.outputTokens,
      seconds: seconds(),
      wrong,
    };
  } catch (error) {
    const wrong = error instanceof Error ? error.message : String(error);
    return { ...base, ok: false, status: 'error', seconds: seconds(), wrong };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function lineOf({ name, ok, status, attempts, modelCalls, tokens, seconds, wrong }: Outcome): string {
  const facts = `${status}, ${plural(attempts, 'attempt')}, ${plural(modelCalls, 'model call')}, ${tokens} tokens, ${seconds} s`;
  return `${ok ? '✔' : '✘'} ${name}: ${facts}${wrong === undefined ? '' : `\n  ${wrong}`}`;
}

void smoke()
  .catch((error: unknown) => reportError(error))
  .then(exitWith);
