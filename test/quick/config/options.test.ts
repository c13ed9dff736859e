import { Command } from 'commander';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addCodeCommand } from '../../../src/client/cli/code-command';
import { addGoalCommands } from '../../../src/client/cli/goal-command';
import { addOppositeFlags, addRunFlags, settingsOf } from '../../../src/client/cli/run-flags';
import { loadConfig, OPTIONS, settingsPage } from '../../../src/config';
import { variablesOf } from '../../../src/config/option';
import { HealInput } from '../../../src/domain/heal/input';
import { placeHash, settingsHash } from '../../../src/temporal';

const ROOT = join(__dirname, '../../..');
const DIRECTORY = { hostId: 'h', hostName: 'h', realpath: '/p' };

/** A text that each variable takes, other than its default. */
const OTHER: Record<string, string> = {
  KINTSUGI_NOTIFY_SLACK_SECRET: 'https://hooks.example.org/x',
  KINTSUGI_NOTIFY_WEBHOOK: 'https://hooks.example.org/y',
  KINTSUGI_SMTP: 'smtp://mail.example.org',
  KINTSUGI_PUBLIC_URL: 'https://runs.example.org',
  KINTSUGI_LANG: 'zh',
  KINTSUGI_LOG_LEVEL: 'debug',
  KINTSUGI_PROPOSERS: 'mutation',
  KINTSUGI_MODEL_API_VERSION: '2024-10-21',
  KINTSUGI_MODEL_PRICES: '{"m": {"inputPerMillion": 1, "outputPerMillion": 1}}',
  KINTSUGI_MODEL_BASE_URL: 'http://127.0.0.1:9/v1',
  KINTSUGI_S3_ENDPOINT: 'http://127.0.0.1:9',
  KINTSUGI_GENERATE_TESTS: 'no',
  KINTSUGI_LIVE_TEXT: 'no',
  KINTSUGI_WAIT_FOR_LIMIT: '2h',
  KINTSUGI_ANSWER_WITHIN: '2h',
  KINTSUGI_IF_UNANSWERED: 'approve',
  KINTSUGI_REMIND_EVERY: '2h',
  KINTSUGI_DELEGATE_AFTER: '2h',
};

/** A value that each flag takes. */
const GIVEN: Record<string, string> = {
  '--executor': 'answer',
  '--generate-tests': 'no',
  '--wait-for-limit': '7m',
  '--mode': 'precision',
  '--task': 'refactor_code',
  '--approval': 'high',
  '--time-limit': '2h',
  '--top-up-within': '2h',
  '--answer-within': '2h',
  '--if-unanswered': 'approve',
  '--remind-every': '2h',
  '--delegate-after': '2h',
};

/** Other flags that a flag needs. */
const NEEDED: Record<string, string[]> = {
  '--top-up-within': ['--budget-tokens', '9'],
  '--delegate-after': ['--delegate', 'Ada'],
};

const MODEL = { KINTSUGI_MODEL: 'base', OPENAI_API_KEY: 'k-0123456789' };
const S3 = { KINTSUGI_S3_BUCKET: 'base', KINTSUGI_S3_ACCESS_KEY_ID: 'i', KINTSUGI_S3_SECRET_ACCESS_KEY: 's' };
const BASE = { ...MODEL, ...S3, HOME: '/home/ada', KINTSUGI_MODEL_BASE_URL: 'http://127.0.0.1:1/v1' };

function parsed(args: readonly string[]): HealInput {
  const command = addOppositeFlags(addRunFlags(new Command())).exitOverride();
  command.parse(args, { from: 'user' });
  const settings = settingsOf(command.opts());
  return HealInput.parse({ directory: DIRECTORY, ...settings });
}

function at(input: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((group, name) => (group as Record<string, unknown> | undefined)?.[name], input);
}

