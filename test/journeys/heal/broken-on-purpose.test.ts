import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HealResult } from '../../../src/domain/heal/result';
import { makeProject } from '../../support/kintsugi';
import { reply } from '../../support/scripted-model';
import { until } from '../../support/until';
import { useScriptedKintsugi } from '../../support/use-kintsugi';

const sum = (body: string): string => `exports.sum = function sum(all) {\n  ${body}\n};\n`;
const WRONG = sum("return Number(all.join(''));");
const RIGHT = sum('let total = 0;\n  for (const one of all) total += one;\n  return total;');
const CHECK =
  "const { sum } = require('./sum');\nif (sum([2, 3, 5]) !== 10) throw new Error('10 is wanted');\n";

describe('a change that a command alone calls green', () => {
  const kintsugi = useScriptedKintsugi();

  async function healed(
    content: string,
    { approve = false } = {},
  ): Promise<{ result: HealResult; text: string; warnings?: readonly string[] }> {
    kintsugi.model.script(
      reply({
        rootCause: 'sum joins',
        errorCategory: 'logic',
        fileModifications: [{ path: 'sum.js', action: 'modify', content, replacements: null }],
        verificationCommands: [],
      }),
    );
    const project = await makeProject({ 'package.json': '{}', 'sum.js': WRONG, 'check.js': CHECK });
    const run = await kintsugi.client.heal({
      directory: project.path,
      verification: { commands: [{ command: 'node check.js' }] },
      ...{ mode: 'PRECISION', maxAttempts: 1, approval: { level: approve ? 'MEDIUM' : 'LOW' } },
    });
    const asked = approve
      ? await until('the run has asked', async () => (await run.status()).pending)
      : undefined;
    if (asked) await run.answer({ hash: asked.hash, decision: 'approve', scope: 'once' });
    const result = await run.result();
    const text = await readFile(join(project.path, 'sum.js'), 'utf8');
    await project.remove();
    return { result, text, warnings: asked?.warnings };
  }

  const end = "const { exit } = require('node:' + ['pro', 'cess'].join(''));\nexit(0);\n";

  it('is only suggested where nothing fails once it is broken: here its file ends the process before the check', async () => {
    const { result, text } = await healed(`${end}${RIGHT}`);
    expect(result).toMatchObject({
      delivery: { status: 'suggested' },
      confidence: { level: 'ambiguous', reason: 'no check fails when sum.js is broken on purpose' },
    });
    expect(text).toBe(WRONG);
  });

  it('is asked about with that doubt as a warning, and published where people approve it all the same', async () => {
    const { result, text, warnings } = await healed(`${end}${RIGHT}`, { approve: true });
    expect(warnings).toContain('The change may be wrong: no check fails when sum.js is broken on purpose.');
    expect(result).toMatchObject({ delivery: { status: 'published' }, confidence: { level: 'ambiguous' } });
    expect(text).toBe(`${end}${RIGHT}`);
  });
});
