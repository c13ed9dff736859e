import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HealResult } from '../../../src/domain/heal/result';
import { makeProject } from '../../support/kintsugi';
import { reply } from '../../support/scripted-model';
import { useScriptedKintsugi } from '../../support/use-kintsugi';

const sum = (body: string): string => `exports.sum = function sum(all) {\n  ${body}\n};\n`;
const WRONG = sum("return Number(all.join(''));");
const RIGHT = sum('let total = 0;\n  for (const one of all) total += one;\n  return total;');
const CHECK =
  "const { sum } = require('./sum');\nif (sum([2, 3, 5]) !== 10) throw new Error('10 is wanted');\n";

describe('a change that a command alone calls green', () => {
  const kintsugi = useScriptedKintsugi();

  async function healed(content: string): Promise<{ result: HealResult; text: string }> {
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
      ...{ mode: 'PRECISION', maxAttempts: 1, approval: { level: 'LOW' } },
    });
    const result = await run.result();
    const text = await readFile(join(project.path, 'sum.js'), 'utf8');
    await project.remove();
    return { result, text };
  }

  it('is only suggested where nothing fails once it is broken: here its file ends the process before the check', async () => {
    const end = "const { exit } = require('node:' + ['pro', 'cess'].join(''));\nexit(0);\n";
    const { result, text } = await healed(`${end}${RIGHT}`);
    expect(result).toMatchObject({
      delivery: { status: 'suggested' },
      confidence: { level: 'ambiguous', reason: 'no check fails when sum.js is broken on purpose' },
    });
    expect(text).toBe(WRONG);
  });
});
