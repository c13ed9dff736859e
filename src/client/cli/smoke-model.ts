import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadServiceConfig, requireModelSettings } from '../../config';
import type { HealResult } from '../../domain/heal/result';
import { shownText } from '../../domain/shown';
import { excerpt, plural } from '../../domain/text';
import type { KintsugiClient } from '../client';
import type { HealRequest } from '../../run-input';
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
    name: 'an agent with tools adds a function and a test',
    files: {
      'package.json': '{}\n',
      'add.js': BROKEN_ADD.replace('a - b', 'a + b'),
      'add.test.js': ADD_TEST,
    },
    request: {
      request: 'Add half(a) to add.js, which halves a number, with a test of it.',
      executor: 'tools',
    },
    wrong: async (result, read) =>
      statusOf(['completed', 'recovered'], result) ??
      ((await read('add.js')).includes('half') ? undefined : 'add.js does not hold half'),
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
  const config = loadServiceConfig();
  requireModelSettings(config);
  if (!config.model)
    throw badInput(
      'No model is configured: set KINTSUGI_MODEL (and OPENAI_API_KEY, or KINTSUGI_MODEL_BASE_URL for another endpoint).',
    );
  process.stderr.write(`Asking ${config.model.model} at ${config.model.baseUrl ?? 'the OpenAI API'}.\n`);
  const client = await openClient(config, {
    start: 'all',
    say: (line) => process.stderr.write(`${shownText(line)}\n`),
  });
  const outcomes: Outcome[] = [];
  try {
    const plays = SCENARIOS.map((one) => [one.name, () => playHeal(client, one)] as const);
    for (const [name, play] of [...plays, ['a function for data', () => playCode(client)] as const]) {
      const outcome = await outcomeOf(name, play);
      outcomes.push(outcome);
      process.stdout.write(`${shownText(lineOf(outcome))}\n`);
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

/** Findings of a scenario. `wrong`: why it failed; undefined: it is right. */
type Played = Omit<Outcome, 'name' | 'ok' | 'seconds'>;

/** A scenario that fails is told, and the others are played. */
async function outcomeOf(name: string, play: () => Promise<Played>): Promise<Outcome> {
  const startedMs = performance.now();
  const seconds = () => Math.round((performance.now() - startedMs) / 100) / 10;
  try {
    const played = await play();
    return { name, ok: played.wrong === undefined, ...played, seconds: seconds() };
  } catch (error) {
    const wrong = error instanceof Error ? error.message : String(error);
    const nothing = { status: 'error', attempts: 0, modelCalls: 0, tokens: 0 };
    return { name, ok: false, ...nothing, seconds: seconds(), wrong };
  }
}

async function playHeal(client: KintsugiClient, scenario: Scenario): Promise<Played> {
  const directory = await mkdtemp(join(tmpdir(), 'kintsugi-smoke-'));
  try {
    for (const [path, text] of Object.entries(scenario.files)) {
      await mkdir(dirname(join(directory, path)), { recursive: true });
      await writeFile(join(directory, path), text);
    }
    const run = await client.heal({ ...scenario.request, directory, approval: { level: 'LOW' } });
    const result = await run.result();
    const asked = result.usage.modelCalls > 0 ? undefined : 'the model was not asked';
    const wrong = asked ?? (await scenario.wrong(result, (path) => readFile(join(directory, path), 'utf8')));
    return { status: result.status, attempts: result.totalAttempts, ...boughtIn(result.usage), wrong };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** A function that is written to a specification and runs on data. */
async function playCode(client: KintsugiClient): Promise<Played> {
  const run = await client.code({
    executionSpec: { functionName: 'total', description: 'Sum of the prices of all rows.' },
    testData: [{ price: 2 }, { price: 3 }],
  });
  const { record, status, usage, message } = await run.result();
  const value = (record.executionResult as { value?: unknown } | null)?.value;
  const wrong = !record.isCodeValid ? message : value === 5 ? undefined : `it returned ${String(value)}`;
  return { status, attempts: record.iterationCount, ...boughtIn(usage), wrong };
}

function boughtIn({ modelCalls, inputTokens, outputTokens }: HealResult['usage']) {
  return { modelCalls, tokens: inputTokens + outputTokens };
}

function lineOf({ name, ok, status, attempts, modelCalls, tokens, seconds, wrong }: Outcome): string {
  const facts = `${status}, ${plural(attempts, 'attempt')}, ${plural(modelCalls, 'model call')}, ${tokens} tokens, ${seconds} s`;
  return `${ok ? '✔' : '✘'} ${name}: ${facts}${wrong === undefined ? '' : `\n  ${wrong}`}`;
}

void smoke()
  .catch((error: unknown) => reportError(error))
  .then(exitWith);
