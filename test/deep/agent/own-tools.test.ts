import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '../../../src/machine/paths';
import { coded, generate, GOOD_CODE, TOTAL_DATA, TOTAL_SPEC, turn } from '../../support/agent-scripts';
import { reply } from '../../support/scripted-model';
import { useOwnScriptedKintsugi } from '../../support/use-kintsugi';
import { untilStatus } from '../../support/until';

const run = promisify(execFile);
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
  const kintsugi = useOwnScriptedKintsugi({
    why: 'it has tools of its own',
    settings: { KINTSUGI_TOOLS: file },
  });

  it('are called once the user allows it, and tell the model what they return, or why they failed', async () => {
    kintsugi.model.script(
      turn(['rate', { currency: 'CHF' }], ['rate', { currency: 'XXX' }]),
      turn(generate()),
      coded(GOOD_CODE),
      reply('It works.'),
    );
    const handle = await kintsugi.client.code({ executionSpec: TOTAL_SPEC, testData: TOTAL_DATA });
    for (const words of ['call rate with {"currency":"CHF"}', 'call rate with {"currency":"XXX"}']) {
      const { pending } = await untilStatus(
        () => handle.status(),
        (status) => status.pending?.summary === words,
      );
      await handle.answer({ hash: pending?.hash ?? '', decision: 'approve', scope: 'once' });
    }
    expect((await handle.result()).record.isCodeValid).toBe(true);
    const told = kintsugi.model.calls
      .flatMap(({ body }) => body.messages)
      .flatMap(({ content }) => content ?? []);
    expect(told.join('\n')).toContain('{"currency":"CHF","rate":2.5}');
    expect(told.join('\n')).toContain('rate failed: there is no such currency');
  });
});

describe('a module of tools that is of no use', () => {
  // Jest's own modules load no ES module.
  const load = async (tools: string): Promise<string> => {
    const code = `require(process.argv[1]).connectToolServers({ tools: process.argv[2] }).catch(({ message }) => console.log(message))`;
    const servers = join(PROJECT_ROOT, 'dist', 'service', 'tool-servers.js');
    return (await run(process.execPath, ['-e', code, servers, tools])).stdout;
  };
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
    expect(await load(moduleOf(text))).toMatch(sentence);
  });
});
