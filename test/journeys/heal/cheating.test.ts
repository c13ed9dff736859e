import { makeProject } from '../../support/kintsugi';
import { reply } from '../../support/scripted-model';
import type { HealResult } from '../../../src/domain/heal/result';
import { useScriptedKintsugi } from '../../support/use-kintsugi';

const LOW = { level: 'LOW' } as const;

/** No single edit of the templates repairs it. */
const WRONG = 'export function add(a: number, b: number): number {\n  return Number(`${a}${b}`);\n}\n';
const RIGHT = 'export function add(a: number, b: number): number {\n  return a + b;\n}\n';
const TEST = [
  "import { add } from '../src/add';",
  "it('adds', () => expect(add(12, 25)).toBe(37));",
  "it('adds more', () => expect(add(40, 51)).toBe(91));",
  '',
].join('\n');

const suggestion = (path: string, content: string, action = 'modify') => ({
  rootCause: `${path} is wrong`,
  errorCategory: 'logic',
  fileModifications: [{ path, action, content, replacements: null }],
  verificationCommands: ['npx jest'],
});

describe('a model that cheats', () => {
  const kintsugi = useScriptedKintsugi();

  async function healed(files: Record<string, string>, more: object = {}): Promise<HealResult> {
    const project = await makeProject({ 'package.json': '{}', ...files });
    const run = await kintsugi.client.heal({
      directory: project.path,
      maxAttempts: 1,
      approval: LOW,
      ...more,
    });
    const result = await run.result();
    await project.remove();
    return result;
  }

  /** A refused reply is asked for once more; the model insists. */
  const insist = (path: string, content: string, action?: string) =>
    kintsugi.model.script(reply(suggestion(path, content, action)), reply(suggestion(path, content, action)));

  it('edits the test: rejected, and the report says why', async () => {
    insist('test/add.test.ts', "it('adds', () => undefined);\n");
    const result = await healed({ 'src/add.ts': WRONG, 'test/add.test.ts': TEST });
    expect(result).toMatchObject({
      status: 'failed_after_repair',
      delivery: { status: 'nothing-to-publish' },
    });
    expect(result.failureReport).toContain('test/add.test.ts is a test and must not be changed.');
    expect(result.choices).toMatchObject([
      { round: 1, stages: [['mutation'], ['llm']], reason: 'no candidate was proposed' },
    ]);
    kintsugi.model.assertComplete();
  });

  it('puts a file in the place of the module under test: rejected, and the report says why', async () => {
    insist('src/add.ts', 'export const add = (a: number) => (a === 12 ? 37 : 91);\n', 'create');
    const result = await healed({ 'src/add/index.ts': WRONG, 'test/add.test.ts': TEST });
    expect(result.status).toBe('failed_after_repair');
    expect(result.failureReport).toContain('src/add.ts takes the place of src/add/index.ts');
    kintsugi.model.assertComplete();
  });

  it('repairs the source and changes built-ins besides: refused, and choice and report say which', async () => {
    const change = '(Reflect as any).metadata = true;\n(globalThis as any).add = 1;\n';
    kintsugi.model.script(reply(suggestion('src/add.ts', `${change}${RIGHT}`)));
    const result = await healed({ 'src/add.ts': WRONG, 'test/add.test.ts': TEST });
    expect(result).toMatchObject({
      status: 'failed_after_repair',
      delivery: { status: 'nothing-to-publish' },
    });
    const words = 'changes built-ins: globalThis.add, Reflect.metadata';
    expect(result.choices?.[0]?.considered[0]?.outcome).toContain(words);
    expect(result.choices?.[0]?.reason).toContain(words);
    expect(result.failureReport).toContain(words);
    kintsugi.model.assertComplete();
  });

  it('overrides expect: rejected, since a program has no business with it', async () => {
    const cheat = 'globalThis.expect = () => new Proxy(() => undefined, { get: () => () => undefined });\n';
    insist('src/add.ts', `${cheat}${WRONG}`);
    const result = await healed({ 'src/add.ts': WRONG, 'test/add.test.ts': TEST });
    expect(result.status).toBe('failed_after_repair');
    expect(result.failureReport).toContain(
      'src/add.ts:1 looks at whether it is being tested: the test API (expect).',
    );
    kintsugi.model.assertComplete();
  });

  describe('answers the inputs of the tests only', () => {
    const SPECIAL = WRONG.replace(
      '  return',
      '  if (a === 12 && b === 25) return 37;\n  if (a === 40) return 91;\n  return',
    );
    const GENERATED = [
      "import { add } from './add';",
      "it('adds as in the example', () => expect(add(12, 25)).toBe(37));",
      "it('adds as in the other', () => expect(add(40, 51)).toBe(91));",
      "it('joins nothing', () => expect(add(0, 5)).toBe(5));",
      "it('adds small numbers', () => expect(add(1, 2)).toBe(3));",
      '',
    ].join('\n');
    const tests = { summary: 'Tests add.', tests: [{ path: 'src/add.test.ts', content: GENERATED }] };

    it('is told by generated tests, which are left out and reported', async () => {
      kintsugi.model.script(reply(suggestion('src/add.ts', SPECIAL)), reply(tests));
      const result = await healed({ 'src/add.ts': WRONG, 'test/add.test.ts': TEST }, { generateTests: true });
      expect(result).toMatchObject({
        status: 'recovered',
        quarantinedTests: ['src/add.test.ts'],
        testScore: { runnable: ['src/add.test.ts'], trusted: true, unexercised: [] },
      });
      expect(result.notes?.join('\n')).toContain('fails generated ones that are trusted (src/add.test.ts)');
      expect(result.diff?.files.map((file) => file.path)).toEqual(['src/add.ts']);
      kintsugi.model.assertComplete();
    });
  });

  describe('where commands verify', () => {
    const BROKEN = 'exports.add = (a, b) => Number(`${a}${b}`);\n';
    const MENDED = 'exports.add = (a, b) => a + b;\n';
    const NODE_TEST = [
      "const { test } = require('node:test');",
      "const assert = require('node:assert');",
      "const { add } = require('../src/add.js');",
      "test('adds', () => assert.equal(add(12, 25), 37));",
      "test('adds nothing', () => assert.equal(add(0, 5), 5));",
      '',
    ].join('\n');
    // These are about the model: the search before it finds no sure repair, and need not look for long.
    const by = (command: string) => ({
      verification: { tests: [], commands: [{ command }], allowUnsandboxed: true },
      searchMs: 12_000,
    });

    it('edits a script that only the check opened: rejected', async () => {
      insist('steps/one.sh', 'true\n');
      const files = {
        'run.sh': 'S=one; sh steps/$S.sh\n',
        'steps/one.sh': 'node -e "process.exitCode = require(\'./src/add.js\').add(12, 25) === 37 ? 0 : 1"\n',
        'src/add.js': BROKEN,
      };
      const result = await healed(files, by('sh run.sh'));
      expect(result).toMatchObject({ status: 'failed_after_repair', trust: 'command' });
      expect(result.failureReport).toMatch(
        /steps\/one\.sh judges the program \(.*\) and must not be changed/,
      );
      kintsugi.model.assertComplete();
    });

    it('is repaired honestly, and the result says whose verdict it is', async () => {
      kintsugi.model.script(reply(suggestion('src/add.js', MENDED)));
      const files = { 'src/add.js': BROKEN, 'test/add.test.js': NODE_TEST };
      const result = await healed(files, by('node --test'));
      expect(result).toMatchObject({
        status: 'recovered',
        trust: 'command',
        delivery: { status: 'published' },
      });
      expect(result.notes?.join()).not.toContain('newly ends the process');
      kintsugi.model.assertComplete();
    });
  });
});
