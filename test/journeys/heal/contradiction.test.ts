import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeProject } from '../../support/kintsugi';
import { reply } from '../../support/scripted-model';
import { useScriptedKintsugi } from '../../support/use-kintsugi';

const PRICE = 'exports.gross = (net) => net + Math.round(net * 0.19);\n';
const RAISED = PRICE.replace('0.19', '0.2');
const TEST =
  "const { gross } = require('../src/price');\ntest('adds the tax', () => expect(gross(100)).toBe(119));\n";
const REQUEST = 'Raise the tax to 20 %';

const edit = (content: string) => ({
  path: 'src/price.js',
  action: 'modify',
  content,
  replacements: null,
});
const carriedOut = (content: string) => reply({ summary: 'Done.', fileModifications: [edit(content)] });
const repair = (content: string | undefined, more: object = {}) =>
  reply({
    rootCause: 'The test and the change differ.',
    errorCategory: 'logic',
    fileModifications: content === undefined ? [] : [edit(content)],
    verificationCommands: [],
    ...more,
  });

/** What a request asked for is not mended away: the run asks who is right, with both values. */
describe('a request that a test contradicts', () => {
  const kintsugi = useScriptedKintsugi();

  async function carried(
    files: Record<string, string>,
    request: string,
    replies: readonly ReturnType<typeof reply>[],
  ) {
    kintsugi.model.script(...replies);
    const project = await makeProject({ 'package.json': '{}', ...files });
    const run = await kintsugi.client.heal({
      directory: project.path,
      request,
      generateTests: false,
      approval: { level: 'LOW' },
    });
    const result = await run.result();
    const now = await readFile(join(project.path, 'src/price.js'), 'utf8');
    await project.remove();
    return { result, now };
  }

  const contradicted = {
    status: 'failed_after_repair',
    outcome: 'contradiction',
    delivery: {
      status: 'suggested',
      contradiction: { at: 'test/price.test.js:2', expected: '119', received: '120' },
      choices: [{ letter: 'A' }],
    },
  };
  const files = { 'src/price.js': PRICE, 'test/price.test.js': TEST };

  it.each([
    ['says so', repair(undefined, { verdict: 'contradiction' })],
    ['takes the request back', repair(PRICE, { verdict: 'edit' })],
    ['makes up for it', repair(RAISED.replace('net +', 'net - 1 +'), { verdict: 'edit' })],
  ])('is asked with both values where the model %s, and no paid round follows', async (_, said) => {
    const { result, now } = await carried(files, REQUEST, [carriedOut(RAISED), said]);
    expect(result).toMatchObject(contradicted);
    expect(result.message).toContain(
      'The test at test/price.test.js:2 expects 119, and the request makes it 120.',
    );
    expect(result.failureReport).toMatch(
      /^❌ Not done: a test contradicts the request\n\nLast error:\n {2}The test at test\/price\.test\.js:2 expects 119/,
    );
    expect(result.usage.modelCalls).toBe(2);
    expect(now).toBe(PRICE);
    kintsugi.model.assertComplete();
  });

  it('is healed where the change itself has a slip that the model mends', async () => {
    const old = 'exports.total = (prices) => prices.reduce((sum, one) => sum + one, 0);\n';
    const slip = 'exports.total = (prices) => prices.reduce((sum, one) => (one < 0 ? sum : sum - one), 0);\n';
    const right = slip.replace('sum - one', 'sum + one');
    const test =
      "const { total } = require('../src/price');\ntest('adds', () => expect(total([1, 2])).toBe(3));\n";
    const mended = repair(right, { verdict: 'edit' });
    const { result, now } = await carried(
      { 'src/price.js': old, 'test/price.test.js': test },
      'Leave out negative prices',
      [carriedOut(slip), mended],
    );
    expect(result).toMatchObject({ status: 'recovered', delivery: { status: 'published' } });
    expect(now).toBe(right);
    kintsugi.model.assertComplete();
  });
});
