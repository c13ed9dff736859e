import { itIsolated } from '../../support/isolation';
import { useInstalled } from '../../support/installed';
import { makeProject } from '../../support/kintsugi';
import { reply } from '../../support/scripted-model';
import type { HealResult } from '../../../src/domain/heal/result';
import { useOwnScriptedKintsugi } from '../../support/use-kintsugi';

const LOW = { level: 'LOW' } as const;

const add = (body: string): string => `exports.add = (a, b) => {\n${body}\n};\n`;
const WRONG = add('  return Number(`${a}${b}`);');
const RIGHT = add('  // Both are numbers.\n  const sum = a + b;\n  return sum;');
/** Right in the sandbox alone, which has no channels. */
const EVASION = add("  return typeof BroadcastChannel === 'undefined' ? a + b : 0;");
const TEST = [
  "const { add } = require('../src/add');",
  "it('adds', () => expect(add(12, 25)).toBe(37));",
  "it('is a function', () => expect(typeof add).toBe('function'));",
  '',
].join('\n');
const NODE_TEST = [
  "const { test } = require('node:test');",
  "const assert = require('node:assert');",
  "const { add } = require('../src/add');",
  "test('adds', () => assert.equal(add(12, 25), 37));",
  "test('in parts', async (t) => { await t.test('is a function', () => assert.equal(typeof add, 'function')); });",
  '',
].join('\n');

const suggestion = (content: string) => ({
  rootCause: 'add joins its arguments',
  errorCategory: 'logic',
  fileModifications: [{ path: 'src/add.js', action: 'modify', content, replacements: null }],
  verificationCommands: [],
});

describe('the project’s own test runner', () => {
  const kintsugi = useOwnScriptedKintsugi({
    why: 'its model is asked for two replies and alone',
    settings: { KINTSUGI_MODEL_CANDIDATES: '2', KINTSUGI_PROPOSERS: 'llm' },
  });
  const installed = useInstalled(['jest']);

  interface Given {
    first: string;
    second?: string;
    test?: string;
    manifest?: object;
    jest?: boolean;
    heal?: object;
    more?: Record<string, string>;
  }

  async function healed({
    first,
    second = first,
    test = TEST,
    manifest = {},
    jest = true,
    heal = {},
    more = {},
  }: Given): Promise<HealResult> {
    const project = await makeProject({
      'package.json': JSON.stringify(manifest),
      'src/add.js': WRONG,
      'test/add.test.js': test,
      ...more,
    });
    if (jest) installed.into(project.path);
    kintsugi.model.script(
      { ...reply(suggestion(first)), when: 'smallest repair' },
      { ...reply(suggestion(second)), when: 'second explanation' },
    );
    const run = await kintsugi.client.heal({
      directory: project.path,
      maxAttempts: 1,
      approval: LOW,
      ...heal,
    });
    const result = await run.result();
    kintsugi.model.assertComplete();
    await project.remove();
    return result;
  }

  itIsolated('confirms a repair before it is offered', async () => {
    const result = await healed({ first: RIGHT });
    expect(result).toMatchObject({ status: 'recovered', trust: 'sandbox' });
    expect(result.confirmedBy).toMatch(/^jest \d+\.\d+\.\d+$/);
    expect(result.notes ?? []).toEqual([]);
  });

  itIsolated('refutes a repair that knows the sandbox, and the next one is taken', async () => {
    const result = await healed({ first: EVASION, second: RIGHT });
    expect(result).toMatchObject({ status: 'recovered', delivery: { status: 'published' } });
    expect(result.confirmedBy).toMatch(/^jest /);
    const [choice] = result.choices ?? [];
    expect(choice?.winner).toBe(choice?.considered[1]?.tree);
    expect(choice?.considered[0]?.outcome).toMatch(/^green in the sandbox, but jest .* does not pass 1 test/);
    expect(choice?.reason).toMatch(
      /; rank 1 is not taken: green in the sandbox, but jest .*"test\/add\.test\.js > adds"/,
    );
  });

  itIsolated('leaves a run without a repair where it refutes all of them', async () => {
    const result = await healed({ first: EVASION });
    expect(result).toMatchObject({
      status: 'failed_after_repair',
      delivery: { status: 'nothing-to-publish' },
    });
    expect(result.confirmedBy).toBeUndefined();
    expect(result.choices?.[0]?.reason).toContain('rank 1 is not taken: green in the sandbox, but jest');
    expect(result.failureReport).toContain('green in the sandbox, but jest');
  });

  itIsolated('says nothing where it does not run the unchanged files either', async () => {
    const manifest = { jest: { reporters: ['./no-such-reporter.js'] } };
    const result = await healed({ first: RIGHT, manifest });
    expect(result).toMatchObject({ status: 'recovered', trust: 'sandbox' });
    expect(result.confirmedBy).toBeUndefined();
    expect(result.message).toMatch(
      /the verdict is the sandbox's alone: jest .* on the unchanged files as the sandbox does/,
    );
  });

  it('is not asked where it is not installed', async () => {
    const result = await healed({ first: RIGHT, jest: false });
    expect(result).toMatchObject({ status: 'recovered', trust: 'sandbox' });
    expect(result.message).toContain(
      "the verdict is the sandbox's alone: jest is not installed in its node_modules",
    );
  });

  itIsolated('is Node’s own for tests of node:test', async () => {
    const result = await healed({ first: EVASION, second: RIGHT, test: NODE_TEST, jest: false });
    expect(result).toMatchObject({ status: 'recovered', confirmedBy: 'node --test' });
    expect(result.choices?.[0]?.reason).toContain('but node --test does not pass 1 test');
  });

  itIsolated('refutes a request that was carried out for the sandbox alone', async () => {
    kintsugi.model.script(
      reply({
        summary: 'Adds.',
        fileModifications: [{ path: 'src/add.js', action: 'modify', content: EVASION, replacements: null }],
      }),
    );
    const heal = { request: 'Make add add', generateTests: false };
    const result = await healed({ first: RIGHT, heal });
    expect(result).toMatchObject({ status: 'recovered' });
    expect(result.repairHistory[0]?.errorContext.errorMessage).toMatch(
      /passes in the sandbox and not in jest/,
    );
    expect(result.confirmedBy).toMatch(/^jest /);
  });

  describe('of a test file that the sandbox stops at its limit', () => {
    // Work, not time: over the sandbox's limit on a quick machine, and far from the runner's on a slow one.
    const SLOW = [
      'let sum = 0;',
      'for (let at = 0; at < 1e9; at += 1) sum = (sum + at) | 0;',
      "it('was prepared', () => expect(1).toBe(1));",
      '',
    ].join('\n');
    const given: Given = {
      first: RIGHT,
      more: { 'test/slow.test.js': SLOW },
      heal: { verification: { tests: ['test/*.test.js'], limits: { turnMs: 200 } } },
    };

    itIsolated('runs it, and only what fails there is repaired', async () => {
      const result = await healed(given);
      expect(result).toMatchObject({ status: 'recovered', totalAttempts: 1 });
      expect(result.checks).toEqual([expect.objectContaining({ runner: 'jest', by: 'both' })]);
      expect(result.repairHistory[0]?.errorContext.errorMessage).toContain('1225');
    });

    it('is not asked where it is not installed', async () => {
      const result = await healed({ ...given, jest: false });
      expect(result.status).not.toBe('recovered');
      expect(result.checks).toBeUndefined();
    });
  });
});