describe('the table of options', () => {
  it('names each variable, flag and place of the input once, but for tests that a flag leaves out', () => {
    const variables = OPTIONS.flatMap(({ row }) => variablesOf(row));
    const flags = OPTIONS.flatMap(({ row }) => row.flag ?? []);
    const places = OPTIONS.flatMap(({ row }) => (row.input === undefined || row.means ? [] : row.input));
    for (const all of [variables, flags, places]) expect(new Set(all).size).toBe(all.length);
  });

  it('gives each option a variable or a flag, and a phrase without a full stop', () => {
    for (const { row } of OPTIONS) {
      expect(row.variable ?? row.flag).toBeDefined();
      expect(row.help).toMatch(/^\S.*[^.\s]$/);
    }
  });

  it.each(
    OPTIONS.flatMap(({ row }) =>
      row.variable === undefined ? [] : [[variablesOf(row)[0] ?? '', row] as const],
    ),
  )('lets %s change the settings, and starts the worker anew where its row says so', (variable, row) => {
    const before = loadConfig(BASE);
    const after = loadConfig({ ...BASE, [variable]: OTHER[variable] ?? '5' });
    expect({ ...after, secrets: [] }).not.toEqual({ ...before, secrets: [] });
    expect(settingsHash(after) !== settingsHash(before)).toBe(row.restarts === true);
  });

  it('tells a worker on another server by the hash of its place, and not by that of its settings', () => {
    const elsewhere = loadConfig({ ...BASE, TEMPORAL_ADDRESS: 'host:7233' });
    expect(placeHash(elsewhere)).not.toBe(placeHash(loadConfig(BASE)));
    expect(settingsHash(elsewhere)).toBe(settingsHash(loadConfig(BASE)));
  });

  it('starts no worker anew because a shell has another PATH', () => {
    expect(settingsHash(loadConfig({ ...BASE, PATH: '/opt/bin' }))).toBe(settingsHash(loadConfig(BASE)));
  });

  it.each(
    OPTIONS.flatMap(({ row }) =>
      row.flag === undefined || row.input === undefined ? [] : [[row.flag, row] as const],
    ),
  )('lets %s reach the input of a run', (flag, row) => {
    const [name = ''] = flag.split(' ');
    const value = flag.includes('<') ? [GIVEN[name] ?? '7'] : [];
    const needed = NEEDED[name] ?? [];
    const place = row.input ?? '';
    expect(at(parsed([...needed, name, ...value]), place)).not.toEqual(at(parsed(needed), place));
  });

  it('is the page of settings', () => {
    const page = readFileSync(join(ROOT, 'docs/settings.md'), 'utf8');
    const { variables, flags } = settingsPage();
    // Where this fails: npm run settings-page
    expect(page).toContain(variables);
    expect(page).toContain(flags);
  });
});

describe('flags that another command shares', () => {
  it('are refused where no flag fills the place of the input', () => {
    expect(() => addRunFlags(new Command(), ['approval.delegate'])).toThrow(
      'No flag of heal and fork fills approval.delegate.',
    );
  });

  it.each([
    ['goal', (program: Command) => addGoalCommands({ program, config: unused, exit: unused })],
    ['code', (program: Command) => addCodeCommand({ program, config: unused, exit: unused })],
  ])('name a delegate for %s', (name, add) => {
    const program = new Command();
    add(program);
    const flags = program.commands
      .find((command) => command.name() === name)
      ?.options.map(({ long }) => long);
    expect(flags).toEqual(expect.arrayContaining(['--delegate', '--delegate-after']));
  });
});

function unused(): never {
  throw new Error('Nothing is run here.');
}

describe('words of a setting', () => {
  it.each(['KINTSUGI_LIVE_TEXT', 'KINTSUGI_GENERATE_TESTS'])('are refused where %s has others', (name) => {
    expect(() => loadConfig({ [name]: 'constructor' })).toThrow('give yes');
    expect(() => loadConfig({ [name]: ' NO ' })).not.toThrow();
  });
});
