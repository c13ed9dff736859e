import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectToolServers } from '../../../src/service/tool-servers';
import { coded, generate, GOOD_CODE, TOTAL_DATA, TOTAL_SPEC, turn } from '../../support/agent-scripts';
import { reply } from '../../support/scripted-model';
import { useScriptedKintsugi } from '../../support/use-kintsugi';
import { untilStatus } from '../../support/until';

const folder = mkdtempSync(join(tmpdir(), 'kintsugi-tools-'));
const file = join(folder, 'tools.mjs');
writeFileSync(
  file,
  `export default [
    {
      name: 'rate',
      description: 'Rate of a currency.',
      input: { properties: { currency: { type: 'string' } }, required: ['currency'] },
      run: ({ currency }) => {
        if (currency === 'XXX') throw new Error('there is no such currency');
        return { currency, rate: 2.5 };
      },
    },
  ];\n`,
);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('tools of a module of the user', () => {
  const kintsugi = useScriptedKintsugi({ KINTSUGI_TOOLS: file });

  it('are called once the user allows it, and tell the model what they return, or why they failed', async () => {
    kintsugi.model.script(
      turn(['rate', { currency: 'CHF' }], ['rate', { currency: 'XXX' }]),
      turn(generate()),
      coded(GOOD_CODE),
      reply('It works.'),
    );
    const run = await kintsugi.client.code({ executionSpec: TOTAL_SPEC, testData: TOTAL_DATA });
    for (const words of ['call rate with {"currency":"CHF"}', 'call rate with {"currency":"XXX"}']) {
      const { pending } = await untilStatus(
        () => run.status(),
        (status) => status.pending?.summary === words,
      );
      await run.answer({ hash: pending?.hash ?? '', decision: 'approve', scope: 'once' });
    }
    expect((await run.result()).record.isCodeValid).toBe(true);
    const told = kintsugi.model.calls
      .flatMap(({ body }) => body.messages)
      .flatMap(({ content }) => content ?? []);
    expect(told.join('\n')).toContain('{"currency":"CHF","rate":2.5}');
    expect(told.join('\n')).toContain('rate failed: there is no such currency');
  });
});

describe('a module of tools that is of no use', () => {
  const load = (tools: string) => connectToolServers({ tools } as never);
  const moduleOf = (text: string): string => {
    const path = join(mkdtempSync(join(folder, 'bad-')), 'tools.mjs');
    writeFileSync(path, text);
    return path;
  };

  it.each([
    ['export default [', /cannot be loaded/],
    ['export default { name: "x" };', /must export an array of tools/],
    ['export default [{ name: "a b", description: "x", run() {} }];', /0\.name: must be letters/],
    ['export default [{ name: "a", description: "x" }];', /0\.run: must be a function/],
  ])('is refused with one sentence: %s', async (text, sentence) => {
    await expect(load(moduleOf(text))).rejects.toThrow(sentence);
  });
});
