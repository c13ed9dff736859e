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

  it('is published where the command fails once it is broken', async () => {
    const { result, text } = await healed(RIGHT);
    expect(result).toMatchObject({ status: 'recovered', delivery: { status: 'published' } });
    expect(result.message).not.toContain('broken on purpose');
    expect(text).toBe(RIGHT);
  });

  it('is no proof of what a request adds to a CommonJS file that its tests load: notes and message say so', async () => {
    const gross = 'const gross = (sum) => sum * 1.19;\n';
    const content = `${gross}const net = (sum) => sum * 1.19;\nmodule.exports = { gross, net };\n`;
    const fileModifications = [{ path: 'price.js', action: 'modify', content, replacements: null }];
    kintsugi.model.script(reply({ summary: 'Adds net.', fileModifications }));
    const project = await makeProject({
      'package.json': '{}',
      'price.js': `${gross}module.exports = { gross };\n`,
      'price.test.js':
        "const { gross } = require('./price');\nit('adds the tax', () => expect(gross(100)).toBe(119));\n",
    });
    const request = { request: 'Add net()', executor: 'answer' as const, generateTests: false };
    const run = await kintsugi.client.heal({
      directory: project.path,
      ...request,
      approval: { level: 'LOW' },
    });
    const result = await run.result();
    await project.remove();
    expect(result.notes).toContain('No test executes the changed lines of price.js.');
    expect(result.message).toContain('no test executes the changed lines of price.js');
  });
});
