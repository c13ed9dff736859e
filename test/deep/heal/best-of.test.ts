import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeProject } from '../../support/kintsugi';
import { reply } from '../../support/scripted-model';
import { useOwnScriptedKintsugi } from '../../support/use-kintsugi';

const LOW = { level: 'LOW' } as const;

/** A module whose second half is right, so that generated tests can show what they are worth on it. */
const math = (body: string): string =>
  [
    'export function add(a: number, b: number): number {',
    `  ${body}`,
    '}',
    'export function clamp(n: number, low: number, high: number): number {',
    '  if (n < low) return low;',
    '  if (n > high) return high;',
    '  return n;',
    '}',
    '',
  ].join('\n');

const WRONG = 'return Number(`${a}${b}`);';
const CHEAT = 'return a === 12 ? 37 : 91;';
/** Wrong without a sign of it. */
const PARTIAL = 'return a > 5 ? a + b : b;';
const RIGHT = 'let sum = a;\n  sum += b;\n  return sum;';

const OWN_TEST = [
  "import { add } from '../src/math';",
  "it('adds', () => expect(add(12, 25)).toBe(37));",
  "it('adds more', () => expect(add(40, 51)).toBe(91));",
  '',
].join('\n');

const GENERATED = [
  "import { add, clamp } from './math';",
  "it('adds small numbers', () => expect(add(1, 2)).toBe(3));",
  "it('clamps below', () => expect(clamp(1, 2, 5)).toBe(2));",
  "it('clamps above', () => expect(clamp(9, 2, 5)).toBe(5));",
  "it('keeps what is between', () => { expect(clamp(3, 2, 5)).toBe(3); expect(clamp(2, 2, 5)).toBe(2); });",
  '',
].join('\n');
const VAIN =
  "import { add, clamp } from './math';\nit('runs', () => { clamp(1, 2, 3); expect(add(1, 2)).not.toBe(91); });\n";

const suggestion = (body: string) => ({
  rootCause: 'add joins its arguments',
  errorCategory: 'logic',
  fileModifications: [{ path: 'src/math.ts', action: 'modify', content: math(body), replacements: null }],
  verificationCommands: ['npx jest'],
});

describe('the best of several candidates', () => {
  const kintsugi = useOwnScriptedKintsugi({
    why: 'its model is asked for two replies',
    settings: { KINTSUGI_MODEL_CANDIDATES: '2' },
  });

  async function resultWith(tests: string, smaller: string) {
    const project = await makeProject({ 'package.json': '{}', 'test/math.test.ts': OWN_TEST });
    kintsugi.model.script(
      reply({
        summary: 'Adds math.',
        fileModifications: [
          { path: 'src/math.ts', action: 'create', content: math(WRONG), replacements: null },
        ],
      }),
      reply({ summary: 'Tests math.', tests: [{ path: 'src/math.test.ts', content: tests }] }),
      { ...reply(suggestion(smaller)), when: 'smallest repair' },
      { ...reply(suggestion(RIGHT)), when: 'second explanation' },
    );
    const run = await kintsugi.client.heal({
      directory: project.path,
      request: 'Write add and clamp',
      generateTests: true,
      maxAttempts: 1,
      approval: LOW,
    });
    const result = await run.result();
    const status = await run.status();
    kintsugi.model.assertComplete();
    const text = await readFile(join(project.path, 'src/math.ts'), 'utf8');
    await project.remove();
    return { result, text, log: status.log.join('\n') };
  }

  it('is the one that trusted generated tests accept, though a smaller one is green', async () => {
    const { result, text, log } = await resultWith(GENERATED, PARTIAL);
    expect(result).toMatchObject({ status: 'recovered', testScore: { trusted: true, unexercised: [] } });
    expect(text).toBe(math(RIGHT));
    const [choice] = result.choices;
    expect(choice).toMatchObject({ stages: [['mutation'], ['llm']], consideredCount: 2 });
    expect(choice?.reason).toContain(
      'passes trusted generated tests that smaller green changes fail (rank 2 of 2',
    );
    expect(result.quarantinedTests).toEqual([]);
    expect(log).toContain('SPEED becomes PRECISION: mutation found nothing acceptable, asking llm');
  });

  it('is the one without a sign where the generated tests are not trusted, though a smaller one is green', async () => {
    const { result, text } = await resultWith(VAIN, CHEAT);
    expect(result).toMatchObject({ status: 'recovered', testScore: { trusted: false } });
    expect(text).toBe(math(RIGHT));
    expect(result.choices?.[0]?.reason).toContain('without a sign of a wrong one (rank 1 of 2');
    expect(result.quarantinedTests).toEqual(['src/math.test.ts']);
    const notes = result.notes?.join('\n');
    expect(notes).toContain('Generated tests are not trusted');
    expect(notes).toContain(
      'Generated tests that fail on the change, or prove too little, were left out (src/math.test.ts)',
    );
  });
});
